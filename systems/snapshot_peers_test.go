package systems_test

import (
	"bytes"
	"encoding/binary"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/go-gl/mathgl/mgl32"
	arche "github.com/mlange-42/arche/ecs"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/id"
	"github.com/sinew-go/sinew/assets/modifier"
	"github.com/sinew-go/sinew/assets/rig"
	"github.com/sinew-go/sinew/components"
	"github.com/sinew-go/sinew/ecs"
	"github.com/sinew-go/sinew/internal/testing/probe"
	"github.com/sinew-go/sinew/systems"
	"github.com/sinew-go/sinew/systems/rollback"
)

// peer is a world of a game over a network. Its acts depend on the number of the frame and on the
// state of the world alone.
type peer struct {
	*scriptedCrowd
	session *rollback.Session
	access  componentAccess
	gaze    id.ModifierStack
	mount   *assets.Model // of another skeleton; its characters carry and ride
	point   id.ModifierStack
	actors
}

func newPeer(t testing.TB, workers int) *peer {
	t.Helper()
	p := &peer{scriptedCrowd: newScriptedCrowd(t, workers)}
	var err error
	p.gaze, err = modifier.New("gaze", p.library.Skeleton(p.model.Skeleton)).
		LookAt("look", modifier.LookAt{Joints: []string{"ajoint", "bjoint"}, Forward: mgl32.Vec3{0, 0, 1}}).
		LookAt("point", modifier.LookAt{Joints: []string{"cjoint"}, Forward: mgl32.Vec3{0, 1, 0}}).Add(p.library)
	check(t, err)
	p.mount = newModel(t, p.library, 5, 21)
	p.point, err = modifier.New("point", p.library.Skeleton(p.mount.Skeleton)).
		LookAt("point", modifier.LookAt{Joints: []string{"cjoint"}, Forward: mgl32.Vec3{0, 1, 0}}).Add(p.library)
	check(t, err)
	p.session, err = rollback.NewSession(p.animation)
	check(t, err)
	p.access = newComponentAccess(&p.world)
	p.addActors(t)
	return p
}

// sorted returns the entities that have a component, by number.
func (p *peer) sorted(filter arche.Filter) (list []ecs.Entity) {
	query := p.world.Query(filter)
	for query.Next() {
		list = append(list, query.Entity())
	}
	slices.SortFunc(list, func(a, b ecs.Entity) int { return int(a.ID()) - int(b.ID()) })
	return list
}

// characters returns the characters of a skeleton that have a Transform, by number.
func (p *peer) characters(skeleton id.Skeleton) []ecs.Entity {
	return slices.DeleteFunc(p.sorted(arche.All(p.access.ids[0], p.access.ids[13])), func(e ecs.Entity) bool {
		return p.access.get(e, 0).Addr().Interface().(*components.Skeleton).ID != skeleton
	})
}

// act runs a frame. Peers with the same salt get the same input.
func (p *peer) act(t testing.TB, frame, salt uint64) {
	t.Helper()
	random := rand.New(rand.NewPCG(frame, salt))
	p.crowd = p.characters(p.model.Skeleton)
	for len(p.crowd) < 6 {
		p.spawnRandom(random)
	}
	for range random.IntN(6) {
		p.randomCommand(random)
	}
	for range random.IntN(5) {
		p.meet(t, random)
	}
	for range random.IntN(5) {
		p.perform(t, random)
	}
	p.update(t, random.Float64()*0.06)
}

