package commandline_test

import (
	"errors"
	"fmt"
	"os"

	"github.com/sinew-go/sinew/cmd/internal/commandline"
)

type greetCommand struct {
	Name  string `arg:"" help:"Who is greeted."`
	Times int    `default:"1" help:"How often."`
}

// Run greets.
func (c *greetCommand) Run(s *commandline.Streams) error {
	if c.Times < 1 {
		return commandline.WrongFlag("--times", fmt.Errorf("expected at least 1, found %d", c.Times))
	}
	if c.Name == "nobody" {
		return errors.New("nobody\nis there")
	}
	for range c.Times {
		fmt.Fprintln(s.Out, "hello", c.Name)
	}
	return nil
}

// A program with one command: flags take one dash or two, and errors are one line.
func Example() {
	for _, arguments := range [][]string{
		{"greet", "fox", "-times", "2"}, {"greet", "fox", "--times=-3"}, {"greet", "nobody"}, {"wave"},
	} {
		program := commandline.Program{Name: "hello", Commands: &struct {
			Greet greetCommand `cmd:"" help:"Greet somebody."`
		}{}}
		fmt.Println("status", program.Run(arguments, os.Stdout, os.Stdout))
	}
	// Output:
	// hello fox
	// hello fox
	// status 0
	// hello: --times: expected at least 1, found -3
	// status 2
	// hello: nobody; is there
	// status 1
	// hello: unexpected argument wave (see hello -h)
	// status 2
}
