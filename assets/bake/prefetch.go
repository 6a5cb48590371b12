package bake

import (
	"unsafe"

	"github.com/sinew-go/sinew/internal/prefetch"
)

// lineSize is the size of a line of the caches, in bytes.
const lineSize = 64

// Prefetch asks the processor for what [BakedClip.PrefetchSample] reads.
func (b *BakedClip) Prefetch() {
	prefetch.Lines(b, (int(unsafe.Offsetof(b.motion))+lineSize-1)/lineSize)
}

// mostBytes is how many bytes are asked for of what all samples of a clip read. A sample reads that
// from the first byte to the last, so that the processor itself asks for more.
const mostBytes = 4 << 10

// PrefetchSample asks the processor for what [BakedClip.Sample] reads at a time in seconds.
func (b *BakedClip) PrefetchSample(time float64) {
	if b = b.orNone(); b.frames == 0 {
		return
	}
	frame, next, _ := b.locate(time)
	places, count := b.data.PlacesOf(frame, next)
	for _, at := range places[:count] {
		prefetchBytes(b.data.Frames[at:], b.data.FrameSize)
	}
	prefetchBytes(b.lists, min(len(b.lists), mostBytes))
}

// prefetchBytes asks for the first bytes of a list, of which there may be fewer.
func prefetchBytes(list []byte, bytes int) {
	first := unsafe.SliceData(list)
	bytes += int(uintptr(unsafe.Pointer(first)) % lineSize)
	prefetch.Lines(first, (bytes+lineSize-1)/lineSize)
}
