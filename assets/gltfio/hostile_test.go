package gltfio

import (
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/internal/testing/probe"
)

// full returns a size in a long run, and a tenth of it in a short one.
func full(size int) int {
	if probe.Long() {
		return size
	}
	return size / 10
}

// indices returns the numbers from 0 to n-1.
func indices(n int) []int {
	list := make([]int, n)
	for i := range list {
		list[i] = i
	}
	return list
}

// hostileFiles are files of a few megabytes whose parts refer to each other as often as possible.
var hostileFiles = map[string]func() *builder{
	"equal names": func() *builder {
		b := newBuilder()
		for range full(50_000) {
			b.node(object{"name": "same"})
		}
		b.add("scenes", object{"nodes": indices(full(50_000))})
		return b
	},
	"many scenes of all nodes": func() *builder {
		b := newBuilder()
		for range full(2000) {
			b.node(object{})
		}
		for range full(1000) {
			b.add("scenes", object{"nodes": indices(full(2000))})
		}
		return b
	},
	"many skins of all joints": func() *builder {
		b := newBuilder()
		mesh := b.mesh(object{
			"POSITION": b.triangle(), "JOINTS_0": b.ints("u8", "VEC4", make([]int, 12)...),
			"WEIGHTS_0": b.floats("VEC4", 1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0),
		}, nil)
		for range full(1000) {
			b.node(object{})
		}
		for i := range full(1000) {
			b.add("skins", object{"joints": indices(full(1000))})
			b.node(object{"mesh": mesh, "skin": i})
		}
		return b
	},
	"many channels of one sampler": func() *builder {
		b := newBuilder()
		keys := full(20_000)
		times, values := make([]float32, keys), make([]float32, 3*keys)
		for i := range times {
			times[i] = float32(i)
		}
		input, output := b.floats("SCALAR", times...), b.floats("VEC3", values...)
		var channels []any
		for i := range full(5000) {
			b.node(object{})
			channels = append(channels, object{"sampler": 0, "target": object{"node": i, "path": "translation"}})
		}
		b.add("animations", object{"samplers": []any{object{"input": input, "output": output}}, "channels": channels})
		return b
	},
	"many animations of one sampler": func() *builder {
		b := newBuilder()
		keys := full(20_000)
		times, values := make([]float32, keys), make([]float32, 4*keys)
		for i := range times {
			times[i], values[4*i+3] = float32(i), 1
		}
		input, output := b.floats("SCALAR", times...), b.floats("VEC4", values...)
		b.node(object{})
		for range full(5000) {
			b.add("animations", object{
				"samplers": []any{object{"input": input, "output": output}},
				"channels": []any{object{"sampler": 0, "target": object{"node": 0, "path": "rotation"}}},
			})
		}
		return b
	},
	"many meshes of one accessor": func() *builder {
		b := newBuilder()
		vertices := 3 * full(20_000)
		positions := b.floats("VEC3", make([]float32, 3*vertices)...)
		for range full(5000) {
			b.node(object{"mesh": b.mesh(object{"POSITION": positions}, nil)})
		}
		return b
	},
	"many morph targets of one accessor": func() *builder {
		b := newBuilder()
		vertices := 3 * full(10_000)
		positions := b.floats("VEC3", make([]float32, 3*vertices)...)
		var targets []any
		for range full(10_000) {
			targets = append(targets, object{"POSITION": positions})
		}
		b.node(object{"mesh": b.mesh(object{"POSITION": positions}, object{"targets": targets})})
		return b
	},
	"many sparse accessors of zeros": func() *builder {
		b := newBuilder()
		where, values := b.ints("u8", "SCALAR", 1, 3), b.floats("VEC3", 1, 2, 3, 4, 5, 6)
		view := func(i int) int { return b.get("accessors", i)["bufferView"].(int) }
		for range full(5000) {
			zeros := b.add("accessors", object{
				"componentType": 5126, "type": "VEC3", "count": 3_000_000,
				"sparse": sparseOf(2, view(where), 5121, view(values)),
			})
			b.node(object{"mesh": b.mesh(object{"POSITION": zeros}, nil)})
		}
		return b
	},
	"many nodes of one large mesh": func() *builder {
		b := newBuilder()
		vertices := 3 * full(20_000)
		mesh := b.mesh(object{"POSITION": b.floats("VEC3", make([]float32, 3*vertices)...)}, nil)
		for range full(50_000) {
			b.node(object{"mesh": mesh})
		}
		return b
	},
	"many materials of one texture": func() *builder {
		b := newBuilder()
		b.add("images", object{"uri": "missing.png"})
		for range full(20_000) {
			b.add("textures", object{"source": 0})
			b.add("materials", object{
				"pbrMetallicRoughness": object{"baseColorTexture": object{"index": 0}},
				"emissiveTexture":      object{"index": 0},
			})
		}
		b.node(object{})
		return b
	},
	"many markers": func() *builder {
		b := animatedNode("LINEAR", []float32{0, 1}, map[string][]float32{"translation": {0, 0, 0, 1, 1, 1}})
		var markers []any
		for range full(100_000) {
			markers = append(markers, object{"name": strings.Repeat("x", 100), "time": 0.5, "extra": []any{}})
		}
		b.get("animations", 0)["extras"] = object{"markers": markers}
		return b
	},
	"deep extras": func() *builder {
		b := animatedNode("LINEAR", []float32{0, 1}, map[string][]float32{"translation": {0, 0, 0, 1, 1, 1}})
		b.get("animations",
			0)["extras"] = object{"markers": json.RawMessage(strings.Repeat("[", 9000) + strings.Repeat("]", 9000))}
		return b
	},
	"a long name everywhere": func() *builder {
		b := newBuilder()
		name := strings.Repeat("n", 1<<20)
		for i := range 3 {
			b.node(object{"name": name, "mesh": 99 + i})
		}
		return b
	},
	"many warnings": func() *builder {
		b := newBuilder()
		positions := b.triangle()
		for range full(20_000) {
			b.node(
				object{"mesh": b.mesh(object{
					"POSITION": positions, "JOINTS_0": positions, "COLOR_0": positions,
					"TEXCOORD_9": positions,
				}, object{"mode": 0})})
		}
		return b
	},
}

