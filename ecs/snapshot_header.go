package ecs

import "hash/crc32"

// The header. The checksum is of all that follows it.
const (
	snapshotMagic   = "SNEW"
	snapshotVersion = 1
	checkedFrom     = 12
	fixedSize       = 36
	headerSize      = fixedSize + clockSize + queueSize
)

var checksums = crc32.MakeTable(crc32.Castagnoli)

// header is what a snapshot begins with, and its parts.
type header struct {
	epoch                      uint32
	pools, unbound, attached   uint32
	clock, queue, list, bodies []byte
}

func takeHeader(b []byte) (h header, err error) {
	if len(b) < headerSize || string(b[:4]) != snapshotMagic {
		return h, damaged("it does not begin as one")
	}
	if version := takeUint32(b[4:]); version != snapshotVersion {
		return h, damaged("it is of version %d, not %d", version, snapshotVersion)
	}
	if n := takeUint64(b[12:]); n != uint64(len(b)) {
		return h, damaged("it has %d bytes of %d", len(b), n)
	}
	if crc32.Checksum(b[checkedFrom:], checksums) != takeUint32(b[8:]) {
		return h, damaged("its checksum is wrong")
	}
	h.epoch, h.pools, h.unbound, h.attached = takeUint32(b[20:]), takeUint32(b[24:]), takeUint32(b[28:]), takeUint32(b[32:])
	h.clock, h.queue = b[fixedSize:], b[fixedSize+clockSize:]
	const most = 1 << 62 // so that counting on does not overflow
	fresh, events := takeUint32(h.queue[8:]), takeUint32(h.queue[12:])
	if fresh > events || takeUint64(h.queue[16:]) > most || takeUint64(h.queue[24:]) > mostLost || takeUint64(h.queue[32:]) > mostLost {
		return h, damaged("its events are miscounted")
	}
	rest := b[headerSize:]
	if uint64(events) > uint64(len(rest)/eventSize) {
		return h, errCut
	}
	from := len(rest) - eventSize*int(events)
	h.bodies, h.list = rest[:from:from], rest[from:]
	return h, nil
}
