//go:build !js

package render

import (
	"image"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/go-gl/mathgl/mgl32"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/clip"
	"github.com/sinew-go/sinew/assets/mesh"
	"github.com/sinew-go/sinew/assets/rig"
	"github.com/sinew-go/sinew/internal/testing/perceptual"
	crowds "github.com/sinew-go/sinew/systems/crowd"
	"github.com/sinew-go/sinew/systems/internal/crowdstore"
)

// sumOf returns the sum of a picture's colors, and how many pixels are not black.
func sumOf(p *image.NRGBA) (sum mgl32.Vec3, seen int) {
	for i := 0; i < len(p.Pix); i += 4 {
		c := mgl32.Vec3{float32(p.Pix[i]), float32(p.Pix[i+1]), float32(p.Pix[i+2])}
		sum = sum.Add(c)
		seen += count(c.Len() > 8)
	}
	return sum, seen
}

// A lamp shines on a member of a crowd as it does on a character, also where the member is lit at its
// vertices and where it is an impostor: as much as the directional light from the same direction.
func TestALampShinesOnMembersAndImpostorsAlike(t *testing.T) {
	s := newCrowdFixture(t, Options{})
	s.resize(192, 192)
	camera := Camera{Position: mgl32.Vec3{0, 1, 9}, Target: mgl32.Vec3{0, 0.9, 0}, FieldOfView: 0.8}
	member := s.spawn(mgl32.Ident4(), "idle")
	must(member.SetSpeed(0))
	lamp := mgl32.Vec3{6, 12, 18}
	s.spawnLight(assets.Light{
		Kind: assets.LightPoint, Color: mgl32.Vec3{1, 0.1, 0.1}, Intensity: 3 * lamp.LenSqr(), Range: 1e6,
	}, mgl32.Translate3D(lamp[0], lamp[1], lamp[2]))
	s.update(0)
	s.update(0)
	lights := mgl32.Vec3{3, 0.3, 0.3}.Mul(1 / math.Pi)
	// drawn returns what the lamp gives to what is seen, in parts of what the directional light gives.
	drawn := func(name string, farPixels, impostorPixels float32) mgl32.Vec3 {
		t.Helper()
		s.renderer.crowd.farPixels, s.renderer.crowd.impostorPixels = farPixels, impostorPixels
		s.renderer.Style = Style{NoGround: true, PixelError: 1}
		picture := s.draw(camera)
		perceptual.Keep(t, picture, name+".png")
		byLamp, seen := sumOf(picture)
		if stats := s.renderer.Stats(); stats.Impostors != count(impostorPixels > 0) || stats.Lights != 1 || seen < 50 {
			t.Errorf("%s: %d impostors, %d lights, %d pixels", name, stats.Impostors, stats.Lights, seen)
		}
		kept := s.renderer.Style
		s.renderer.Style.LightDirection, s.renderer.Style.LightColor = lamp, lights
		both, _ := sumOf(s.draw(camera))
		s.renderer.Style = kept
		t.Logf("%s: %v, with as much directional light %v, %d pixels", name, byLamp, both, seen)
		if !(byLamp[0] > 3*byLamp[1]) {
			t.Errorf("%s: the light is %v, want it red", name, byLamp)
		}
		return mgl32.Vec3{byLamp[0] / both[0], byLamp[1] / both[1], byLamp[2] / both[2]}
	}
	near, far, impostor := drawn("member", 0, 0), drawn("far", 1000, 0), drawn("impostor", 0, 1000)
	must(s.crowd.Remove(member.Entity()))
	e := mustSpawn(s.animation.Spawn(s.model, mgl32.Ident4()))
	must(s.animation.Player(e).Play(s.model.Clip("idle")))
	must(s.animation.Player(e).SetSpeed(0))
	s.update(0)
	s.update(0)
	character := drawn("character", 0, 0)
	for name, parts := range map[string]mgl32.Vec3{
		"a member": near, "one lit at its vertices": far, "an impostor": impostor,
	} {
		if off := parts.Sub(character).Len(); !(off < 0.1) {
			t.Errorf("%s receives %v of both lights, a character %v", name, parts, character)
		}
	}
}

