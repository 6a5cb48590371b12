package prefetch

import "testing"

// Memory stays as it is, and an address near the end of a value, after which nothing may be
// mapped, is no fault.
func TestPrefetchingChangesNothing(t *testing.T) {
	numbers := make([]int, 1<<16)
	for i := range numbers {
		numbers[i] = i
	}
	for i := range numbers {
		Lines(&numbers[i], 1+i%9)
		Two(&numbers[i], &numbers[len(numbers)-1-i])
		Within(&numbers[i], uintptr(8*(i%9)), 1+i%9)
	}
	for i := range 1000 {
		Pieces(&numbers[i*60], 1+i%7, 1+i%5, 8*i)
	}
	Lines[int](nil, 3)
	Within[int](nil, 64, 3)
	Pieces[int](nil, 2, 3, 64)
	Two[int, int](nil, &numbers[0])
	Two[int, int](nil, nil)
	for i, x := range numbers {
		if x != i {
			t.Fatalf("number %d became %d", i, x)
		}
	}
}

func BenchmarkLines(b *testing.B) {
	numbers := make([]int, 1<<10)
	i := 0
	for b.Loop() {
		Lines(&numbers[i%len(numbers)], 2)
		i++
	}
}
