package column

import (
	"slices"
	"unsafe"
)

// List is a list of rows of type T, each with the component of type C of its character. Rows that
// are given back are used again. The zero value is empty.
type List[T, C any] struct {
	rows       []T
	components []*C
	free       []int32
}

// Used implements [Rows].
func (l *List[T, C]) Used() int { return len(l.rows) - len(l.free) }

// Reserve implements [Rows].
func (l *List[T, C]) Reserve(rows int) {
	if more := rows - len(l.rows); more > 0 {
		l.rows, l.components = slices.Grow(l.rows, more), slices.Grow(l.components, more)
	}
}

// TakeRow returns the index of a row that is not in use, which may hold what its last user left.
func (l *List[T, C]) TakeRow(component unsafe.Pointer) (row int32) {
	if n := len(l.free); n > 0 {
		row, l.free = l.free[n-1], l.free[:n-1]
	} else {
		row = int32(len(l.rows))
		var t T
		l.rows, l.components = append(l.rows, t), append(l.components, nil)
	}
	l.components[row] = (*C)(component)
	return row
}

// ReleaseRow gives a row back, as it is.
func (l *List[T, C]) ReleaseRow(row int32) {
	l.components[row] = nil
	l.free = append(l.free, row)
}

// Bind implements [Rows].
func (l *List[T, C]) Bind(row int32, component unsafe.Pointer) bool {
	l.components[row] = (*C)(component)
	return false
}

// At returns a row. It is valid until the next one is taken.
func (l *List[T, C]) At(row int32) *T { return &l.rows[row] }

// Component returns the component of a row's character, or nil if it is not known.
func (l *List[T, C]) Component(row int32) *C { return l.components[row] }

// Numbered is a [List] of rows that have equally many numbers besides. The zero value is empty, and
// takes the length of their rows by [Floats.SetSize].
type Numbered[T, C any] struct {
	List[T, C]
	Numbers Floats
}

// Reserve implements [Rows].
func (n *Numbered[T, C]) Reserve(rows int) {
	n.List.Reserve(rows)
	n.Numbers.Reserve(rows)
}

// TakeRow is [List.TakeRow]. The numbers too may be what the row's last user left.
func (n *Numbered[T, C]) TakeRow(component unsafe.Pointer) (row int32) {
	row = n.List.TakeRow(component)
	n.Numbers.Reserve(int(row) + 1)
	return row
}

// Floats is memory for rows of equal length. The zero value is empty.
type Floats struct {
	numbers []float32
	size    int
}

// SetSize sets the length of a row. It must be called before the other methods, and only once.
func (f *Floats) SetSize(size int) { f.size = size }

// Size returns the length of a row.
func (f *Floats) Size() int { return f.size }

// Row returns the memory of a row. It is valid until Reserve.
func (f *Floats) Row(row int32) []float32 { return f.numbers[int(row)*f.size:][:f.size] }

// Reserve makes room for a number of rows.
func (f *Floats) Reserve(rows int) {
	if n := rows * f.size; n > len(f.numbers) {
		f.numbers = slices.Grow(f.numbers, n-len(f.numbers))
		f.numbers = f.numbers[:cap(f.numbers)]
	}
}