// lampModel adds a model of a small square and a lamp, which a clip moves.
func (s *fixture) lampModel(light assets.Light) *assets.Model {
	s.t.Helper()
	joints := []rig.Joint{
		{Name: "root", Parent: -1, Rest: rig.IdentityTRS()}, {Name: "hand", Parent: 0, Rest: rig.IdentityTRS()},
	}
	skeleton, err := rig.NewSkeleton("bearer", joints, nil)
	must(err)
	body, err := rig.NewSkin("body", skeleton, []int{0}, []mgl32.Mat4{mgl32.Ident4()})
	must(err)
	lamp, err := rig.NewSkin("lamp", skeleton, []int{1}, []mgl32.Mat4{mgl32.Ident4()})
	must(err)
	model := &assets.Model{
		Name: "bearer", Skeleton: s.library.AddSkeleton(skeleton),
		Bounds: assets.Box{Min: mgl32.Vec3{-0.1, -0.1, 0}, Max: mgl32.Vec3{0.1, 0.1, 0}},
	}
	model.Skins = []assets.SkinID{s.library.AddSkin(body), s.library.AddSkin(lamp)}
	small := square(s.addUnlitMaterial(mgl32.Vec4{0, 0, 0.2, 1}))
	for i := range small.Primitives[0].Positions {
		small.Primitives[0].Positions[i] = small.Primitives[0].Positions[i].Mul(0.1)
	}
	model.Parts = []assets.Part{{Name: "body", Mesh: s.addMesh(small), Skin: model.Skins[0], Rigid: true}}
	light.Skin = model.Skins[1]
	model.Lights = []assets.Light{light}
	b := clip.NewBuilder("swing", skeleton)
	b.Translation(1, clip.Linear, []float32{0, 1}, []mgl32.Vec3{{-1, 0, 1}, {1, 0.5, 1}})
	swing, err := b.Build()
	must(err)
	model.SetClips(s.library, []assets.ClipID{s.library.AddClip(swing)})
	_, err = s.library.AddModel(model)
	must(err)
	return model
}

// The lamp of a member shines where that of a character does, and moves with the clip.
func TestMembersCarryLamps(t *testing.T) {
	light := assets.Light{Kind: assets.LightPoint, Color: mgl32.Vec3{1, 1, 1}, Intensity: 3}
	place := mgl32.Translate3D(0.3, -0.2, 0.2).Mul4(mgl32.HomogRotate3DZ(0.5)).Mul4(mgl32.Scale3D(0.8, 0.8, 0.8))
	draw := func(inCrowd bool, seconds float64) *image.NRGBA {
		s := newFixtureWith(t, assets.NewLibrary(), Options{Debug: true})
		m := mesh.DefaultMaterial()
		m.Roughness, m.Metallic = 0.7, 0
		s.spawnRigid(s.addMesh(square(s.library.AddMaterial(&m))), mgl32.Scale3D(3, 3, 1))
		s.renderer.Style = Style{NoGround: true}
		model := s.lampModel(light)
		if inCrowd {
			crowd, err := crowds.New(s.animation)
			must(err)
			_, err = crowd.Spawn(model, place, model.Clip("swing"))
			must(err)
		} else {
			must(s.animation.Player(mustSpawn(s.animation.Spawn(model, place))).Play(model.Clip("swing")))
		}
		s.update(0)
		s.update(seconds)
		got := s.draw(Camera{Position: mgl32.Vec3{0, 0, 6}})
		if stats := s.renderer.Stats(); stats.Lights != 1 || stats.LightsLeftOut != 0 {
			t.Errorf("in a crowd %t: %d lights, %d left out", inCrowd, stats.Lights, stats.LightsLeftOut)
		}
		return got
	}
	left, right := draw(true, 0), draw(true, 0.9)
	if at := left.NRGBAAt(16, 32); int(at.R) < int(right.NRGBAAt(16, 32).R)+30 {
		t.Errorf("on the left the wall is %v, as the lamp moves away %v", at, right.NRGBAAt(16, 32))
	}
	for _, row := range []struct {
		seconds float64
		got     *image.NRGBA
	}{{0, left}, {0.9, right}} {
		want := draw(false, row.seconds)
		for i := range want.Pix {
			if d := int(want.Pix[i]) - int(row.got.Pix[i]); d > 2 || d < -2 {
				perceptual.Keep(t, row.got, "member.png")
				perceptual.Keep(t, want, "character.png")
				t.Fatalf("after %v s: the lamp of a member gives %d at %d, that of a character %d", row.seconds,
					row.got.Pix[i], i, want.Pix[i])
			}
		}
	}
}

// Of many members with lamps those shine that light the target most, wherever they stand in the
// store.
func TestManyMembersWithLamps(t *testing.T) {
	s := newFixtureWith(t, assets.NewLibrary(), Options{Debug: true})
	crowd, err := crowds.New(s.animation)
	must(err)
	model := s.lampModel(assets.Light{Kind: assets.LightPoint, Color: mgl32.Vec3{1, 1, 1}, Intensity: 3})
	r := rand.New(rand.NewPCG(3, 8))
	const members = 500
	var nearest []float32
	for range members {
		p := mgl32.Vec3{200*r.Float32() - 100, 0, 200*r.Float32() - 100}
		_, err := crowd.Spawn(model, mgl32.Translate3D(p[0], p[1], p[2]), model.Clip("swing"))
		must(err)
		nearest = append(nearest, p.Len())
	}
	s.update(0)
	s.draw(Camera{Position: mgl32.Vec3{0, 3, 9}})
	if stats := s.renderer.Stats(); stats.Lights != MaxLights || stats.LightsLeftOut != members-MaxLights {
		t.Fatalf("%d lights, %d left out, want %d and %d", stats.Lights, stats.LightsLeftOut, MaxLights, members-MaxLights)
	}
	closer := func(than float32) (n int) {
		for _, d := range nearest {
			n += count(d < than)
		}
		return n
	}
	for _, l := range s.renderer.lights.lights {
		away := l.place.Vec3().Sub(mgl32.Vec3{-1, 0, 1}).Len() // of the member: the lamp is beside it
		if n := closer(away - 0.01); n >= MaxLights {
			t.Errorf("the lamp at %v shines, of which %d are nearer", l.place, n)
		}
	}
}

