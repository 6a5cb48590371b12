package posestore

// Buffers owns a buffer of type T for each entity that asks for one. The zero value is empty.
type Buffers[T any] struct {
	list  []buffer[T]
	free  []int32
	frame uint32
	taken int // number of buffers taken in this frame
}

type buffer[T any] struct {
	contents T
	owner    Entity
	frame    uint32 // number of the last frame in which it was taken
}

// Buffer returns the buffer of an entity, given its number, or nil if the number is not that of a
// buffer of the entity.
func (s *Buffers[T]) Buffer(entity Entity, number int32) *T {
	if number < 1 || int(number) > len(s.list) || s.list[number-1].owner != entity {
		return nil
	}
	return &s.list[number-1].contents
}

// Begin starts a frame: [Buffers.Sweep] frees the buffers that [Buffers.Take] does not take before.
func (s *Buffers[T]) Begin() {
	s.frame++
	s.taken = 0
}

// Take returns the number of the entity's buffer, from 1 on: the given number if this is its buffer
// already, otherwise the number of a new buffer.
func (s *Buffers[T]) Take(entity Entity, number int32) int32 {
	i := number - 1
	if i < 0 || int(i) >= len(s.list) || s.list[i].owner != entity || s.list[i].frame == s.frame {
		if n := len(s.free); n > 0 {
			i, s.free = s.free[n-1], s.free[:n-1]
		} else {
			i = int32(len(s.list))
			s.list = append(s.list, buffer[T]{})
		}
		s.list[i].owner = entity
	}
	s.list[i].frame = s.frame
	s.taken++
	return i + 1
}

// Sweep frees the buffers that were not taken in this frame.
func (s *Buffers[T]) Sweep() {
	if s.taken == len(s.list)-len(s.free) {
		return
	}
	for i := range s.list {
		if b := &s.list[i]; b.owner != (Entity{}) && b.frame != s.frame {
			*b = buffer[T]{}
			s.free = append(s.free, int32(i))
		}
	}
}
