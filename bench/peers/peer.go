package peers

import (
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"os"
	"time"

	"github.com/alecthomas/kong"
)

// MatrixSize is how many numbers a matrix has: three rows of four, row after row.
const MatrixSize = 12

// Frame is the time between two frames, in seconds.
const Frame = 1.0 / 60

// Crowd is a number of characters of one model in one library's hands.
type Crowd interface {
	// Update moves every character on by some seconds and takes it to its finished palette.
	Update(seconds float64)
	// Palette returns a character's palette: for each joint of the file's first skin, in the file's order, the matrix that takes
	// vertices from the bind pose to model space, [MatrixSize] numbers each.
	Palette(character int) []float32
}

// Case says what a [Crowd] is to do.
type Case struct {
	// File is the path of a glTF file.
	File string
	// Clips are the indices of one or two of its animations. All loop; two are blended half and half, joint by joint.
	Clips []int
	// Characters is how many there are.
	Characters int
}

// Start returns how far into its clips a character is at first, in seconds: not the same for each, so that no library gains by
// doing the same work again and again, and behind the first keys of the clips compared.
func (c Case) Start(character int) float64 {
	return 0.1 + math.Mod(0.0137*float64(character), 0.5)
}

// Peer is a library that is compared.
type Peer struct {
	// Name is what it is called in the table, with its version.
	Name string
	// Note says what to know about its rows.
	Note string
	// Other says in which way it does not do all of the work, which puts its rows beside the comparison.
	Other string
	// Blends is how many clips it can blend, each going on.
	Blends int
	// Open prepares a crowd.
	Open func(Case) (Crowd, error)
}

// ErrNoSkin says that a file has no skin or not the clips that were asked for, and so nothing to compare.
var ErrNoSkin = errors.New("peers compare files that have a skin and the clips asked for")

// Arguments are the flags of the programs that measure.
type Arguments struct {
	Model      string        `required:"" help:"glTF file." type:"existingfile"`
	Clip       []int         `required:"" help:"Index of an animation; a second one to blend."`
	Characters []int         `default:"1,100,1000" help:"Numbers of characters."`
	Budget     time.Duration `default:"400ms" help:"Time for each row."`
}

// Case returns the case of the flags, of no characters yet.
func (a Arguments) Case() Case { return Case{File: a.Model, Clips: a.Clip} }

// Main is the main function of a program that measures peers: it reads the flags and prints a JSON array of [Result].
func Main(list ...Peer) {
	Run(func(a Arguments) ([]Result, error) {
		var all []Result
		for _, peer := range list {
			results, err := Measure(peer, a.Case(), a.Characters, a.Budget)
			if err != nil {
				return nil, err
			}
			all = append(all, results...)
		}
		return all, nil
	})
}

// Run is [Main] for a program with a way of its own to measure.
func Run(measure func(Arguments) ([]Result, error)) {
	var a Arguments
	kong.Parse(&a)
	results, err := measure(a)
	if err == nil {
		err = json.NewEncoder(os.Stdout).Encode(results)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}
