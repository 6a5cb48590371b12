//go:build !js

package render

import (
	"image"
	"image/color"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/go-gl/mathgl/mgl32"
	"github.com/mlange-42/arche/generic"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/mesh"
	"github.com/sinew-go/sinew/assets/rig"
	"github.com/sinew-go/sinew/components"
	"github.com/sinew-go/sinew/ecs"
	"github.com/sinew-go/sinew/internal/testing/perceptual"
	"github.com/sinew-go/sinew/internal/testing/randomassets"
	"github.com/sinew-go/sinew/systems"
)

// newMannequins returns a fixture with mannequins at the places, one frame into their walk.
func newMannequins(t testing.TB, places ...mgl32.Mat4) (*fixture, []ecs.Entity) {
	t.Helper()
	model, library := sharedMannequin()
	s := newFixtureWith(t, library, Options{})
	var found []ecs.Entity
	transforms := generic.NewMap1[components.Transform](s.animation.World())
	for _, place := range places {
		e := mustSpawn(s.animation.Spawn(model, mgl32.Ident4()))
		transforms.Get(e).Matrix = place // it may be one that Spawn refuses
		must(s.animation.Player(e).Play(model.Clip("walk")))
		found = append(found, e)
	}
	s.update(0)
	s.update(0.3)
	return s, found
}

// Culling never changes a picture, wherever the camera stands, and leaves out what it should.
func TestCullingDoesNotChangeThePicture(t *testing.T) {
	var places []mgl32.Mat4
	for i := range 36 {
		places = append(places,
			mgl32.Translate3D(float32(i%6)*1.5, 0, float32(i/6)*1.5).Mul4(mgl32.HomogRotate3DY(float32(i))))
	}
	s, _ := newMannequins(t, places...)
	culled, most := 0, 0
	for i := range 24 {
		turn := float64(i) * math.Pi / 12
		camera := Camera{Position: mgl32.Vec3{4, 1, 4}}
		camera.Target = camera.Position.Add(mgl32.Vec3{float32(2 * math.Cos(turn)), -0.3, float32(2 * math.Sin(turn))})
		got := s.draw(camera)
		stats := s.renderer.Stats()
		s.renderer.Style.NoCulling = true
		want := s.draw(camera)
		all := s.renderer.Stats()
		s.renderer.Style.NoCulling = false
		if string(got.Pix) != string(want.Pix) {
			t.Errorf("view %d: the picture with culling differs", i)
			perceptual.Keep(t, got, "culled.png")
			perceptual.Keep(t, want, "all.png")
		}
		if stats.Instances+stats.Culled != 36 || all.Instances != 36 || all.Culled != 0 {
			t.Errorf("view %d: %+v, without culling %+v", i, stats, all)
		}
		culled, most = culled+stats.Culled, max(most, stats.Culled)
	}
	t.Logf("culled %d of %d, at most %d of 36 in a view", culled, 24*36, most)
	if culled < 24*36/2 {
		t.Errorf("only %d of %d were culled", culled, 24*36)
	}
}

// A character behind the camera is not uploaded, and one beside it that only casts a shadow into
// the image is drawn to the shadow map alone.
func TestCulledCharactersUploadNothing(t *testing.T) {
	s, _ := newMannequins(t, mgl32.Translate3D(0, 0, 100))
	s.renderer.Style.ShadowStrength = 0
	away := Camera{Position: mgl32.Vec3{0, 1, 90}, Target: mgl32.Vec3{0, 1, 85}}
	s.draw(away)
	if got := s.renderer.Stats(); got.Instances != 0 || got.Culled != 1 || got.Uploaded > matrixTexels*16 ||
		got.Draws != 2 {
		t.Errorf("behind the camera: %+v, want no upload but one matrix, and ground and sky", got)
	}
	s.draw(Camera{Position: mgl32.Vec3{0, 1, 95}, Target: mgl32.Vec3{0, 1, 100}})
	if got := s.renderer.Stats(); got.Instances != 1 || got.Culled != 0 || got.Uploaded < 67*48 {
		t.Errorf("before the camera: %+v", got)
	}
	s.renderer.Style.ShadowStrength = 1
	s.draw(Camera{Position: mgl32.Vec3{0, 1, 98}, Target: mgl32.Vec3{0, 1, 93}})
	if got := s.renderer.Stats(); got.Instances != 0 || got.Culled != 1 || got.CulledCasters != 0 || got.Draws < 3 {
		t.Errorf("just behind the camera, with shadows: %+v, want it in the shadow map", got)
	}
}

