package untyped_test

import (
	"testing"

	"github.com/sinew-go/sinew/internal/untyped"
)

func TestPointer(t *testing.T) {
	var p untyped.Pointer
	if got := untyped.Load[int](&p); got != nil {
		t.Fatalf("expected nil, found a pointer to %d", *got)
	}
	one, two := new(1), new(2)
	if untyped.CompareAndSwap(&p, two, one) {
		t.Error("nil was taken for another pointer")
	}
	if !untyped.CompareAndSwap(&p, nil, one) || untyped.Load[int](&p) != one {
		t.Error("expected one in place of nil")
	}
	if got := untyped.Swap(&p, two); got != one || untyped.Load[int](&p) != two {
		t.Errorf("expected two in place of one, found %p", got)
	}
	if untyped.Store[int](&p, nil); untyped.Load[int](&p) != nil {
		t.Error("expected nil in place of two")
	}
}
