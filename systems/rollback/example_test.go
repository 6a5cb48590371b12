package rollback_test

import (
	"bytes"
	"errors"
	"fmt"

	"github.com/go-gl/mathgl/mgl32"
	arche "github.com/mlange-42/arche/ecs"
	"github.com/mlange-42/arche/generic"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/mannequin"
	"github.com/sinew-go/sinew/components"
	"github.com/sinew-go/sinew/ecs"
	"github.com/sinew-go/sinew/systems"
	"github.com/sinew-go/sinew/systems/rollback"
)

func must(err error) {
	if err != nil {
		panic(err)
	}
}

// Lifetime is a component of a program: the frames until the entity dies.
type Lifetime struct{ Frames int32 }

// Wave is a resource of a program.
type Wave struct{ Born int32 }

// arena is a game in which walkers are born and die.
type arena struct {
	world     ecs.World
	model     *assets.Model
	animation *systems.Animation
	lifetimes generic.Map1[Lifetime]
	wave      *Wave
}

func newArena() *arena {
	a := &arena{world: ecs.NewWorld(), wave: &Wave{}}
	library := assets.NewLibrary()
	var err error
	a.model, err = mannequin.New(library)
	must(err)
	a.animation, err = systems.NewAnimation(&a.world, library)
	must(err)
	a.lifetimes = generic.NewMap1[Lifetime](&a.world)
	arche.AddResource(&a.world, a.wave)
	return a
}

// frame runs a frame: walkers walk, and every fifth frame one is born, which lives as long as the input says.
func (a *arena) frame(number int, input int32) error {
	var dead []ecs.Entity
	query := generic.NewFilter2[Lifetime, components.Transform]().Query(&a.world)
	for query.Next() {
		lifetime, transform := query.Get()
		transform.Matrix = mgl32.Translate3D(0, 0, mannequin.WalkSpeed/60).Mul4(transform.Matrix)
		if lifetime.Frames--; lifetime.Frames <= 0 {
			dead = append(dead, query.Entity())
		}
	}
	for _, e := range dead {
		a.world.RemoveEntity(e)
	}
	if number%5 == 0 {
		e, err := a.animation.Spawn(a.model, mgl32.Translate3D(float32(a.wave.Born), 0, 0))
		if err != nil {
			return err
		}
		a.lifetimes.Assign(e, &Lifetime{Frames: input})
		a.wave.Born++
		if err := errors.Join(a.animation.EnableModelMatrices(e), a.animation.Player(e).Play(a.model.Clip("walk"))); err != nil {
			return err
		}
	}
	return a.animation.Update(1.0 / 60)
}

// hands returns the places of all right hands in world space, in the order of slots.
func (a *arena) hands() (places []mgl32.Vec3) {
	transforms := generic.NewMap1[components.Transform](&a.world)
	for _, pool := range a.animation.Store().Pools() {
		hand, _ := pool.Skeleton().Find("right_hand")
		for slot := range pool.Len() {
			m := pool.ModelMatrices(slot)[hand*assets.MatrixSize:]
			places = append(places, mgl32.TransformCoordinate(mgl32.Vec3{m[3], m[7], m[11]}, transforms.Get(pool.Owner(slot)).Matrix))
		}
	}
	return places
}

// A game over a network runs 120 frames. The other player's input always arrives 8 frames late: until then the game
// assumes that it is as before, and when it is not, it returns to that frame and repeats the frames since. Walkers that
// were born or died in between do not disturb that. In the end the game is where it is with all input in time.
func Example() {
	input := func(frame int) int32 { return 10 + int32(frame/7%3)*12 }
	const frames, late = 120, 8

	inTime := newArena()
	defer inTime.animation.Close()
	for frame := range frames {
		must(inTime.frame(frame, input(frame)))
	}

	game := newArena()
	defer game.animation.Close()
	session, err := rollback.NewSession(game.animation)
	must(err)
	must(rollback.Register[Lifetime](session))
	must(rollback.RegisterResource[Wave](session))
	var snapshots [late + 1][]byte // a ring, by frame
	guess := make([]int32, frames) // the input with which each frame ran last
	rollbacks := 0
	for frame := range frames + late {
		if known := frame - late; known >= 0 && guess[known] != input(known) {
			must(session.Restore(snapshots[known%len(snapshots)]))
			for again := known; again < min(frame, frames); again++ {
				slot := &snapshots[again%len(snapshots)]
				*slot, err = session.AppendSnapshot((*slot)[:0])
				must(err)
				guess[again] = input(known)
				must(game.frame(again, guess[again]))
			}
			rollbacks++
		}
		if frame < frames {
			slot := &snapshots[frame%len(snapshots)]
			*slot, err = session.AppendSnapshot((*slot)[:0])
			must(err)
			guess[frame] = input(max(0, frame-late))
			must(game.frame(frame, guess[frame]))
		}
	}
	fmt.Println("rollbacks:", rollbacks, "born:", game.wave.Born, "alive:", len(game.hands()))
	fmt.Println("hands in the same places:", fmt.Sprint(game.hands()) == fmt.Sprint(inTime.hands()))
	// Output:
	// rollbacks: 17 born: 24 alive: 3
	// hands in the same places: true
}

