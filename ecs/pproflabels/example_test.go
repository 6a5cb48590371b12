package pproflabels_test

import (
	"bytes"
	"context"
	"fmt"
	"runtime/pprof"
	"strings"

	"github.com/sinew-go/sinew/ecs"
	"github.com/sinew-go/sinew/ecs/pproflabels"
)

// look is a system that looks which labels goroutines have.
type look struct{}

func (look) Name() string { return "Look" }

func (look) Run(*ecs.Frame) {
	var profile bytes.Buffer
	if err := pprof.Lookup("goroutine").WriteTo(&profile, 1); err != nil {
		panic(err)
	}
	fmt.Println(strings.Contains(profile.String(), `"system":"Look"`))
}

func ExampleSet() {
	var schedule ecs.Schedule // or Animation.Schedule
	if err := schedule.Add(look{}); err != nil {
		panic(err)
	}
	if err := pproflabels.Set(context.Background(), &schedule); err != nil {
		panic(err)
	}
	schedule.Run(&ecs.Frame{})
	// Output:
	// true
}
