package render

import "github.com/sinew-go/sinew/systems/render/internal/gpu"

// contexts are the contexts in which a renderer draws. They share textures, buffers and programs,
// but not vertex arrays, framebuffers and queries.
type contexts struct {
	keys    []any // of the program, by number of the context
	current int
	stale   [][]func() // by number: frees what was given up while another context was current
}

func newContexts() *contexts { return &contexts{keys: []any{nil}, stale: make([][]func(), 1)} }

// use selects the context of a key.
func (c *contexts) use(key any) {
	c.current = -1
	for i, known := range c.keys {
		if known == key {
			c.current = i
		}
	}
	if c.current < 0 {
		c.current = len(c.keys)
		c.keys, c.stale = append(c.keys, key), append(c.stale, nil)
	}
	for _, free := range c.stale[c.current] {
		free()
	}
	c.stale[c.current] = nil
}

// perContext is an object that contexts do not share: one for each context in which it was used.
type perContext[T gpu.VertexArray | gpu.Framebuffer | gpu.Query] struct {
	made []T // by number of the context; 0 where it was not used yet
}

// get returns the object of the current context, or false if there is none yet.
func (p *perContext[T]) get(c *contexts) (object T, ok bool) {
	if c.current >= len(p.made) {
		return 0, false
	}
	return p.made[c.current], p.made[c.current] != 0
}

// set sets the object of the current context.
func (p *perContext[T]) set(c *contexts, object T) {
	for len(p.made) <= c.current {
		p.made = append(p.made, 0)
	}
	p.made[c.current] = object
}

// free frees the objects of all contexts: of the current one now, of the others when they are
// current.
func (p *perContext[T]) free(c *contexts, free func(T)) {
	for i, object := range p.made {
		switch {
		case object == 0:
		case i == c.current:
			free(object)
		default:
			c.stale[i] = append(c.stale[i], func() { free(object) })
		}
	}
	p.made = nil
}

// attributeSource is where a vertex array reads an attribute that does not change.
type attributeSource struct {
	index        uint32
	buffer       gpu.Buffer
	size         int
	integerBytes int // 0 for float32
	stride       int
	offset       int
}

// vertexArray is a vertex array of each context.
type vertexArray struct {
	perContext[gpu.VertexArray]
	sources   []attributeSource
	instances []uint32 // attributes that are set when an instance's buffer is bound
}

// bind binds the array of the current context, which it makes if need be.
func (a *vertexArray) bind(d gpu.Device, c *contexts) {
	if array, ok := a.get(c); ok {
		d.BindVertexArray(array)
		return
	}
	array := d.CreateVertexArray()
	a.set(c, array)
	d.BindVertexArray(array)
	for i := range a.sources {
		s := &a.sources[i]
		d.BindBuffer(gpu.Vertices, s.buffer)
		d.EnableAttribute(s.index, false)
		if s.integerBytes > 0 {
			d.IntegerAttribute(s.index, s.size, s.integerBytes, s.stride, s.offset)
		} else {
			d.Attribute(s.index, s.size, s.stride, s.offset)
		}
	}
	for _, index := range a.instances {
		d.EnableAttribute(index, true)
	}
}

func (a *vertexArray) delete(d gpu.Device, c *contexts) { a.free(c, d.DeleteVertexArray) }
