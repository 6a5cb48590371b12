package arguments

import (
	"errors"
	"fmt"

	"github.com/go-gl/mathgl/mgl32"

	"github.com/sinew-go/sinew/ecs"
)

// LongestFade is how many seconds a fade may last unless the program allows more.
const LongestFade = 60

// leastScale is the smallest scale that can be meant: products of three such numbers, such as a
// determinant, are still normal numbers of float32.
const leastScale = 1e-12

// Transform returns an error unless a matrix can place a model in the world: its numbers are
// finite, it has a scale of at least 1e-12 on some axis, and its last row is 0, 0, 0, 1.
func Transform(m mgl32.Mat4) error {
	for i, x := range m {
		if x-x != 0 {
			return fmt.Errorf("expected finite numbers, found %v in row %d of column %d", x, i%4, i/4)
		}
	}
	if row := m.Row(3); row != (mgl32.Vec4{0, 0, 0, 1}) {
		if m == (mgl32.Mat4{}) {
			return fmt.Errorf("expected a matrix from model to world space, such as mgl32.Ident4(), found zeros")
		}
		return fmt.Errorf("expected 0, 0, 0, 1 in the last row, found %v, %v, %v, %v; a translation is in the last column",
			row[0], row[1], row[2], row[3])
	}
	if m.Mat3() == (mgl32.Mat3{}) {
		return fmt.Errorf("expected a scale other than 0 on some axis, found 0 on all")
	}
	var largest float32
	for _, x := range m.Mat3() {
		largest = max(largest, x, -x)
	}
	if largest < leastScale {
		return fmt.Errorf("expected a scale of at least %v on some axis, found %v", leastScale, largest)
	}
	return nil
}

// Fade returns an error unless a duration in seconds is finite, at least 0 and at most the longest.
// Nearly always a longer one was meant in milliseconds.
func Fade(seconds, longest float64) error {
	switch {
	case seconds >= 0 && seconds <= longest && seconds-seconds == 0:
		return nil
	case seconds >= 0 && seconds-seconds == 0:
		return fmt.Errorf("expected at most %v s, found %v s; durations are in seconds, not milliseconds; "+
			"WithLongestFade allows more", longest, seconds)
	}
	return fmt.Errorf("expected 0 s or more, found %v s", seconds)
}

// NotAlive returns the error for an entity that is not alive: the zero entity was never one.
func NotAlive(entity ecs.Entity) error {
	if entity.IsZero() {
		return errors.New("expected an entity of the world, found the zero entity")
	}
	return fmt.Errorf("entity %d is dead", entity.ID())
}
