package render

import (
	"math/rand/v2"
	"testing"

	"github.com/go-gl/mathgl/mgl32"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/blendspace"
	"github.com/sinew-go/sinew/assets/clip"
	"github.com/sinew-go/sinew/assets/rig"
	"github.com/sinew-go/sinew/components"
	"github.com/sinew-go/sinew/ecs"
	"github.com/sinew-go/sinew/systems"
)

var crowdClips = []string{"idle", "walk", "run", "jump", "dance", "wave"}

// onGrid returns the places of the members of a crowd: in rows, turned.
func onGrid(i, columns int) mgl32.Mat4 {
	x, z := float32(i%columns)-float32(columns-1)/2, float32(i/columns)-float32(columns-1)/2
	return mgl32.Translate3D(1.1*x, 0, 1.1*z).Mul4(mgl32.HomogRotate3DY(0.7 * float32(i)))
}

// The pose pass computes what characters show that play the same, in all modes, and in crossfades;
// soon and after hours.
func TestCrowdPosesMatchCharacters(t *testing.T) {
	s := newCrowdFixture(t, Options{})
	s.animation.Clock().MaxSeconds = 1e9
	random := rand.New(rand.NewPCG(3, 3))
	type pair struct{ member, character ecs.Entity }
	var pairs []pair
	count := 48
	if testing.Short() {
		count = 12
	}
	for i := range count {
		clip := s.model.Clip(crowdClips[i%6])
		character := mustSpawn(s.animation.Spawn(s.model, onGrid(i, 7)))
		must(s.animation.Player(character).Play(clip))
		p := s.animation.Player(character).Component()
		p.Mode, p.Speed = []assets.PlayMode{assets.Loop, assets.PingPong, assets.Hold, assets.Once}[random.IntN(4)],
			2*random.Float32()-0.5
		p.Time = random.Float64() * s.library.Clip(clip).End()
		motion := components.CrowdMotion{Clip: clip, Time: p.Time, Speed: p.Speed, Mode: p.Mode}
		member := s.spawn(onGrid(i, 7), "idle")
		must(member.PlayMotion(motion, 0))
		pairs = append(pairs, pair{member.Entity(), character})
	}
	worst := 0.0
	for round, seconds := range []float64{0.2, 0.3, 0.1, 0.7, 36000.123, 0.2} {
		if round == 1 || round == 4 {
			for i, p := range pairs {
				if i%3 > 0 {
					clip := s.model.Clip(crowdClips[(i+1)%6])
					must(s.animation.Player(p.character).CrossFade(clip, 0.5))
					must(s.crowd.Member(p.member).CrossFade(clip, 0.5))
				}
			}
		}
		s.update(seconds)
		s.draw(s.camera)
		entries := s.readEntries()
		for i, p := range pairs {
			d := s.palettesDiffer(entries.palette(p.member), s.animation.Palette(p.character, s.model.Skins[0]))
			if worst = max(worst, d); d > crowdTolerance {
				t.Fatalf("round %d: member %d is %v m apart", round, i, d)
			}
		}
	}
	t.Logf("%.2g m apart at most", worst)
}

// The pose pass computes what layers of characters show, with masks, in fades, over crossfades,
// next to members without layers.
func TestOverlaysMatchLayers(t *testing.T) {
	s := newCrowdFixture(t, Options{})
	skeleton := s.library.Skeleton(s.model.Skeleton)
	mask, err := rig.NewMask("arm", skeleton).Joints(0.5, "left_clavicle").Subtree(1, "left_upper_arm").Build()
	must(err)
	arm, err := s.library.AddMask(mask)
	must(err)
	t.Cleanup(func() { s.library.RemoveMask(arm) }) // the library is shared
	random := rand.New(rand.NewPCG(5, 3))
	type pair struct{ member, character ecs.Entity }
	var pairs []pair
	for i := range 30 {
		clip, over := s.model.Clip(crowdClips[i%6]), s.model.Clip(crowdClips[(i+3)%6])
		character := mustSpawn(s.animation.Spawn(s.model, onGrid(i, 7)))
		must(s.animation.Player(character).Play(clip))
		member := s.spawn(onGrid(i, 7), crowdClips[i%6])
		if i%4 > 0 {
			of := arm
			if i%4 == 1 {
				of = systems.WholeBody
			}
			layer := s.animation.Player(character).Layer(1)
			must(layer.Overlay(over, of, 0))
			layer.LayerComponent().Weight = 0
			must(layer.FadeWeight(1, 0.5))
			must(member.Overlay(over, of, 0.5))
		}
		pairs = append(pairs, pair{member.Entity(), character})
	}
	worst := 0.0
	for round := range 6 {
		for i, p := range pairs {
			switch {
			case round == 2 && i%3 > 0:
				clip := s.model.Clip(crowdClips[(i+1)%6])
				must(s.animation.Player(p.character).CrossFade(clip, 0.5))
				must(s.crowd.Member(p.member).CrossFade(clip, 0.5))
			case round == 4 && i%4 > 0:
				must(s.animation.Player(p.character).Layer(1).FadeWeight(0.2, 0.4))
				must(s.crowd.Member(p.member).FadeOverlay(0.2, 0.4))
			}
		}
		s.update(0.2 + 0.1*random.Float64())
		s.draw(s.camera)
		entries := s.readEntries()
		for i, p := range pairs {
			d := s.palettesDiffer(entries.palette(p.member), s.animation.Palette(p.character, s.model.Skins[0]))
			if worst = max(worst, d); d > crowdTolerance {
				t.Fatalf("round %d: member %d is %v m apart", round, i, d)
			}
		}
	}
	t.Logf("%.2g m apart at most", worst)
}

