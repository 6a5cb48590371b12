package gltfio

import (
	"encoding/json"
	"errors"
	"maps"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/internal/testing/probe"
)

// jsonValue is a value inside a JSON document, with functions that change or remove it.
type jsonValue struct {
	set    func(any)
	remove func() // nil for an element of an array
}

// valuesIn lists every value inside a JSON value.
func valuesIn(value any) []jsonValue {
	var values []jsonValue
	switch v := value.(type) {
	case map[string]any:
		for _, name := range slices.Sorted(maps.Keys(v)) {
			inner := v[name]
			values = append(values, jsonValue{func(x any) { v[name] = x }, func() { delete(v, name) }})
			values = append(values, valuesIn(inner)...)
		}
	case []any:
		for i, inner := range v {
			values = append(values, jsonValue{func(x any) { v[i] = x }, nil})
			values = append(values, valuesIn(inner)...)
		}
	}
	return values
}

// unexpectedValues are JSON values that are invalid for most properties of a glTF file.
var unexpectedValues = []json.RawMessage{}

func init() {
	for _, text := range []string{
		`null`, `-1`, `0`, `1`, `2`, `3`, `7`, `255`, `5121`, `5123`, `5125`, `5126`, `2147483647`, `-2147483648`,
		`9223372036854775807`,
		`1e30`, `-1e30`, `1e300`, `0.5`, `""`, `"data:,"`, `"../x"`, `"VEC3"`, `"MAT4"`, `"CUBICSPLINE"`, `"STEP"`,
		`"weights"`, `true`,
		`[]`, `[0]`, `[0,0]`, `[1,0,2]`, `[null]`, `[[]]`, `{}`, `{"a":null}`, `{"POSITION":0}`, `[0,0,0,0]`,
		`[1e30,1e30,1e30]`,
		`[1,0,0,0,0,1,0,0,0,0,1,0,0,0,0,1]`, `[1e-30,0,0,0,0,0,0,0,0,0,1e30,0,1,0,0,1]`,
	} {
		unexpectedValues = append(unexpectedValues, json.RawMessage(text))
	}
}

// documents returns the files to mutate, as JSON.
func documents(t *testing.T) [][]byte {
	b := newBuilder()
	b.doc["extensionsUsed"] = []string{"KHR_mesh_quantization", "KHR_texture_transform"}
	b.add("materials",
		object{"emissiveTexture": object{
			"index":      0,
			"extensions": object{"KHR_texture_transform": object{"offset": []int{1, 2}, "rotation": 1}},
		}})
	b.add("textures", object{"source": 0, "sampler": 0})
	b.add("samplers", object{"wrapS": 33071, "magFilter": 9728})
	b.add("images", object{"bufferView": b.view(pngBytes(t, testImage())), "mimeType": "image/png"})
	strip := b.ints("i16n", "VEC3", 0, 0, 0, 9, 0, 0, 0, 9, 0, 9, 9, 0, 0, 9, 9)
	where, values := b.ints("u8", "SCALAR", 1, 3), b.floats("VEC3", 1, 2, 3, 4, 5, 6)
	view := func(i int) int { return b.get("accessors", i)["bufferView"].(int) }
	zeros := b.add("accessors", object{
		"componentType": 5126, "type": "VEC3", "count": 5,
		"sparse": sparseOf(2, view(where), 5121, view(values)),
	})
	colors := b.ints("u8n", "VEC4", 1, 2, 3, 4, 1, 2, 3, 4, 1, 2, 3, 4, 1, 2, 3, 4, 1, 2, 3, 4)
	mesh := b.mesh(object{"POSITION": strip, "COLOR_0": colors},
		object{"mode": 5, "material": 0, "targets": []any{object{"POSITION": zeros}}})
	b.node(object{"children": []int{1}, "matrix": []int{1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 5, 1}})
	b.node(object{
		"mesh": mesh, "translation": []int{0, 1, 0}, "rotation": []float64{0, 0.6, 0, 0.8},
		"scale": []int{1, 2, 1}, "weights": []int{1},
	})
	eight := skinnedTriangle(10, [][4]int{{0, 1, 2, 3}, {4, 5, 6, 7}, {8, 9, 0, 0}},
		[][4]float32{{0.5, 0.1}, {0.1, 0.1}, {0.1, 0.1}})
	return [][]byte{completeFile().gltf(), b.gltf(), eight.gltf(), instancedTriangle().gltf()}
}

