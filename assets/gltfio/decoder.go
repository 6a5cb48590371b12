package gltfio

import (
	"fmt"
	"iter"
	"maps"
	"slices"
	"strings"

	"github.com/qmuntal/gltf"

	"github.com/sinew-go/sinew/internal/jsontree"
	"github.com/sinew-go/sinew/internal/names"
)

// decoder decodes JSON into the types of package gltf. It keeps the path of the value that it
// decodes, and the first error. After an error its methods do nothing. It does not use package gltf
// to decode, which needs several passes over the text, sets missing properties to 0 and pads or
// truncates arrays of the wrong length.
//
// A property that is null counts as absent.
type decoder struct {
	memory   *budget
	path     []segment
	warnings []string
	err      error
}

// segment is one step of a path: the name of a member, or the index of an element if the name is
// empty.
type segment struct {
	name  string
	index int
}

// where returns the first segments of the path as text, such as nodes[3].children.
func (d *decoder) where(segments int) string {
	var text strings.Builder
	for i, s := range d.path[:segments] {
		switch {
		case s.name == "":
			fmt.Fprintf(&text, "[%d]", s.index)
		case i > 0:
			text.WriteString("." + s.name)
		default:
			text.WriteString(s.name)
		}
	}
	return text.String()
}

// fail sets the error, at the path of the current value.
func (d *decoder) fail(format string, arguments ...any) {
	if d.err == nil {
		d.err = errorAt(d.where(len(d.path)), format, arguments...)
	}
}

// failAbove sets the error, at the path of the object that has the current value as a member.
func (d *decoder) failAbove(format string, arguments ...any) {
	if d.err == nil {
		d.err = errorAt(d.where(len(d.path)-1), format, arguments...)
	}
}

// mismatch sets the error for a value that is not of the wanted form, such as "an integer".
func (d *decoder) mismatch(v jsontree.Value, want string) {
	if d.err == nil {
		d.err = &Error{Path: d.where(len(d.path)), Err: v.Mismatch(want)}
	}
}

// at calls decode with the name of a member at the end of the path.
func (d *decoder) at(name string, decode func()) {
	if d.err == nil {
		d.path = append(d.path, segment{name: name})
		decode()
		d.path = d.path[:len(d.path)-1]
	}
}

// members iterates over the members of an object that are not null. At the end it checks that all
// required members were present. The names share the bytes of the file.
func (d *decoder) members(v jsontree.Value, required ...string) iter.Seq2[string, jsontree.Value] {
	return func(yield func(string, jsontree.Value) bool) {
		if d.err != nil {
			return
		}
		if v.Kind() != jsontree.Object {
			d.mismatch(v, "an object")
			return
		}
		seen := 0 // a bit for each required member
		for name, value := range v.Members() {
			if value.Missing() {
				continue
			}
			for i := range required {
				if required[i] == name {
					seen |= 1 << i
				}
			}
			d.path = append(d.path, segment{name: name})
			more := yield(name, value)
			d.path = d.path[:len(d.path)-1]
			if !more || d.err != nil {
				return
			}
		}
		for i := range required {
			if seen>>i&1 == 0 {
				d.at(required[i], func() { d.fail("expected a required member, found none") })
				return
			}
		}
	}
}

// elements iterates over the elements of an array of objects.
func (d *decoder) elements(v jsontree.Value) iter.Seq2[int, jsontree.Value] {
	return func(yield func(int, jsontree.Value) bool) {
		if d.err != nil || v.Missing() {
			return
		}
		if v.Kind() != jsontree.Array {
			d.mismatch(v, "an array")
			return
		}
		for i, element := range v.Elements() {
			d.path = append(d.path, segment{index: i})
			if element.Missing() {
				d.fail("expected an object, found null")
			}
			more := d.err == nil && yield(i, element)
			d.path = d.path[:len(d.path)-1]
			if !more || d.err != nil {
				return
			}
		}
	}
}

// decodeArray decodes an array of the top level.
func decodeArray[T any](d *decoder, name string, top map[string]jsontree.Value,
	decode func(jsontree.Value) *T,
) (list []*T) {
	d.at(name, func() { list = decodeElements(d, top[name], decode) })
	return list
}

// decodeElements decodes the elements of an array. It spends memory for them first.
func decodeElements[T any](d *decoder, v jsontree.Value, decode func(jsontree.Value) *T) []*T {
	count := v.Len()
	// An element takes 3 bytes or more in the file, and a few hundred in memory.
	if d.err == nil {
		d.err = d.memory.spend(d.where(len(d.path)), count, 1024)
	}
	if d.err != nil {
		return nil
	}
	list := make([]*T, 0, count)
	for _, element := range d.elements(v) {
		list = append(list, decode(element))
	}
	return list
}

// int decodes an integer, which may be written like 24, 24.0 or 2.4e1.
func (d *decoder) int(v jsontree.Value) int {
	n, ok := v.Int()
	if !ok {
		d.mismatch(v, "an integer")
	}
	return n
}

// optionalInt decodes an integer, or returns nil if there is none.
func (d *decoder) optionalInt(v jsontree.Value) *int {
	if v.Missing() {
		return nil
	}
	n := d.int(v)
	return &n
}

func (d *decoder) float(v jsontree.Value) float64 {
	f, ok := v.Float()
	if !ok {
		d.mismatch(v, "a number that fits in a float64")
	}
	return f
}

func (d *decoder) bool(v jsontree.Value) bool {
	b, ok := v.Bool()
	if !ok {
		d.mismatch(v, "true or false")
	}
	return b
}

