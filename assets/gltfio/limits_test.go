package gltfio

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/rig"
	"github.com/sinew-go/sinew/internal/testing/probe"
)

// loadWithin loads a file and fails the test if that takes more than the given time or bytes of
// memory.
func loadWithin(t *testing.T, data []byte, limit time.Duration, bytes uint64) (*assets.Library, *assets.Model, error) {
	t.Helper()
	lib := assets.NewLibrary(assets.Exact())
	var model *assets.Model
	var err error
	took, allocated := probe.Measure(func() { model, err = Parse(lib, "test.gltf", data) })
	t.Logf("a file of %d bytes: %v, %d MiB", len(data), took.Round(time.Millisecond), allocated>>20)
	if limit = probe.Patience(limit); took > limit {
		t.Errorf("loading took %v, want at most %v", took, limit)
	}
	if allocated > bytes {
		t.Errorf("loading allocated %d bytes, want at most %d", allocated, bytes)
	}
	return lib, model, err
}

func TestLargeHierarchiesLoadInLinearTime(t *testing.T) {
	const nodes = 100_000
	for name, parent := range map[string]func(i int) int{
		"chain": func(i int) int { return i - 1 },
		"star":  func(int) int { return 0 },
		// A chain from the last node to the first, so that every parent comes after its child.
		"chain upward": func(i int) int { return i + 1 },
	} {
		t.Run(name, func(t *testing.T) {
			children := make([][]int, nodes)
			for i := range nodes {
				if p := parent(i); p >= 0 && p < nodes && p != i {
					children[p] = append(children[p], i)
				}
			}
			b := newBuilder()
			mesh := b.mesh(object{"POSITION": b.triangle()}, nil)
			list := make([]any, nodes)
			for i, c := range children {
				n := object{"translation": []int{0, 0, 1}}
				if len(c) > 0 {
					n["children"] = c
				}
				if i%10 == 0 {
					n["mesh"] = mesh
				}
				list[i] = n
			}
			b.doc["nodes"] = list
			lib, model, err := loadWithin(t, b.gltf(), 20*time.Second, 1<<30)
			if err != nil {
				t.Fatal(err)
			}
			if n := lib.Skeleton(model.Skeleton).Len(); n != 1 || len(model.Parts) != nodes/10 {
				t.Errorf("%d joints, %d parts, want 1 and %d", n, len(model.Parts), nodes/10)
			}
		})
	}
}

func TestDeepSkeleton(t *testing.T) {
	const joints = rig.MaxJoints
	b := newBuilder()
	for i := range joints {
		n := object{}
		if i+1 < joints {
			n["children"] = []int{i + 1}
		}
		b.node(n)
	}
	b.add("skins", object{"joints": []int{joints - 1}})
	if _, _, err := loadWithin(t, b.gltf(), 10*time.Second, 1<<29); err != nil {
		t.Error(err)
	}
	b.get("nodes", joints-1)["children"] = []int{joints}
	b.node(object{})
	b.add("skins", object{"joints": []int{joints}})
	_, _, err := loadWithin(t, b.gltf(), 10*time.Second, 1<<29)
	if err == nil || !strings.Contains(err.Error(), "expected at most 32767 joints, found 32768") {
		t.Errorf("%v", err)
	}
}

func TestManyRigidMeshesNeedSeveralSkins(t *testing.T) {
	const rigid = rig.MaxJoints + 5
	b := newBuilder()
	mesh := b.mesh(object{"POSITION": b.triangle()}, nil)
	children := make([]int, rigid)
	for i := range children {
		children[i] = i + 1
	}
	b.node(object{"children": children})
	for i := range children {
		b.node(object{"mesh": mesh, "translation": []int{i, 0, 0}})
	}
	lib, model := b.load(t)
	first, last := model.Parts[0], model.Parts[rigid-1]
	if first.Skin == last.Skin || last.PaletteIndex != 4 || lib.Skin(last.Skin).Len() != 5 {
		t.Errorf("parts %+v and %+v", first, last)
	}
	if model.Bounds.Max[0] != rigid {
		t.Errorf("bounds %v", model.Bounds)
	}
}