// meet lets characters be born, die, carry, follow and hold each other, and lose components.
func (p *peer) meet(t testing.TB, random *rand.Rand) {
	p.crowd = p.characters(p.model.Skeleton)
	if len(p.crowd) == 0 {
		return
	}
	e, other := pick(random, p.crowd), pick(random, p.crowd)
	var options []systems.AttachOption
	if random.IntN(4) > 0 {
		options = append(options, systems.WithTargetLifetime())
	}
	switch random.IntN(16) {
	case 0:
		p.spawnRandom(random)
	case 1:
		if len(p.crowd) > 12 {
			p.world.RemoveEntity(e)
		}
	case 2:
		_, _ = p.animation.Attach(e, "bjoint", options...)
	case 3, 4: // carriers that keep different components
		if len(p.crowd) < 24 {
			rider, err := p.animation.AttachModel(e, "ajoint", p.model, options...)
			check(t, err)
			if random.IntN(2) == 0 {
				check(t, p.animation.EnableInertialization(rider))
			}
		}
	case 5, 6, 7:
		if p.animation.Modify(e, p.gaze) == nil {
			_ = p.animation.Modifier(e, "look").Follow(other, pick(random, []string{"ajoint", "bjoint", "cjoint"}))
			_ = p.animation.Modifier(e, "look").Fade(1, 0.1)
		}
	case 8:
		if p.animation.Modify(e, p.gaze) == nil {
			_ = p.animation.Modifier(e, "point").Hold(other, "bjoint", mgl32.Vec3{0, 1, 0}, mgl32.QuatIdent())
			_ = p.animation.Modifier(e, "look").Release(0.2)
		}
	case 9: // as a program's batches do
		list := []arche.ID{p.access.ids[0]}
		for _, i := range []int{2, 6, 7, 10, 11} {
			if random.IntN(2) == 0 {
				list = append(list, p.access.ids[i])
			}
		}
		born := p.world.NewEntity(list...)
		p.access.get(born, 0).Addr().Interface().(*components.Skeleton).ID = p.model.Skeleton
	case 10:
		p.access.toggle(e, pick(random, []int{1, 2, 7, 8, 9, 10, 11, 14}))
	case 11:
		if attached := p.sorted(arche.All(p.access.ids[14])); len(attached) > 0 { // its Transform comes back
			if rider := pick(random, attached); p.world.Has(rider, p.access.ids[13]) {
				p.world.Remove(rider, p.access.ids[13])
			}
		}
	case 12: // a character is none any more, and its riders die
		if len(p.crowd) > 12 {
			p.world.Remove(e, p.access.ids[0])
		}
	case 13: // chains of riders and goals across skeletons, also in circles
		if mounts := p.characters(p.mount.Skeleton); len(mounts) < 6 {
			mount, err := p.animation.AttachModel(e, "bjoint", p.mount, options...)
			check(t, err)
			check(t, p.animation.Player(mount).Play(p.mount.Clips[0]))
			check(t, p.animation.Modify(mount, p.point))
			check(t, p.animation.Modifier(mount, "point").Follow(other, "cjoint"))
		}
	case 14, 15:
		mounts := p.characters(p.mount.Skeleton)
		if len(mounts) == 0 {
			break
		}
		mount := pick(random, mounts)
		if p.animation.Modify(e, p.gaze) == nil {
			_ = p.animation.Modifier(e, "look").Follow(mount, pick(random, []string{"", "bjoint", "djoint"}))
			_ = p.animation.Modifier(e, "look").Fade(1, 0.05)
		}
		if !p.world.Has(other, p.access.ids[14]) {
			p.world.Add(other, p.access.ids[14])
		}
		*p.access.get(other, 14).Addr().Interface().(*components.Attachment) = *components.NewAttachment(mount, 2)
	}
}

// state returns everything that peers must agree on after a frame.
func (p *peer) state(t testing.TB) []byte {
	t.Helper()
	b, err := p.session.AppendSnapshot(nil)
	check(t, err)
	numbers := func(list []float32) {
		for _, v := range list {
			b = binary.LittleEndian.AppendUint32(b, math.Float32bits(v))
		}
	}
	for _, e := range p.sorted(arche.All(p.access.ids[0])) {
		if mesh := p.access.get(e, 10); mesh.IsValid() {
			if model := p.library.Model(mesh.Addr().Interface().(*components.SkinnedMesh).Model); model != nil {
				numbers(p.animation.Palette(e, model.Skins[0]))
				numbers(p.animation.Palette(e, p.jacket.Parts[0].Skin))
			}
		}
		numbers(p.animation.Morphs(e))
		if pool, slot := p.animation.Pool(e); pool != nil {
			_, kept := pool.KeptMatrices(slot)
			numbers(kept)
			local := rig.NewPose(pool.Skeleton())
			check(t, p.animation.LocalPose(e, local))
			numbers(local.Locals)
		}
	}
	return p.appendMembers(t, b)
}

