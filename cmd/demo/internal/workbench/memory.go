package workbench

import (
	"cmp"
	"fmt"
	"time"

	"github.com/sinew-go/sinew/assets"
)

// memoryInterval is how often the bytes are counted anew.
const memoryInterval = time.Second

// memory is what the library's assets took when they were counted last.
type memory struct {
	since   time.Time
	counted assets.Memory
}

// addMemory adds what the library's assets take: by what the bytes are of, and by model.
func (p *Panel) addMemory(s *section) {
	if now := time.Now(); now.Sub(p.memory.since) >= memoryInterval {
		p.memory.since, p.memory.counted = now, p.library.Memory()
	}
	m := &p.memory.counted
	s.text("keys", megabytes(m.Library.Keys))
	s.text("frames", megabytes(m.Library.Frames))
	s.text("meshes", megabytes(m.Library.Meshes))
	s.text("pictures", megabytes(m.Library.Pictures))
	s.text("together", megabytes(m.Library.Total()))
	count := map[string]int{} // of models by name
	for i := range m.Models {
		name := cmp.Or(m.Models[i].Name, "model")
		if count[name]++; count[name] > 1 {
			name = fmt.Sprintf("%s, number %d", name, count[name])
		}
		s.text(name, megabytes(m.Models[i].Total()))
	}
}

// megabytes writes a number of bytes in millions.
func megabytes(bytes int64) string { return decimal(float64(bytes)/1e6, 2) }