// A small file that asks for a lot of memory must be rejected before the memory is allocated, or
// load within the limits.
func TestMemoryLimitOfSmallFiles(t *testing.T) {
	repeat := func(n int, format string) string {
		return strings.TrimSuffix(strings.Repeat(format+",", n), ",")
	}
	zeros := `{"componentType":5126,"type":"VEC3","count":1000000}`
	for name, text := range map[string]string{
		"empty nodes":     `"nodes":[` + repeat(300_000, "{}") + `]`,
		"empty accessors": `"nodes":[{}],"accessors":[` + repeat(20_000, zeros) + `]`,
		"zero accessors that are read": `"nodes":[{"mesh":0}],"accessors":[` + zeros + "," + zeros + "," + zeros +
			"," + zeros +
			`,` + zeros + "," + zeros +
			`],"meshes":[{"primitives":[{"attributes":{"POSITION":0,"NORMAL":1}},{"attributes":{"POSITION":2,"NORMAL":3}},` +
			`{"attributes":{"POSITION":4,"NORMAL":5}}]}]`,
		"many users of one accessor": `"nodes":[{"mesh":0}],"accessors":[{"componentType":5126,"type":"VEC3","count":300000}],"meshes":[{"primitives":[` +
			repeat(10_000, `{"attributes":{"POSITION":0,"NORMAL":0}}`) + `]}]`,
		"many skinned users of the same vertices": `"nodes":[{"mesh":0,"skin":0}],"skins":[{"joints":[0]}],"accessors":[{"componentType":5126,"type":"VEC3","count":300000},` +
			`{"componentType":5121,"type":"VEC4","count":300000},{"componentType":5126,"type":"VEC4","count":300000},{"componentType":5121,"type":"SCALAR","count":3}],` +
			`"meshes":[{"primitives":[` + repeat(10_000,
			`{"attributes":{"POSITION":0,"NORMAL":0,"JOINTS_0":1,"WEIGHTS_0":2},"indices":3}`) + `]}]`,
		"many morphing nodes": `"accessors":[{"componentType":5126,"type":"VEC3","count":3}],"meshes":[{"primitives":[{"attributes":{"POSITION":0},"targets":[` +
			repeat(10_000, "{}") + `]}]}],"nodes":[` + repeat(10_000, `{"mesh":0}`) + `]`,
		"many cameras": `"nodes":[{}],"cameras":[` + repeat(1_000_000, "0") + `]`,
		"deep JSON":    `"nodes":[{}],"extras":` + strings.Repeat("[", 1_000_000),
	} {
		t.Run(name, func(t *testing.T) {
			data := []byte(`{"asset":{"version":"2.0"},` + text + `}`)
			_, _, err := loadWithin(t, data, 10*time.Second, 200<<20+200*uint64(len(data)))
			t.Log(err)
			if err != nil {
				checkError(t, err, "test.gltf")
			}
		})
	}
}

func TestMemoryLimitOfSharedSamplers(t *testing.T) {
	times := make([]float32, 1000)
	for i := range times {
		times[i] = float32(i)
	}
	b := animatedNode("LINEAR", times, map[string][]float32{"translation": make([]float32, 3000)})
	var channels []any
	for range 10_000 {
		channels = append(channels,
			object{"sampler": 0, "target": object{"node": b.node(object{}) - 1, "path": "scale"}})
	}
	b.get("animations", 0)["channels"] = channels
	_, _, err := loadWithin(t, b.gltf(), 10*time.Second, 300<<20)
	if err == nil ||
		!strings.Contains(err.Error(),
			"animations[0].samplers[0].output: expected at most the memory limit") {
		t.Errorf("%v", err)
	}
}

func TestBoundsOfManyInstances(t *testing.T) {
	b := newBuilder()
	corners := make([]float32, 0, 3*30_000)
	for i := range 30_000 {
		corners = append(corners, float32(i%7), float32(i%5), float32(i%3))
	}
	positions := b.floats("VEC3", corners...)
	mesh := b.mesh(object{"POSITION": positions, "NORMAL": b.floats("VEC3", corners...)}, nil)
	for i := range 5_000 {
		b.node(object{"mesh": mesh, "translation": []int{i, 0, 0}})
	}
	_, model, err := loadWithin(t, b.gltf(), time.Minute, 1<<28)
	if err != nil {
		t.Fatal(err)
	}
	if got, want := fmt.Sprint(model.Bounds), "{[0 0 0] [5005 4 2]}"; got != want {
		t.Errorf("bounds %s, want %s", got, want)
	}
}
