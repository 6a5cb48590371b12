//go:build !js

package render

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/go-gl/mathgl/mgl32"
	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/gltfio"
	"github.com/sinew-go/sinew/assets/mannequin"
	"github.com/sinew-go/sinew/assets/mesh"
	"github.com/sinew-go/sinew/assets/rig"
	"github.com/sinew-go/sinew/ecs"
	"github.com/sinew-go/sinew/internal/exact"
	"github.com/sinew-go/sinew/internal/testing/handmade"
	"github.com/sinew-go/sinew/internal/testing/randomassets"
	"github.com/sinew-go/sinew/internal/testing/testassets"
)

// The largest tolerated differences between the shader and the CPU: of positions, in units of the
// model's size, and of normals, which have unit length.
const (
	positionTolerance = 1e-5
	normalTolerance   = 1e-4
)

func TestShaderSkinsAsTheCPU(t *testing.T) {
	for _, row := range []struct{ name, file string }{
		{"mannequin", ""},
		{"CesiumMan", "assets/cesium_man/CesiumMan.glb"},
		{"Fox", "assets/fox/Fox.glb"},
		{"robot", "assets/robot/robot.glb"},
		{"AnimatedMorphCube", "assets/morph_cube/AnimatedMorphCube.gltf"},
		{"InterpolationTest", "assets/interpolation_test/InterpolationTest.gltf"},
	} {
		t.Run(row.name, func(t *testing.T) {
			s := newFixture(t, Options{Debug: true})
			var model *assets.Model
			var err error
			if row.file == "" {
				model, err = mannequin.New(s.library)
			} else {
				model, err = gltfio.Open(s.library, testassets.Path(t, row.file))
			}
			if err != nil {
				t.Fatal(err)
			}
			s.compareWithCPU(model)
		})
	}
}

var methods = []mesh.Skinning{mesh.SkinLinear, mesh.SkinRigid, mesh.SkinDualQuaternion}

// setSkinning sets the method of all parts of a model.
func setSkinning(model *assets.Model, method mesh.Skinning) {
	for i := range model.Parts {
		model.Parts[i].Skinning = method
	}
}

func TestShaderSkinsAsTheCPUByEveryMethod(t *testing.T) {
	for _, method := range methods[1:] { // the tests above take the first
		for _, file := range []string{"", "assets/fox/Fox.glb", "assets/robot/robot.glb"} {
			t.Run(method.String()+" "+file, func(t *testing.T) {
				s := newFixture(t, Options{Debug: true})
				var model *assets.Model
				var err error
				if file == "" {
					model, err = mannequin.New(s.library)
				} else {
					model, err = gltfio.Open(s.library, testassets.Path(t, file))
				}
				if err != nil {
					t.Fatal(err)
				}
				setSkinning(model, method)
				s.compareWithCPU(model)
			})
		}
		for _, influences := range []int{4, 8} {
			t.Run(fmt.Sprint(method, " random, influences ", influences), func(t *testing.T) {
				s := newFixture(t, Options{Debug: true})
				r := rand.New(rand.NewPCG(9, uint64(influences)))
				shape := randomassets.Shape{
					Joints: 9, Roots: 2, Reach: 2, Bone: 0.5, Scale: 0.5,
					Mirrored: method != mesh.SkinDualQuaternion, Morphs: 2,
				}
				p := randomassets.Primitive(r, 300, 6, influences, 4)
				model := s.addRandomModel(r, shape, p)
				setSkinning(model, method)
				s.compareWithCPU(model)
			})
		}
	}
}

