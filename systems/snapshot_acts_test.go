package systems_test

import (
	"encoding/binary"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/go-gl/mathgl/mgl32"
	arche "github.com/mlange-42/arche/ecs"
	"github.com/mlange-42/arche/generic"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/motion"
	"github.com/sinew-go/sinew/assets/ragdoll"
	"github.com/sinew-go/sinew/assets/rig"
	"github.com/sinew-go/sinew/components"
	"github.com/sinew-go/sinew/ecs"
	"github.com/sinew-go/sinew/systems"
	gpucrowd "github.com/sinew-go/sinew/systems/crowd"
	"github.com/sinew-go/sinew/systems/internal/crowdstore"
	"github.com/sinew-go/sinew/systems/rollback"
)

// actors is what a peer's further acts need: bodies, a crowd, and another library, of which one
// model was imported.
type actors struct {
	bodies   *ragdoll.Definition
	members  *gpucrowd.Crowd
	foreign  *assets.Library
	stranger *assets.Model // of the other library
	imported *assets.Model // the same one here
	jacket   *assets.Model // that characters of the model wear
	player   arche.ID      // of members
}

// addActors adds to a peer what the further acts need.
func (p *peer) addActors(t testing.TB) {
	t.Helper()
	skeleton := p.library.Skeleton(p.model.Skeleton)
	p.bodies = &ragdoll.Definition{Skeleton: skeleton, Front: mgl32.Vec3{0, 0, 1}, Up: mgl32.Vec3{0, 1, 0}}
	for joint := range skeleton.Len() {
		if joint%2 == 0 {
			p.bodies.Bodies = append(p.bodies.Bodies, ragdoll.Body{
				Joint: joint, B: mgl32.Vec3{0, 0.2, 0}, Radius: 0.1, Mass: 1,
				Limit: ragdoll.Limit{
					Axis: mgl32.Vec3{0, 1, 0}, Side: mgl32.Vec3{1, 0, 0},
					Center: mgl32.Vec3{0, 1, 0}, CenterSide: mgl32.Vec3{1, 0, 0}, Bend: 1, Sway: 1, Twist: 1,
				},
			})
		}
	}
	check(t, p.bodies.Check())
	// The other library has a skeleton of its own, and clips for the one here.
	p.foreign = assets.NewLibrary(assets.Exact())
	p.stranger = newModel(t, p.foreign, 5, 9)
	p.foreign.AddSkeleton(skeleton)
	random := rand.New(rand.NewPCG(5, 5))
	carrier, _ := skeleton.FromSource(0)
	p.foreign.AddClip(newClip(t, random, skeleton, carrier, "of another library", 1.5))
	ids, err := p.library.Import(p.foreign)
	check(t, err)
	p.imported = ids.Model(p.stranger)
	if p.imported == nil {
		t.Fatal("the model was not imported")
	}
	p.jacket = &assets.Model{Name: "jacket", Skeleton: p.model.Skeleton}
	skin, err := rig.NewSkin("jacket", skeleton, []int{skeleton.Len() - 1}, nil)
	check(t, err)
	part := p.model.Parts[0]
	part.Name, part.Skin, part.Rigid = "jacket", p.library.AddSkin(skin), true
	p.jacket.Parts = []assets.Part{part}
	_, err = p.library.AddModel(p.jacket)
	check(t, err)
	p.members, err = gpucrowd.New(p.animation)
	check(t, err)
	check(t, rollback.RegisterResource[gpucrowd.Time](p.session))
	p.player = arche.ComponentID[components.CrowdPlayer](&p.world)
}

