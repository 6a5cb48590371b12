package clip

import (
	"sync"

	"github.com/sinew-go/sinew/internal/exact"
	"github.com/sinew-go/sinew/internal/kernel"
)

// preparedKeys holds the keys of a clip in the form in which they are sampled fastest: the linear
// tracks that share their key times together, key after key, in the layout of [kernel.SlerpKeys]
// and [kernel.LerpKeys]. It is made when the clip is first sampled, since many clips never are
// after they were baked.
type preparedKeys struct {
	once      sync.Once
	timelines []timelineKeys
	single    []int // the other tracks of transforms, which are sampled one by one: indices in the clip's tracks
}

// timelineKeys holds the keys of the linear tracks of one timeline. Rotations come in groups of 4;
// the last group is filled up with its last rotation, and numbers likewise.
type timelineKeys struct {
	rotations       []float32 // for each key the rotations of all groups
	arcs            []float64 // for each key but the last, the arcs of all groups
	rotationTargets []int32   // index of each rotation's x in the pose
	numbers         []float32 // for each key the numbers of translations and scales
	numberTargets   []int32   // index of each number in the pose
}

// prepared returns the prepared keys of the clip.
func (c *Clip) prepared() *preparedKeys {
	c.keyCache.once.Do(func() { c.keyCache.prepare(c) })
	return c.keyCache
}

// prepare fills in the keys of a clip.
func (p *preparedKeys) prepare(c *Clip) {
	p.timelines = make([]timelineKeys, len(c.timelines))
	rotations, numbers := make([][]*Track, len(c.timelines)), make([][]trackNumber, len(c.timelines))
	for i := range c.tracks {
		t, timeline := &c.tracks[i], c.timelineOf[i]
		keys := &p.timelines[timeline]
		at := int32(kernel.JointOffset(t.Joint))
		switch {
		case t.Property >= MorphWeights:
		case t.Track.interpolation != Linear:
			p.single = append(p.single, i)
		case t.Property == Rotation:
			rotations[timeline] = append(rotations[timeline], t.Track)
			keys.rotationTargets = append(keys.rotationTargets, at+kernel.RowRotation*kernel.Lanes)
		default:
			row := int32(kernel.RowTranslation)
			if t.Property == Scale {
				row = kernel.RowScale
			}
			for component := range 3 {
				numbers[timeline] = append(numbers[timeline], trackNumber{t.Track, component})
				keys.numberTargets = append(keys.numberTargets, at+(row+int32(component))*kernel.Lanes)
			}
		}
	}
	for i := range p.timelines {
		p.timelines[i].fill(len(c.timelines[i]), filledUp(rotations[i]), filledUp(numbers[i]))
	}
}

// trackNumber is one of the numbers of a track's value.
type trackNumber struct {
	track     *Track
	component int
}

// filledUp repeats the last element of a list until its length is a multiple of [kernel.KeyLanes].
func filledUp[T any](list []T) []T {
	for len(list)%kernel.KeyLanes != 0 {
		list = append(list, list[len(list)-1])
	}
	return list
}

// fill fills in the values of all keys.
func (k *timelineKeys) fill(keys int, rotations []*Track, numbers []trackNumber) {
	k.rotationTargets, k.numberTargets = filledUp(k.rotationTargets), filledUp(k.numberTargets)
	k.rotations = make([]float32, keys*len(rotations)*4)
	k.arcs = make([]float64, max(0, keys-1)*len(rotations)*2)
	for i, t := range rotations {
		group, lane := i/kernel.KeyLanes, i%kernel.KeyLanes
		for key := range keys {
			q := (*[4]float32)(t.values[key*4:])
			row := k.rotations[key*len(rotations)*4+group*kernel.RotationKeySize:]
			for c, v := range q {
				row[c*kernel.KeyLanes+lane] = v
			}
			if key+1 < keys {
				arc := k.arcs[key*len(rotations)*2+group*kernel.ArcKeySize:]
				arc[lane], arc[kernel.KeyLanes+lane] = exact.Arc(q, (*[4]float32)(t.values[key*4+4:]))
			}
		}
	}
	k.numbers = make([]float32, keys*len(numbers))
	for i, n := range numbers {
		for key := range keys {
			k.numbers[key*len(numbers)+i] = n.track.values[key*3+n.component]
		}
	}
}

// sample writes the values at a time between two keys.
func (k *timelineKeys) sample(p keyPosition, locals []float32) {
	r, n := len(k.rotationTargets)*4, len(k.numberTargets)
	rotations, numbers := k.rotations[p.key*r:], k.numbers[p.key*n:]
	if p.u == 0 {
		for i, target := range k.rotationTargets {
			q := rotations[i/kernel.KeyLanes*kernel.RotationKeySize+i%kernel.KeyLanes:]
			for c := range 4 {
				locals[int(target)+c*kernel.Lanes] = q[c*kernel.KeyLanes]
			}
		}
		for i, target := range k.numberTargets {
			locals[target] = numbers[i]
		}
		return
	}
	if r > 0 {
		kernel.SlerpKeys(locals, rotations, rotations[r:], k.arcs[p.key*r/2:], k.rotationTargets, float32(p.u))
	}
	if n > 0 {
		kernel.LerpKeys(locals, numbers, numbers[n:], k.numberTargets, p.u)
	}
}
