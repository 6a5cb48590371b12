package rollback_test

import (
	"bytes"
	"testing"
)

// Numbers written one by one, as on a big-endian machine, have the same bytes as whole spans of
// memory, and either way reads them.
func TestPlainDataIsTheSameEitherWay(t *testing.T) {
	g := newGame(t, 1)
	for range 20 {
		g.step(t)
	}
	fast, err := g.session.AppendSnapshot(nil)
	check(t, err)
	image := g.session.Take(t).Hash()
	g.session.Direct(false)
	slow, err := g.session.AppendSnapshot(nil)
	check(t, err)
	if !bytes.Equal(fast, slow) || g.session.Take(t).Hash() != image {
		t.Fatal("the bytes differ")
	}
	for range 5 {
		g.step(t)
	}
	check(t, g.session.Restore(fast))
	again, err := g.session.AppendSnapshot(nil)
	check(t, err)
	if !bytes.Equal(fast, again) {
		t.Error("the restored world differs")
	}
}