func TestLevelOfDetailCullsDrawing(t *testing.T) {
	s, e := newMannequins(t, mgl32.Translate3D(-1, 0, 0), mgl32.Translate3D(1, 0, 0))
	camera := Camera{Position: mgl32.Vec3{0, 1, 6}, Target: mgl32.Vec3{0, 1, 0}}
	both := s.draw(camera)
	details := generic.NewMap1[components.LevelOfDetail](s.world)
	details.Assign(e[0], &components.LevelOfDetail{Culled: true, Fixed: true})
	s.update(0)
	one := s.draw(camera)
	if got := s.renderer.Stats(); got.Instances != 1 || got.Culled != 1 || got.CulledCasters != 1 {
		t.Errorf("%+v, want one drawn and one culled", got)
	}
	if string(one.Pix) == string(both.Pix) {
		t.Error("the culled character is still in the picture")
	}
	details.Get(e[0]).Culled = false
	s.update(0)
	if s.draw(camera); s.renderer.Stats().Instances != 2 {
		t.Errorf("%+v after it came back", s.renderer.Stats())
	}
}

// The box of a pose contains every vertex, and the quick sphere the box.
func TestPoseBoxContainsTheVertices(t *testing.T) {
	s, e := newMannequins(t, mgl32.Ident4())
	must(s.animation.EnableVertices(e[0]))
	s.draw(Camera{Position: mgl32.Vec3{0, 0, 5}})
	for frame := range 30 {
		for _, model := range s.renderer.cache.models { // by every method in turn
			setSkinning(model.source, methods[frame%len(methods)])
			for i := range model.parts {
				model.parts[i].skinning = model.source.Parts[i].Skinning
			}
		}
		s.update(0.04)
		var gpu *gpuModel
		for _, gpu = range s.renderer.cache.models {
		}
		box := emptyBox
		gpu.extend(&box, &s.renderer.Style, s.animation.Store().Pools()[0], 0)
		center, radius := gpu.swing(s.animation.Store().Pools()[0], 0)
		tight := emptyBox
		for i := range 4 {
			for _, p := range s.animation.Vertices(e[0], 0, i).Positions {
				tight = enclose(tight, sphere{center: p})
				if p.Sub(center).Len() > radius {
					t.Fatalf("frame %d: the vertex %v is outside of the sphere at %v with radius %v", frame, p,
						center, radius)
				}
			}
		}
		for c := range 3 {
			if tight.Min[c] < box.Min[c]-1e-5 || tight.Max[c] > box.Max[c]+1e-5 || tight.Min[c] > box.Min[c]+0.25 ||
				tight.Max[c] < box.Max[c]-0.25 {
				if methods[frame%len(methods)] == mesh.SkinDualQuaternion && tight.Min[c] < box.Min[c]+0.5 &&
					tight.Max[c] > box.Max[c]-0.5 &&
					tight.Min[c] >= box.Min[c] && tight.Max[c] <= box.Max[c] {
					continue // the box allows for bulges that do not appear
				}
				t.Fatalf("frame %d: the box is %v, the vertices' %v", frame, box, tight)
			}
		}
	}
}

// Single vertices, whose boxes are points, stay in the boxes of their pairs, whatever matrices a
// palette has: rotations and scales of all kinds, mirroring ones, and few that are flat.
func TestPairsContainDualQuaternions(t *testing.T) {
	r := rand.New(rand.NewPCG(12, 6))
	bulges, lengths, linearLengths := 0, 0.0, 0.0
	for round := range 20000 {
		const matrices = 5
		p := randomassets.Primitive(r, 1, matrices, 4, 0)
		if round%2 == 0 { // few poses need as much room as equal weights
			n := slices.Index(append(slices.Clone(p.Weights), 0), 0)
			for i := range p.Weights[:n] {
				p.Weights[i] = 1 / float32(n)
			}
		}
		kind := r.IntN(4)
		var palette []float32
		for range matrices {
			m := mgl32.Translate3D(r.Float32(), r.Float32(), r.Float32()).Mul4(randomassets.Rotation(r).Mat4())
			switch {
			case kind == 1:
				m = m.Mul4(mgl32.Scale3D(0.01, 0.01, 0.01))
			case kind > 1:
				scale := mgl32.Scale3D(0.5+r.Float32(), 0.5+r.Float32(), 0.5+r.Float32())
				if kind == 3 {
					scale = mgl32.Scale3D(r.Float32()-0.5, 1, []float32{0, 1, -1}[r.IntN(3)])
				}
				turn := randomassets.Rotation(r)
				m = m.Mul4(turn.Mat4()).Mul4(scale).Mul4(turn.Inverse().Mat4())
			}
			one := rig.MatrixFromMat4(m)
			palette = append(palette, one[:]...)
		}
		source, part := &mesh.Mesh{Primitives: []mesh.Primitive{*p}}, &assets.Part{Skinning: mesh.SkinDualQuaternion}
		linear, box := emptyBox, emptyBox
		for _, b := range newInfluenceBoxes(source, part) {
			b.extend(&linear, palette, 0)
		}
		box = linear
		extendByAllPairs(&box, newInfluencePairs(source, part), palette)
		var moved ecs.Vertices
		systems.SkinPrimitive(&moved, p, part, palette, nil)
		v, outside, plainly := moved.Positions[0], float32(0), float32(0)
		for c := range 3 {
			outside = max(outside, box.Min[c]-v[c], v[c]-box.Max[c])
			plainly = max(plainly, linear.Min[c]-v[c], v[c]-linear.Max[c])
		}
		if outside > 1e-5 {
			t.Fatalf("round %d, kind %d: the vertex is at %v, %v outside of %v; weights %v, palette %v", round, kind, v,
				outside, box, p.Weights, palette)
		}
		bulges += count(plainly > 1e-3)
		if kind == 0 {
			lengths += float64(box.Max.Sub(box.Min).Len())
			linearLengths += float64(linear.Max.Sub(linear.Min).Len())
		}
	}
	longer := lengths / linearLengths
	t.Logf("%d vertices are outside of the boxes for linear skinning; boxes of turned matrices are %.2f times as long",
		bulges, longer)
	if bulges < 1000 || !(longer < 10) {
		t.Error("want more vertices outside, or smaller boxes")
	}
}

