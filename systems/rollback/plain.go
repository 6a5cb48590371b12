package rollback

import (
	"encoding/binary"
	"fmt"
	"math"
	"reflect"
	"strconv"
	"unsafe"

	"github.com/sinew-go/sinew/ecs"
	"github.com/sinew-go/sinew/internal/assetkeys"
)

// plan encodes values of one type without pointers: field by field in the order of declaration,
// little-endian, without padding, int and uint as 8 bytes. So the bytes are the same on every
// platform.
type plan struct {
	kind reflect.Type
	ops  []op
	size int // of an encoded value, in bytes
	// spans are the parts of memory that are the encoded form as they are, if all of it is.
	spans  []span
	direct bool
	ids    []idField
}

// idField is a field that holds the ID of an asset, by where it is in the encoded form and in
// memory.
type idField struct {
	kind    assetkeys.Kind
	encoded int
	offset  uintptr
}

// op encodes count numbers in a row.
type op struct {
	offset uintptr
	kind   reflect.Kind
	count  int
}

type span struct{ offset, size uintptr }

// newPlan returns the plan of a type. The error names the field that is no plain data.
func newPlan(kind reflect.Type) (*plan, error) {
	p := &plan{kind: kind}
	if err := p.add(kind, 0, kind.String()); err != nil {
		return nil, err
	}
	p.direct = binary.NativeEndian.Uint16([]byte{1, 0}) == 1
	for _, o := range p.ops {
		size := uintptr(o.count * memoryWidth(o.kind))
		p.direct = p.direct && encodedWidth(o.kind) == memoryWidth(o.kind)
		if n := len(p.spans); n > 0 && p.spans[n-1].offset+p.spans[n-1].size == o.offset {
			p.spans[n-1].size += size
		} else {
			p.spans = append(p.spans, span{o.offset, size})
		}
	}
	return p, nil
}

func (p *plan) add(kind reflect.Type, offset uintptr, path string) error {
	if k, ok := assetkeys.KindOf(kind); ok {
		p.ids = append(p.ids, idField{k, p.size, offset})
	}
	switch k := kind.Kind(); k {
	case reflect.Struct:
		for i := range kind.NumField() {
			field := kind.Field(i)
			if err := p.add(field.Type, offset+field.Offset, path+"."+field.Name); err != nil {
				return err
			}
		}
	case reflect.Array:
		_, isID := assetkeys.KindOf(kind.Elem())
		if element := kind.Elem(); encodedWidth(element.Kind()) > 0 && !isID {
			p.addOp(op{offset, element.Kind(), kind.Len()})
			return nil
		}
		for i := range kind.Len() {
			if err := p.add(kind.Elem(), offset+uintptr(i)*kind.Elem().Size(), path+"[]"); err != nil {
				return err
			}
		}
	default:
		if encodedWidth(k) == 0 {
			return fmt.Errorf("%w: %s: expected a bool, a number, or an array or struct of them, found a %v",
				ErrNotPlain, path, kind)
		}
		p.addOp(op{offset, k, 1})
	}
	return nil
}

// addOp adds numbers in a row.
func (p *plan) addOp(o op) {
	p.ops = append(p.ops, o)
	p.size += o.count * encodedWidth(o.kind)
}

// mapIDs translates the IDs in an encoded value.
func (p *plan) mapIDs(b []byte, m *assetkeys.Mapper) {
	for _, f := range p.ids {
		m.Map(f.kind, b[f.encoded:])
	}
}

// encodedWidth returns how many bytes a number of a kind takes, or 0 for a kind that is no plain
// number.
func encodedWidth(kind reflect.Kind) int {
	switch kind {
	case reflect.Bool, reflect.Int8, reflect.Uint8:
		return 1
	case reflect.Int16, reflect.Uint16:
		return 2
	case reflect.Int32, reflect.Uint32, reflect.Float32:
		return 4
	case reflect.Int, reflect.Uint, reflect.Int64, reflect.Uint64, reflect.Float64:
		return 8
	}
	return 0
}

