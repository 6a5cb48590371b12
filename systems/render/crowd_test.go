//go:build !js

package render

import (
	"math"
	"testing"

	"github.com/go-gl/mathgl/mgl32"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/mesh"
	"github.com/sinew-go/sinew/assets/rig"
	"github.com/sinew-go/sinew/ecs"
	"github.com/sinew-go/sinew/internal/testing/perceptual"
)

// A crowd looks like characters that play the same, by every method of skinning.
func TestCrowdLooksLikeCharacters(t *testing.T) {
	for _, method := range methods {
		t.Run(method.String(), func(t *testing.T) { compareCrowdWithCharacters(t, method) })
	}
}

func compareCrowdWithCharacters(t *testing.T, method mesh.Skinning) {
	s := newCrowdFixture(t, Options{Debug: true})
	setSkinning(s.model, method)
	t.Cleanup(func() { setSkinning(s.model, mesh.SkinLinear) }) // the model is shared
	var members, characters []ecs.Entity
	for i := range 40 {
		clip := s.model.Clip(crowdClips[i%6])
		members = append(members, s.spawn(onGrid(i, 7), crowdClips[i%6]).Entity())
		characters = append(characters, mustSpawn(s.animation.Spawn(s.model, onGrid(i, 7))))
		must(s.animation.Player(characters[i]).Play(clip))
	}
	s.update(0)
	s.update(0.4)
	target, err := NewTarget(320, 320, 4)
	must(err)
	t.Cleanup(target.Close)
	s.target = target
	for _, e := range characters {
		s.world.RemoveEntity(e)
	}
	ofCrowd := s.draw(s.camera)
	stats := s.renderer.Stats()
	if stats.Instances != 40*len(s.model.Parts) {
		t.Errorf("%d instances of 40 members", stats.Instances)
	}
	for _, e := range members {
		must(s.crowd.Remove(e))
	}
	for i := range 40 {
		e := mustSpawn(s.animation.Spawn(s.model, onGrid(i, 7)))
		must(s.animation.Player(e).Play(s.model.Clip(crowdClips[i%6])))
	}
	s.update(0)
	s.update(0.4)
	ofCharacters := s.draw(s.camera)
	d, err := perceptual.Compare(ofCrowd, ofCharacters)
	must(err)
	t.Logf("difference %+v, %d and %d draws", d, stats.Draws, s.renderer.Stats().Draws)
	if d.Worst > maxPatchDifference || d.Mean > maxMeanDifference {
		perceptual.Keep(t, ofCrowd, "crowd.png")
		perceptual.Keep(t, ofCharacters, "characters.png")
		t.Errorf("the crowd looks different: %+v; see %s", d, t.ArtifactDir())
	}
}

// A crowd that does not fit into a texture goes to several, and looks the same.
func TestCrowdsBeyondTheTextureLimit(t *testing.T) {
	var poses [3][][]float32
	for round, limit := range []int{0, 256, 64} { // the joints of a member take more than a row of 64 texels
		s := newCrowdFixture(t, Options{MaxPageSize: limit})
		var members []ecs.Entity
		for i := range 2000 {
			member := s.spawn(onGrid(i, 45), crowdClips[i%6])
			if i%3 == 0 {
				must(member.CrossFade(s.model.Clip(crowdClips[(i+1)%6]), 2))
			}
			members = append(members, member.Entity())
		}
		s.camera.Fit(assets.Box{Min: mgl32.Vec3{-26, 0, -26}, Max: mgl32.Vec3{26, 2, 26}}, 1)
		s.update(0.4)
		s.draw(s.camera)
		if pages := len(s.renderer.crowd.pages); (limit == 0) != (pages == 1) {
			t.Errorf("%d pages with the limit %d", pages, limit)
		}
		entries := s.readEntries()
		for _, e := range members {
			poses[round] = append(poses[round], entries.palette(e))
		}
	}
	s := &crowdFixture{}
	s.model, _ = bakedMannequin()
	for i := range poses[0] {
		for _, limited := range poses[1:] {
			if d := s.palettesDiffer(poses[0][i], limited[i]); d > 1e-5 {
				t.Fatalf("member %d is %v m apart", i, d)
			}
		}
	}
	s = newCrowdFixture(t, Options{MaxPageSize: 4})
	s.spawn(mgl32.Ident4(), "idle")
	if err := s.renderer.Draw(s.camera, s.target); err == nil {
		t.Error("a member that does not fit is no error")
	}
}

