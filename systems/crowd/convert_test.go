package crowd_test

import (
	"errors"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/go-gl/mathgl/mgl32"
	"github.com/mlange-42/arche/generic"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/clip"
	"github.com/sinew-go/sinew/assets/motion"
	"github.com/sinew-go/sinew/components"
	"github.com/sinew-go/sinew/ecs"
	"github.com/sinew-go/sinew/systems"
	"github.com/sinew-go/sinew/systems/crowd"
	"github.com/sinew-go/sinew/systems/internal/crowdstore"
)

// A member that becomes a character, and a character that becomes a member, do not jump: they go on
// as others that stayed what they were, over crossfades in progress, in all modes, forward and
// backward, several times over.
func TestChangesOverDoNotJump(t *testing.T) {
	f := newFixture(t)
	random := rand.New(rand.NewPCG(5, 5))
	skin := f.model.Skins[0]
	worst := 0.0
	for i := range 40 {
		character, err := f.animation.Spawn(f.model, mgl32.Ident4())
		check(t, err)
		player := f.animation.Player(character)
		check(t, player.Play(f.model.Clip(clips[i%6])))
		p := player.Component()
		p.Mode, p.Speed = assets.PlayMode(i%4), 2*random.Float32()-0.7
		twin := f.spawn(t, "idle")
		check(t, twin.PlayMotion(components.CrowdMotion{Clip: p.Motion, Time: p.Time, Speed: p.Speed, Mode: p.Mode}, 0))
		changing := twin.Entity()
		isMember := true
		for step := range 12 {
			if step == 3 && i%3 > 0 {
				check(t, player.CrossFade(f.model.Clip(clips[(i+1)%6]), 0.6))
				check(t, f.crowd.Member(changing).CrossFade(f.model.Clip(clips[(i+1)%6]), 0.6))
			}
			if step%2 == 0 && step > 3 {
				if isMember {
					check(t, f.crowd.ToCharacter(changing))
				} else {
					check(t, f.crowd.ToCrowd(changing))
				}
				isMember = !isMember
			}
			f.update(t, 0.13*random.Float64())
			var shown []float32
			if isMember {
				shown = f.palette(t, changing, 0)
			} else {
				shown = f.animation.Palette(changing, skin)
			}
			d := f.palettesDiffer(shown, f.animation.Palette(character, skin))
			if worst = max(worst, d); d > tolerance {
				t.Fatalf("case %d, step %d, member: %v: %v m apart", i, step, isMember, d)
			}
		}
		f.world.RemoveEntity(character)
		f.world.RemoveEntity(changing)
	}
	t.Logf("%.2g m apart at most", worst)
}

// A weight that stays as it is shows the same after a change-over and back.
func TestSteadyWeightsChangeOver(t *testing.T) {
	f := newFixture(t)
	member := f.spawn(t, "walk")
	check(t, member.Rebase())
	p := member.Component()
	p.Motions[1] = components.NewCrowdMotion(f.model.Clip("dance"), 0.4)
	p.Weight, p.Target = 0.3, 0.3
	f.crowd.Changed(member.Entity())
	f.update(t, 0.5)
	before := f.palette(t, member.Entity(), 0)
	check(t, f.crowd.ToCharacter(member.Entity()))
	f.update(t, 0)
	if d := f.palettesDiffer(before, f.animation.Palette(member.Entity(), f.model.Skins[0])); d > tolerance {
		t.Errorf("%v m apart as a character", d)
	}
	check(t, f.crowd.ToCrowd(member.Entity()))
	f.update(t, 0)
	if d := f.palettesDiffer(before, f.palette(t, member.Entity(), 0)); d > tolerance {
		t.Errorf("%v m apart as a member again", d)
	}
	if w := member.Component().Weight; w < 0.2999 || w > 0.3001 {
		t.Errorf("the weight is %v", w)
	}
}