// A test of a game runs every frame twice and finds what is not in the snapshot: here a counter in a variable.
func ExampleSession_Rehearse() {
	game := newArena()
	defer game.animation.Close()
	session, err := rollback.NewSession(game.animation)
	must(err)
	must(rollback.Register[Lifetime](session))
	must(rollback.RegisterResource[Wave](session))

	hidden := int32(0)
	for frame := range 8 {
		// guide: rehearse
		err := session.Rehearse(2, func() error {
			hidden++ // a mistake: it is in no component and no resource
			return game.frame(frame, 20+hidden)
		})
		if err != nil {
			fmt.Println(err)
			break
		}
		// guide: end
	}
	// Output:
	// frame 1: entity 1: rollback_test.Lifetime.Frames: restored 22, first run 21; something outside the snapshot has changed it, or the step is not deterministic
}

// A server tests a shot against what the shooter saw, a moment ago. The target has walked on since.
func ExampleHistory_Ray() {
	game := newArena()
	defer game.animation.Close()
	capsules := rollback.CapsulesOf(game.animation.Library(), game.model, 0.04) // no fingers
	history, err := rollback.NewHistory(game.animation, 64, capsules...)        // 64 ticks, about a second
	must(err)
	for frame := range 60 {
		must(game.frame(frame, 1000))
		history.Record()
	}

	// The client saw the world halfway between ticks 20 and 21, and aimed at the right hand of the first walker.
	const seen = 20.5
	target := game.animation.Store().Pools()[0].Owner(0)
	skeleton := game.animation.Library().Skeleton(game.model.Skeleton)
	hand, err := skeleton.FindJoint("right_hand")
	must(err)
	at, ok := history.JointMatrix(seen, target, hand)
	if !ok {
		panic("the hand has no capsule")
	}
	side := mgl32.Vec3{at[3] - 3, at[7], at[11]}
	hit, ok := history.Ray(seen, side, mgl32.Vec3{1, 0, 0}, 100)
	fmt.Printf("seen: %v, entity %d, %s, at %.1f m\n", ok, hit.Entity.ID(), skeleton.JointName(int(hit.Joint)), hit.Distance)

	_, newest := history.Ticks()
	_, ok = history.Ray(float64(newest), side, mgl32.Vec3{1, 0, 0}, 3.2)
	fmt.Println("now:", ok)
	// Output:
	// seen: true, entity 1, right_hand, at 3.0 m
	// now: false
}

// A recording of a frame's input and result is run again, as another machine would.
func ExampleReplay_Verify() {
	newSession := func() (*arena, *rollback.Session) {
		game := newArena()
		session, err := rollback.NewSession(game.animation)
		must(err)
		must(rollback.Register[Lifetime](session))
		must(rollback.RegisterResource[Wave](session))
		return game, session
	}
	game, session := newSession()
	defer game.animation.Close()
	var file bytes.Buffer
	recorder, err := rollback.NewRecorder(&file, session, []byte("arena"))
	must(err)
	for frame := range 30 {
		input := []byte{byte(10 + frame)}
		must(game.frame(frame, int32(input[0])))
		must(recorder.Frame(input, 1.0/60))
	}
	must(recorder.Close())

	again, session := newSession()
	defer again.animation.Close()
	replay, err := rollback.NewReplay(&file)
	must(err)
	frames, err := replay.Verify(session, func(input []byte, _ float64) error {
		frame := replay.Frames() - 1
		if frame == 25 {
			input = []byte{99} // a bug
		}
		return again.frame(frame, int32(input[0]))
	})
	fmt.Printf("%s: %d frames are as recorded\n%v\n", replay.Settings(), frames, err)
	// Output:
	// arena: 25 frames are as recorded
	// frame 26: entity 4: its components or its pose differ from the recording; the program, its assets or its input differ from the recorded ones, or a step is not deterministic
}
