package systems_test

import (
	"bytes"
	"encoding/binary"
	"testing"

	"github.com/sinew-go/sinew/assets"
)

// listIn returns where the list of the assets of a snapshot begins.
func listIn(snapshot []byte) int {
	end := len(snapshot) - 4
	return end - int(binary.LittleEndian.Uint32(snapshot[end:]))
}

// numberIn returns the number of an asset in the list of a snapshot.
func numberIn(t testing.TB, snapshot []byte, library *assets.Library, of any) uint32 {
	t.Helper()
	key := library.Key(of)
	list := snapshot[listIn(snapshot):]
	count := binary.LittleEndian.Uint32(list)
	list = list[4:]
	for n := range count {
		if bytes.Equal(list[1:17], key[:]) {
			return n + 1
		}
		list = list[17:]
		for range 3 {
			list = list[2+binary.LittleEndian.Uint16(list):]
		}
	}
	t.Fatalf("the snapshot does not have %s", library.Describe(of))
	return 0
}
