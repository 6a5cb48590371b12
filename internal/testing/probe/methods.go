package probe

import (
	"fmt"
	"reflect"
	"slices"
	"testing"
)

// Methods calls every exported method of a receiver that holds nothing: a nil pointer or a zero
// value. Each is called with arguments that are zero and with others. No call may panic, one that
// returns an error must return one, and other results must be zero or empty. Results that are
// structs, such as handles on nothing, may hold what they were asked for; a slice that was given to
// be extended may come back; a method that is called in a chain may return a receiver for the next
// call; and -1 is no index. Methods that only tests have, and those whose results mean something,
// are left out by name.
func Methods(t testing.TB, receiver any, leftOut ...string) {
	t.Helper()
	methods(t, receiver, false, leftOut)
}

// Calls calls every exported method of a receiver as [Methods] does, and asks only that none
// panics: for zero values that mean something, such as a builder without parts.
func Calls(t testing.TB, receiver any, leftOut ...string) {
	t.Helper()
	methods(t, receiver, true, leftOut)
}

func methods(t testing.TB, receiver any, anyResult bool, leftOut []string) {
	t.Helper()
	v := reflect.ValueOf(receiver)
	if v.NumMethod() == 0 {
		t.Errorf("%T has no methods", receiver)
	}
	for i := range v.NumMethod() {
		name := v.Type().Method(i).Name
		if slices.Contains(leftOut, name) {
			continue
		}
		for pass, fill := range []func(reflect.Type) reflect.Value{reflect.Zero, something} {
			own := v
			if v.Kind() == reflect.Pointer && !v.IsNil() { // the calls before may have changed it
				own = reflect.New(v.Type().Elem())
				own.Elem().Set(v.Elem())
			}
			if problem := call(own, i, fill, anyResult); problem != "" {
				t.Errorf("%T.%s with arguments that are %s: %s", receiver, name, []string{"zero", "not zero"}[pass], problem)
			}
		}
	}
}

// call calls the method of a receiver at an index, and returns what is wrong with what it did.
func call(
	receiver reflect.Value, index int, fill func(reflect.Type) reflect.Value, anyResult bool,
) (problem string) {
	defer func() {
		if r := recover(); r != nil {
			problem = fmt.Sprintf("it panics: %v", r)
		}
	}()
	method := receiver.Method(index)
	kind := method.Type()
	var in []reflect.Value
	for i := range kind.NumIn() {
		if kind.IsVariadic() && i == kind.NumIn()-1 {
			break
		}
		in = append(in, fill(kind.In(i)))
	}
	isGiven := func(out reflect.Value) bool {
		if out.Type() == receiver.Type() && out.Kind() == reflect.Pointer {
			return true
		}
		return slices.ContainsFunc(in, func(v reflect.Value) bool {
			return v.Type() == out.Type() && v.Kind() == reflect.Slice && v.Len() == out.Len()
		})
	}
	for _, out := range method.Call(in) {
		switch {
		case anyResult:
		case out.Type() == reflect.TypeFor[error]():
			if out.IsNil() {
				return "expected an error, found none"
			}
		case out.Kind() == reflect.Func || out.Kind() == reflect.Struct:
		case out.CanInt() && out.Int() == -1, out.Kind() == reflect.Slice && out.Len() == 0:
		case !out.IsZero() && !isGiven(out):
			return fmt.Sprintf("expected a zero result, found %v", out)
		}
	}
	return ""
}

// something returns a value that is not zero, where there is one without knowing more of its type.
func something(t reflect.Type) reflect.Value {
	v := reflect.New(t).Elem()
	switch t.Kind() {
	case reflect.Bool:
		v.SetBool(true)
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		v.SetInt(1)
	case reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64:
		v.SetUint(1)
	case reflect.Float32, reflect.Float64:
		v.SetFloat(1)
	case reflect.String:
		v.SetString("something")
	case reflect.Pointer:
		v.Set(reflect.New(t.Elem()))
	case reflect.Slice:
		v.Set(reflect.MakeSlice(t, 1, 1))
	case reflect.Array:
		for i := range v.Len() {
			v.Index(i).Set(something(t.Elem()))
		}
	case reflect.Struct:
		for i := range v.NumField() {
			if t.Field(i).IsExported() {
				v.Field(i).Set(something(t.Field(i).Type))
			}
		}
	}
	return v
}