// perform does one of the further acts.
func (p *peer) perform(t testing.TB, random *rand.Rand) {
	t.Helper()
	p.crowd = p.sorted(arche.All(p.access.ids[0], p.access.ids[13]))
	if len(p.crowd) == 0 {
		return
	}
	e, other := pick(random, p.crowd), pick(random, p.crowd)
	doll := p.animation.Ragdoll(e)
	some := random.Float64() * 0.3
	switch random.IntN(28) {
	case 0, 1, 2:
		_ = doll.Bind(p.bodies)
		p.push(e, random)
		_ = doll.Fade(random.Float32(), some)
	case 3, 4:
		p.push(e, random)
		if n := doll.Len(); n > 0 {
			_ = doll.SetWeight(random.IntN(n), random.Float32())
			_ = doll.Fade(random.Float32(), some)
		}
	case 5:
		_ = doll.Unbind()
	case 6:
		if transform := p.transforms.Get(e); transform != nil {
			turn := mgl32.HomogRotate3DY(random.Float32() * 6).Mul4(mgl32.Translate3D(random.Float32(), 0, random.Float32()))
			size := pick(random, []float32{1, 1, 0.5, 2})
			_ = doll.MoveTo(transform.Matrix.Mul4(turn).Mul4(mgl32.Scale3D(size, size, size)))
		}
	case 7:
		_ = doll.Stop(some)
	case 8:
		_, _ = doll.GetUp(mgl32.Vec3{0, random.Float32(), 0}, some, p.clips[0], p.clips[1])
	case 9:
		_ = p.members.ToCrowd(e)
	case 10, 11:
		if members := p.sorted(arche.All(p.player)); len(members) > 0 {
			m := p.members.Member(pick(random, members))
			_ = m.CrossFade(pick(random, p.clips[:2]), some)
			_ = m.SetSpeed(random.Float32() * 2)
			if random.IntN(2) == 0 { // to a weight between, from any
				check(t, m.Rebase())
				m.Component().Target, m.Component().Rate = random.Float32(), random.Float32()*3
				p.members.Changed(m.Entity())
			}
			if random.IntN(2) == 0 {
				_ = p.members.ToCharacter(m.Entity())
			}
		}
	case 12:
		if len(p.sorted(arche.All(p.player))) < 8 {
			m, err := p.members.Spawn(pick(random, []*assets.Model{p.model, p.imported}),
				mgl32.Translate3D(random.Float32(), 0, 0), gpucrowd.RestPose)
			check(t, err)
			_ = m.Play(pick(random, p.clips[:2]))
		}
	case 13, 14:
		_ = p.animation.SetMorph(e, pick(random, []string{"smile", "blink"}), random.Float32()*2-0.5)
		if random.IntN(2) == 0 {
			_ = p.animation.SetMorph(e, "smile", random.Float32(), systems.BesideClips())
		}
	case 15:
		_ = p.animation.ClearMorphs(e)
	case 16:
		_ = p.animation.HidePart(e, "body")
	case 17:
		_ = p.animation.ShowPart(e, "body")
	case 18: // what belongs to another library, and what came from it
		if _, err := p.animation.Spawn(p.stranger, mgl32.Ident4()); err == nil {
			t.Fatal("a model of another library was spawned")
		}
		_ = p.animation.Player(e).Play(p.stranger.Clips[0])
		if len(p.crowd) < 24 {
			stranger := mustSpawn(p.animation.Spawn(p.imported, mgl32.Translate3D(1, 0, 0)))
			check(t, p.animation.Player(stranger).Play(p.imported.Clips[1]))
			_ = p.animation.Player(e).Play(p.imported.Clips[0])
		}
	case 20, 21:
		_ = p.animation.Wear(e, p.jacket)
	case 22:
		_ = p.animation.TakeOff(e, p.jacket)
	case 23:
		if p.animation.HidePart(e, "jacket") != nil || random.IntN(2) == 0 {
			_ = p.animation.ShowPart(e, "jacket", p.jacket)
		}
	case 24, 25, 26:
		p.pair(e, other, random)
	case 27:
		if random.IntN(3) == 0 {
			_ = p.animation.Player(e).Layer(random.IntN(3)).SyncWith(systems.Player{})
		}
		_ = p.animation.Player(e).Layer(random.IntN(3)).SyncWith(p.animation.Player(other).Layer(random.IntN(2)))
	case 19: // a hand on a joint of a character that bodies may pose
		if p.animation.Modify(e, p.gaze) == nil {
			_ = p.animation.Modifier(e, "look").Hold(other, "bjoint", mgl32.Vec3{0, 0, 0.5}, mgl32.QuatIdent())
			_ = p.animation.Modifier(e, "look").Fade(1, some)
		}
	}
}

