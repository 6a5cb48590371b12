package ecs

import (
	"runtime"
	"sync"
	"sync/atomic"
	"time"
)

// helper is a goroutine that helps the caller of [Workers.Run] with a task. All Workers of a
// process share the helpers: a Run claims those that nobody else uses, and releases them when the
// task is done. TestHelperModel explores every interleaving of the steps of claim, release and
// dismiss.
type helper struct {
	start   *latch      // where it waits to be used
	claimed atomic.Bool // somebody uses it, or it has ended
	leaves  atomic.Bool // it ends as soon as nobody uses it
	shared  *shared     // of the Workers that use it; nil: it ends
	worker  int         // its number there
	parks   uint64      // of start that were counted
	_       [80]byte    // no cache line is another helper's too
}

// claim reports whether the helper was free. It then belongs to the caller until release.
func (h *helper) claim() bool { return !h.claimed.Load() && h.claimed.CompareAndSwap(false, true) }

// release makes the helper free again. It must be done with its task.
func (h *helper) release() {
	h.shared = nil
	h.claimed.Store(false)
	if h.leaves.Load() {
		h.end()
	}
}

// dismiss ends the helper, at once or when it is released.
func (h *helper) dismiss() {
	h.leaves.Store(true)
	h.end()
}

// end ends the helper if nobody uses it.
func (h *helper) end() {
	if h.claim() {
		h.start.done()
	}
}

// run is the goroutine.
func (h *helper) run(spin *atomic.Int64) {
	for {
		h.start.wait(time.Duration(spin.Load()))
		s := h.shared
		if s == nil {
			return
		}
		s.spent[h.worker].parks += h.start.parks - h.parks
		h.parks = h.start.parks
		s.work(h.worker)
		h.start.arm(1) // before Run can return and somebody call done again
		s.finished.done()
	}
}

// helpers are the helpers of all Workers of the process.
var helpers helperPool

// helperPool is a set of helpers, as many as its users need.
type helperPool struct {
	list  atomic.Pointer[[]*helper] // never changed in place; nil: none
	spin  atomic.Int64              // how long helpers spin, in nanoseconds
	mutex sync.Mutex
	users map[int]int // how many Workers have each limit
}

// all returns the helpers.
func (p *helperPool) all() []*helper {
	if list := p.list.Load(); list != nil {
		return *list
	}
	return nil
}

// join adds Workers with a limit.
func (p *helperPool) join(limit int) {
	p.mutex.Lock()
	defer p.mutex.Unlock()
	if p.users == nil {
		p.users = make(map[int]int)
	}
	p.users[limit]++
	p.fit()
}

// leave removes Workers with a limit.
func (p *helperPool) leave(limit int) {
	p.mutex.Lock()
	defer p.mutex.Unlock()
	if p.users[limit]--; p.users[limit] == 0 {
		delete(p.users, limit)
	}
	p.fit()
}

// refit adapts the number of helpers to the number of processors.
func (p *helperPool) refit() {
	p.mutex.Lock()
	defer p.mutex.Unlock()
	p.fit()
}

// fit starts and dismisses helpers: there are as many as the users want together, but no more than
// processors besides that of a caller, unless a single user wants more.
func (p *helperPool) fit() {
	processors := runtime.GOMAXPROCS(0)
	most, sum := 0, 0
	for limit, count := range p.users {
		n := workersOf(limit, processors) - 1
		most, sum = max(most, n), sum+n*count
	}
	n := max(most, min(sum, processors-1))
	spin := spinDuration
	if n >= processors { // goroutines that spin would keep others from working
		spin = 0
	}
	p.spin.Store(int64(spin))
	old := p.all()
	if n == len(old) {
		return
	}
	list := make([]*helper, n)
	for i := copy(list, old); i < n; i++ {
		h := &helper{start: newLatch()}
		h.start.arm(1)
		go h.run(&p.spin)
		list[i] = h
	}
	p.list.Store(&list)
	for i := n; i < len(old); i++ {
		old[i].dismiss()
	}
}

// workersOf returns the number of workers with a limit, which 0 leaves to the number of processors.
func workersOf(limit, processors int) int {
	if limit > 0 {
		return limit
	}
	return processors
}
