package probe

import (
	"bytes"
	"runtime"
	"time"
)

// Goroutines returns the number of goroutines in whose stack a function stands, after those that
// hold what nobody refers to have ended: it waits until there are no more than a number, for some
// seconds at most. function is the end of its name, as stacks have it, such as
// "ecs.(*helper).run". The number of all goroutines would not do, as the runtime's own come and go.
func Goroutines(function string, most int) int {
	call := []byte(function + "(")
	stacks := make([]byte, 1<<20)
	for end := time.Now().Add(Patience(20 * time.Second)); ; {
		runtime.GC()
		if n := bytes.Count(stacks[:runtime.Stack(stacks, true)], call); n <= most || time.Now().After(end) {
			return n
		}
		time.Sleep(time.Millisecond)
	}
}