// checkHostile loads a file in bounded time and memory. The error, if there is one, is short.
func checkHostile(t *testing.T, data []byte) {
	t.Helper()
	lib := assets.NewLibrary(assets.Exact())
	var model *assets.Model
	var err error
	probe.Within(t, 20*time.Second, 768<<20+256*uint64(len(data)), fmt.Sprintf("loading %d bytes", len(data)), func() {
		model, err = Options{MaxPixels: 1 << 20}.Parse(lib, "hostile", data)
	})
	if err != nil {
		var e *Error
		if !errors.As(err, &e) || len(err.Error()) > 10_000 || lib.Count() != (assets.Count{}) {
			t.Errorf("the error has %d bytes and the library %+v: %.200s", len(err.Error()), lib.Count(), err.Error())
		}
		return
	}
	size := 0
	for _, warning := range model.Warnings {
		size += len(warning)
	}
	if size > 1<<20+4*len(data) {
		t.Errorf("the warnings have %d bytes", size)
	}
}

// Files whose parts refer to each other as often as possible load, or are errors, in bounded time
// and memory.
func TestHostileFiles(t *testing.T) {
	for name, build := range hostileFiles {
		t.Run(name, func(t *testing.T) {
			checkHostile(t, build().glb())
		})
	}
}

// Files of random structure, with many references between few and large parts, load, or are errors,
// in bounded time and memory.
func TestRandomHostileFiles(t *testing.T) {
	probe.Seeds(t, 15, 3000, func(t *testing.T, seed uint64) {
		random := rand.New(rand.NewPCG(seed, 95))
		b := newBuilder()
		count := func(n int) int { return 1 + random.IntN(1+random.IntN(n)) }
		var accessors []int
		for range count(20) {
			n := 3 * count(3000)
			kind := []string{"SCALAR", "VEC3", "VEC4", "MAT4"}[random.IntN(4)]
			values := make([]float32, n*elementWidths[kind])
			for i := range values {
				values[i] = float32(i)
			}
			accessors = append(accessors, b.floats(kind, values...))
			if random.IntN(3) == 0 {
				b.get("accessors", accessors[len(accessors)-1])["count"] = random.IntN(1 << 28)
			}
		}
		accessor := func() int { return accessors[random.IntN(len(accessors))] }
		nodes, meshes, skins := count(2000), count(300), count(50)
		for range meshes {
			attributes := object{"POSITION": accessor()}
			for _, name := range []string{"NORMAL", "TANGENT", "JOINTS_0", "WEIGHTS_0", "TEXCOORD_0", "COLOR_0"} {
				if random.IntN(6) == 0 {
					attributes[name] = accessor()
				}
			}
			more := object{"mode": 4 + random.IntN(3)}
			var targets []any
			for range random.IntN(1 + random.IntN(100)) {
				targets = append(targets, object{"POSITION": accessor()})
			}
			if targets != nil {
				more["targets"] = targets
			}
			b.mesh(attributes, more)
		}
		for i := range nodes {
			node := object{}
			if random.IntN(2) == 0 {
				node["mesh"] = random.IntN(meshes)
			}
			if random.IntN(4) == 0 {
				node["skin"] = random.IntN(skins)
			}
			if i+1 < nodes && random.IntN(3) > 0 {
				node["children"] = []int{i + 1}
			}
			b.node(node)
		}
		for range skins {
			joints := make([]int, count(nodes))
			for i := range joints {
				joints[i] = random.IntN(nodes)
			}
			if random.IntN(2) == 0 {
				joints = indices(len(joints))
			}
			b.add("skins", object{"joints": joints})
		}
		for range count(100) {
			var samplers, channels []any
			for range count(20) {
				samplers = append(samplers, object{
					"input": accessor(), "output": accessor(),
					"interpolation": []string{"STEP", "LINEAR", "CUBICSPLINE"}[random.IntN(3)],
				})
			}
			for range count(500) {
				path := []string{"translation", "rotation", "scale", "weights"}[random.IntN(4)]
				channels = append(channels, object{
					"sampler": random.IntN(len(samplers)),
					"target":  object{"node": random.IntN(nodes), "path": path},
				})
			}
			b.add("animations", object{"samplers": samplers, "channels": channels})
		}
		checkHostile(t, b.glb())
	})
}
