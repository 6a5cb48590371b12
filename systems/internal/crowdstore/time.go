package crowdstore

import (
	"math"

	"github.com/sinew-go/sinew/assets/blendspace/mixer"
	"github.com/sinew-go/sinew/assets/clip"
	"github.com/sinew-go/sinew/assets/id"
	"github.com/sinew-go/sinew/assets/motion"
	"github.com/sinew-go/sinew/components"
	"github.com/sinew-go/sinew/internal/exact"
	"github.com/sinew-go/sinew/internal/playback"
)

// TicksPerSecond is the resolution of the crowd's time on the GPU: a tick is about a microsecond.
const TicksPerSecond = 1 << 20

// Ticks returns a time in whole ticks. A time that is not finite is 0.
func Ticks(seconds float64) int64 {
	ticks := seconds * TicksPerSecond
	if ticks-ticks != 0 {
		return 0
	}
	return int64(math.Floor(max(-1<<62, min(ticks, 1<<62))))
}

// Flags of a record.
const (
	flagPingPong = 1 << iota // of motion 0; the flags of motion 1 are shifted by flagShift
	flagEnds                 // the motion ends instead of looping
	flagBackward             // it ends at its start
	flagOnce                 // the rest pose shows after the end
	flagShift    = 4
)

// phase is how a motion's place in its cycle depends on time, in integers: so it is as exact after
// hours as at the beginning, on the GPU too. A cycle is the clip or, in a ping-pong, the way there
// and back.
type phase struct {
	first uint32 // the fraction of the cycle at the player's Since, times 2^32
	rate  uint64 // cycles per tick, times 2^64; negative rates wrap around
	hold  uint32 // ticks after which the motion ends, with flagEnds
	flags uint32
}

// newPhase returns the phase of a motion of a clip.
func newPhase(m *components.CrowdMotion, a *motion.Asset) phase {
	duration := a.Span.Duration()
	if !(duration > 0) {
		if m.Mode == clip.Once || m.Mode == clip.Hold {
			return phase{flags: flagEnds | flags(m.Mode == clip.Once, flagOnce)}
		}
		return phase{}
	}
	s := startOf(m, a)
	return phaseFrom(m.Mode, (s.From-a.Span.Start)/duration, speedOf(m)/duration/TicksPerSecond, s.Backward)
}

// phaseFrom returns the phase of a motion that is at a fraction of its duration, 0 to 1, of which a
// part passes in a tick, and that moves backward or not.
func phaseFrom(mode clip.PlayMode, fraction, rate float64, backward bool) (p phase) {
	if mode == clip.PingPong {
		p.flags |= flagPingPong
		fraction, rate = fraction/2, math.Abs(rate)/2
		if backward {
			fraction = 1 - fraction
		}
	}
	// Up to 2^61/2^64 cycles per tick, which is far more than anybody can see.
	p.rate = uint64(int64(max(-1<<61, min(math.Round(math.Ldexp(rate, 64)), 1<<61))))
	p.first = fixed(fraction)
	if mode == clip.Once || mode == clip.Hold {
		p.flags |= flagEnds | flags(mode == clip.Once, flagOnce) | flags(backward, flagBackward)
		p.first = uint32(min(math.Floor(math.Ldexp(fraction, 32)), math.MaxUint32))
		p.hold = p.holdTicks(backward, fraction)
	}
	return p
}

// holdTicks returns the ticks from Since to the end of a motion that ends: within them the
// fixed-point phase does not wrap.
func (p *phase) holdTicks(backward bool, fraction float64) uint32 {
	left, step := uint64(p.first)<<32, -p.rate
	if !backward {
		left, step = -left, p.rate
		if p.first == 0 {
			left = math.MaxUint64
		}
		if fraction >= 1 {
			left = 0
		}
	}
	if step == 0 {
		if left == 0 {
			return 0
		}
		return math.MaxUint32
	}
	return uint32(min(left/step, math.MaxUint32))
}

// at returns the fraction of the clip, 0 to 1, that a motion has played, and whether it has ended.
func (p *phase) at(elapsed uint64) (fraction float32, ended bool) {
	if p.flags&flagEnds != 0 && elapsed >= uint64(p.hold) {
		return float32(flags(p.flags&flagBackward == 0, 1)), true
	}
	fraction = float32(p.first+uint32(p.rate*elapsed>>32)) * (1.0 / (1 << 32))
	if p.flags&flagPingPong != 0 {
		fraction = 1 - float32(math.Abs(float64(2*fraction-1)))
	}
	return fraction, false
}

