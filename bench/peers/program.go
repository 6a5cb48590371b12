package peers

import (
	"encoding/json"
	"fmt"
	"os"
	"time"

	"github.com/alecthomas/kong"
)

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
