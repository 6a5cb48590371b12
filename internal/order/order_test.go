package order_test

import (
	"cmp"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/sinew-go/sinew/internal/order"
)

type item struct {
	key   int
	place int
	text  string
}

func byKey(a, b item) int { return cmp.Compare(a.key, b.key) }

// TestStable compares with the sort of the standard library on lists with many equal keys.
func TestStable(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	var kept order.Sorter[item]
	for round := range 300 {
		items := make([]item, random.IntN(100))
		for i := range items {
			items[i] = item{random.IntN(1 + round/10), i, string(rune('a' + i%26))}
		}
		want := slices.Clone(items)
		slices.SortStableFunc(want, byKey)
		again := slices.Clone(items)
		kept.Stable(again, byKey)
		order.Stable(items, byKey)
		if !slices.Equal(items, want) || !slices.Equal(again, want) {
			t.Fatalf("round %d: expected %v, found %v, and with kept memory %v", round, want, items, again)
		}
	}
}

func TestSorterAllocatesNothing(t *testing.T) {
	var kept order.Sorter[item]
	items := make([]item, 50)
	sort := func() {
		for i := range items {
			items[i] = item{key: -i, place: i}
		}
		kept.Stable(items, byKey)
	}
	sort()
	if n := testing.AllocsPerRun(20, sort); n != 0 {
		t.Errorf("expected no allocations, found %v", n)
	}
	if n := testing.AllocsPerRun(20, func() { order.Stable(items, byKey) }); n != 0 {
		t.Errorf("of a sorted list: expected no allocations, found %v", n)
	}
}