// memoryWidth returns how many bytes a number of a kind takes in memory.
func memoryWidth(kind reflect.Kind) int {
	if kind == reflect.Int || kind == reflect.Uint {
		return strconv.IntSize / 8
	}
	return encodedWidth(kind)
}

// append appends the encoded form of a value.
func (p *plan) append(dst []byte, value unsafe.Pointer) []byte {
	if p.direct {
		for _, s := range p.spans {
			dst = append(dst, unsafe.Slice((*byte)(unsafe.Add(value, s.offset)), s.size)...)
		}
		return dst
	}
	for _, o := range p.ops {
		for i := range o.count {
			dst = appendNumber(dst, o.kind, unsafe.Add(value, o.offset+uintptr(i*memoryWidth(o.kind))))
		}
	}
	return dst
}

func appendNumber(dst []byte, kind reflect.Kind, at unsafe.Pointer) []byte {
	switch kind {
	case reflect.Int:
		return binary.LittleEndian.AppendUint64(dst, uint64(int64(*(*int)(at))))
	case reflect.Uint:
		return binary.LittleEndian.AppendUint64(dst, uint64(*(*uint)(at)))
	}
	switch encodedWidth(kind) {
	case 1:
		return append(dst, *(*byte)(at))
	case 2:
		return binary.LittleEndian.AppendUint16(dst, *(*uint16)(at))
	case 4:
		return binary.LittleEndian.AppendUint32(dst, *(*uint32)(at))
	}
	return binary.LittleEndian.AppendUint64(dst, *(*uint64)(at))
}

// check returns an error unless b, which has p.size bytes, encodes a value of this platform.
func (p *plan) check(b []byte) error {
	for _, o := range p.ops {
		width := encodedWidth(o.kind)
		switch o.kind {
		case reflect.Bool:
			for i := range o.count {
				if b[i] > 1 {
					return fmt.Errorf("%v: expected 0 or 1 of a bool, found %d", p.kind, b[i])
				}
			}
		case reflect.Int, reflect.Uint:
			for i := range o.count {
				v := binary.LittleEndian.Uint64(b[i*width:])
				if signed := int64(v); o.kind == reflect.Int && int64(int(signed)) != signed ||
					o.kind == reflect.Uint && uint64(uint(v)) != v {
					return fmt.Errorf("%v: expected an integer of %d bits, as this platform has, found %d", p.kind,
						strconv.IntSize, v)
				}
			}
		}
		b = b[width*o.count:]
	}
	return nil
}

// read decodes b, which has been checked, into a value.
func (p *plan) read(b []byte, value unsafe.Pointer) {
	if p.direct {
		for _, s := range p.spans {
			copy(unsafe.Slice((*byte)(unsafe.Add(value, s.offset)), s.size), b)
			b = b[s.size:]
		}
		return
	}
	for _, o := range p.ops {
		for i := range o.count {
			readNumber(b, o.kind, unsafe.Add(value, o.offset+uintptr(i*memoryWidth(o.kind))))
			b = b[encodedWidth(o.kind):]
		}
	}
}

func readNumber(b []byte, kind reflect.Kind, at unsafe.Pointer) {
	switch kind {
	case reflect.Int:
		*(*int)(at) = int(int64(binary.LittleEndian.Uint64(b)))
		return
	case reflect.Uint:
		*(*uint)(at) = uint(binary.LittleEndian.Uint64(b))
		return
	}
	switch encodedWidth(kind) {
	case 1:
		*(*byte)(at) = b[0]
	case 2:
		*(*uint16)(at) = binary.LittleEndian.Uint16(b)
	case 4:
		*(*uint32)(at) = binary.LittleEndian.Uint32(b)
	default:
		*(*uint64)(at) = binary.LittleEndian.Uint64(b)
	}
}

// difference returns the path of the first field in which two encoded values differ, and the values
// of this field.
//
// The table is that with which IDs were translated to numbers of hashes.
func (p *plan) difference(a, b []byte, table *assetkeys.Table) (field, inA, inB string) {
	_, field, inA, inB = differ(p.kind, "", a, b, table)
	return field, inA, inB
}

