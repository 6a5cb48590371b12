package systems_test

import (
	"hash/fnv"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/go-gl/mathgl/mgl32"
	"github.com/mlange-42/arche/generic"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/blendspace"
	"github.com/sinew-go/sinew/assets/clip"
	"github.com/sinew-go/sinew/assets/graph"
	"github.com/sinew-go/sinew/assets/id"
	"github.com/sinew-go/sinew/assets/rig"
	"github.com/sinew-go/sinew/components"
	"github.com/sinew-go/sinew/ecs"
	"github.com/sinew-go/sinew/systems"
)

// scriptedCrowd is a crowd that uses every feature. Its inputs depend only on the number of the
// frame.
type scriptedCrowd struct {
	*fixture
	clips      []assets.ClipID // the last one is additive
	space      id.BlendSpace
	graph      assets.GraphID
	stack      id.ModifierStack
	mask       id.Mask
	other      *assets.Model
	scales     generic.Map1[components.TimeScale]
	details    generic.Map1[components.LevelOfDetail]
	transforms generic.Map1[components.Transform]

	crowd, props []ecs.Entity
	spawned      []ecs.Entity // all characters, in the order of creation
	reader       ecs.EventReader
	frame        uint64
	everyFrame   bool // no character is skipped
	jsonOnly     bool // no character is skipped, inertialized, modified or given a pose
}

func newScriptedCrowd(t testing.TB, workers int) *scriptedCrowd {
	t.Helper()
	p := &scriptedCrowd{fixture: newFixture(t, 7, systems.WithWorkers(workers))}
	p.other = newModel(t, p.library, 4, 5)
	skeleton := p.library.Skeleton(p.model.Skeleton)
	random := rand.New(rand.NewPCG(8, 8))
	p.clips = slices.Clone(p.model.Clips)
	for _, name := range []string{"walk", "run"} {
		b := clip.NewBuilder(name, skeleton)
		times := []float32{0, 0.25, 0.5, 0.75}
		var moves []mgl32.Vec3
		for k := range times {
			moves = append(moves, mgl32.Vec3{random.Float32(), random.Float32(), float32(k)})
		}
		c, err := b.Translation(0, clip.Linear, times, moves).
			Marker(clip.Marker{Name: "left", Time: 0}).Marker(clip.Marker{Name: "right", Time: 0.375}).Build()
		if err != nil {
			t.Fatal(err)
		}
		if c, err = clip.ExtractRootMotion(c, clip.RootMotionOptions{}); err != nil {
			t.Fatal(err)
		}
		p.clips = append(p.clips, p.library.AddClip(c))
	}
	p.model.SetClips(p.library, p.clips)
	added, err := clip.MakeAdditive(p.library.Clip(p.clips[0]), p.library.Clip(p.clips[0]).FirstPose())
	if err != nil {
		t.Fatal(err)
	}
	p.clips = append(p.clips, p.library.AddClip(added))
	space, err := blendspace.New1D("move").At(0, p.clips[0]).At(1, p.clips[2]).At(3, p.clips[3]).Build(p.library)
	if err != nil {
		t.Fatal(err)
	}
	p.space, err = p.library.AddMotion(space)
	check(t, err)
	mask, err := rig.NewMask("some", skeleton).Joints(1, "bjoint", "cjoint").Build()
	if err != nil {
		t.Fatal(err)
	}
	p.mask, err = p.library.AddMask(mask)
	check(t, err)
	graph, err := graph.New("graph").Float("speed", 0).Trigger("jump").
		Layer("base",
			graph.State("go").BlendSpace("move", "speed").To("run").When("speed", ">", 2).Fade(0.3),
			graph.State("run").Clip("run").To("go").ExitTime(0.5).When("speed", "<", 2).Fade(0.2).Curve("smoothstep"),
			graph.State("jump").Clip("one").PlayMode(assets.Hold).To("go").ExitTime(0.3).Fade(0.2),
			graph.AnyState().To("jump").WhenTriggered("jump").Fade(0.1)).
		Layer("arms", graph.State("nothing").To("two").When("speed", ">", 1).Fade(0.2),
			graph.State("two").Clip("two").To("nothing").When("speed", "<", 1).Fade(0.4)).Mask("some").
		Build(p.library, p.model)
	if err != nil {
		t.Fatal(err)
	}
	p.graph, err = p.library.AddGraph(graph)
	check(t, err)
	p.stack = springStack(t, p.library, p.model)
	p.scales = generic.NewMap1[components.TimeScale](&p.world)
	p.details = generic.NewMap1[components.LevelOfDetail](&p.world)
	p.transforms = generic.NewMap1[components.Transform](&p.world)
	for range 12 {
		p.spawnRandom(rand.New(rand.NewPCG(1, uint64(len(p.crowd)))))
	}
	return p
}

func (p *scriptedCrowd) spawnRandom(random *rand.Rand) {
	model := p.model
	if random.IntN(6) == 0 {
		model = p.other
	}
	e := mustSpawn(p.animation.Spawn(model, mgl32.Translate3D(random.Float32(), 0, 0)))
	_ = p.animation.Player(e).Play(model.Clips[random.IntN(len(model.Clips))])
	p.crowd, p.spawned = append(p.crowd, e), append(p.spawned, e)
}

// remove removes a character of the crowd.
func (p *scriptedCrowd) remove(i int) {
	p.world.RemoveEntity(p.crowd[i])
	p.crowd = slices.Delete(p.crowd, i, i+1)
}