// A peer that predicted wrongly and restored, one that never did, and one that took over the state
// in a world with another past have the same state in every frame: numbers of entities, components,
// poses and the bytes of snapshots.
func TestPeersWithOtherPasts(t *testing.T) {
	probe.Seeds(t, 6, 600, func(t *testing.T, seed uint64) {
		random := rand.New(rand.NewPCG(seed, 22))
		steady, wrong, late := newPeer(t, 1), newPeer(t, 1+random.IntN(2)), newPeer(t, 1)
		for frame := range uint64(20 + random.IntN(20)) {
			late.act(t, frame, seed+1000)
		}
		frame := uint64(0)
		for round := range 20 {
			snapshot, err := wrong.session.AppendSnapshot(nil)
			check(t, err)
			for i := range 1 + random.Uint64N(8) {
				wrong.act(t, frame+i, seed+2000) // the input that it predicts
			}
			if random.IntN(2) == 0 {
				wrong.look(random)
			}
			check(t, wrong.session.Restore(snapshot))
			if random.IntN(2) == 0 {
				wrong.look(random) // what was restored, before its first frame
			}
			if again, err := wrong.session.AppendSnapshot(nil); err != nil || !bytes.Equal(again, snapshot) {
				t.Fatalf("round %d: the snapshot of the restored state differs, %v", round, err)
			}
			if round == 5 {
				check(t, late.session.Restore(snapshot))
			}
			for range 1 + random.IntN(4) {
				steady.act(t, frame, seed)
				if random.IntN(3) == 0 {
					steady.look(random)
				}
				wrong.act(t, frame, seed)
				want := steady.state(t)
				if !bytes.Equal(wrong.state(t), want) {
					t.Fatalf("frame %d: the peer that predicted wrongly has another state", frame)
				}
				if round >= 5 {
					late.act(t, frame, seed)
					if !bytes.Equal(late.state(t), want) {
						t.Fatalf("frame %d: the peer with another past has another state", frame)
					}
				}
				frame++
			}
		}
	})
}

// A recording that begins in a world with a past is verified in a fresh one.
func TestRecordingsOfWorldsWithAPast(t *testing.T) {
	probe.Seeds(t, 3, 300, func(t *testing.T, seed uint64) {
		p, fresh := newPeer(t, 1), newPeer(t, 2)
		for frame := range uint64(40) {
			p.act(t, frame, seed+1000)
		}
		var file bytes.Buffer
		recorder, err := rollback.NewRecorder(&file, p.session, nil)
		check(t, err)
		for frame := range uint64(30) {
			p.act(t, frame, seed)
			check(t, recorder.Frame([]byte{byte(frame)}, 0))
		}
		check(t, recorder.Close())
		replay, err := rollback.NewReplay(&file)
		check(t, err)
		n, err := replay.Verify(fresh.session, func(input []byte, _ float64) error {
			fresh.act(t, uint64(input[0]), seed)
			return nil
		})
		if err != nil {
			t.Fatalf("%d frames are equal, then: %v", n, err)
		}
	})
}

// What dies with its carrier dies in the order of numbers, whatever the world had first, so that
// later entities get the same numbers.
func TestRidersDieInTheOrderOfNumbers(t *testing.T) {
	var born [2]ecs.Entity
	for past := range born {
		p := newPeer(t, 1)
		for _, e := range p.sorted(arche.All()) {
			p.world.RemoveEntity(e)
		}
		p.world.Reset()
		check(t, p.animation.Update(0))
		carrier := mustSpawn(p.animation.Spawn(p.model, mgl32.Ident4()))
		rider := func(smooth bool) ecs.Entity {
			e := mustSpawn(p.animation.AttachModel(carrier, "ajoint", p.model, systems.WithTargetLifetime()))
			if smooth {
				check(t, p.animation.EnableInertialization(e))
			}
			return e
		}
		if past == 1 { // this world had a smooth rider first
			snapshot, err := p.session.AppendSnapshot(nil)
			check(t, err)
			rider(true)
			p.update(t, 0.1)
			check(t, p.session.Restore(snapshot))
		}
		rider(false)
		rider(true)
		p.update(t, 0.1)
		p.world.RemoveEntity(carrier)
		p.update(t, 0.1)
		born[past] = mustSpawn(p.animation.Spawn(p.model, mgl32.Ident4()))
	}
	if born[0] != born[1] {
		t.Errorf("the next entity is %v, and %v in a world with a past", born[0], born[1])
	}
}
