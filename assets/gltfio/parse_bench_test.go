package gltfio

import (
	"fmt"
	"testing"

	"github.com/sinew-go/sinew/assets"
)

// manyClips makes a file like a game character with a library of clips: about 3.6 MB, of which 2 MB
// are JSON. Every joint has three channels in each clip, and every channel has a sampler and an
// accessor with bounds of its own.
func manyClips() *builder {
	const joints, clips, keys = 48, 44, 12
	b := newBuilder()
	children := make([]int, joints-1)
	for i := range children {
		children[i] = i + 1
	}
	for i := range joints {
		n := object{
			"name":        fmt.Sprintf("mixamorig:Joint_%02d", i),
			"translation": []float64{0.01234567 * float64(i), 1.2345678, -0.7654321},
			"rotation":    []float64{0.1825742, 0.3651484, 0.5477226, 0.7302967},
		}
		if i == 0 {
			n["children"] = children
		}
		b.node(n)
	}
	times := make([]float32, keys)
	vectors, rotations := make([]float32, 3*keys), make([]float32, 4*keys)
	for c := range clips {
		var samplers, channels []any
		for k := range times {
			times[k] = float32(k) / 30
		}
		input := b.floats("SCALAR", times...)
		b.get("accessors", input)["min"], b.get("accessors", input)["max"] = []float64{0},
			[]float64{0.36666667461395264}
		for j := range joints {
			for _, path := range []string{"translation", "rotation", "scale"} {
				values, kind := vectors, "VEC3"
				if path == "rotation" {
					values, kind = rotations, "VEC4"
				}
				for i := range values {
					values[i] = float32((i*7+j*3+c)%11)/11 + 0.01
				}
				output := b.floats(kind, values...)
				if kind == "VEC3" {
					b.get("accessors", output)["min"] = []float64{
						0.009999999776482582, 0.10090909153223038,
						0.009999999776482582,
					}
					b.get("accessors", output)["max"] = []float64{
						0.9190909266471863, 0.9190909266471863,
						0.8281818032264709,
					}
				}
				channels = append(channels, object{"sampler": len(samplers), "target": object{"node": j, "path": path}})
				samplers = append(samplers, object{"input": input, "interpolation": "LINEAR", "output": output})
			}
		}
		b.add("animations", object{"name": fmt.Sprintf("clip %d", c), "samplers": samplers, "channels": channels})
	}
	b.doc["scenes"], b.doc["scene"] = []any{object{"nodes": []int{0}}}, 0
	b.bin = append(b.bin, make([]byte, 500_000)...) // stands for the meshes
	return b
}

// BenchmarkParse reads a file with much JSON. The metric json-MB/s is the size of the JSON by the
// time of the whole load.
func BenchmarkParse(b *testing.B) {
	data := manyClips().glb()
	c, err := openContainer(data)
	if err != nil {
		b.Fatal(err)
	}
	b.Run(fmt.Sprintf("json=%dKB/binary=%dKB", len(c.json)>>10, len(c.binary)>>10), func(b *testing.B) {
		b.SetBytes(int64(len(data)))
		b.ReportAllocs()
		for b.Loop() {
			if _, err := Parse(assets.NewLibrary(assets.Exact()), "bench.glb", data); err != nil {
				b.Fatal(err)
			}
		}
		b.ReportMetric(float64(len(c.json))*float64(b.N)/1e6/b.Elapsed().Seconds(), "json-MB/s")
	})
}