// pair lets two or three characters play together, or interrupts those that do.
func (p *peer) pair(e, other ecs.Entity, random *rand.Rand) {
	clip := pick(random, p.clips[:2])
	paired := motion.Paired{Name: "pair", Roles: []motion.Role{
		{Name: "a", Motion: clip, Place: mgl32.Translate3D(random.Float32(), 0, random.Float32())},
		{Name: "b", Motion: clip, Place: mgl32.HomogRotate3DY(random.Float32() * 6)},
	}}
	characters := map[string]ecs.Entity{"a": e, "b": other}
	if random.IntN(2) == 0 {
		paired.Roles = append(paired.Roles, motion.Role{Name: "c", Motion: clip, Place: mgl32.Translate3D(0, 1, 0)})
		characters["c"] = pick(random, p.crowd)
	}
	options := systems.PairOptions{
		Fade: random.Float64() * 0.2, Move: pick(random, []float64{0, 0.3}), Mode: assets.PlayMode(random.IntN(4)),
		GoesOn: random.IntN(2) == 0,
	}
	if random.IntN(3) == 0 {
		anchor := mgl32.Translate3D(random.Float32()*3, 0, 0).Mul4(mgl32.HomogRotate3DY(random.Float32()))
		options.Anchor = &anchor
	}
	stops, pauses := random.IntN(5) == 0, random.IntN(5) == 0
	if pair, err := p.animation.PlayTogether(&paired, characters, options); err == nil {
		switch {
		case pauses:
			_ = pair.Player().Pause()
		case random.IntN(3) == 0:
			_ = pair.Player().SetSpeed(random.Float32()*3 - 1)
		}
		return
	}
	if pair := p.animation.Pair(e); stops {
		_ = pair.Stop(0.1)
	} else if pauses {
		_ = pair.Player().Resume()
	}
}

// appendMembers appends what the members of the crowd show, and what the GPU is told of them.
func (p *peer) appendMembers(t testing.TB, b []byte) []byte {
	t.Helper()
	resource := generic.NewResource[crowdstore.Store](&p.world)
	store := resource.Get()
	check(t, store.Sync())
	for _, e := range p.sorted(arche.All(p.player)) {
		m := p.members.Member(e)
		if world, err := m.World(); err == nil {
			for _, v := range world {
				b = binary.LittleEndian.AppendUint32(b, math.Float32bits(v))
			}
		}
		for _, model := range []*assets.Model{p.model, p.imported} {
			if pose := rig.NewPose(p.library.Skeleton(model.Skeleton)); m.Pose(pose) == nil {
				for _, v := range pose.Locals {
					b = binary.LittleEndian.AppendUint32(b, math.Float32bits(v))
				}
			}
		}
		if slot := store.Slot(e); slot >= 0 && store.KindOf(slot).Rigs != nil {
			record := store.Records()[slot]
			record[4], record[8], record[31] = 0, 0, 0 // where texels begin, which depends on history
			for _, word := range record {
				b = binary.LittleEndian.AppendUint32(b, word)
			}
		}
	}
	return b
}

// push puts the bodies of a character somewhere near it, as a physics engine might that is
// restored with the world.
func (p *peer) push(e ecs.Entity, random *rand.Rand) {
	doll := p.animation.Ragdoll(e)
	list := make([]ragdoll.Transform, doll.Len())
	for i := range list {
		at := randomTRS(random)
		list[i] = ragdoll.Transform{Position: at.Translation, Rotation: at.Rotation}
	}
	_ = doll.SetBodies(list)
}

// look reads whatever can be read of the characters, which must change nothing.
func (p *peer) look(random *rand.Rand) {
	for _, e := range p.sorted(arche.All(p.access.ids[0])) {
		if random.IntN(3) == 0 {
			continue
		}
		for _, joint := range []string{"ajoint", "cjoint"} {
			_, _ = p.animation.JointWorld(e, joint)
			_, _ = p.animation.JointModel(e, joint)
		}
		if pool, slot := p.animation.Pool(e); pool != nil {
			_ = p.animation.LocalPose(e, rig.NewPose(pool.Skeleton()))
			_, _ = pool.KeptMatrices(slot)
		}
		_ = p.animation.ModelMatrices(e)
		_ = p.animation.Palette(e, p.model.Skins[0])
		_ = p.animation.Morphs(e)
		_, _ = p.animation.Ragdoll(e).Bodies(nil)
		_, _ = p.animation.Ragdoll(e).Targets(nil)
		_, _ = p.animation.Ragdoll(e).FacesUp()
		_, _, _ = p.animation.Ragdoll(e).Nearest(mgl32.Vec3{}, p.clips[0], p.clips[1])
		_, _ = p.animation.Modifier(e, "look").Goal()
		_ = p.animation.Player(e).Playback()
		_ = p.animation.Controller(e).State(0)
	}
	for _, e := range p.sorted(arche.All(p.player)) {
		m := p.members.Member(e)
		_, _ = m.World()
		for range m.Markers(0, 1) {
		}
		_ = m.Pose(rig.NewPose(p.library.Skeleton(p.model.Skeleton)))
	}
}