// checkMutated loads a mutated file. Any error or a model with finite poses is fine.
func checkMutated(t *testing.T, data []byte) {
	t.Helper()
	lib := assets.NewLibrary(assets.Exact())
	var model *assets.Model
	var err error
	if took, _ := probe.Measure(func() { model, err = Parse(lib, "mutated", data) }); took > longestLoad {
		t.Errorf("loading took %v, want at most %v: %s", took, longestLoad, data)
	}
	if err == nil {
		checkSane(t, lib, model)
	} else if e := (*Error)(nil); !errors.As(err, &e) || lib.Count() != (assets.Count{}) {
		t.Errorf("error %v, library %+v", err, lib.Count())
	} else {
		checkError(t, err, "mutated")
	}
	if t.Failed() {
		t.Fatalf("%s", data)
	}
}

// checkPartialReaders reads the clips of a mutated file for a skeleton, and the file without its
// meshes.
func checkPartialReaders(t *testing.T, lib *assets.Library, skeleton assets.SkeletonID, data []byte) {
	t.Helper()
	before := lib.Count()
	ids, report, err := Options{Exact: true}.ParseClips(lib, "mutated", data, skeleton)
	if e := (*Error)(nil); err != nil && (!errors.As(err, &e) || lib.Count() != before || ids != nil) {
		t.Errorf("error %v, library %+v, clips %v", err, lib.Count(), ids)
	} else if err == nil && lib.Count().Clips != before.Clips+len(ids) {
		t.Errorf("clips %v, report %v, library %+v", ids, report, lib.Count())
	}
	for _, id := range ids {
		if lib.Clip(id).Skeleton() != lib.Skeleton(skeleton) {
			t.Errorf("clip %q is for another skeleton", lib.Clip(id).Name())
		}
		lib.RemoveClip(id)
	}
	for _, keep := range []bool{false, true} {
		server := assets.NewLibrary(assets.Exact())
		model, err := Options{SkeletonsOnly: true, KeepJointBounds: keep}.Parse(server, "mutated", data)
		_, whole := Parse(assets.NewLibrary(assets.Exact()), "mutated", data)
		if whole == nil && err != nil {
			t.Errorf("without meshes (bounds %v): error %v, but the whole file is read", keep, err)
		}
		if err == nil {
			checkSane(t, server, model)
		} else if e := (*Error)(nil); !errors.As(err, &e) || server.Count() != (assets.Count{}) {
			t.Errorf("error %v, library %+v", err, server.Count())
		}
	}
	if t.Failed() {
		t.Fatalf("%s", data)
	}
}

func fromJSON(t *testing.T, text []byte) any {
	t.Helper()
	var document any
	if err := json.Unmarshal(text, &document); err != nil {
		t.Fatal(err)
	}
	return document
}

func toJSON(t *testing.T, document any) []byte {
	t.Helper()
	text, err := json.Marshal(document)
	if err != nil {
		t.Fatal(err)
	}
	return text
}

func TestMutateEachValue(t *testing.T) {
	tried := 0
	for _, text := range documents(t)[:2] {
		checkMutated(t, text)
		count := len(valuesIn(fromJSON(t, text)))
		for i := range count {
			for k := -1; k < len(unexpectedValues); k++ {
				document := fromJSON(t, text)
				p := valuesIn(document)[i]
				switch {
				case k >= 0:
					p.set(unexpectedValues[k])
				case p.remove != nil:
					p.remove()
				}
				checkMutated(t, toJSON(t, document))
				tried++
			}
		}
	}
	t.Logf("%d mutations", tried)
}

func TestMutateSeveralValues(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	lib := assets.NewLibrary(assets.Exact())
	target, err := Parse(lib, "target", documents(t)[0])
	if err != nil {
		t.Fatal(err)
	}
	for _, text := range documents(t) {
		for i := range 1500 {
			document := fromJSON(t, text)
			for range 2 + random.IntN(4) {
				p := valuesIn(document)
				at := p[random.IntN(len(p))]
				if at.remove != nil && random.IntN(4) == 0 {
					at.remove()
				} else {
					at.set(unexpectedValues[random.IntN(len(unexpectedValues))])
				}
			}
			data := toJSON(t, document)
			checkMutated(t, data)
			if i%10 == 0 {
				checkPartialReaders(t, lib, target.Skeleton, data)
			}
		}
	}
}
