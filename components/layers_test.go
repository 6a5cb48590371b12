package components

import (
	"math"
	"testing"
	"unsafe"
)

// A character has the layers of its components up to their count, and no others.
func TestLayerAtReturnsWhatTheCharacterHas(t *testing.T) {
	more := &MoreLayers{}
	for _, row := range []struct {
		first *Layers
		more  *MoreLayers
		want  int // layers, the first of 1 to MaxLayers
	}{
		{nil, more, 0},
		{&Layers{Count: math.MinInt32}, more, 0},
		{&Layers{}, more, 0},
		{&Layers{Count: 1}, more, 1},
		{&Layers{Count: 5}, nil, 1},
		{&Layers{Count: 3}, more, 3},
		{&Layers{Count: math.MaxInt32}, more, MaxLayers - 1},
	} {
		for i := -1; i <= MaxLayers+1; i++ {
			var want *Layer
			switch {
			case i == 1 && row.want >= 1:
				want = &row.first.First
			case i > 1 && i <= row.want:
				want = &row.more.List[i-2]
			}
			if got := LayerAt(row.first, row.more, i); got != want {
				t.Errorf("%+v: layer %d: expected %p, found %p", row, i, want, got)
			}
		}
	}
	goals := &MoreGoals{}
	for i := -1; i <= MaxGoals; i++ {
		m := &Modifiers{}
		if got := GoalAt(m, goals, i); (got != nil) != (i >= 0 && i < MaxGoals) || i == 0 && got != &m.First ||
			i > 0 && i < MaxGoals && got != &goals.List[i-1] {
			t.Errorf("goal %d is at %p", i, got)
		}
		if GoalAt(nil, goals, i) != nil || i != 0 && GoalAt(m, nil, i) != nil {
			t.Errorf("goal %d of a component that is missing", i)
		}
	}
}

// A snapshot keeps each bit of a layer, also of one that equals zero: speed -0 is the direction of
// what was frozen.
func TestRowsKeepNegativeZero(t *testing.T) {
	var from, to MoreLayers
	from.List[3].Speed = float32(math.Copysign(0, -1))
	row := moreLayersRow()
	b := make([]byte, row.Size+row.Extra(unsafe.Pointer(&from)))
	row.Put(b, unsafe.Pointer(&from))
	row.Get(b, unsafe.Pointer(&to))
	if !math.Signbit(float64(to.List[3].Speed)) {
		t.Error("speed -0 became 0")
	}
}
