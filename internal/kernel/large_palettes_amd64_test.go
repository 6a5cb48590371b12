//go:build !noasm

package kernel

import (
	"testing"

	"github.com/klauspost/cpuid/v2"
)

// TestNearCache compares with a module that knows all processors, on this one.
func TestNearCache(t *testing.T) {
	want := 1 << 20
	switch c := &cpuid.CPU; {
	case c.IsVendor(cpuid.AMD):
		want = 8 << 20
	case c.IsVendor(cpuid.Intel) && c.Cache.L2 > 0:
		want = c.Cache.L2 / 2
	}
	if LargePalettes*4 != want {
		t.Errorf("expected %d bytes, found %d", want, LargePalettes*4)
	}
}

// TestNearCacheOfOthers feeds what some processors tell of themselves.
func TestNearCacheOfOthers(t *testing.T) {
	type registers = [4]uint32
	head := func(last uint32, maker [3]uint32) registers { return registers{last, maker[0], maker[2], maker[1]} }
	level := func(level, kind uint32) uint32 { return level<<5 | kind }
	for _, c := range []struct {
		name   string
		head   registers
		caches []registers
		want   int
	}{
		{"AMD", head(16, amd), nil, 8 << 20},
		{"2 MiB of Intel", head(31, intel), []registers{
			{level(1, 1), 11<<22 | 63, 63}, {level(1, 2), 7<<22 | 63, 63}, {level(2, 3), 15<<22 | 63, 2047},
		}, 1 << 20},
		{"1 MiB of Intel, two partitions", head(31, intel), []registers{{level(2, 3), 7<<22 | 1<<12 | 63, 1023}}, 1 << 19},
		{"Intel without L2", head(31, intel), []registers{{level(1, 1), 11<<22 | 63, 63}}, 1 << 20},
		{"Intel without the list", head(3, intel), []registers{{level(2, 3), 63, 63}}, 1 << 20},
		{"another maker", head(31, [3]uint32{1, 2, 3}), []registers{{level(2, 3), 63, 63}}, 1 << 20},
	} {
		found := nearCache(func(leaf, part uint32) registers {
			switch {
			case leaf == 0:
				return c.head
			case leaf == 4 && int(part) < len(c.caches):
				return c.caches[part]
			}
			return registers{}
		})
		if found != c.want {
			t.Errorf("%s: expected %d, found %d", c.name, c.want, found)
		}
	}
	endless := nearCache(func(leaf, _ uint32) registers {
		if leaf == 0 {
			return head(31, intel)
		}
		return registers{level(1, 1), 63, 63}
	})
	if endless != 1<<20 {
		t.Errorf("a list without an end: expected %d, found %d", 1<<20, endless)
	}
}