// A weight on its way to a target between 0 and 1 goes on as a member's would, up and down,
// whenever the member becomes a character and a member again, and stands still where it arrives.
func TestMovingWeightsChangeOver(t *testing.T) {
	f := newFixture(t)
	spawn := func(from, to, rate float32) crowd.Member {
		member := f.spawn(t, "walk")
		check(t, member.Rebase())
		p := member.Component()
		p.Motions[1] = components.NewCrowdMotion(f.model.Clip("dance"), 0.4)
		p.Weight, p.Target, p.Rate = from, to, rate
		f.crowd.Changed(member.Entity())
		return member
	}
	random := rand.New(rand.NewPCG(7, 7))
	for _, move := range [][2]float32{
		{0, 0.6}, {0.1, 0.6}, {1, 0.3}, {0.9, 0.3}, {0.5, 0.02}, {0.5, 0.98}, {0, 1}, {1, 0},
	} {
		for _, moment := range []float64{0, 0.001, 0.1, 0.3, 2} {
			stays, changes := spawn(move[0], move[1], 1.3), spawn(move[0], move[1], 1.3).Entity()
			f.update(t, moment)
			isMember := true
			for frame := range 16 {
				if frame == 0 || frame%3 == 0 && random.IntN(2) == 0 {
					if isMember {
						check(t, f.crowd.ToCharacter(changes))
					} else {
						check(t, f.crowd.ToCrowd(changes))
					}
					isMember = !isMember
				}
				f.update(t, 0.1*random.Float64())
				p, now := stays.Component(), f.crowd.Time()
				want := crowdstore.Weight(p, now-p.Since)
				var weight float32
				var shown []float32
				if isMember {
					q := f.crowd.Member(changes).Component()
					shown, weight = f.palette(t, changes, 0), crowdstore.Weight(q, now-q.Since)
					if q.Motions[0].Clip == f.model.Clip("dance") { // what fades in comes second
						weight = 1 - weight
					}
				} else {
					player := f.animation.Player(changes)
					shown, weight = f.animation.Palette(changes, f.model.Skins[0]), 1
					if blend := player.Blend(); blend.Count > 0 {
						weight = float32(blend.Elapsed / blend.Duration)
					}
					if player.Component().Motion != f.model.Clip("dance") {
						weight = 1 - weight
					}
				}
				if d := weight - want; d > 1e-5 || d < -1e-5 {
					t.Fatalf("%v after %v s, frame %d, member: %v: the weight is %v, of one that stays %v",
						move, moment, frame, isMember, weight, want)
				}
				if d := f.palettesDiffer(shown, f.palette(t, stays.Entity(), 0)); d > tolerance {
					t.Fatalf("%v after %v s, frame %d, member: %v: %v m apart", move, moment, frame, isMember, d)
				}
			}
			f.world.RemoveEntity(stays.Entity())
			f.world.RemoveEntity(changes)
		}
	}
}

// A rate that is not finite leaves the weight as it is, for a member, for what is drawn of it and
// for the character that it becomes.
func TestInfiniteRatesMoveNoWeight(t *testing.T) {
	f := newFixture(t)
	member := f.spawn(t, "walk")
	p := member.Component()
	p.Motions[1] = components.NewCrowdMotion(f.model.Clip("dance"), 0.4)
	p.Weight, p.Target, p.Rate = 0.25, 0.75, float32(math.Inf(1))
	f.crowd.Changed(member.Entity())
	f.update(t, 0.5)
	if w := crowdstore.Weight(p, 0.5); w != 0.25 {
		t.Errorf("the weight is %v", w)
	}
	drawn := f.palette(t, member.Entity(), 0)
	check(t, f.crowd.ToCharacter(member.Entity()))
	f.update(t, 0)
	if d := f.palettesDiffer(drawn, f.animation.Palette(member.Entity(), f.model.Skins[0])); d > tolerance {
		t.Errorf("%v m apart as a character", d)
	}
}

// A character with a scale of time goes on at its speed as a member, and as a character again. One
// that its scale would stop goes on as the member.
func TestScaledTimeChangesOver(t *testing.T) {
	f := newFixture(t)
	scales := generic.NewMap1[components.TimeScale](&f.world)
	for _, scale := range []float32{0.3, 2, 1} {
		var entities [2]ecs.Entity
		for i := range entities {
			e, err := f.animation.Spawn(f.model, mgl32.Ident4())
			check(t, err)
			scales.Assign(e, &components.TimeScale{Scale: scale})
			check(t, f.animation.Player(e).Play(f.model.Clip("walk")))
			entities[i] = e
		}
		for frame := range 12 {
			if frame == 2 {
				for _, e := range entities {
					check(t, f.animation.Player(e).CrossFade(f.model.Clip("dance"), 0.5))
				}
			}
			if frame%4 == 3 {
				check(t, f.crowd.ToCrowd(entities[0]))
				f.update(t, 0.02)
				check(t, f.crowd.ToCharacter(entities[0]))
			}
			f.update(t, 0.07)
			changed := f.animation.Palette(entities[0], f.model.Skins[0])
			if d := f.palettesDiffer(changed, f.animation.Palette(entities[1], f.model.Skins[0])); d > tolerance {
				t.Fatalf("scale %v, frame %d: %v m apart", scale, frame, d)
			}
		}
	}
	for _, scale := range []float32{0, -1, float32(math.NaN()), 1e-45} {
		stays, changes := f.spawn(t, "walk"), f.spawn(t, "walk")
		scales.Assign(changes.Entity(), &components.TimeScale{Scale: scale})
		f.update(t, 0.1)
		check(t, f.crowd.ToCharacter(changes.Entity()))
		f.update(t, 0.2)
		changed := f.animation.Palette(changes.Entity(), f.model.Skins[0])
		if d := f.palettesDiffer(f.palette(t, stays.Entity(), 0), changed); d > tolerance {
			t.Errorf("scale %v: %v m apart", scale, d)
		}
	}
}

