package background

import (
	"context"
	"runtime"
	"sync"
)

// Pool runs work on a limited number of goroutines, which end when there is none. The zero Pool has
// the default limit: one goroutine fewer than there are processors, and at least one.
type Pool struct {
	Limit int // of goroutines; below 1: the default. It must not change once there is work.

	mutex   sync.Mutex
	workers int // goroutines that run
	queue   []func(*Worker)
}

// Go runs work as soon as a goroutine is free, in the order of the calls.
func (p *Pool) Go(work func(*Worker)) {
	p.mutex.Lock()
	defer p.mutex.Unlock()
	p.queue = append(p.queue, work)
	p.start()
}

// Help runs work on another goroutine of the worker's pool, and reports whether one was free. For
// a nil Worker, in the foreground, none is.
func (w *Worker) Help(work func(*Worker)) bool {
	if w == nil {
		return false
	}
	p := w.pool
	p.mutex.Lock()
	defer p.mutex.Unlock()
	if p.workers >= p.limit() {
		return false
	}
	p.queue = append(p.queue, work)
	p.start()
	return true
}

func (p *Pool) limit() int {
	if p.Limit > 0 {
		return p.Limit
	}
	return max(1, runtime.GOMAXPROCS(0)-1)
}

// start starts one goroutine if work waits, within the limit. It is called whenever work comes or a
// goroutine ends. The pool is locked.
func (p *Pool) start() {
	if len(p.queue) > 0 && p.workers < p.limit() {
		p.workers++
		go p.run()
	}
}

// run is a goroutine, which works until nothing waits.
func (p *Pool) run() {
	defer func() { // also where the work ends this goroutine by runtime.Goexit
		p.mutex.Lock()
		defer p.mutex.Unlock()
		p.workers--
		p.start()
	}()
	w := &Worker{pool: p}
	for work := p.next(); work != nil; work = p.next() {
		work(w)
	}
}

// next takes what waits longest, or returns nil.
func (p *Pool) next() func(*Worker) {
	p.mutex.Lock()
	defer p.mutex.Unlock()
	if len(p.queue) == 0 {
		return nil
	}
	work := p.queue[0]
	p.queue[0] = nil // so that what it holds can be freed
	p.queue = p.queue[1:]
	return work
}

type workerKey struct{}

// With returns a context by which a call works on the goroutine of a worker.
func With(ctx context.Context, w *Worker) context.Context {
	return context.WithValue(ctx, workerKey{}, w)
}

// Of returns the worker of a context, or nil, the foreground.
func Of(ctx context.Context) *Worker {
	w, _ := ctx.Value(workerKey{}).(*Worker)
	return w
}
