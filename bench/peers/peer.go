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

// MatrixSize is the number of float32 in a matrix: three rows of four, row-major.
const MatrixSize = 12

// Frame is the time between two frames, in seconds.
const Frame = 1.0 / 60

// Crowd is a number of characters of one model, animated by one library.
type Crowd interface {
	// Update advances every character by seconds and computes its palette.
	Update(seconds float64)
	// Palette returns a character's palette: for each joint of the file's first skin, in the file's
	// order, the matrix from the bind pose to model space, [MatrixSize] numbers each.
	Palette(character int) []float32
}

// Case is the work for a [Crowd].
type Case struct {
	// File is the path of a glTF file.
	File string
	// Clips are the indices of one or two of the file's animations. All loop; two are blended half
	// and half, joint by joint.
	Clips []int
	// Characters is the number of characters.
	Characters int
}

// Start returns a character's first time in its clips, in seconds. Times differ, so that no library
// gains from repeating the same work, and lie after the first keys of the compared clips.
func (c Case) Start(character int) float64 {
	return 0.1 + math.Mod(0.0137*float64(character), 0.5)
}

// Peer is a library to compare.
type Peer struct {
	// Name is the library's name in the table, with its version.
	Name string
	// Note explains the library's rows.
	Note string
	// Other explains which part of the work the library does not do. Its rows are then marked as
	// not comparable.
	Other string
	// Blends is the number of clips that the library can blend while all of them play.
	Blends int
	// Open makes a crowd.
	Open func(Case) (Crowd, error)
}

// ErrNoSkin reports that a file does not have a skin and the clips of the case.
var ErrNoSkin = errors.New("expected a file with a skin and the requested clips")

// Arguments are the flags of a program that measures.
type Arguments struct {
	Model      string        `required:"" help:"glTF file." type:"existingfile"`
	Clip       []int         `required:"" help:"Index of an animation; a second one to blend."`
	Characters []int         `default:"1,100,1000" help:"Numbers of characters."`
	Budget     time.Duration `default:"400ms" help:"Time for each row."`
}

// Case returns the case of the flags, with 0 characters.
func (a Arguments) Case() Case { return Case{File: a.Model, Clips: a.Clip} }

// Main is the main function of a program that measures peers. It parses the flags and prints a JSON
// array of [Result].
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

// Run is [Main] for a program that measures in its own way.
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