// Members out of view are neither posed nor drawn, and members in a block in view are culled one by
// one.
func TestCrowdsAreCulled(t *testing.T) {
	s := newCrowdFixture(t, Options{})
	s.renderer.Style.ShadowStrength = 0
	for i := range 600 {
		s.spawn(onGrid(i, 45), "walk")
	}
	s.update(0)
	s.camera = Camera{
		Position: mgl32.Vec3{0, 1, 0}, Target: mgl32.Vec3{0, 1, -1}, FieldOfView: 0.6,
		Near: 0.1, Far: 100,
	}
	s.draw(s.camera)
	stats := s.renderer.Stats()
	if stats.Culled < 200 || stats.Culled+stats.Instances/len(s.model.Parts) != 600 {
		t.Errorf("%d members culled, %d instances", stats.Culled, stats.Instances)
	}
	entries := s.readEntries()
	posed := 0
	for _, e := range s.members() {
		if found, _ := entries.find(e); found != nil {
			posed++
		}
	}
	if posed != stats.Instances/len(s.model.Parts) || posed < 20 || posed > 200 {
		t.Errorf("%d members are posed, %d drawn", posed, stats.Instances/len(s.model.Parts))
	}
	s.renderer.Style.NoCulling = true
	s.draw(s.camera)
	if stats := s.renderer.Stats(); stats.Culled != 0 {
		t.Errorf("%d members culled in spite of NoCulling", stats.Culled)
	}
	s.renderer.Style = DefaultStyle()
	s.camera = Camera{Position: mgl32.Vec3{0, 1, 500}, Target: mgl32.Vec3{0, 1, 501}, Near: 0.1, Far: 100}
	s.draw(s.camera)
	if stats := s.renderer.Stats(); stats.Instances != 0 || stats.Culled != 600 {
		t.Errorf("behind the camera: %+v", stats)
	}
}

// members returns the entities of the crowd.
func (s *crowdFixture) members() (list []ecs.Entity) {
	query := s.crowdFilter().Query(s.world)
	for query.Next() {
		list = append(list, query.Entity())
	}
	return list
}

// Members with a carrier move with it, at no cost: nothing is sent but the carrier's matrix.
func TestCarriersMoveMembers(t *testing.T) {
	s := newCrowdFixture(t, Options{})
	ship := s.spawnRigid(0, mgl32.Ident4())
	var members []ecs.Entity
	for i := range 60 {
		m := s.spawn(onGrid(i, 8), "walk")
		must(m.SetCarrier(ship))
		members = append(members, m.Entity())
	}
	s.update(0)
	s.draw(s.camera)
	before := s.renderer.Stats().Uploaded
	for _, place := range []mgl32.Mat4{
		mgl32.HomogRotate3DY(1.2),
		mgl32.Translate3D(2, 0.5, 0).Mul4(mgl32.Scale3D(-1.2, 1.2, 1.2)),
	} {
		s.transform(ship, place)
		s.update(0.1)
		s.draw(s.camera)
		if again := s.renderer.Stats().Uploaded; again > before/4 {
			t.Errorf("%d bytes uploaded, %d at first", again, before)
		}
		entries := s.readEntries()
		for i, e := range members {
			found, _ := entries.find(e)
			want := place.Mul4(onGrid(i, 8))
			for k := range 12 {
				if found == nil || math.Abs(float64(found[0][k]-want.At(k/4, k%4))) > 1e-5 {
					t.Fatalf("member %d is at %v, want %v", i, found, want)
				}
			}
		}
	}
}

// Members at a level of detail, whose palettes have fewer entries, look like members at full detail
// but for what does not move.
func TestCrowdLevelsLookAlike(t *testing.T) {
	model, library := bakedMannequin()
	skeleton := library.Skeleton(model.Skeleton)
	mask, err := rig.NewMask("no fingers", skeleton).Invert().Subtree(0, "left_hand").Subtree(0, "right_hand").Build()
	must(err)
	must(library.SetLevels(model.Skeleton, mask))
	t.Cleanup(func() { must(library.SetLevels(model.Skeleton)) })
	s := newCrowdFixture(t, Options{})
	for i := range 20 {
		m := s.spawn(onGrid(i, 5), crowdClips[i%6])
		must(m.SetTint(mgl32.Vec3{0.4 + 0.1*float32(i%6), 1, 0.6}))
	}
	s.update(0.4)
	full := s.draw(s.camera)
	if level := s.renderer.crowd.collected.Lists[0].Level; level != 0 {
		t.Errorf("level %d, want 0", level)
	}
	must(s.crowd.SetDetail(1000))
	coarse := s.draw(s.camera)
	lists := s.renderer.crowd.collected.Lists
	if len(lists) == 0 || lists[0].Level != 1 || lists[0].Kind.Rigs[1].Entries >= lists[0].Kind.Rigs[0].Entries {
		t.Fatalf("lists %+v, want level 1 with fewer entries", lists)
	}
	d, err := perceptual.Compare(full, coarse)
	must(err)
	t.Logf("difference %+v", d)
	if d.Worst > maxPatchDifference || d.Mean > maxMeanDifference {
		t.Errorf("level 1 looks different: %+v", d)
	}
	must(s.crowd.SetDetail())
	for _, e := range s.members() {
		must(s.crowd.Member(e).SetTint(mgl32.Vec3{0.1, 0.1, 1}))
	}
	d, err = perceptual.Compare(full, s.draw(s.camera))
	must(err)
	if d.Worst < 2*maxPatchDifference {
		t.Errorf("another tint looks the same: %+v", d)
	}
}

// The renderer forgets the kinds of members that the store replaces.
func TestReplacedKindsAreForgotten(t *testing.T) {
	s := newCrowdFixture(t, Options{})
	s.spawn(mgl32.Ident4(), "walk")
	s.update(0)
	s.draw(s.camera)
	for i := range 5 {
		must(s.crowd.SetDetail(0.1/float32(1+i), 0.01))
		s.draw(s.camera)
	}
	if n := len(s.renderer.crowd.models); n != 1 {
		t.Errorf("the renderer holds %d kinds of members, want 1", n)
	}
}
