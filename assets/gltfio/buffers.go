package gltfio

import (
	"errors"
	"fmt"

	"github.com/qmuntal/gltf"

	"github.com/sinew-go/sinew/assets/gltfio/internal/meshopt"
	"github.com/sinew-go/sinew/internal/jsontree"
)

// view is a buffer view whose range was checked.
type view struct {
	data   []byte
	stride int // bytes from one element to the next; 0 if there is nothing between them
}

// compressedView is the extension of a buffer view whose data is compressed in another range of
// bytes.
type compressedView struct {
	extension      string
	buffer         int
	offset, length int // bytes in the buffer
	count, stride  int // of the elements
	mode           meshopt.Mode
	filter         meshopt.Filter
}

var (
	compressionModes = map[string]meshopt.Mode{
		"ATTRIBUTES": meshopt.Attributes, "TRIANGLES": meshopt.Triangles, "INDICES": meshopt.Indices,
	}
	compressionFilters = map[string]meshopt.Filter{
		"NONE": meshopt.None, "OCTAHEDRAL": meshopt.Octahedral, "QUATERNION": meshopt.Quaternion,
		"EXPONENTIAL": meshopt.Exponential, "COLOR": meshopt.Color,
	}
)

// readCompressedView returns the compression of a buffer view, or nil if it is not compressed.
func readCompressedView(path string, v *gltf.BufferView) (*compressedView, error) {
	for _, name := range []string{extMeshoptKHR, extMeshopt} {
		c := compressedView{extension: name}
		present, err := decodeExtension(path, v.Extensions, name, func(d *decoder, value jsontree.Value) {
			for name, value := range d.members(value, "buffer", "byteLength", "byteStride", "count", "mode") {
				switch name {
				case "buffer":
					c.buffer = d.int(value)
				case "byteOffset":
					c.offset = d.int(value)
				case "byteLength":
					c.length = d.int(value)
				case "byteStride":
					c.stride = d.int(value)
				case "count":
					c.count = d.int(value)
				case "mode":
					c.mode = named(d, value, compressionModes, "a mode")
				case "filter":
					c.filter = named(d, value, compressionFilters, "a filter")
				}
			}
		})
		if err != nil {
			return nil, err
		}
		if present {
			return &c, nil
		}
	}
	return nil, nil
}

// readBuffers reads the bytes of every buffer but of the fallback buffers: those that only
// compressed views use. Their element is nil.
func (l *loader) readBuffers() error {
	// plainView holds for each buffer 1 + the index of a view that needs its bytes, and compressed
	// whether compressed views stand for its bytes.
	plainView, compressed := make([]int, len(l.doc.Buffers)), make([]bool, len(l.doc.Buffers))
	for i, v := range l.doc.BufferViews {
		path := fmt.Sprintf("bufferViews[%d]", i)
		if err := checkIndex(path+".buffer", v.Buffer, len(l.doc.Buffers), "buffers"); err != nil {
			return err
		}
		c, err := readCompressedView(path, v)
		if err != nil {
			return err
		}
		l.compressed = append(l.compressed, c)
		if c == nil {
			plainView[v.Buffer] = i + 1
			continue
		}
		if err := checkIndex(path+".extensions."+c.extension+".buffer", c.buffer, len(l.doc.Buffers),
			"buffers"); err != nil {
			return err
		}
		plainView[c.buffer], compressed[v.Buffer] = i+1, true
	}
	for i, b := range l.doc.Buffers {
		path := fmt.Sprintf("buffers[%d]", i)
		if b.ByteLength < 1 {
			return errorAt(path+".byteLength", "expected a length above 0, found %d", b.ByteLength)
		}
		fallback := b.Extensions[extMeshopt] != nil || b.Extensions[extMeshoptKHR] != nil
		if plainView[i] == 0 && (fallback || compressed[i]) {
			l.buffers = append(l.buffers, nil)
			continue
		}
		if fallback && b.URI == "" {
			return errorAt(path+".uri",
				"expected data, since bufferViews[%d] is not compressed, found none in a fallback buffer",
				plainView[i]-1)
		}
		data, err := l.readBuffer(i, b)
		if err != nil {
			return &Error{Path: path + ".uri", Err: err}
		}
		if b.ByteLength > len(data) {
			return errorAt(path+".byteLength", "expected at most the %d bytes of the data, found %d", len(data),
				b.ByteLength)
		}
		l.buffers = append(l.buffers, data[:b.ByteLength])
	}
	return nil
}

// readBuffer returns the bytes of a buffer. The first buffer of a GLB file may have no URI: its
// bytes are the BIN chunk.
func (l *loader) readBuffer(index int, b *gltf.Buffer) ([]byte, error) {
	switch {
	case b.URI != "":
		return l.readURI(b.URI)
	case index > 0 || !l.container.isGLB:
		return nil, errors.New("expected a URI, since only the first buffer of a GLB file has none, found none")
	case l.container.binary == nil:
		return nil, errors.New("expected a URI or a BIN chunk of the GLB file, found neither")
	}
	return l.container.binary, nil
}

// readViews checks the range of every buffer view and decodes those that are compressed.
func (l *loader) readViews() error {
	for i, v := range l.doc.BufferViews {
		path := fmt.Sprintf("bufferViews[%d]", i)
		if v.ByteStride < 0 {
			return errorAt(path+".byteStride", "expected a stride of at least 0, found %d", v.ByteStride)
		}
		if err := l.checkRange(path, v.Buffer, v.ByteOffset, v.ByteLength); err != nil {
			return err
		}
		var data []byte
		if c := l.compressed[i]; c != nil {
			var err error
			if data, err = l.decompress(path, v, c); err != nil {
				return err
			}
		} else {
			data = l.buffers[v.Buffer][v.ByteOffset:][:v.ByteLength:v.ByteLength]
		}
		l.views = append(l.views, view{data, v.ByteStride})
	}
	return nil
}

// checkRange returns an error unless length bytes from an offset, and at least one, are inside a
// buffer.
func (l *loader) checkRange(path string, buffer, offset, length int) error {
	size := l.doc.Buffers[buffer].ByteLength
	switch {
	case offset < 0 || offset > size:
		return errorAt(path+".byteOffset", "expected an offset in buffer %d, which has %d bytes, found %d", buffer,
			size, offset)
	case length < 1 || length > size-offset:
		return errorAt(path+".byteLength",
			"expected a range in buffer %d, which has %d bytes, found %d bytes from offset %d", buffer, size,
			length, offset)
	}
	return nil
}

// decompress returns the bytes of a compressed view.
func (l *loader) decompress(path string, v *gltf.BufferView, c *compressedView) ([]byte, error) {
	at := path + ".extensions." + c.extension
	if err := l.checkRange(at, c.buffer, c.offset, c.length); err != nil {
		return nil, err
	}
	if c.count < 1 || c.stride < 1 || v.ByteLength%c.stride != 0 || v.ByteLength/c.stride != c.count {
		return nil, errorAt(at+".count",
			"expected elements that take the %d bytes of the view, found %d of %d bytes", v.ByteLength, c.count,
			c.stride)
	}
	if err := l.memory.spend(at, c.count, c.stride); err != nil {
		return nil, err
	}
	data, err := meshopt.Decode(l.buffers[c.buffer][c.offset:][:c.length], c.count, c.stride, c.mode, c.filter)
	if err != nil {
		return nil, &Error{Path: at, Err: err}
	}
	return data, nil
}
