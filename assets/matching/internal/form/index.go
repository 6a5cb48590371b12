package form

import "github.com/sinew-go/sinew/internal/kernel/nearest"

// LeafSize is how many frames a leaf has, PageSize how many leaves a page, and NodeSize how many
// frames a page and how many children a node.
const (
	LeafSize = nearest.Points
	NodeSize = nearest.Boxes
	PageSize = NodeSize / LeafSize
)

// MostLevels is how many levels there are at most: an int32 counts fewer frames than 64 pages to
// this power.
const MostLevels = 5

// Index holds the numbers of all frames, and what finds the nearest.
//
// The frames are in leaves of 8, in the order of a kd-tree: those that can be found come first,
// split where they spread most, so that those of a leaf are alike. The last leaves hold the frames
// that cannot be found. Of those that can, 8 leaves are a page, and above the pages there are
// levels of boxes, 64 in a node, up to one node.
//
// Pages and boxes have coordinates along some axes only, on a grid, which is enough to tell which
// frames are no better. What is left is compared number by number.
type Index struct {
	Rows   []float32 // of the leaves: for each number of a frame that of 8 frames
	Slots  []int32   // where each frame is: 8·leaf + lane
	Frames []int32   // which frame is in each slot
	Count  int       // how many frames can be found
	Axes   Axes
	Grid   Grid
	Slack  float64 // what underflow may take from a cost
	Points []int16 // of the pages, as nearest.ToPoints reads them
	Levels []Level // from that around pages up
}

// Level is the boxes around the pages, or around the nodes of the level below.
type Level struct {
	Boxes []int16  // of the nodes, as nearest.ToBoxes reads them
	Tags  []TagSet // of the boxes
	Count int      // of boxes
}

// TagSet is which tags all frames of a box have, and which any of them has.
type TagSet struct{ All, Any uint32 }

// Read writes all numbers of a frame to dst, which has as many.
func (x *Index) Read(frame int, dst []float32) {
	slot := int(x.Slots[frame])
	at := slot/LeafSize*LeafSize*len(dst) + slot%LeafSize
	for i := range dst {
		dst[i] = x.Rows[at+i*LeafSize]
	}
}

// Pairs returns how many pairs of coordinates there are.
func (x *Index) Pairs() int { return x.Axes.Count/2 + 1 }

// Page returns the points of a page.
func (x *Index) Page(page int) []int16 {
	size := 2 * NodeSize * x.Pairs()
	return x.Points[page*size:][:size]
}

// Node returns the boxes of a node of a level.
func (x *Index) Node(l *Level, node int) []int16 {
	size := 4 * NodeSize * x.Pairs()
	return l.Boxes[node*size:][:size]
}