// Neither the box of everything nor the shadows of the others change when a character is lost.
func TestALostCharacterChangesNothing(t *testing.T) {
	camera := Camera{Position: mgl32.Vec3{0, 1, 4}, Target: mgl32.Vec3{0, 1, 0}}
	s, _ := newMannequins(t, mgl32.Ident4())
	want := s.draw(camera)
	bounds := s.renderer.Bounds()
	if size := bounds.Max.Sub(bounds.Min); size.Len() > 3 || size[1] < 1.6 {
		t.Errorf("the box of one character is %v", bounds)
	}
	for _, far := range []float32{1e8, 1e30, float32(math.Inf(1)), float32(math.NaN())} {
		s, _ := newMannequins(t, mgl32.Ident4(), mgl32.Translate3D(far, 0, far))
		got := s.draw(camera)
		if string(got.Pix) != string(want.Pix) {
			t.Errorf("the picture changes with a character at %v", far)
		}
		if b := s.renderer.Bounds(); b != bounds {
			t.Errorf("with a character at %v the box is %v, want %v", far, b, bounds)
		}
	}
}

// Bounds and culling allow for morph targets.
func TestMorphsAreInTheBounds(t *testing.T) {
	s := newFixture(t, Options{Debug: true})
	source := square(s.addUnlitMaterial(mgl32.Vec4{1, 0, 0, 1}))
	up := mgl32.Vec3{0, 10, 0}
	source.Primitives[0].Targets = []mesh.MorphTarget{{Positions: []mgl32.Vec3{up, up, up, up}}}
	source.Weights = []float32{1}
	s.spawnRigid(s.addMesh(source), mgl32.Ident4())
	camera := Camera{Position: mgl32.Vec3{0, 10, 5}, Target: mgl32.Vec3{0, 10, 0}}
	if got := at(s.draw(camera), 0, 0); !near(got, color.NRGBA{R: 255}, 1) {
		t.Errorf("the morphed square is not in the picture: %v", got)
	}
	if b := s.renderer.Bounds(); b.Min != (mgl32.Vec3{-1, -1, 0}) || b.Max != (mgl32.Vec3{1, 11, 0}) {
		t.Errorf("the bounds are %v", b)
	}
}

// BenchmarkDrawBehindTheCamera measures a frame of 10,000 characters of which the camera sees none,
// without shadows.
func BenchmarkDrawBehindTheCamera(b *testing.B) { benchmarkBehind(b, false) }

// BenchmarkDrawWithoutCulling measures the same frame without culling.
func BenchmarkDrawWithoutCulling(b *testing.B) { benchmarkBehind(b, true) }

func benchmarkBehind(b *testing.B, noCulling bool) {
	model, library := sharedMannequin()
	s := newFixtureWith(b, library, Options{})
	for i := range 10000 {
		mustSpawn(s.animation.Spawn(model, mgl32.Translate3D(float32(i%100), 0, 10+float32(i/100))))
	}
	s.update(0)
	s.renderer.Style.ShadowStrength = 0
	camera := Camera{Position: mgl32.Vec3{50, 1, 0}, Target: mgl32.Vec3{50, 1, -5}}
	picture := image.NewNRGBA(image.Rect(0, 0, 64, 64))
	s.renderer.Style.NoCulling = noCulling
	for b.Loop() {
		if err := s.renderer.Draw(camera, s.target); err != nil {
			b.Fatal(err)
		}
		if err := s.target.Read(picture); err != nil { // without it a software renderer skips the frame
			b.Fatal(err)
		}
	}
	b.ReportMetric(float64(s.renderer.Stats().Instances), "instances")
	b.ReportMetric(float64(s.renderer.Stats().Uploaded), "bytes")
	b.ReportMetric(float64(s.renderer.Stats().Triangles), "triangles")
}
