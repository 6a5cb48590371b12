package replacing

import (
	"slices"
	"sync"

	"github.com/sinew-go/sinew/assets/graph/machine"
	"github.com/sinew-go/sinew/assets/id"
	"github.com/sinew-go/sinew/assets/modifier/stack"
	"github.com/sinew-go/sinew/assets/motion"
)

// Follower keeps state for the assets of a library. A library calls its methods between two frames,
// when the asset before is no longer in its table, but all that it refers to still is. They cannot
// fail. (It is an interface so that a program which replaces nothing does not contain the methods.)
type Follower interface {
	// GraphReplaced, StackReplaced and MotionReplaced take the state of characters over from an
	// asset to the one that now has its ID.
	GraphReplaced(of id.Graph, before, now *machine.Graph)
	StackReplaced(of id.ModifierStack, before, now *stack.Stack)
	MotionReplaced(of id.Motion, before, now *motion.Asset)
}

// List are the followers of a library. The zero value has none. Its methods may be called at the
// same time.
type List struct {
	lock sync.Mutex
	find []func() Follower
}

// Add adds a follower, given a function that finds it, or nil once there is none any more: the list
// does not keep it alive.
func (l *List) Add(find func() Follower) {
	l.lock.Lock()
	defer l.lock.Unlock()
	l.find = append(slices.DeleteFunc(l.find, func(find func() Follower) bool { return find() == nil }), find)
}

// Each calls f for each follower, in the order in which they were added.
func (l *List) Each(f func(Follower)) {
	l.lock.Lock()
	all := slices.Clone(l.find)
	l.lock.Unlock()
	for _, find := range all {
		if follower := find(); follower != nil {
			f(follower)
		}
	}
}

// given is the function that package assets gives, which this package cannot import.
var given any

// Give sets the function that returns the list of a library of the type L. Package assets calls it
// before any other package can call [Of].
func Give[L any](of func(library *L) *List) { given = of }

// Of returns the list of a library. It panics for another type than that of package assets.
func Of[L any](library *L) *List { return given.(func(*L) *List)(library) }
