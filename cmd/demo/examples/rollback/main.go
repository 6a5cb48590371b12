package main

import (
	"fmt"
	"hash/fnv"
	"io"
	"os"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/systems/rollback"
)

const late = 7 // frames until the other player's input arrives

// peer is the game on one machine.
type peer struct {
	*game
	session   *rollback.Session
	snapshots [late + 1][]byte // before each of the last frames, in a ring
	inputs    [][2]Input       // with which each frame ran last
	restored  int              // how often the peer returned to an earlier frame
}

func newPeer(library *assets.Library, model *assets.Model) *peer {
	p := &peer{game: newGame(library, model)}
	var err error
	// guide: session
	p.session, err = rollback.NewSession(p.animation)
	must(err)
	must(rollback.Register[Lifetime](p.session)) // everything of the game that decides about the future
	// guide: end
	return p
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

// correct repeats the frames from one on, if the other player's input there was not as assumed.
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

func main() { run(os.Stdout, 300) }

// run lets two peers play for some frames, and a third one to which all input comes in time. It
// reports whether all three end in the same state.
func run(out io.Writer, frames int) bool {
	library, model := newLibrary()
	peers, inTime := [2]*peer{newPeer(library, model), newPeer(library, model)}, newPeer(library, model)
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
		fmt.Fprintf(out, "peer %d returned %d times; after %d frames the hash is %016x\n", i, p.restored,
			frames, p.hash())
		same = same && p.hash() == inTime.hash()
		p.animation.Close()
	}
	fmt.Fprintln(out, "the same to the last bit:", same)
	return same
}