// Skeletons of another scale, and mirrored ones, agree within the same part of their size.
func TestShaderSkinsScaledTubesByEveryMethod(t *testing.T) {
	for _, method := range methods {
		for _, scale := range []mgl32.Vec3{{0.01, 0.01, 0.01}, {100, 100, 100}, {-1, 1, 1}, {1, 0.4, 2}} {
			t.Run(fmt.Sprint(method, " ", scale), func(t *testing.T) {
				s := newFixture(t, Options{Debug: true})
				model := handmade.Tube(t, s.library, scale, 3, mgl32.Vec3{0.2, 1, 0.1})
				model.Bounds.Min, model.Bounds.Max = mgl32.Vec3{}, mgl32.Vec3{
					0.5 * scale[0], 2 * scale[1],
					0.5 * scale[2],
				}
				setSkinning(model, method)
				s.compareWithCPU(model)
			})
		}
	}
}

func TestShaderSkinsRandomModelsAsTheCPU(t *testing.T) {
	shape := randomassets.Shape{Joints: 9, Roots: 2, Reach: 4, Bone: 0.5, Scale: 0.8, Mirrored: true, Morphs: 2}
	for _, row := range []struct {
		name                string
		influences, targets int
	}{
		{"4 influences", 4, 0},
		{"8 influences", 8, 0},
		{"8 influences and morph targets", 8, 4},
		{"rigid", 0, 0},
		{"rigid with morph targets", 0, 4},
	} {
		t.Run(row.name, func(t *testing.T) {
			s := newFixture(t, Options{Debug: true})
			r := rand.New(rand.NewPCG(7, uint64(row.influences)))
			primitive := func() *mesh.Primitive {
				p := randomassets.Primitive(r, 300, 6, max(row.influences, 4), row.targets)
				if row.influences == 0 {
					p.Influences, p.Joints, p.Weights = 0, nil, nil
				}
				return p
			}
			s.compareWithCPU(s.addRandomModel(r, shape, primitive(), primitive()))
		})
	}
}

// compareWithCPU plays each clip of a model on a character. It compares every vertex from the
// shader with the result of systems.SkinVertices for the same palettes.
func (s *fixture) compareWithCPU(model *assets.Model) {
	s.t.Helper()
	programs := map[mesh.Skinning]*program{}
	for _, part := range model.Parts {
		if method := part.Skinning; !part.Rigid && programs[method] == nil {
			programs[method] = captureProgram(s.t, method)
		}
	}
	if programs[mesh.SkinLinear] == nil { // for rigid parts
		programs[mesh.SkinLinear] = captureProgram(s.t, mesh.SkinLinear)
	}
	// A slot other than 0, so that a wrong slot is noticed.
	for range 2 {
		mustSpawn(s.animation.Spawn(model, mgl32.Ident4()))
	}
	e := mustSpawn(s.animation.Spawn(model, mgl32.Ident4()))
	must(s.animation.EnableVertices(e))
	clips := model.Clips
	if len(clips) > 4 {
		clips = clips[:4]
	}
	var worst maxDifference
	for _, clip := range clips {
		if err := s.animation.Player(e).Play(clip); err != nil {
			s.t.Fatal(err)
		}
		for range 3 {
			s.update(0.137)
			s.compareVertices(programs, model, e, &worst)
		}
	}
	if worst.vertices == 0 {
		s.t.Fatal("no vertex was compared")
	}
	s.t.Logf("%d vertices: positions within %.2g of the model's size, normals within %.2g; %d tangents within %.2g",
		worst.vertices, worst.position, worst.normal, worst.tangents, worst.tangent)
}

// maxDifference is the largest difference between the shader and the CPU.
type maxDifference struct {
	position float32 // in units of the model's size
	normal   float32
	tangent  float32
	vertices int // compared
	tangents int // compared
}

