package bench

import (
	"fmt"
	"runtime"
	"testing"
)

// BenchmarkMemory makes a crowd and has it posed, and reports how much memory that keeps, and takes in time.
func BenchmarkMemory(b *testing.B) {
	for _, characters := range []int{1000, 10000} {
		for _, kept := range []bool{false, true} {
			c := frameCase{joints: 64, clips: 1, characters: characters, workers: 1}
			library, model := shared(b, c)
			models := "made"
			if kept {
				models = "kept"
			}
			b.Run(fmt.Sprintf("joints=64/clips=1/characters=%d/models=%s", characters, models), func(b *testing.B) {
				bytes := 0.0
				for b.Loop() {
					b.StopTimer()
					before := heap()
					b.StartTimer()
					crowd := newCrowd(b, library, model, c)
					if kept {
						for _, entity := range crowd.entities {
							crowd.EnableModelMatrices(entity)
						}
					}
					for range 2 {
						crowd.update(b, 1.0/60)
					}
					b.StopTimer()
					bytes += float64(heap()) - float64(before)
					crowd.Close()
					b.StartTimer()
				}
				b.ReportMetric(bytes/float64(b.N)/float64(characters), "bytes/character")
				perCharacter(b, characters, 0, "")
			})
		}
	}
}

// heap returns how many bytes are in use.
func heap() uint64 {
	runtime.GC()
	runtime.GC() // the first may leave what finalizers and cleanups held
	var stats runtime.MemStats
	runtime.ReadMemStats(&stats)
	return stats.HeapAlloc
}