func (d *decoder) text(v jsontree.Value) string {
	text, ok := v.Text()
	if !ok {
		d.mismatch(v, "a string")
	}
	return text
}

// list decodes an array of scalars. An error has the path of the array.
func list[T any](d *decoder, v jsontree.Value, decode func(jsontree.Value) T) []T {
	if v.Missing() {
		return nil
	}
	if v.Kind() != jsontree.Array {
		d.mismatch(v, "an array")
	}
	values := make([]T, 0, v.Len())
	for _, element := range v.Elements() {
		values = append(values, decode(element))
	}
	return values
}

func (d *decoder) ints(v jsontree.Value) []int       { return list(d, v, d.int) }
func (d *decoder) floats(v jsontree.Value) []float64 { return list(d, v, d.float) }
func (d *decoder) texts(v jsontree.Value) []string   { return list(d, v, d.text) }

// vector decodes an array of numbers of a fixed length.
func (d *decoder) vector(v jsontree.Value, to []float64) {
	if n := v.Len(); v.Kind() == jsontree.Array && n != len(to) {
		d.fail("expected %d numbers, found %d", len(to), n)
	}
	if v.Kind() != jsontree.Array {
		d.mismatch(v, "an array")
	}
	if d.err != nil {
		return
	}
	for i, element := range v.Elements() {
		to[i] = d.float(element)
	}
}

// extensions returns the members of an extensions object. Their type is [jsontree.Value];
// [decodeExtension] decodes them.
func (d *decoder) extensions(v jsontree.Value) gltf.Extensions {
	extensions := gltf.Extensions{}
	for name, value := range d.members(v) {
		extensions[strings.Clone(name)] = value
	}
	return extensions
}

// decodeExtension calls decode, unless it is nil, with the object of an extension, and reports
// whether it is present. The path is the path of the object that has the extension.
func decodeExtension(path string, extensions gltf.Extensions, name string,
	decode func(*decoder, jsontree.Value),
) (bool, error) {
	value, ok := extensions[name].(jsontree.Value)
	if !ok {
		return false, nil
	}
	d := decoder{path: []segment{{name: path}, {name: "extensions"}, {name: name}}}
	if value.Kind() != jsontree.Object {
		d.mismatch(value, "an object")
	} else if decode != nil {
		decode(&d, value)
	}
	return d.err == nil, d.err
}

// named decodes a value of an enumeration by its name. An error has the path of the object that has
// the property. The enumeration is a noun with its article.
func named[T any](d *decoder, v jsontree.Value, values map[string]T, enumeration string) T {
	name := d.text(v)
	value, ok := values[name]
	if !ok {
		known := slices.Sorted(maps.Keys(values))
		d.failAbove("expected %s of %s, found %q%s", enumeration, strings.Join(known, ", "), shorten(name),
			names.Meant(name, known))
	}
	return value
}

// numbered decodes a value of an enumeration by its number. An error has the path of the object
// that has the property. The enumeration is as in [named].
func numbered[T any](d *decoder, v jsontree.Value, values map[int]T, enumeration string) T {
	number := d.int(v)
	value, ok := values[number]
	if !ok {
		d.failAbove("expected %s of %v, found %d", enumeration, slices.Sorted(maps.Keys(values)), number)
	}
	return value
}

// The enumerations of glTF 2.0 by the names and numbers in the file.
var (
	componentsByNumber = map[int]gltf.ComponentType{
		5120: gltf.ComponentByte, 5121: gltf.ComponentUbyte, 5122: gltf.ComponentShort, 5123: gltf.ComponentUshort,
		5125: gltf.ComponentUint, 5126: gltf.ComponentFloat,
	}
	accessorTypes = map[string]gltf.AccessorType{
		"SCALAR": gltf.AccessorScalar, "VEC2": gltf.AccessorVec2, "VEC3": gltf.AccessorVec3, "VEC4": gltf.AccessorVec4,
		"MAT2": gltf.AccessorMat2, "MAT3": gltf.AccessorMat3, "MAT4": gltf.AccessorMat4,
	}
	primitiveModes = map[int]gltf.PrimitiveMode{
		0: gltf.PrimitivePoints, 1: gltf.PrimitiveLines, 2: gltf.PrimitiveLineLoop, 3: gltf.PrimitiveLineStrip,
		4: gltf.PrimitiveTriangles, 5: gltf.PrimitiveTriangleStrip, 6: gltf.PrimitiveTriangleFan,
	}
	interpolations = map[string]gltf.Interpolation{
		"LINEAR": gltf.InterpolationLinear, "STEP": gltf.InterpolationStep,
		"CUBICSPLINE": gltf.InterpolationCubicSpline,
	}
	targetPaths = map[string]gltf.TRSProperty{
		"translation": gltf.TRSTranslation, "rotation": gltf.TRSRotation, "scale": gltf.TRSScale,
		"weights": gltf.TRSWeights,
	}
	alphaModes = map[string]gltf.AlphaMode{
		"OPAQUE": gltf.AlphaOpaque, "MASK": gltf.AlphaMask,
		"BLEND": gltf.AlphaBlend,
	}
	magFilters    = map[int]gltf.MagFilter{9728: gltf.MagNearest, 9729: gltf.MagLinear}
	wrappingModes = map[int]gltf.WrappingMode{
		10497: gltf.WrapRepeat, 33071: gltf.WrapClampToEdge,
		33648: gltf.WrapMirroredRepeat,
	}
)
