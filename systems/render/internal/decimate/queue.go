package decimate

// candidate is a point and what it costs to collapse it.
type candidate struct {
	cost    float64
	point   int32
	version int32
}

func (c *candidate) before(other *candidate) bool {
	return c.cost < other.cost || c.cost == other.cost && c.point < other.point
}

// queue is a binary heap of candidates, of which those of old versions are left out when they come
// up. (Package container/heap would allocate each one.)
type queue []candidate

func (q *queue) push(c candidate) {
	heap := append(*q, c)
	*q = heap
	i := len(heap) - 1
	for i > 0 {
		parent := (i - 1) / 2
		if !c.before(&heap[parent]) {
			break
		}
		heap[i] = heap[parent]
		i = parent
	}
	heap[i] = c
}

// pop removes the first candidate of a queue that has some.
func (q *queue) pop() candidate {
	heap := *q
	first, last := heap[0], heap[len(heap)-1]
	heap = heap[:len(heap)-1]
	*q = heap
	i := 0
	for {
		child := 2*i + 1
		if child >= len(heap) {
			break
		}
		if child+1 < len(heap) && heap[child+1].before(&heap[child]) {
			child++
		}
		if !heap[child].before(&last) {
			break
		}
		heap[i] = heap[child]
		i = child
	}
	if i < len(heap) {
		heap[i] = last
	}
	return first
}
