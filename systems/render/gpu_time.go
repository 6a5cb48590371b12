package render

import (
	"time"

	"github.com/sinew-go/sinew/systems/render/internal/gpu"
)

// timedFrames is of how many frames the GPU's times may be waited for: those that the driver queues
// up, and one that is drawn.
const timedFrames = 4

// gpuClock measures how long the GPU works for a frame, without waiting for it. The zero gpuClock
// measures nothing.
type gpuClock struct {
	timer   gpu.Timer // nil if the device has none
	frames  [timedFrames]timedFrame
	next    int // the index of the frame that is measured next, or now
	running bool
	seconds float64 // of the last frame whose time is known
	number  *uint64 // allocated separately, as C must not receive memory that contains Go pointers
}

// timedFrame is the query of a frame.
type timedFrame struct {
	query   perContext[gpu.Query]
	context int
	begun   time.Time
	waiting bool // for the result
}

func newGPUClock(d gpu.Device) gpuClock {
	if timer, ok := d.(gpu.Timer); ok && timer.MeasuresTime() {
		return gpuClock{timer: timer, number: new(uint64)}
	}
	return gpuClock{}
}

// begin begins to measure a frame, unless the times of all frames are waited for. It waits no
// longer for one of another context, which may never be current again.
func (g *gpuClock) begin(c *contexts) {
	if g.timer == nil || g.running {
		return
	}
	g.read(c)
	f := &g.frames[g.next]
	if f.waiting && f.context == c.current {
		return
	}
	f.waiting = false
	query, ok := f.query.get(c)
	if !ok {
		query = g.timer.CreateQuery()
		f.query.set(c, query)
	}
	f.context, f.begun = c.current, time.Now()
	g.running = g.timer.BeginTime(query, g.number)
}

// end ends the frame that begin began, if it did.
func (g *gpuClock) end() {
	if g.running {
		g.timer.EndTime()
		g.running = false
		g.frames[g.next].waiting = true
		g.next = (g.next + 1) % timedFrames
	}
}

// read notes the times of frames that are known by now, in their order, and that were drawn in the
// present context.
func (g *gpuClock) read(c *contexts) {
	for i := range g.frames {
		f := &g.frames[(g.next+i)%timedFrames]
		if !f.waiting || f.context != c.current {
			continue
		}
		query, _ := f.query.get(c)
		if !g.timer.Time(query, g.number) {
			return
		}
		f.waiting = false
		// Mesa loses the begin of the first frame of some contexts, and tells the time since the machine
		// started.
		if seconds := float64(*g.number) * 1e-9; seconds <= time.Since(f.begun).Seconds() {
			g.seconds = seconds
		}
	}
}

func (g *gpuClock) delete(c *contexts) {
	if g.timer == nil {
		return
	}
	for i := range g.frames {
		g.frames[i].query.free(c, g.timer.DeleteQuery)
	}
	*g = gpuClock{}
}
