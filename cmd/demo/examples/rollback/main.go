package main

import (
	"fmt"
	"hash/fnv"
	"io"
	"os"

	"github.com/go-gl/mathgl/mgl32"
	"github.com/mlange-42/arche/generic"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/mannequin"
	"github.com/sinew-go/sinew/components"
	"github.com/sinew-go/sinew/ecs"
	"github.com/sinew-go/sinew/systems"
	"github.com/sinew-go/sinew/systems/rollback"
)

const late, rate = 7, 60 // frames until the other player's input arrives; frames a second

// Input is what a player presses in a frame. It can be compared, so that a wrong guess is found.
type Input struct{ Run, Flag bool }

// Lifetime is a component of the game: the frames that are left to a flag.
type Lifetime struct{ Frames int32 }

// peer is the game on one machine.
type peer struct {
	world     ecs.World
	animation *systems.Animation
	session   *rollback.Session
	model     *assets.Model
	walkers   [2]ecs.Entity
	flags     generic.Map1[Lifetime]
	places    generic.Map1[components.Transform]

	snapshots [late + 1][]byte // before each of the last frames, in a ring
	inputs    [][2]Input       // with which each frame ran last
	restored  int              // how often the peer returned to an earlier frame
}

func newPeer() *peer {
	p := &peer{world: ecs.NewWorld()}
	library := assets.NewLibrary()
	var err error
	p.model, err = mannequin.New(library)
	must(err)
	p.animation, err = systems.NewAnimation(&p.world, library)
	must(err)
	p.flags, p.places = generic.NewMap1[Lifetime](&p.world), generic.NewMap1[components.Transform](&p.world)
	for i := range p.walkers {
		p.walkers[i], err = p.animation.Spawn(p.model, mgl32.Translate3D(float32(i), 0, 0))
		must(err)
	}
	// guide: session
	p.session, err = rollback.NewSession(p.animation)
	must(err)
	must(rollback.Register[Lifetime](p.session)) // everything that decides about the future
	// guide: end
	return p
}

// step runs a frame of the game. It depends on the world and the input, and on nothing else.
func (p *peer) step(inputs [2]Input) {
	var dead []ecs.Entity
	for query := generic.NewFilter1[Lifetime]().Query(&p.world); query.Next(); {
		if query.Get().Frames--; query.Get().Frames <= 0 {
			dead = append(dead, query.Entity())
		}
	}
	for _, flag := range dead {
		p.world.RemoveEntity(flag)
	}
	for i, walker := range p.walkers {
		if inputs[i].Flag {
			flag, err := p.animation.Attach(walker, "head", systems.WithOffset(mgl32.Translate3D(0, 0.4, 0)))
			must(err)
			p.flags.Assign(flag, &Lifetime{Frames: 2 * rate})
		}
		clip, speed := "walk", float32(mannequin.WalkSpeed)
		if inputs[i].Run {
			clip, speed = "run", mannequin.RunSpeed
		}
		must(p.animation.Player(walker).CrossFade(p.model.Clip(clip), 0.2))
		place := p.places.Get(walker)
		place.Matrix = place.Matrix.Mul4(mgl32.Translate3D(0, 0, speed/rate))
	}
	must(p.animation.Update(1.0 / rate))
}

// guide: frame

// frame runs a frame and keeps the state before it.
func (p *peer) frame(number int, inputs [2]Input) {
	slot := &p.snapshots[number%len(p.snapshots)]
	var err error
	*slot, err = p.session.AppendSnapshot((*slot)[:0])
	must(err)
	if number == len(p.inputs) {
		p.inputs = append(p.inputs, inputs)
	}
	p.inputs[number] = inputs
	p.step(inputs)
}

// correct repeats the frames from one on, if the other player's input was not what that frame assumed.
func (p *peer) correct(number, other int, input Input) {
	if p.inputs[number][other] == input {
		return
	}
	must(p.session.Restore(p.snapshots[number%len(p.snapshots)]))
	for again := number; again < len(p.inputs); again++ {
		p.inputs[again][other] = input // and from there on the guess is the same
		p.frame(again, p.inputs[again])
	}
	p.restored++
}

// guide: end

// hash returns a hash of the whole state of the game.
func (p *peer) hash() uint64 {
	snapshot, err := p.session.AppendSnapshot(nil)
	must(err)
	h := fnv.New64a()
	h.Write(snapshot)
	return h.Sum64()
}

// pressed is the script that stands for the two players.
func pressed(player, frame int) Input {
	return Input{Run: frame/(40+13*player)%2 == 1, Flag: frame%90 == 30*player+10}
}

func main() { run(os.Stdout, 300) }

// run lets two peers play for some frames, and a third one to which all input comes in time. It reports whether all
// three end in the same state.
func run(out io.Writer, frames int) bool {
	peers, inTime := [2]*peer{newPeer(), newPeer()}, newPeer()
	for frame := range frames + late {
		for self, p := range peers {
			other := 1 - self
			if arrived := frame - late; arrived >= 0 {
				p.correct(arrived, other, pressed(other, arrived))
			}
			if frame < frames {
				inputs := [2]Input{pressed(0, frame), pressed(1, frame)}
				inputs[other] = pressed(other, max(0, frame-late)) // the newest that has arrived
				p.frame(frame, inputs)
			}
		}
		if frame < frames {
			inTime.frame(frame, [2]Input{pressed(0, frame), pressed(1, frame)})
		}
	}
	same := true
	for i, p := range append(peers[:], inTime) {
		fmt.Fprintf(out, "peer %d returned %d times; after %d frames the hash is %016x\n", i, p.restored, frames, p.hash())
		same = same && p.hash() == inTime.hash()
		p.animation.Close()
	}
	fmt.Fprintln(out, "the same to the last bit:", same)
	return same
}

// must stands for the error handling of a game.
func must(err error) {
	if err != nil {
		panic(err)
	}
}
