package sha256

import (
	"bytes"
	crypto "crypto/sha256"
	"hash"
	"math/rand/v2"
	"testing"
)

// Hashes are those of the standard library, for every length around the ends of blocks and however
// the data is divided.
func TestHashesAreThoseOfTheStandardLibrary(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	data := make([]byte, 5*blockSize+3)
	for i := range data {
		data[i] = byte(random.Uint32())
	}
	for n := range len(data) + 1 {
		want := crypto.Sum256(data[:n])
		if got := Sum256(data[:n]); got != want {
			t.Fatalf("%d bytes: expected %x, found %x", n, want, got)
		}
		h := New()
		for at := 0; at < n; {
			size := min(random.IntN(2*blockSize), n-at)
			_, _ = h.Write(data[at : at+size])
			h.Sum(nil) // which must not change what follows
			at += size
		}
		if got := h.Sum([]byte("before")); !bytes.Equal(got, append([]byte("before"), want[:]...)) {
			t.Fatalf("%d bytes in pieces: expected %x, found %x", n, want, got)
		}
	}
}

// UseStandard gives the hashes of crypto/sha256.
func TestUseStandard(t *testing.T) {
	defer UseStandard(standard)
	made := 0
	UseStandard(func() hash.Hash { made++; return crypto.New() })
	if got, want := Sum256([]byte("a clip")), crypto.Sum256([]byte("a clip")); got != want || made != 1 {
		t.Errorf("expected %x of one hash of the standard library, found %x of %d", want, got, made)
	}
}

func BenchmarkSum256(b *testing.B) {
	data := make([]byte, 1<<16)
	for _, c := range []struct {
		name string
		sum  func([]byte) [Size]byte
	}{{"own", Sum256}, {"standard", crypto.Sum256}} {
		b.Run(c.name, func(b *testing.B) {
			b.SetBytes(int64(len(data)))
			for b.Loop() {
				c.sum(data)
			}
		})
	}
}