// The pose pass computes what characters show in blend spaces: in phase by time and by markers, along
// a line and in a plane, in crossfades between spaces and clips, and under layers; next to members
// that play clips.
func TestCrowdSpacesMatchCharacters(t *testing.T) {
	s := newCrowdFixture(t, Options{})
	random := rand.New(rand.NewPCG(7, 3))
	c := s.model.Clip
	markersOf := func(name string, left, right float64) []clip.Marker {
		end := s.library.Clip(c(name)).End()
		return []clip.Marker{{Name: "left", Time: left * end}, {Name: "right", Time: right * end}}
	}
	var spaces []assets.ClipID
	for _, b := range []*blendspace.Builder{
		blendspace.New1D("by time").At(0, c("idle")).At(1, c("walk")).At(4, c("run")),
		blendspace.New1D("by markers").At(0, c("idle")).SyncByTime().At(1, c("walk")).Markers(markersOf("walk", 0, 0.37)...).
			At(4, c("run")).Markers(markersOf("run", 0.21, 0.8)...),
		blendspace.DirectionalLocomotion("around", c("idle")).Ring(1, c("walk"), c("run"), c("dance"), c("wave")).
			Ring(3, c("run"), c("walk")),
	} {
		space, err := b.Add(s.library)
		must(err)
		spaces = append(spaces, space)
		t.Cleanup(func() { s.library.RemoveMotion(space) }) // the library is shared
	}
	type pair struct{ member, character ecs.Entity }
	var pairs []pair
	for i := range 40 {
		character := mustSpawn(s.animation.Spawn(s.model, onGrid(i, 7)))
		member := s.spawn(onGrid(i, 7), "idle")
		player, motion := s.animation.Player(character), components.NewCrowdMotion(spaces[i%3], random.Float64())
		if i%5 == 4 {
			motion.Clip = c(crowdClips[i%6])
		}
		motion.X, motion.Y, motion.Speed = 3*random.Float32()-1, 3*random.Float32()-1, 2*random.Float32()-0.5
		motion.Mode = []assets.PlayMode{assets.Loop, assets.PingPong, assets.Hold, assets.Once}[random.IntN(4)]
		must(player.Play(motion.Clip))
		p := player.Component()
		p.X, p.Y, p.Time, p.Speed, p.Mode = motion.X, motion.Y, motion.Time, motion.Speed, motion.Mode
		must(member.PlayMotion(motion, 0))
		pairs = append(pairs, pair{member.Entity(), character})
	}
	worst := 0.0
	for round := range 5 {
		for i, p := range pairs {
			player, member := s.animation.Player(p.character), s.crowd.Member(p.member)
			switch {
			case round == 1 && i%3 > 0:
				must(player.CrossFade(spaces[(i+1)%3], 0.5))
				must(member.CrossFade(spaces[(i+1)%3], 0.5))
			case round == 2 && i%4 == 1:
				must(player.SetPosition(0.6, 0.9))
				must(member.SetPosition(0.6, 0.9))
			case round == 3 && i%4 == 2:
				must(player.Layer(1).Overlay(c("wave"), systems.WholeBody, 0))
				must(player.Layer(1).FadeWeight(0.5, 0))
				must(member.Overlay(c("wave"), systems.WholeBody, 0))
				must(member.FadeOverlay(0.5, 0))
			}
		}
		s.update(0.1 + 0.2*random.Float64())
		s.draw(s.camera)
		entries := s.readEntries()
		for i, p := range pairs {
			d := s.palettesDiffer(entries.palette(p.member), s.animation.Palette(p.character, s.model.Skins[0]))
			if worst = max(worst, d); d > crowdTolerance {
				t.Fatalf("round %d: member %d is %v m apart", round, i, d)
			}
		}
	}
	t.Logf("%.2g m apart at most", worst)
}

// What the GPU takes for the matrices of 2,000 members: of one clip, in crossfades, and between two
// clips of a blend space. It is done when a pixel of them can be read.
func BenchmarkCrowdPoses(b *testing.B) {
	for _, shows := range []string{"clip", "crossfade", "space"} {
		b.Run("shows="+shows, func(b *testing.B) {
			s := newCrowdFixture(b, Options{})
			c := s.model.Clip
			space, err := blendspace.New1D("for "+b.Name()).At(0, c("idle")).At(1, c("walk")).At(4, c("run")).Add(s.library)
			must(err)
			for i := range 2000 {
				m := s.spawn(onGrid(i, 45), crowdClips[i%6])
				switch shows {
				case "crossfade":
					must(m.CrossFade(c(crowdClips[(i+1)%6]), 60))
				case "space":
					must(m.Play(space))
					must(m.SetPosition(2, 0))
				}
			}
			s.camera.Fit(assets.Box{Min: mgl32.Vec3{-26, 0, -26}, Max: mgl32.Vec3{26, 2, 26}}, 1)
			s.update(0.4)
			s.draw(s.camera)
			matrices, r := s.renderer.Stats().CrowdMatrices, s.renderer
			for b.Loop() {
				must(r.drawPoses())
				r.crowd.pages[0].bindFramebuffer(r.device, r.contexts)
				readColor(0, 1, 1)
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(matrices), "ns/matrix")
		})
	}
}
