//go:build !js

package render

import (
	"fmt"
	"image"
	"math/rand/v2"
	"testing"

	"github.com/go-gl/mathgl/mgl32"
	"github.com/mlange-42/arche/generic"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/mesh"
	"github.com/sinew-go/sinew/components"
	"github.com/sinew-go/sinew/ecs"
	"github.com/sinew-go/sinew/internal/testing/perceptual"
	crowds "github.com/sinew-go/sinew/systems/crowd"
)

// boxAround returns a box in model space.
func boxAround(name string, center, half mgl32.Vec3) *mesh.Mesh {
	var p mesh.Primitive
	for side := range 6 {
		axis, sign := side/2, float32(1-side%2*2)
		var normal, u mgl32.Vec3
		normal[axis], u[(axis+1)%3] = sign, 1
		v := normal.Cross(u)
		first := uint32(len(p.Positions))
		for _, corner := range [4]mgl32.Vec2{{-1, -1}, {1, -1}, {1, 1}, {-1, 1}} {
			at := normal.Add(u.Mul(corner[0])).Add(v.Mul(corner[1]))
			for c := range at {
				at[c] = center[c] + at[c]*half[c]
			}
			p.Positions, p.Normals = append(p.Positions, at), append(p.Normals, normal)
		}
		p.Indices = append(p.Indices, first, first+1, first+2, first, first+2, first+3)
	}
	return &mesh.Mesh{Name: name, Primitives: []mesh.Primitive{p}}
}

// dress gives the members a model of the mannequin with further parts: a hat, a pack and a belt.
func (s *crowdFixture) dress() {
	figure := s.model
	dressed := &assets.Model{Name: "dressed", Skeleton: figure.Skeleton, Bounds: figure.Bounds, Skins: figure.Skins}
	dressed.SetClips(s.library, figure.Clips)
	dressed.Parts = append(dressed.Parts, figure.Parts...)
	skeleton, skin := s.library.Skeleton(figure.Skeleton), s.library.Skin(figure.Skins[0])
	for _, p := range []struct {
		name, joint  string
		center, half mgl32.Vec3
	}{
		{"hat", "head", mgl32.Vec3{0, 1.83, 0}, mgl32.Vec3{0.13, 0.07, 0.13}},
		{"pack", "spine_4", mgl32.Vec3{0, 1.3, -0.2}, mgl32.Vec3{0.17, 0.22, 0.09}},
		{"belt", "hips", mgl32.Vec3{0, 1, 0}, mgl32.Vec3{0.22, 0.04, 0.17}},
	} {
		joint, err := skeleton.FindJoint(p.joint)
		must(err)
		dressed.Parts = append(dressed.Parts, assets.Part{
			Name: p.name, Mesh: s.addMesh(boxAround(p.name, p.center, p.half)), Skin: figure.Skins[0], Rigid: true,
			PaletteIndex: int(skin.PaletteIndices()[joint]),
		})
	}
	_, err := s.library.AddModel(dressed)
	must(err)
	s.t.Cleanup(func() { s.library.RemoveModel(dressed.ID) }) // the library is shared
	s.model = dressed
}

// look is how a member or a character looks.
type look struct {
	tint   mgl32.Vec3
	build  float32
	hidden []string
}

func randomLook(r *rand.Rand) (l look) {
	l.tint = mgl32.Vec3{r.Float32(), r.Float32(), 1.2 * r.Float32()}
	l.build = []float32{1, 0.8, 1.3, 1.6}[r.IntN(4)]
	for _, part := range []string{"hat", "pack", "belt"} {
		if r.IntN(2) == 0 {
			l.hidden = append(l.hidden, part)
		}
	}
	return l
}

// A member looks like a character with the same tint, build and parts, by every method of skinning;
// also if it has become one, with its looks, and a member again. Members with different parts are
// drawn together.
func TestMembersLookLikeCharacters(t *testing.T) {
	for _, method := range methods {
		t.Run(method.String(), func(t *testing.T) { compareLooks(t, method) })
	}
}