// fixed returns a fraction of a cycle times 2^32; 1 is 0 again.
func fixed(fraction float64) uint32 { return uint32(uint64(math.Round(math.Ldexp(fraction, 32)))) }

// flags returns the bits if the condition holds, otherwise 0.
func flags(condition bool, bits uint32) uint32 {
	if condition {
		return bits
	}
	return 0
}

// speedOf returns the speed of a motion, 0 if it is not finite.
func speedOf(m *components.CrowdMotion) float64 {
	if m.Speed-m.Speed != 0 {
		return 0
	}
	return float64(m.Speed)
}

// startOf returns the step of length 0 at the time Since of a motion.
func startOf(m *components.CrowdMotion, a *motion.Asset) playback.Step {
	return step(m, a.Span, m.Time, m.Backward, 0)
}

// Advance returns the step that a motion makes in the seconds after the time Since of its player: of
// what [Motion] returns for its clip. It does not move in seconds that are negative or not finite.
func Advance(m *components.CrowdMotion, a *motion.Asset, seconds float64) playback.Step {
	distance := float64(math.Abs(speedOf(m)) * max(seconds, 0))
	space, ok := a.Motion.(*mixer.Space)
	if !ok {
		return step(m, a.Span, m.Time, m.Backward, distance)
	}
	// A blend space moves at a pace that depends on where it is.
	start := startOf(m, a)
	if start.Finished || !exact.IsFinite(distance) {
		return start
	}
	var weights [mixer.MaxWeights]mixer.Weight
	f := motion.Frame{X: m.X, Y: m.Y, Span: a.Span, Step: start, Weights: weights[:0]}
	f.Step.PingPong = m.Mode == clip.PingPong
	distance = space.Distance(&f, distance)
	return step(m, a.Span, start.From, m.Backward, distance)
}

// step returns the step of a motion over a distance of its span.
func step(m *components.CrowdMotion, span motion.Span, from float64, isBack bool, distance float64) playback.Step {
	backward := speedOf(m) < 0
	switch m.Mode {
	case clip.Loop:
		return playback.Loop(span, from, distance, backward, playback.Endless)
	case clip.PingPong:
		return playback.PingPong(span, from, distance, backward != isBack, playback.Endless)
	default:
		s := playback.Once(span, from, distance, backward)
		if far := [2]float64{span.End, span.Start}[flags(backward, 1)]; s.From == far { // it had ended before
			s.Finished, s.LoopsDone = true, 0
		}
		return s
	}
}

// Weight returns the weight of a player's second motion a number of seconds after the time Since.
// At a rate that is not finite it stays as it is.
func Weight(p *components.CrowdPlayer, seconds float64) float32 {
	return movedWeight(p.Weight, p.Target, p.Rate, seconds)
}

// LayerWeight returns the weight of a layer a number of seconds after the time Since of its player.
func LayerWeight(l *components.CrowdLayer, seconds float64) float32 {
	return movedWeight(l.Weight, l.Target, l.Rate, seconds)
}

func movedWeight(weight, target, rate float32, seconds float64) float32 {
	weight, target = clampWeight(weight), clampWeight(target)
	switch {
	case !(rate > 0) || rate-rate != 0 || !(seconds > 0):
		return weight
	case weight < target:
		return min(target, weight+float32(float64(rate)*seconds))
	default:
		return max(target, weight-float32(float64(rate)*seconds))
	}
}

// Shown returns the motions that a player and its layer, which may be nil, show a number of seconds
// after the time Since, or will as the weights move on; 0 in the place of the others.
func Shown(p *components.CrowdPlayer, l *components.CrowdLayer, seconds float64) (shown [3]id.Motion) {
	for _, at := range [2]float64{seconds, math.Inf(1)} {
		weight := Weight(p, at)
		if weight < 1 {
			shown[0] = p.Motions[0].Clip
		}
		if weight > 0 {
			shown[1] = p.Motions[1].Clip
		}
		if l != nil && LayerWeight(l, at) > 0 {
			shown[2] = l.Motion.Clip
		}
	}
	return shown
}

// clampWeight limits a weight to 0..1; NaN is 0.
func clampWeight(w float32) float32 {
	if !(w > 0) {
		return 0
	}
	return min(w, 1)
}