// ownMotion is a motion of a kind that crowds do not know.
type ownMotion struct{ motion.Description }

func (m ownMotion) Mix(f *motion.Frame) { f.AddPart(0, 1) }

// What a member cannot show is an error that names it, and changes nothing.
func TestUnfitCharactersStay(t *testing.T) {
	f := newFixture(t)
	layers, controllers := generic.NewMap1[components.Layers](&f.world),
		generic.NewMap1[components.Controller](&f.world)
	modifiers, overrides := generic.NewMap1[components.Modifiers](&f.world),
		generic.NewMap1[components.PoseOverride](&f.world)
	inertias := generic.NewMap1[components.Inertialization](&f.world)
	dolls := generic.NewMap1[components.Ragdoll](&f.world)
	own, err := f.library.AddMotion(ownMotion{motion.Description{
		Name: "own", Kind: "own motion", Parts: []motion.Part{{Clip: f.model.Clips[0]}},
	}})
	check(t, err)
	t.Cleanup(func() { f.library.RemoveMotion(own) }) // the library is shared
	for name, change := range map[string]func(p *components.AnimationPlayer, e systems.Player){
		`it plays the own motion "own"`:     func(p *components.AnimationPlayer, _ systems.Player) { p.Motion = own },
		"its playback has a limit of loops": func(p *components.AnimationPlayer, _ systems.Player) { p.LoopLimit = 2 },
		"its playback fades out at its end": func(p *components.AnimationPlayer, _ systems.Player) {
			p.FadeOut, p.Mode = 1, clip.Once
		},
		"more than one motion fades out": func(_ *components.AnimationPlayer, e systems.Player) {
			*e.Blend() = components.BlendState{Count: 2, Duration: 1}
		},
		"it has 2 layers":                   nil,
		"a graph drives it":                 nil,
		"it has modifiers":                  nil,
		"it shows a given pose":             nil,
		"bodies of a ragdoll pose it":       nil,
		"an inertialization is in progress": nil,
		"is not in the library":             nil,
	} {
		e, err := f.animation.Spawn(f.model, mgl32.Ident4())
		check(t, err)
		switch name {
		case "it has 2 layers":
			layers.Assign(e, &components.Layers{Count: 2, First: components.NewLayer(0, 0)})
		case "a graph drives it":
			controllers.Assign(e, &components.Controller{Graph: 3})
		case "it has modifiers":
			modifiers.Assign(e, &components.Modifiers{Stack: 3})
		case "it shows a given pose":
			overrides.Assign(e, &components.PoseOverride{Weight: 0.5})
		case "bodies of a ragdoll pose it":
			dolls.Assign(e, &components.Ragdoll{Weight: 0.5})
		case "an inertialization is in progress":
			inertias.Assign(e, &components.Inertialization{Phase: components.InertiaActive})
		case "is not in the library":
			meshes := generic.NewMap1[components.SkinnedMesh](&f.world)
			meshes.Get(e).Model = 0
		default:
			player := f.animation.Player(e)
			change(player.Component(), player)
		}
		err = f.crowd.ToCrowd(e)
		if !errors.Is(err, crowd.ErrUnfit) || !contains(err.Error(), name) {
			t.Errorf("error %v, want %q", err, name)
		}
		if f.animation.Player(e).Component() == nil || f.crowd.Member(e).Component() != nil {
			t.Errorf("%s: the entity has changed", name)
		}
		f.world.RemoveEntity(e)
	}
	if err := f.crowd.ToCrowd(f.spawn(t, "walk").Entity()); !errors.Is(err, systems.ErrNoCharacter) {
		t.Errorf("a member: error %v", err)
	}
	e, err := f.animation.Spawn(f.model, mgl32.Ident4())
	check(t, err)
	if err := f.crowd.ToCharacter(e); !errors.Is(err, crowd.ErrNoMember) {
		t.Errorf("a character: error %v", err)
	}
	query := generic.NewFilter1[components.Transform]().Query(&f.world)
	if err := f.crowd.ToCrowd(e); !errors.Is(err, systems.ErrWorldLocked) {
		t.Errorf("under a query: error %v", err)
	}
	query.Close()
}
