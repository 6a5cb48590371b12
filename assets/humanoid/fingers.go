package humanoid

import (
	"slices"

	"github.com/sinew-go/sinew/assets/internal/anatomy"
	"github.com/sinew-go/sinew/internal/exact"
	"github.com/sinew-go/sinew/internal/order"
)

// fingerStems are the names of fingers: thumb, index, middle, ring, little.
var fingerStems = [5][]string{
	{"thumb", "handthumb", "thumbfinger"},
	{"index", "handindex", "findex", "indexfinger", "pointer", "fingerindex"},
	{"middle", "handmiddle", "fmiddle", "middlefinger", "mid", "fingermiddle"},
	{"ring", "handring", "fring", "ringfinger", "fingerring"},
	{"little", "pinky", "handpinky", "fpinky", "pinkyfinger", "littlefinger", "handlittle", "fingerpinky", "pinkie"},
}

// fingersByNames finds the joints of the fingers: up to three for each, in the order of the
// hierarchy.
func (f *finder) fingersByNames(s anatomy.Side) {
	for finger, names := range fingerStems {
		var chain []int
		for j, w := range f.words {
			if w.Side != s || w.Helper && !(w.Metacarpal && finger == 0) {
				continue
			}
			matches := false
			for _, n := range names {
				matches = matches || w.Stem == n
			}
			// Biped: Finger0, Finger01 and Finger02 are the thumb, Finger1, Finger11 and Finger12
			// the index.
			if w.Stem == "finger" && w.Digits != "" && int(w.Digits[0]-'0') == finger && len(w.Digits) <= 2 {
				matches = true
			}
			if matches && len(chain) < 3 && (len(chain) == 0 || f.below(j, chain[len(chain)-1])) {
				chain = append(chain, j)
			}
		}
		f.setFinger(s, finger, chain, 0.9, "its name")
	}
}

// setFinger sets the bones of a finger from the hand outward. Finger 0 is the thumb.
func (f *finder) setFinger(s anatomy.Side, finger int, chain []int, confidence float64, why string) {
	first := anatomy.Thumb
	if finger > 0 {
		first = anatomy.Fingers + anatomy.Bone(3*(finger-1))
	}
	for i, j := range chain {
		if i == 3 {
			break
		}
		at := i
		if finger == 0 && len(chain) == 2 { // a thumb of two joints has no metacarpal
			at++
		}
		f.set((first + anatomy.Bone(at)).On(s), j, confidence, why)
	}
}

// fingersByShape finds the fingers of hands that have none by name: the thumb points away from the
// others, which follow each other from the front to the back.
func (f *finder) fingersByShape() {
	for _, s := range [2]anatomy.Side{anatomy.Left, anatomy.Right} {
		h := f.joint(anatomy.Hand.On(s))
		if h < 0 || f.joint(anatomy.LowerArm.On(s)) < 0 || f.hasFingers(s) {
			continue
		}
		var chains [][]int
		for j := h + 1; j < f.ends[h]; j++ {
			if f.s.Parent(j) != h || f.words[j].Helper {
				continue
			}
			chain := []int{j}
			for k := j + 1; k < f.ends[j]; k++ {
				if f.s.Parent(k) == chain[len(chain)-1] {
					chain = append(chain, k)
				}
			}
			if len(chain) > 1 {
				chains = append(chains, chain)
			}
		}
		if len(chains) < 2 || len(chains) > 5 {
			continue
		}
		f.orderFingers(s, h, chains)
	}
}

func (f *finder) hasFingers(s anatomy.Side) bool {
	for b := anatomy.Thumb; int(b) < int(anatomy.Fingers)+anatomy.FingerBones; b++ {
		if f.has[b.On(s)] {
			return true
		}
	}
	return false
}

func (f *finder) orderFingers(s anatomy.Side, h int, chains [][]int) {
	// Forward is away from the back: left × up for the left hand in a pose with palms down.
	out := f.rest.Position(h).Sub(f.rest.Position(f.joint(anatomy.LowerArm.On(s))))
	forward := out.Cross(f.up)
	if s == anatomy.Right {
		forward = forward.Scale(-1)
	}
	direction := func(chain []int) exact.Vec3 {
		return f.rest.Position(chain[len(chain)-1]).Sub(f.rest.Position(chain[0])).Normalized()
	}
	odd, widest := -1, 0.3 // radians from the others
	for i := range chains {
		var others exact.Vec3
		for k := range chains {
			if k != i {
				others = others.Add(direction(chains[k]))
			}
		}
		if a := anatomy.AngleBetween(direction(chains[i]), others); a > widest {
			odd, widest = i, a
		}
	}
	const why = "the shape of the hand"
	if len(chains) == 2 { // the thumb begins nearer to the wrist
		odd = 0
		at := f.rest.Position(h)
		if f.rest.Position(chains[1][0]).Sub(at).Length() < f.rest.Position(chains[0][0]).Sub(at).Length() {
			odd = 1
		}
	}
	if odd >= 0 {
		f.setFinger(s, 0, chains[odd], 0.4, why)
		chains = slices.Delete(chains, odd, odd+1)
	}
	order.Stable(chains, func(a, b []int) int {
		x, y := forward.Dot(f.rest.Position(a[0])), forward.Dot(f.rest.Position(b[0]))
		switch {
		case x > y:
			return -1
		case x < y:
			return 1
		}
		return 0
	})
	for i, chain := range chains {
		// A bone of the palm begins at the wrist and is longer than its distance from it.
		if len(chain) > 3 {
			first := f.rest.Position(chain[1]).Sub(f.rest.Position(chain[0])).Length()
			if f.rest.Position(chain[0]).Sub(f.rest.Position(h)).Length() < first {
				chain = chain[1:]
			}
		}
		if i < 4 {
			f.setFinger(s, i+1, chain, 0.4, why)
		}
	}
}