// differ returns how many bytes a value of a type takes, and, if a and b differ in it, the field
// and its values.
func differ(kind reflect.Type, path string, a, b []byte, table *assetkeys.Table) (size int, field, inA, inB string) {
	join := func(name string) string {
		if path == "" {
			return name
		}
		return path + "." + name
	}
	switch k := kind.Kind(); {
	case kind == reflect.TypeFor[ecs.Entity]():
		if string(a[:8]) != string(b[:8]) {
			return 8, path, entityText(a), entityText(b)
		}
		return 8, "", "", ""
	case k == reflect.Struct:
		for i := range kind.NumField() {
			n, field, inA, inB := differ(kind.Field(i).Type, join(kind.Field(i).Name), a[size:], b[size:], table)
			if size += n; inA != "" {
				return size, field, inA, inB
			}
		}
	case k == reflect.Array:
		for i := range kind.Len() {
			n, field, inA, inB := differ(kind.Elem(), path+"["+strconv.Itoa(i)+"]", a[size:], b[size:], table)
			if size += n; inA != "" {
				return size, field, inA, inB
			}
		}
	default:
		size = encodedWidth(k)
		if string(a[:size]) != string(b[:size]) {
			inA, inB = numberText(k, a), numberText(k, b)
			if id, ok := assetkeys.KindOf(kind); ok {
				inA, inB = assetText(table, id, getUint32(a)), assetText(table, id, getUint32(b))
			}
			if inA == inB { // NaN of different bits
				inA, inB = fmt.Sprintf("%s (%x)", inA, a[:size]), fmt.Sprintf("%s (%x)", inB, b[:size])
			}
			return size, path, inA, inB
		}
	}
	return size, "", "", ""
}

// entityText returns an encoded entity in words.
func entityText(b []byte) string {
	id, generation := binary.LittleEndian.Uint32(b), binary.LittleEndian.Uint32(b[4:])
	if generation == 0 {
		return fmt.Sprintf("entity %d", id)
	}
	return fmt.Sprintf("entity %d of generation %d", id, generation)
}

// assetText returns the asset of a number of a hash in words.
func assetText(table *assetkeys.Table, kind assetkeys.Kind, number uint32) string {
	if number == 0 {
		return "none"
	}
	if e := table.Hashed(kind, number); e != nil {
		return e.String()
	}
	return fmt.Sprintf("a %v that the library does not have", kind)
}

// numberText returns an encoded number in words.
func numberText(kind reflect.Kind, b []byte) string {
	switch kind {
	case reflect.Bool:
		return strconv.FormatBool(b[0] != 0)
	case reflect.Float32:
		return fmt.Sprint(math.Float32frombits(binary.LittleEndian.Uint32(b)))
	case reflect.Float64:
		return fmt.Sprint(math.Float64frombits(binary.LittleEndian.Uint64(b)))
	}
	var v uint64
	switch width := encodedWidth(kind); width {
	case 1:
		v = uint64(b[0])
	case 2:
		v = uint64(binary.LittleEndian.Uint16(b))
	case 4:
		v = uint64(binary.LittleEndian.Uint32(b))
	default:
		v = binary.LittleEndian.Uint64(b)
	}
	switch kind {
	case reflect.Int8:
		return fmt.Sprint(int8(v))
	case reflect.Int16:
		return fmt.Sprint(int16(v))
	case reflect.Int32:
		return fmt.Sprint(int32(v))
	case reflect.Int, reflect.Int64:
		return fmt.Sprint(int64(v))
	}
	return fmt.Sprint(v)
}

// layout describes the encoded form: the names and kinds of all numbers, and of what IDs name.
func layout(kind reflect.Type) string {
	if id, ok := assetkeys.KindOf(kind); ok {
		return id.String()
	}
	switch kind.Kind() {
	case reflect.Struct:
		text := "{"
		for i := range kind.NumField() {
			if i > 0 {
				text += ","
			}
			text += kind.Field(i).Name + " " + layout(kind.Field(i).Type)
		}
		return text + "}"
	case reflect.Array:
		return "[" + strconv.Itoa(kind.Len()) + "]" + layout(kind.Elem())
	}
	return kind.Kind().String()
}
