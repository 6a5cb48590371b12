package bench

import (
	"fmt"
	"math"
	"math/rand/v2"
	"path/filepath"
	"testing"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/bake"
	"github.com/sinew-go/sinew/assets/clip"
	"github.com/sinew-go/sinew/assets/gltfio"
	"github.com/sinew-go/sinew/assets/mannequin"
	"github.com/sinew-go/sinew/assets/rig"
	"github.com/sinew-go/sinew/internal/testing/testassets"
)

// animated lists the files with skeletal clips, and the built-in character.
var animated = []string{
	"fox/Fox.glb", "cesium_man/CesiumMan.glb", "robot/robot.glb", "woman/Woman.gltf", "mannequin", "enemy/enemy.glb",
	"dq/dq.gltf",
	"rigged_simple/rigged_simple.gltf", "simple_skin/SimpleSkin.gltf", "skinned_cylinder/03_skinned_cylinder.gltf",
	"interpolation_test/InterpolationTest.gltf",
}

// animatedModel returns one of them in a new library.
func animatedModel(t testing.TB, name string) (*assets.Library, *assets.Model) {
	t.Helper()
	library := assets.NewLibrary(assets.Exact())
	load := func() (*assets.Model, error) { return mannequin.New(library) }
	if name != "mannequin" {
		path := testassets.Path(t, "assets/"+name)
		load = func() (*assets.Model, error) { return gltfio.Open(library, path) }
	}
	model, err := load()
	if err != nil {
		t.Fatal(err)
	}
	return library, model
}

// TestBakedSize bakes every model with tolerances of 0.1 mm and 1 mm for a character of 1.8 m. It
// prints sizes and errors (with -v). It checks a compression ratio of 11.5 for the four largest
// files together, and each clip's tolerance at random times.
func TestBakedSize(t *testing.T) {
	if testing.Short() {
		t.Skip("it bakes all clips, which takes long: run it without -short")
	}
	t.Logf("%-16s %-7s %7s %6s %9s %9s %7s %6s", "model", "mm", "clips", "exact", "raw", "baked", "ratio", "error")
	for _, millimeters := range []float64{0.1, 1} {
		firstFour := [2]int{} // raw and baked bytes
		for i, name := range animated {
			library, model := animatedModel(t, name)
			exact, raw, bytes, worst := 0, 0, 0, 0.0
			for _, report := range library.Bake(bake.Options{Tolerance: millimeters / 1000}, nil) {
				if report.Exact {
					exact++
					continue
				}
				raw, bytes = raw+report.RawBytes, bytes+report.Bytes
				worst = max(worst, report.MaxError/report.Tolerance*millimeters)
				errorAtRandomTimes := maxErrorAtRandomTimes(library.Clip(report.Clip), library.Baked(report.Clip),
					30*report.Tolerance/millimeters)
				if errorAtRandomTimes > report.Tolerance*1.001 {
					t.Errorf("%s: %v; the error at random times is %v m", name, report, errorAtRandomTimes)
				}
			}
			if i < 4 {
				firstFour[0], firstFour[1] = firstFour[0]+raw, firstFour[1]+bytes
			}
			t.Logf("%-16.16s %-7g %7d %6d %9d %9d %7.2f %6.3f", filepath.Base(name), millimeters, len(model.Clips),
				exact, raw, bytes,
				float64(raw)/float64(bytes), worst)
		}
		ratio := float64(firstFour[0]) / float64(firstFour[1])
		t.Logf("the first four at %g mm: %.2f to 1", millimeters, ratio)
		if ratio < 11.5 {
			t.Errorf("the first four at %g mm: %.2f to 1", millimeters, ratio)
		}
	}
}

// TestBakedMesh compares all vertices of every model, posed by baked clips, with the same vertices
// posed exactly, at random times: the tolerance holds on the mesh, not only near the joints.
func TestBakedMesh(t *testing.T) {
	if testing.Short() {
		t.Skip("it skins all models, which takes long: run it without -short")
	}
	for _, name := range animated {
		library, model := animatedModel(t, name)
		for _, report := range library.Bake(bake.Options{}, nil) {
			if report.Exact {
				continue
			}
			random := rand.New(rand.NewPCG(2, uint64(report.Clip)))
			c, baked := library.Clip(report.Clip), library.Baked(report.Clip)
			got, want := rig.NewPose(c.Skeleton()), rig.NewPose(c.Skeleton())
			worst := 0.0
			for range 12 {
				time := c.Start() + random.Float64()*c.Duration()
				baked.Sample(time, got.Locals, got.Morphs)
				c.Sample(time, want)
				worst = max(worst, meshDistance(library, model, got.ModelMatrices(nil), want.ModelMatrices(nil)))
			}
			t.Logf("%s: clip %q: %.3f of the tolerance, %d bytes", name, report.Name, worst/report.Tolerance,
				report.Bytes)
			if !(worst <= report.Tolerance) {
				t.Errorf("%s: clip %q: a vertex is %.3g m off, the tolerance is %.3g m", name, report.Name, worst,
					report.Tolerance)
			}
		}
	}
}

