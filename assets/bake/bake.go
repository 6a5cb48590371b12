package bake

import (
	"cmp"
	"errors"
	"fmt"
	"slices"

	"github.com/sinew-go/sinew/assets/clip"
	"github.com/sinew-go/sinew/internal/background"
	"github.com/sinew-go/sinew/internal/exact"
	"github.com/sinew-go/sinew/internal/order"
)

// interpolationShares are the fractions of the tolerance that interpolation between frames may use,
// in the order tried. The rest is left for quantization: a smaller fraction needs more frames, but
// fewer bits in each.
var interpolationShares = [...]float64{0.8, 0.4, 0.15}

// maxSparseCells is how many cells of the frame grid a clip may have whose keys take less than a
// byte for each.
const maxSparseCells = 1 << 14

// baker bakes one clip. It holds what all attempts share.
type baker struct {
	clip        *clip.Clip
	options     Options
	tolerance   float64 // meters
	errorMetric *errorMetric
	keys        []float64 // the times of the keys in seconds
	stepped     []steppedTrack
	cells       *cellComparisons
	arms        *leverArms
	divided     []dividedRotation
	spacers     map[int]*runSpacer // by how many rotations are divided
	// plain is set where attempts are made without repairs and free lengths: a repaired frame is
	// right at the times of the search, and may be wrong between them or at the outer vertices.
	plain bool
}

func newBaker(clip *clip.Clip, options Options, worker *background.Worker) *baker {
	options = options.WithDefaults()
	scale := options.lengthScale(clip.Skeleton())
	return &baker{
		clip: clip, options: options, tolerance: float64(options.Tolerance * scale),
		errorMetric: newErrorMetric(clip, float64(options.VertexDistance*scale), worker),
		keys:        keyTimes(clip), stepped: steppedTracks(clip), spacers: map[int]*runSpacer{},
	}
}

// Bake returns the runtime form of a clip and a report. The baked clip is nil if the report's Exact
// is set: if the clip is nil or the options are invalid, no practical frame rate and bit width
// meets the tolerance, all tracks are stepped, the baked form would take more bytes than the keys,
// or the program was built with the tag nobake, which leaves out the code that bakes. The same clip
// and options give the same bits on every machine. A library of package assets bakes the clips that
// are added to it.
//
// The error metric is that of the Animation Compression Library (N. Frechette): distances of
// virtual vertices in model space.
func Bake(clip *clip.Clip, options Options) (*BakedClip, Report) {
	return bake(clip, options, nil)
}

// bake is [Bake] on the goroutine of a worker, or in the foreground if that is nil.
func bake(clip *clip.Clip, options Options, worker *background.Worker) (*BakedClip, Report) {
	if clip == nil {
		return nil, Report{Exact: true, Reason: "expected a clip, found nil"}
	}
	if clip.Skeleton().Len() == 0 {
		return nil, Report{Name: clip.Name(), Exact: true, Reason: "expected a clip of a skeleton, found one without joints"}
	}
	report := newReport(clip, options)
	baked, err := bakeValid(clip, options, worker)
	if err != nil {
		report.Exact, report.Reason = true, err.Error()
		return nil, report
	}
	report.setResult(baked)
	return baked, report
}

// bakeValid is bake for a clip with joints. The error is the reason for which the clip stays exact.
func bakeValid(clip *clip.Clip, options Options, worker *background.Worker) (*BakedClip, error) {
	if err := options.check(); err != nil {
		return nil, err
	}
	if !hasBaker {
		return nil, errors.New("the program was built without baking (build tag nobake)")
	}
	worker.Yield()
	return newBaker(clip, options, worker).bake()
}

