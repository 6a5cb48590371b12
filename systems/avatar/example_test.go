package avatar_test

import (
	"errors"
	"fmt"
	"log"

	"github.com/go-gl/mathgl/mgl32"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/vrm"
	"github.com/sinew-go/sinew/ecs"
	"github.com/sinew-go/sinew/systems"
	"github.com/sinew-go/sinew/systems/avatar"
)

// alice is a document of an avatar: a head with two eyes, a face of three morph targets, and hair.
const alice = `{"asset": {"version": "2.0"}, "scene": 0, "scenes": [{"nodes": [0]}],
"accessors": [{"componentType": 5126, "count": 3, "type": "VEC3", "min": [0, 0, 0], "max": [0, 0, 0]}],
"meshes": [{"primitives": [{"attributes": {"POSITION": 0}, "targets": [{"POSITION": 0}, {"POSITION": 0}, {"POSITION": 0}]}]}],
"nodes": [{"name": "hips", "translation": [0, 1, 0], "children": [1]}, {"name": "head", "translation": [0, 0.6, 0], "children": [2, 3, 4, 5]},
 {"name": "left eye", "translation": [0.03, 0.06, 0.05]}, {"name": "right eye", "translation": [-0.03, 0.06, 0.05]}, {"name": "face", "mesh": 0},
 {"name": "hair", "translation": [0, 0, -0.1], "children": [6]}, {"name": "hair end", "translation": [0, 0, -0.2]}],
"extensionsUsed": ["VRMC_vrm", "VRMC_springBone"], "extensions": {
"VRMC_vrm": {"specVersion": "1.0",
 "humanoid": {"humanBones": {"hips": {"node": 0}, "head": {"node": 1}, "leftEye": {"node": 2}, "rightEye": {"node": 3}}},
 "lookAt": {"type": "bone", "offsetFromHeadBone": [0, 0.06, 0.05], "rangeMapHorizontalInner": {"inputMaxValue": 90, "outputScale": 45},
  "rangeMapHorizontalOuter": {"inputMaxValue": 90, "outputScale": 60}, "rangeMapVerticalUp": {"inputMaxValue": 90, "outputScale": 30},
  "rangeMapVerticalDown": {"inputMaxValue": 90, "outputScale": 20}},
 "firstPerson": {"meshAnnotations": [{"node": 4, "type": "thirdPersonOnly"}]},
 "expressions": {"preset": {
  "happy": {"overrideBlink": "blend", "overrideMouth": "block", "morphTargetBinds": [{"node": 4, "index": 0, "weight": 1}]},
  "blink": {"morphTargetBinds": [{"node": 4, "index": 1, "weight": 1}]},
  "aa": {"morphTargetBinds": [{"node": 4, "index": 2, "weight": 0.5}]}},
  "custom": {"smirk": {"isBinary": true, "morphTargetBinds": [{"node": 4, "index": 2, "weight": 0.25}]}}}},
"VRMC_springBone": {"specVersion": "1.0", "springs": [{"joints": [{"node": 5, "gravityPower": 2, "stiffness": 0}, {"node": 6}]}]}}}`

func Example() {
	world, library := ecs.NewWorld(), assets.NewLibrary()
	file, err := vrm.Parse(library, "alice.vrm", []byte(alice))
	if err != nil {
		log.Fatal(err)
	}
	animation, err := systems.NewAnimation(&world, library)
	if err != nil {
		log.Fatal(err)
	}
	defer animation.Close()
	// guide: avatar
	avatars, err := avatar.New(animation)
	if err != nil {
		log.Fatal(err)
	}
	entity, err := avatars.Spawn(file, mgl32.Ident4()) // its springs and constraints are on
	if err != nil {
		log.Fatal(err)
	}
	alice := avatars.Avatar(entity)
	err = errors.Join(
		alice.Express("happy", 0.75),
		alice.Express("blink", 1),              // "happy" lowers it, as the file says
		alice.LookAt(mgl32.Vec3{5, 1.66, .05}), // a point in the world
	)
	// guide: end
	if err != nil {
		log.Fatal(err)
	}
	for range 180 {
		if err := animation.Update(1.0 / 60); err != nil {
			log.Fatal(err)
		}
	}
	fmt.Printf("happy %.2f, blink %.2f\n", alice.Shown("happy"), alice.Shown("blink"))
	at := map[string]mgl32.Mat4{}
	for _, joint := range []string{"left eye", "right eye", "hair end"} {
		if at[joint], err = animation.JointModel(entity, joint); err != nil {
			log.Fatal(err)
		}
	}
	for _, joint := range []string{"left eye", "right eye"} {
		fmt.Printf("the %s looks along %.2f %.2f\n", joint, at[joint].At(0, 2), at[joint].At(2, 2))
	}
	fmt.Printf("the hair hangs down: its end is at %.2f %.2f\n", at["hair end"].At(1, 3), at["hair end"].At(2, 3))
	// Output:
	// happy 0.75, blink 0.25
	// the left eye looks along 0.87 0.50
	// the right eye looks along 0.71 0.71
	// the hair hangs down: its end is at 1.40 -0.10
}