// randomCommand gives a random character a random command.
func (p *scriptedCrowd) randomCommand(random *rand.Rand) {
	e := p.crowd[random.IntN(len(p.crowd))]
	player := p.animation.Player(e)
	c, some := p.clips[random.IntN(len(p.clips)-1)], float64(random.IntN(400))/1000
	action := random.IntN(24)
	if p.jsonOnly && (action == 12 || action == 13 || action == 16 || action >= 19) {
		return
	}
	switch action {
	case 0, 1, 2:
		_ = player.CrossFade(c, some)
	case 3:
		_ = player.CrossFade(c, some, systems.WithCurve(clip.SmoothStep), systems.WithFrozenSource())
	case 4:
		_ = player.CrossFade(p.space, some)
	case 5:
		_ = player.SetPosition(random.Float32()*4, 0)
	case 6:
		_ = player.Layer(1+random.IntN(3)).Overlay(c, p.mask, some)
	case 7:
		layer := player.Layer(1 + random.IntN(3))
		_ = layer.SetBlend(clip.Additive)
		_ = layer.CrossFade(p.clips[len(p.clips)-1], some)
		_ = layer.FadeWeight(random.Float32()*2-1, some)
	case 8:
		_ = player.SetMode(assets.PlayMode(random.IntN(4)), uint32(random.IntN(4)))
	case 9:
		_ = player.SetSpeed(random.Float32()*4 - 1)
	case 10:
		_ = player.SeekFiring(random.Float64())
	case 11:
		toggle(&p.scales, e, &components.TimeScale{Scale: random.Float32() * 2})
	case 12, 13:
		detail := components.LevelOfDetail{Interval: uint16(random.IntN(5)), Culled: random.IntN(3) == 0}
		if p.everyFrame {
			detail.Interval, detail.Culled = 1, false
		}
		toggle(&p.details, e, &detail)
	case 14:
		if p.animation.Controller(e).Graph() == nil {
			_, _ = p.animation.Control(e, p.graph)
		}
		_ = p.animation.Controller(e).SetFloat("speed", random.Float32()*3)
		if random.IntN(3) == 0 {
			_ = p.animation.Controller(e).Trigger("jump")
		}
	case 15:
		_ = p.animation.EnableRootMotion(e)
	case 16:
		_ = p.animation.EnableInertialization(e)
		_ = player.Inertialize(some)
		_ = player.Play(c)
	case 17:
		_ = player.SetSync(1)
		_ = player.Layer(1).SetSync(1)
	case 18:
		_ = p.animation.EnableModelMatrices(e)
	case 19:
		_ = p.animation.EnableModelMatrices(e, []string{"ajoint", "bjoint", "cjoint"}[random.IntN(3)])
	case 20:
		_ = p.animation.SetLocalPose(e, randomPose(p, e, random), []float32{0, 0.3, 1}[random.IntN(3)])
	case 21:
		_ = p.animation.ClearLocalPose(e)
	case 22:
		_ = p.animation.Modify(e, p.stack)
		_ = p.animation.Modifier(e, "swing").Fade(random.Float32(), some)
	case 23:
		_ = p.animation.Modifier(e, "turn").Fade(random.Float32(), some)
		if random.IntN(3) == 0 {
			_ = p.animation.ResetModifiers(e)
		}
	}
}

// step runs a frame and returns a hash of its results. It removes no entities, because a snapshot
// cannot restore dead ones.
func (p *scriptedCrowd) step(t testing.TB) uint64 {
	t.Helper()
	p.frame++
	random := rand.New(rand.NewPCG(p.frame, 3))
	for range random.IntN(6) {
		p.randomCommand(random)
	}
	if random.IntN(9) == 0 {
		p.spawnRandom(random)
	}
	if random.IntN(12) == 0 {
		if prop, err := p.animation.Attach(p.crowd[random.IntN(len(p.crowd))], "bjoint",
			systems.WithOffset(mgl32.Translate3D(1, 2, 3))); err == nil {
			p.props, p.spawned = append(p.props, prop), append(p.spawned, prop)
		}
	}
	before := p.animation.Store().Frame()
	p.update(t, random.Float64()*0.06)
	return p.hash(p.animation.Store().Frame() != before) // with a fixed step there may have been no frame
}

// hash returns a hash of the results of a frame. It contains poses only if they were computed.
func (p *scriptedCrowd) hash(posed bool) uint64 {
	hash := fnv.New64a()
	var bytes []byte
	number := func(v uint32) { bytes = append(bytes, byte(v), byte(v>>8), byte(v>>16), byte(v>>24)) }
	numbers := func(list []float32) {
		for _, v := range list {
			number(math.Float32bits(v))
		}
	}
	for _, e := range slices.Concat(p.crowd, p.props) {
		if posed {
			numbers(p.animation.Palette(e, p.model.Skins[0]))
			numbers(p.animation.Palette(e, p.other.Skins[0]))
			numbers(p.animation.Morphs(e))
			if pool, slot := p.animation.Pool(e); pool != nil {
				_, kept := pool.KeptMatrices(slot)
				numbers(kept)
				local := rig.NewPose(pool.Skeleton())
				if err := p.animation.LocalPose(e, local); err != nil {
					panic(err)
				}
				numbers(local.Locals)
			}
		}
		if transform := p.transforms.Get(e); transform != nil { // a changed snapshot may take it away
			numbers(transform.Matrix[:])
		}
	}
	events, missed := p.animation.Events().Read(&p.reader)
	number(uint32(missed))
	for _, e := range events {
		number(e.Entity.ID()) // after a restore a new entity has another generation
		number(uint32(e.Clip))
		number(uint32(e.Marker))
		number(uint32(e.State)<<16 | uint32(e.Layer)<<8 | uint32(e.Kind))
		number(math.Float32bits(e.Weight))
		number(math.Float32bits(float32(e.Time)))
	}
	_, _ = hash.Write(bytes)
	return hash.Sum64()
}
