package gltfio

import (
	"slices"
	"testing"

	"github.com/qmuntal/gltf"
)

// readAccessors runs the steps of a load up to the accessors.
func (b *builder) readAccessors(t *testing.T) *loader {
	t.Helper()
	l := &loader{name: "test.gltf"}
	b.doc["nodes"] = []any{object{}}
	text := b.gltf()
	var err error
	if l.container, err = openContainer(text); err != nil {
		t.Fatal(err)
	}
	l.memory.allow(len(text))
	for _, step := range []func() error{l.decodeDocument, l.readBuffers, l.readViews, l.readAccessors} {
		if err := step(); err != nil {
			t.Fatal(err)
		}
	}
	return l
}

func TestReadFloatsOfEveryComponentType(t *testing.T) {
	for _, row := range []struct {
		component string
		values    []int
		want      []float32
	}{
		{"i8", []int{-128, -1, 0, 127}, []float32{-128, -1, 0, 127}},
		{"i8n", []int{-128, -127, 0, 127}, []float32{-1, -1, 0, 1}},
		{"u8", []int{0, 1, 128, 255}, []float32{0, 1, 128, 255}},
		{"u8n", []int{0, 51, 102, 255}, []float32{0, 0.2, 0.4, 1}},
		{"i16", []int{-32768, -1, 0, 32767}, []float32{-32768, -1, 0, 32767}},
		{"i16n", []int{-32768, -32767, 0, 32767}, []float32{-1, -1, 0, 1}},
		{"u16", []int{0, 1, 32768, 65535}, []float32{0, 1, 32768, 65535}},
		{"u16n", []int{0, 13107, 26214, 65535}, []float32{0, 0.2, 0.4, 1}},
		{"u32", []int{0, 1, 2, 1 << 24}, []float32{0, 1, 2, 1 << 24}},
	} {
		t.Run(row.component, func(t *testing.T) {
			b := newBuilder()
			index := b.ints(row.component, "SCALAR", row.values...)
			got, err := b.readAccessors(t).readFloats(index)
			if err != nil {
				t.Fatal(err)
			}
			if !slices.Equal(got, row.want) {
				t.Errorf("%v, want %v", got, row.want)
			}
		})
	}
}

func TestReadFloatsInterleaved(t *testing.T) {
	b := newBuilder()
	all := b.floats("SCALAR", 0, 1, 2, 3, 4, 5, 6, 7, 8, 9)
	b.get("bufferViews", 0)["byteStride"] = 20
	b.get("accessors", all)["count"] = 2
	b.get("accessors", all)["type"] = "VEC3"
	tail := b.add("accessors", object{
		"bufferView": 0, "byteOffset": 12, "componentType": 5126, "type": "VEC2",
		"count": 2,
	})
	l := b.readAccessors(t)
	for index, want := range map[int][]float32{all: {0, 1, 2, 5, 6, 7}, tail: {3, 4, 8, 9}} {
		if got, err := l.readFloats(index); err != nil || !slices.Equal(got, want) {
			t.Errorf("accessor %d = %v, %v, want %v", index, got, err, want)
		}
	}
}

func TestReadFloatsSparse(t *testing.T) {
	for _, indexType := range []string{"u8", "u16", "u32"} {
		b := newBuilder()
		base := b.floats("VEC2", 1, 2, 3, 4, 5, 6)
		where := b.ints(indexType, "SCALAR", 0, 2)
		values := b.floats("VEC2", 10, 20, 50, 60)
		view := func(accessor int) any { return b.get("accessors", accessor)["bufferView"] }
		sparse := object{
			"count":   2,
			"indices": object{"bufferView": view(where), "componentType": componentTypes[indexType]},
			"values":  object{"bufferView": view(values)},
		}
		b.get("accessors", base)["sparse"] = sparse
		zeros := b.add("accessors", object{"componentType": 5126, "type": "VEC2", "count": 4, "sparse": sparse})
		l := b.readAccessors(t)
		for index, want := range map[int][]float32{base: {10, 20, 3, 4, 50, 60}, zeros: {10, 20, 0, 0, 50, 60, 0, 0}} {
			if got, err := l.readFloats(index); err != nil || !slices.Equal(got, want) {
				t.Errorf("accessor %d = %v, %v, want %v", index, got, err, want)
			}
		}
	}
}

func TestAccessorWithoutBufferViewIsZero(t *testing.T) {
	b := newBuilder()
	floats := b.add("accessors", object{"componentType": 5126, "type": "VEC3", "count": 2})
	uints := b.add("accessors", object{"componentType": 5123, "type": "SCALAR", "count": 3})
	l := b.readAccessors(t)
	if got, err := l.readFloats(floats); err != nil || !slices.Equal(got, make([]float32, 6)) {
		t.Errorf("floats = %v, %v, want 6 zeros", got, err)
	}
	if got, err := l.readUints(uints); err != nil || !slices.Equal(got, make([]uint32, 3)) {
		t.Errorf("integers = %v, %v, want 3 zeros", got, err)
	}
}

func TestFormatBit(t *testing.T) {
	want := map[formatSet]string{
		plainFloat: "FLOAT", normalizedByte: "normalized BYTE", normalizedUbyte: "normalized UNSIGNED_BYTE",
		normalizedShort: "normalized SHORT", normalizedUshort: "normalized UNSIGNED_SHORT", plainUint: "UNSIGNED_INT",
	}
	for _, a := range []accessor{
		{component: gltf.ComponentFloat},
		{component: gltf.ComponentUint},
		{component: gltf.ComponentByte, normalized: true},
		{component: gltf.ComponentUbyte, normalized: true},
		{component: gltf.ComponentShort, normalized: true},
		{component: gltf.ComponentUshort, normalized: true},
	} {
		bit := a.formatBit()
		if bit.String() != want[bit] || want[bit] == "" {
			t.Errorf("component type %v, normalized %v: format %v", a.component, a.normalized, bit)
		}
	}
}