// Feet of members darken the ground as those of characters do, those of the nearest ones.
func TestMembersOcclude(t *testing.T) {
	s := newCrowdFixture(t, Options{})
	s.resize(160, 160)
	style := &s.renderer.Style
	style.ShadowStrength, style.LightColor, style.RimLight = 0, mgl32.Vec3{}, mgl32.Vec3{}
	camera := Camera{Position: mgl32.Vec3{0.5, 2, 4}, Target: mgl32.Vec3{0, 0.4, 0}, FieldOfView: 0.5}
	dark := func(p, bare *image.NRGBA) (sum float64) {
		for y := range 160 {
			for x := range 160 {
				sum += max(0, luminance(bare, x, y)-luminance(p, x, y))
			}
		}
		return sum
	}
	with := func(occlusion float32) *image.NRGBA {
		style.Occlusion = occlusion
		return s.draw(camera)
	}
	member := s.spawn(mgl32.Ident4(), "idle")
	must(member.SetSpeed(0))
	s.update(0)
	bare, occluded := with(0), with(1)
	perceptual.Keep(t, bare, "bare.png")
	perceptual.Keep(t, occluded, "member.png")
	ofMember := dark(occluded, bare)
	must(s.crowd.Remove(member.Entity()))
	e := mustSpawn(s.animation.Spawn(s.model, mgl32.Ident4()))
	must(s.animation.Player(e).Play(s.model.Clip("idle")))
	must(s.animation.Player(e).SetSpeed(0))
	s.update(0)
	s.update(0)
	bare, occluded = with(0), with(1)
	perceptual.Keep(t, occluded, "character.png")
	ofCharacter := dark(occluded, bare)
	t.Logf("a member takes %.0f of light, a character %.0f", ofMember, ofCharacter)
	if ofMember < 1000 || ofMember < 0.8*ofCharacter || ofMember > 1.2*ofCharacter {
		t.Errorf("a member takes %.0f of light, a character %.0f", ofMember, ofCharacter)
	}

	s.world.RemoveEntity(e)
	for i := range 400 {
		s.spawn(onGrid(i, 20), "walk")
	}
	s.update(0.1)
	camera = Camera{Position: mgl32.Vec3{0, 2, 3}, Target: mgl32.Vec3{0, 1, -3}}
	with(1)
	known := s.renderer.crowd.models[s.renderer.crowd.store.Kinds()[0]]
	most := mostOccludingMembers * occludersOfMember * len(known.parts)
	if n := len(s.renderer.occlusion.capsules); n == 0 || n > most {
		t.Errorf("%d capsules of members, want 1 to %d", n, most)
	}
	if allocated := testing.AllocsPerRun(20, func() {
		s.renderer.occlusion.begin(style)
		s.renderer.addCrowdOccluders()
		s.renderer.addCrowdLights()
	}); allocated > 0 {
		t.Errorf("%v allocations for the light of a crowd", allocated)
	}
}

// A member that fades from one level of detail of its skeleton to the next is drawn with both, and
// occludes once.
func TestAFadingMemberOccludesOnce(t *testing.T) {
	model, library := bakedMannequin()
	skeleton := library.Skeleton(model.Skeleton)
	mask, err := rig.NewMask("no fingers", skeleton).Invert().Subtree(0, "left_hand").Subtree(0, "right_hand").Build()
	must(err)
	must(library.SetLevels(model.Skeleton, mask))
	t.Cleanup(func() { must(library.SetLevels(model.Skeleton)) })
	s := newCrowdFixture(t, Options{})
	s.renderer.Style.Occlusion, s.renderer.Style.ShadowStrength = 1, 0
	s.spawn(mgl32.Ident4(), "idle")
	s.update(0)
	must(s.crowd.SetDetail(0.5))
	camera := Camera{Target: mgl32.Vec3{0, 0.9, 0}, FieldOfView: 0.7}
	alone, fades := 0, 0
	for away := float32(5); away < 20; away *= 1.01 {
		camera.Position = mgl32.Vec3{0, 0.9, away}
		s.draw(camera)
		n := len(s.renderer.occlusion.capsules)
		if !slices.ContainsFunc(s.renderer.crowd.collected.Lists, func(l *crowdstore.List) bool {
			return l.Fade == crowdstore.FadeIn
		}) {
			alone = n
			continue
		}
		if fades++; n != alone {
			t.Errorf("%.2f m away: %d capsules while the member fades, %d before", away, n, alone)
		}
	}
	if alone == 0 || fades == 0 {
		t.Errorf("%d capsules, %d pictures in which the member fades", alone, fades)
	}
}
