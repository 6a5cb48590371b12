package assets

import (
	"testing"

	"github.com/sinew-go/sinew/assets/id"
)

func TestAFullTableGivesNoID(t *testing.T) {
	var l Library
	image := &Image{}
	for range indexMask {
		if l.AddImage(image) == 0 {
			t.Fatal("no ID before the table is full")
		}
	}
	if id := l.AddImage(image); id != 0 {
		t.Errorf("a full table gives the ID %#x", id)
	}
	last := ImageID(indexMask)
	if l.Image(last) != image || !l.RemoveImage(last) {
		t.Error("the last ID names nothing")
	}
	if key := l.AddImage(image); key != 1<<id.IndexBits|last {
		t.Errorf("the place given back gets the ID %#x", key)
	}
}