// meshDistance returns the largest distance in meters between the same vertex of a model in two
// poses, given as model matrices. It leaves out morph targets.
func meshDistance(library *assets.Library, model *assets.Model, a, b []float32) float64 {
	worst := 0.0
	for _, part := range model.Parts {
		mesh, skin := library.Mesh(part.Mesh), library.Skin(part.Skin)
		differences := make([][12]float64, skin.Len()) // of the skinning matrices
		for i, joint := range skin.Joints() {
			m, n := rig.MatrixAt(a, int(joint)), rig.MatrixAt(b, int(joint))
			bind := rig.MatrixAt(skin.InverseBinds(), i)
			for k := range 12 {
				for r := range 3 {
					differences[i][k] += float64(m[k/4*4+r]-n[k/4*4+r]) * float64(bind[r*4+k%4])
				}
				if k%4 == 3 {
					differences[i][k] += float64(m[k] - n[k])
				}
			}
		}
		for p := range mesh.Primitives {
			primitive := &mesh.Primitives[p]
			for v, position := range primitive.Positions {
				var d [3]float64
				add := func(paletteIndex int, weight float64) {
					for r := range d {
						row := differences[paletteIndex][4*r:]
						d[r] += weight * (row[0]*float64(position[0]) + row[1]*float64(position[1]) +
							row[2]*float64(position[2]) + row[3])
					}
				}
				switch n := primitive.Influences; {
				case part.Rigid:
					add(part.PaletteIndex, 1)
				case n == 0:
					add(0, 1)
				default:
					for i := v * n; i < (v+1)*n; i++ {
						if primitive.Weights[i] != 0 {
							add(int(primitive.Joints[i]), float64(primitive.Weights[i]))
						}
					}
				}
				worst = max(worst, math.Sqrt(d[0]*d[0]+d[1]*d[1]+d[2]*d[2]))
			}
		}
	}
	return worst
}

// maxErrorAtRandomTimes returns the largest error of a baked clip at 50 random times, at virtual
// vertices that lie at that distance from each joint, along each axis.
func maxErrorAtRandomTimes(clip *assets.Clip, baked *bake.BakedClip, distance float64) float64 {
	random := rand.New(rand.NewPCG(1, 1))
	got, want := rig.NewPose(clip.Skeleton()), rig.NewPose(clip.Skeleton())
	rest := rig.NewPose(clip.Skeleton()).ModelMatrices(nil)
	worst := 0.0
	for range 50 {
		time := clip.Start() + random.Float64()*clip.Duration()
		baked.Sample(time, got.Locals, got.Morphs)
		clip.Sample(time, want)
		a, b := got.ModelMatrices(nil), want.ModelMatrices(nil)
		for i := 0; i < len(a); i += assets.MatrixSize {
			for axis := range 3 {
				length, square := 0.0, 0.0
				for row := range 3 {
					length += math.Pow(float64(rest[i+row*4+axis]), 2)
				}
				offset := distance / math.Sqrt(length)
				for row := range 3 {
					j := i + row*4
					square += math.Pow(float64(a[j+axis]-b[j+axis])*offset+float64(a[j+3]-b[j+3]), 2)
				}
				worst = max(worst, math.Sqrt(square))
			}
		}
	}
	return worst
}

// BenchmarkSampleBaked samples a clip of one character, exact and baked, at successive or at random
// times.
func BenchmarkSampleBaked(b *testing.B) {
	for _, name := range animated[:5] {
		library, model := animatedModel(b, name)
		library.Bake(bake.Options{}, nil)
		c, baked := library.Clip(model.Clips[0]), library.Baked(model.Clips[0])
		for _, order := range []string{"forward", "random"} {
			times := make([]float64, 1024)
			for i := range times {
				times[i] = c.Start() + c.Duration()*float64(i)/float64(len(times))
			}
			if order == "random" {
				rand.New(rand.NewPCG(1, 1)).Shuffle(len(times), func(i, j int) {
					times[i], times[j] = times[j], times[i]
				})
			}
			pose := rig.NewPose(c.Skeleton())
			run := func(form string, sample func(time float64)) {
				b.Run(fmt.Sprintf("model=%s/form=%s/order=%s", filepath.Base(name), form, order), func(b *testing.B) {
					i := 0
					for b.Loop() {
						sample(times[i%len(times)])
						i++
					}
					perCharacter(b, 1, c.Skeleton().Len(), "joint")
				})
			}
			run("baked", func(time float64) { baked.Sample(time, pose.Locals, pose.Morphs) })
			var sampler clip.Sampler
			run("exact", func(time float64) { sampler.Sample(c, time, pose.Locals, pose.Morphs) })
		}
	}
}
