package systems_test

import (
	"encoding/base64"
	"encoding/binary"
	"fmt"
	"math"

	"github.com/go-gl/mathgl/mgl32"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/gltfio"
	"github.com/sinew-go/sinew/ecs"
	"github.com/sinew-go/sinew/systems"
)

// faceFile is a file with a head that has five morph targets, and a clip "talk" of a second in
// which the jaw opens and closes again: 3 times, then the weights of all targets at each of them.
// A clip of a glTF file gives all targets of a mesh weights, also those that stand still at 0.
func faceFile() []byte {
	var numbers []byte
	for _, x := range []float32{0, 0.5, 1, 0, 0, 0, 0, 0, 0, 0.5, 0, 0, 0, 0, 0, 0, 0, 0} {
		numbers = binary.LittleEndian.AppendUint32(numbers, math.Float32bits(x))
	}
	return fmt.Appendf(nil, `{"asset": {"version": "2.0"}, "scene": 0, "scenes": [{"nodes": [0]}],
"buffers": [{"byteLength": %[1]d, "uri": "data:application/octet-stream;base64,%[2]s"}],
"bufferViews": [{"buffer": 0, "byteLength": %[1]d}],
"accessors": [{"componentType": 5126, "count": 3, "type": "VEC3", "min": [0, 0, 0], "max": [0, 0, 0]},
 {"bufferView": 0, "componentType": 5126, "count": 3, "type": "SCALAR", "min": [0], "max": [1]},
 {"bufferView": 0, "byteOffset": 12, "componentType": 5126, "count": 15, "type": "SCALAR"}],
"meshes": [{"name": "face", "extras": {"targetNames": ["blink", "aa", "ih", "ou", "smile"]}, "primitives": [{"attributes":
 {"POSITION": 0}, "targets": [{"POSITION": 0}, {"POSITION": 0}, {"POSITION": 0}, {"POSITION": 0}, {"POSITION": 0}]}]}],
"nodes": [{"name": "head", "mesh": 0}],
"animations": [{"name": "talk", "samplers": [{"input": 1, "output": 2}],
 "channels": [{"sampler": 0, "target": {"node": 0, "path": "weights"}}]}]}`,
		len(numbers), base64.StdEncoding.EncodeToString(numbers))
}

// A face smiles while a clip moves its jaw, speaks three vowels and blinks; a snapshot brings all
// of it back.
func ExampleMorph() {
	world, library := ecs.NewWorld(), assets.NewLibrary()
	model, err := gltfio.Parse(library, "face.gltf", faceFile())
	must(err)
	animation, err := systems.NewAnimation(&world, library)
	must(err)
	defer animation.Close()
	face := mustSpawn(animation.Spawn(model, mgl32.Ident4()))
	must(animation.Player(face).Play(model.Clip("talk")))

	must(animation.SetMorph(face, "smile", 0.6)) // in place of the 0 of the clip, until it is cleared
	blink, err := animation.Morph(face, "blink")
	must(err)
	var vowels [3]systems.Morph
	for i, name := range []string{"aa", "ih", "ou"} { // added to what the clip gives
		vowels[i], err = animation.Morph(face, name, systems.BesideClips())
		must(err)
	}
	speech := [][3]float32{{0.4, 0, 0}, {0, 0.7, 0}, {0, 0.1, 0.8}, {0, 0, 0}} // a vowel for each quarter of a second

	speak := func(from, to int) {
		for quarter := from; quarter < to; quarter++ {
			for i, weight := range speech[quarter] {
				must(vowels[i].Set(weight))
			}
			must(blink.Set(float32(quarter & 1))) // a program moves it within some 0.15 s
			must(animation.Update(0.25))
			fmt.Printf("blink, aa, ih, ou, smile: %.2f\n", animation.Morphs(face))
		}
	}
	speak(0, 2)
	saved := animation.AppendSnapshot(nil)
	speak(2, 4)
	must(animation.SetMorph(face, "smile", -0.5))
	must(animation.Restore(saved))
	speak(2, 4) // the same again
	must(animation.ClearMorphs(face))
	must(animation.Update(0.25))
	fmt.Printf("the clip alone: %.2f\n", animation.Morphs(face))
	// Output:
	// blink, aa, ih, ou, smile: [0.00 0.65 0.00 0.00 0.60]
	// blink, aa, ih, ou, smile: [1.00 0.50 0.70 0.00 0.60]
	// blink, aa, ih, ou, smile: [0.00 0.25 0.10 0.80 0.60]
	// blink, aa, ih, ou, smile: [1.00 0.00 0.00 0.00 0.60]
	// blink, aa, ih, ou, smile: [0.00 0.25 0.10 0.80 0.60]
	// blink, aa, ih, ou, smile: [1.00 0.00 0.00 0.00 0.60]
	// the clip alone: [0.00 0.25 0.00 0.00 0.00]
}
