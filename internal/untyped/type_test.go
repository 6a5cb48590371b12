package untyped_test

import (
	"reflect"
	"testing"

	"github.com/sinew-go/sinew/internal/untyped"
)

func TestType(t *testing.T) {
	type number int
	if untyped.TypeFor[number]() != untyped.TypeFor[number]() {
		t.Error("a type is not equal to itself")
	}
	if untyped.TypeFor[number]() == untyped.TypeFor[int]() || untyped.TypeFor[int]() == (untyped.Type{}) {
		t.Error("different types are equal")
	}
	if got := untyped.Reflect(untyped.TypeFor[number]()); got != reflect.TypeFor[number]() {
		t.Errorf("the type is %v; expected number", got)
	}
	if got := untyped.TypeOf(reflect.TypeFor[number]()); got != untyped.TypeFor[number]() {
		t.Errorf("the type is %v; expected number", got)
	}
	if got := untyped.Reflect(untyped.TypeFor[error]()); got != reflect.TypeFor[error]() {
		t.Errorf("the type is %v; expected error", got)
	}
}
