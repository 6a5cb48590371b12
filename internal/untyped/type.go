package untyped

import "reflect"

// Type is a Go type. Two are equal if they are the same type. The zero value is none.
type Type struct {
	pointer any // nil, of the type *T
}

// TypeFor returns the type T.
func TypeFor[T any]() Type { return Type{(*T)(nil)} }

// TypeOf returns the type that a [reflect.Type] is.
func TypeOf(t reflect.Type) Type { return Type{reflect.Zero(reflect.PointerTo(t)).Interface()} }

// Reflect returns a type, which must not be none. It is no method, because who sees a Type would see
// the [reflect.Type] then.
func Reflect(t Type) reflect.Type { return reflect.TypeOf(t.pointer).Elem() }

// String returns the name of a type, which must not be none.
func (t Type) String() string { return Reflect(t).String() }