// bake is bakeValid after the options are checked.
func (b *baker) bake() (*BakedClip, error) {
	clip, options := b.clip, b.options
	if err := clip.CheckKeys(); err != nil {
		return nil, fmt.Errorf("it cannot be baked: %w", err)
	}
	if !exact.IsFinite(b.tolerance) {
		return nil, errors.New("the size of the skeleton is out of the range of float32")
	}
	if len(b.stepped) > 0 && onlySteps(clip) {
		return nil, errors.New("it has stepped tracks, and no others")
	}
	b.errorMetric.worker.Yield()
	grid := newFrameGrid(clip)
	if err := cmp.Or(options.checkLength(grid.cells, "cells of the frame grid", clip.Skeleton()),
		options.checkLength(len(b.keys), "times of keys", clip.Skeleton())); err != nil {
		return nil, err
	}
	// Each cell takes a byte or more, in its frames or in the cell table, if anything moves by more
	// than the tolerance. This spares the work for a few keys that are hours apart.
	keys := jointBytes(clip)
	if grid.cells > max(keys, maxSparseCells) && !options.AllowLarger {
		return nil, fmt.Errorf("its baked form would take at least %d bytes, and its keys take %d", grid.cells, keys)
	}
	b.cells = b.newCellComparisons(grid)
	b.arms = b.measureArms(grid)
	b.chooseDivided(grid)
	best, err := b.withinTolerance(grid)
	if err != nil {
		return nil, err
	}
	best.sourceHash, best.options = hashOf(clip), options.ofBaked()
	best.useSpans()
	if best.Bytes() > keys && !options.AllowLarger {
		return nil, fmt.Errorf("its baked form would take %d bytes, and its keys take %d", best.Bytes(), keys)
	}
	b.errorMetric.worker.Yield()
	best.gather()
	return best, nil
}

// outerShare is the fraction of the tolerance within which the error at the outer vertices must be,
// since it is measured at fewer times than the error at the virtual vertices, and at only those
// vertices that lie outermost.
const outerShare = 0.98

// maxAims is how often a clip is baked with another aim.
const maxAims = 8

// withinTolerance returns the smallest clip that it finds whose error is within the tolerance, at
// the virtual vertices and at the outer ones. It aims at the virtual vertices: the outer ones move
// less, but for a few poses in which errors of position and angle add up between or opposite to
// the axes. Then it aims at less than the tolerance. In that case, and for a short clip, it also
// makes plain attempts if the clip is not plain: there either may be smaller.
func (b *baker) withinTolerance(grid frameGrid) (*BakedClip, error) {
	tolerance := b.tolerance
	var found *BakedClip
	for _, b.plain = range [...]bool{false, true} {
		b.tolerance = tolerance
		isPlain := false
		for range maxAims {
			candidates, err := b.candidates(grid)
			if err != nil && found == nil {
				return nil, err
			}
			best, of := b.smallest(candidates)
			if best == nil {
				break
			}
			if of.outerError <= max(best.maxError, float64(outerShare*tolerance)) {
				best.maxError, isPlain = of.outerError, of.isPlain()
				if found == nil || best.Bytes() < found.Bytes() {
					found = best
				}
				break
			}
			b.tolerance = float64(b.tolerance * min(0.97, float64(outerShare*tolerance)/of.outerError))
		}
		if found != nil && (isPlain || found.frames > fewFrames && b.tolerance == tolerance) {
			break
		}
	}
	if found == nil {
		return nil, fmt.Errorf("expected a bit width that keeps the error within the tolerance of %.3g m, "+
			"found none", tolerance)
	}
	return found, nil
}

// fewFrames is up to how many frames a clip with divided rotations is baked without dividing them
// too, and in plain attempts: in a long clip, what the choice estimates is certain enough.
const fewFrames = 64

// candidates returns a candidate for each spacing of frames that is worth trying, with divided
// rotations and, for a short clip, without. It returns an error if there is no spacing at all.
func (b *baker) candidates(grid frameGrid) ([]*candidate, error) {
	candidates, err := b.spacedCandidates(grid)
	divided := b.divided
	if len(divided) == 0 || err == nil && !slices.ContainsFunc(candidates, (*candidate).isShort) {
		return candidates, err
	}
	b.divided = nil
	others, err := b.spacedCandidates(grid)
	b.divided = divided
	return append(candidates, others...), err
}