// compareVertices compares the third character, e, with the CPU.
func (s *fixture) compareVertices(programs map[mesh.Skinning]*program, model *assets.Model, e ecs.Entity,
	worst *maxDifference,
) {
	s.t.Helper()
	const character = 2
	s.prepare()
	size := model.Bounds.Max.Sub(model.Bounds.Min).Len()
	for i, part := range model.Parts {
		primitives := s.library.Mesh(part.Mesh).Primitives
		for j := range primitives {
			want := s.animation.Vertices(e, i, j)
			program := programs[part.Skinning]
			if part.Rigid {
				program = programs[mesh.SkinLinear]
			}
			got := s.partVertices(program, model, i, j, character)
			if want == nil || len(want.Positions) != len(got) {
				s.t.Fatalf("part %d, primitive %d: got %d vertices, want %d", i, j, len(got),
					len(primitives[j].Positions))
			}
			for v := range got {
				position := got[v].Position.Sub(want.Positions[v]).Len() / size
				normal := unit(got[v].Normal).Sub(want.Normals[v]).Len()
				if !(position <= positionTolerance) {
					s.t.Fatalf(
						"part %d, primitive %d, vertex %d is at %v, on the CPU at %v: %g of the model's size apart",
						i, j, v, got[v].Position, want.Positions[v], position)
				}
				if !(normal <= normalTolerance) {
					s.t.Fatalf("part %d, primitive %d, vertex %d: normal %v, on the CPU %v", i, j, v, got[v].Normal,
						want.Normals[v])
				}
				worst.position, worst.normal = max(worst.position, position), max(worst.normal, normal)
				if want.Tangents != nil {
					worst.tangent = max(worst.tangent, unit(got[v].Tangent.Vec3()).Sub(want.Tangents[v].Vec3()).Len())
					if got[v].Tangent[3] != want.Tangents[v][3] || !(worst.tangent <= normalTolerance) {
						s.t.Fatalf("part %d, primitive %d, vertex %d: tangent %v, on the CPU %v", i, j, v,
							got[v].Tangent, want.Tangents[v])
					}
					worst.tangents++
				} else if got[v].Tangent != (mgl32.Vec4{}) {
					s.t.Fatalf("part %d, primitive %d, vertex %d has the tangent %v", i, j, v, got[v].Tangent)
				}
				worst.vertices++
			}
		}
	}
}

// partVertices captures one character's vertices of a part's primitive. Several parts may share a
// mesh; the order in which parts are gathered determines the batch and instance.
func (s *fixture) partVertices(program *program, model *assets.Model, part, primitive, character int) []captured {
	s.t.Helper()
	mesh := s.renderer.cache.meshes[model.Parts[part].Mesh]
	palette := s.animation.Store().Pools()[0].Palette(model.Parts[part].Skin, character)
	matrix := rig.MatrixAt(palette, model.Parts[part].PaletteIndex)
	if !model.Parts[part].Rigid {
		matrix = rig.MatrixAt(palette, 0)
	}
	// The palettes of a character follow each other, in the order of the parts, and the characters
	// in the order of slots.
	pool := s.animation.Store().Pools()[0]
	texel, whole := matrixTexels, 0
	found, seen := false, map[assets.SkinID]bool{}
	for i := range model.Parts {
		if skin := model.Parts[i].Skin; !seen[skin] {
			seen[skin] = true
			if found = found || skin == model.Parts[part].Skin; !found {
				texel += len(pool.Palette(skin, 0)) / 4
			}
			whole += len(pool.Palette(skin, 0)) / 4
		}
	}
	texel += character * whole
	if model.Parts[part].Rigid {
		texel += model.Parts[part].PaletteIndex * matrixTexels
	}
	for _, batch := range mesh.batches {
		if batch.rigid != model.Parts[part].Rigid || batch.mirrored != exact.IsMirrored(&matrix) {
			continue
		}
		for i, instance := range batch.instances {
			if instance.palette == uint32(texel) {
				n := int(mesh.primitives[primitive].vertices)
				return capture(s.t, s.renderer, program, batch, &mesh.primitives[primitive])[i*n : (i+1)*n]
			}
		}
	}
	s.t.Fatalf("part %d of character %d is not in any batch", part, character)
	return nil
}

// unit returns the direction of a normal. The shader leaves normalization to the fragment stage.
func unit(v mgl32.Vec3) mgl32.Vec3 { return v.Mul(1 / v.Len()) }