func compareLooks(t *testing.T, method mesh.Skinning) {
	s := newCrowdFixture(t, Options{Debug: true})
	s.dress()
	setSkinning(s.model, method)
	t.Cleanup(func() { setSkinning(s.model, mesh.SkinLinear) }) // meshes are shared
	target, err := NewTarget(320, 320, 4)
	must(err)
	t.Cleanup(target.Close)
	s.target = target

	const count = 40
	random := rand.New(rand.NewPCG(8, 8))
	var looks []look
	var members []crowds.Member
	parts := 0
	for i := range count {
		looks = append(looks, randomLook(random))
		members = append(members, s.spawn(onGrid(i, 7), crowdClips[i%6]))
		parts += len(s.model.Parts) - len(looks[i].hidden)
	}
	s.update(0)
	s.update(0.4)
	bare := s.draw(s.camera)
	for i, m := range members {
		must(m.SetTint(looks[i].tint))
		must(m.SetBuild(looks[i].build))
	}
	s.draw(s.camera)
	plainDraws := s.renderer.Stats().Draws
	for i, m := range members {
		for _, part := range looks[i].hidden {
			must(m.HidePart(part))
		}
	}
	ofCrowd := s.draw(s.camera)
	stats := s.renderer.Stats()
	if stats.Instances != parts {
		t.Errorf("%d instances, want %d", stats.Instances, parts)
	}
	if stats.Draws > plainDraws {
		t.Errorf("%d draws of members with parts of their own, %d of members without", stats.Draws, plainDraws)
	}
	if d := s.differ("", bare, ofCrowd); d.Worst < 2*maxPatchDifference {
		t.Errorf("with the looks nothing has changed: %+v", d)
	}

	for _, m := range members {
		must(s.crowd.ToCharacter(m.Entity()))
	}
	s.update(0)
	s.differ("members that became characters", ofCrowd, s.draw(s.camera))
	for _, m := range members {
		must(s.crowd.ToCrowd(m.Entity()))
	}
	s.update(0)
	s.differ("members again", ofCrowd, s.draw(s.camera))

	for _, m := range members {
		must(s.crowd.Remove(m.Entity()))
	}
	for i := range count {
		e := mustSpawn(s.animation.Spawn(s.model, onGrid(i, 7)))
		must(s.animation.Player(e).Play(s.model.Clip(crowdClips[i%6])))
		must(s.animation.SetTint(e, looks[i].tint))
		must(s.animation.SetBuild(e, looks[i].build))
		for _, part := range looks[i].hidden {
			must(s.animation.HidePart(e, part))
		}
		if i%3 == 0 {
			s.setPreSkinned(true, e)
		}
	}
	s.update(0)
	s.update(0.4)
	s.differ("characters", ofCrowd, s.draw(s.camera))
}

// differ compares two pictures, which must look alike if they have a name.
func (s *crowdFixture) differ(name string, want, got *image.NRGBA) perceptual.Difference {
	s.t.Helper()
	d, err := perceptual.Compare(want, got)
	must(err)
	if name != "" {
		s.t.Logf("%s: %+v", name, d)
		if d.Worst > maxPatchDifference || d.Mean > maxMeanDifference {
			perceptual.Keep(s.t, want, "want.png")
			perceptual.Keep(s.t, got, fmt.Sprintf("%s.png", name))
			s.t.Errorf("%s look different: %+v; see %s", name, d, s.t.ArtifactDir())
		}
	}
	return d
}

// A character of four times the breadth, which shows errors of a level of detail four times as
// large, is drawn in more detail from the same distance.
func TestBroadCharactersHaveMoreDetail(t *testing.T) {
	s := newCrowdFixture(t, Options{})
	e := mustSpawn(s.animation.Spawn(s.model, mgl32.Ident4()))
	s.camera = Camera{
		Position: mgl32.Vec3{0, 1, 60}, Target: mgl32.Vec3{0, 1, 0}, FieldOfView: 0.6, Near: 0.1, Far: 100,
	}
	triangles := func(build float32) int {
		must(s.animation.SetBuild(e, build))
		s.update(0)
		s.draw(s.camera)
		return s.renderer.Stats().Triangles
	}
	if plain, broad := triangles(1), triangles(components.MostBuild); 2*broad < 3*plain {
		t.Errorf("expected at least 1.5 times as many triangles as the %d of a plain character, found %d", plain, broad)
	}
}

// A broad member at the edge of the image is drawn as far as it reaches into the image, and a broad
// character too.
func TestBroadMembersAreNotCulledEarly(t *testing.T) {
	s := newCrowdFixture(t, Options{})
	s.dress()
	s.renderer.Style.ShadowStrength = 0
	s.camera = Camera{
		Position: mgl32.Vec3{0, 1, 6}, Target: mgl32.Vec3{0, 1, 0}, FieldOfView: 0.6, Near: 0.1, Far: 100,
	}
	looks := generic.NewMap1[components.Appearance](s.world)
	draw := func() *image.NRGBA {
		s.update(0)
		return s.draw(s.camera)
	}
	empty := draw()
	changed := 0
	for x := float32(1.5); x < 4.5; x += 0.1 {
		var entities []ecs.Entity
		member, err := s.crowd.Spawn(s.model, mgl32.Translate3D(x, 0, 0), crowds.RestPose)
		must(err)
		entities = append(entities, member.Entity())
		for k := range 2 {
			if k == 1 {
				must(s.crowd.Remove(member.Entity()))
				entities[0] = mustSpawn(s.animation.Spawn(s.model, mgl32.Translate3D(x, 0, 0)))
			}
			looks.Assign(entities[0], &components.Appearance{Build: components.MostBuild})
			s.crowd.Changed(entities[0])
			s.renderer.Style.NoCulling = true
			all := draw()
			s.renderer.Style.NoCulling = false
			culled := draw()
			if d, _ := perceptual.Compare(all, culled); d.Worst > 0 {
				t.Errorf("at %v m, entity %d: culling changes the image: %+v", x, k, d)
			}
			if d, _ := perceptual.Compare(empty, all); d.Worst > 0 {
				changed++
			}
		}
		s.world.RemoveEntity(entities[0])
	}
	if changed < 10 {
		t.Errorf("only %d images show something", changed)
	}
}
