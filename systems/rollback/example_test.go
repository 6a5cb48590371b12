package rollback_test

import (
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

// frame runs a frame: every fifth frame a walker is born, which lives as long as the input says.
func (a *arena) frame(number int, input int32) error {
	var dead []ecs.Entity
	query := generic.NewFilter1[Lifetime]().Query(&a.world)
	for query.Next() {
		if query.Get().Frames--; query.Get().Frames <= 0 {
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
		if err := errors.Join(a.animation.EnableRootMotion(e), a.animation.EnableModelMatrices(e), a.animation.Player(e).Play(a.model.Clip("walk"))); err != nil {
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
		err := session.Rehearse(2, func() error {
			hidden++
			return game.frame(frame, 20+hidden)
		})
		if err != nil {
			fmt.Println(err)
			break
		}
	}
	// Output:
	// frame 1: entity 1: rollback_test.Lifetime.Frames: restored 22, first run 21; something outside the snapshot has changed it, or the step is not deterministic
}