// isShort reports whether a candidate has few frames.
func (c *candidate) isShort() bool { return len(c.frames) <= fewFrames }

// spacedCandidates returns the candidates that divide the rotations that are to be divided now.
func (b *baker) spacedCandidates(grid frameGrid) ([]*candidate, error) {
	var candidates []*candidate
	var before []frameRun
	spacer := b.runSpacer(grid)
	for i, share := range interpolationShares {
		limit := float64(share * b.tolerance)
		runs, meters, time := spacer.spaceFrames(limit)
		if runs == nil && grid.cells > 0 {
			if i > 0 {
				break
			}
			return nil, fmt.Errorf("expected a rate that keeps the error of interpolation within %.3g m, its part of "+
				"the tolerance, found at least %.3g m at %.6g s", limit, meters, time)
		}
		if i > 0 && slices.Equal(runs, before) {
			continue
		}
		before = runs
		frames := 1
		for _, r := range runs {
			frames += r.intervals
		}
		err := b.options.checkLength(frames, "frames", b.clip.Skeleton())
		if err == nil && frames >= 1<<frameBits {
			err = fmt.Errorf("it is too long: expected fewer than %d frames, found %d", 1<<frameBits, frames)
		}
		if err != nil {
			if i > 0 {
				break
			}
			return nil, err
		}
		c := b.newCandidate(b.sampleFrames(grid, runs), share)
		firstLimit := b.tolerance
		if n := len(candidates); n > 0 {
			if b.mustBeLarger(c, candidates) {
				continue
			}
			firstLimit = candidates[n-1].layout.valueLimit * 2
		}
		b.findLayout(c, float64(searchMargins[0]*b.tolerance), firstLimit)
		if c.layout != nil {
			candidates = append(candidates, c)
		}
	}
	return candidates, nil
}

// refinedShare is how much larger than the smallest candidate one may be that is refined too.
const refinedShare = 1.03

// mustBeLarger reports whether a new candidate will hardly be among the smallest: the error that
// interpolation leaves to each value grows by at most as much as the error that it leaves to all of
// them.
func (b *baker) mustBeLarger(c *candidate, candidates []*candidate) bool {
	last := candidates[len(candidates)-1]
	growth := (searchMargins[0] - c.share) / (searchMargins[0] - last.share)
	least := newRowLayout(b.clip.BaseLocals(), c.ranges, float64(last.layout.valueLimit*growth)).frameBytes()
	for _, other := range candidates {
		if float64(least*len(c.frames)) > float64(refinedShare*float64(other.layout.frameBytes()*len(other.frames))) {
			return true
		}
	}
	return false
}

// smallest returns the smallest clip that candidates are refined to and the candidate, or nil if
// none is within the tolerance.
func (b *baker) smallest(candidates []*candidate) (best *BakedClip, of *candidate) {
	order.Stable(candidates, func(c, d *candidate) int { return c.bytes - d.bytes })
	for _, c := range candidates {
		if best != nil && float64(c.bytes) > float64(refinedShare*float64(candidates[0].bytes)) {
			break
		}
		if clip := b.refine(c, best); clip != nil {
			best, of = clip, c
		}
	}
	return best, of
}

// jointBytes returns the memory that the keys of a clip's joints take.
func jointBytes(c *clip.Clip) (bytes int) {
	counted := make([]bool, len(c.Timelines()))
	for i, t := range c.Tracks() {
		if t.Property >= clip.MorphWeights {
			continue
		}
		bytes += 4 * len(t.Track.Values())
		if timeline := c.Timeline(i); !counted[timeline] {
			counted[timeline] = true
			bytes += 4 * len(t.Track.Times())
		}
	}
	return bytes
}
