package gltfio

import (
	"errors"
	"fmt"

	"github.com/qmuntal/gltf"
)

// view is a buffer view whose range was checked.
type view struct {
	data   []byte
	stride int // bytes from one element to the next; 0 if there is nothing between them
}

// readBuffers reads the bytes of every buffer.
func (l *loader) readBuffers() error {
	for i, b := range l.doc.Buffers {
		path := fmt.Sprintf("buffers[%d]", i)
		data, err := l.readBuffer(i, b)
		if err != nil {
			return &Error{Path: path + ".uri", Err: err}
		}
		if b.ByteLength < 1 {
			return errorAt(path+".byteLength", "%d is not positive", b.ByteLength)
		}
		if b.ByteLength > len(data) {
			return errorAt(path+".byteLength", "%d is more than the %d bytes of the data", b.ByteLength, len(data))
		}
		l.buffers = append(l.buffers, data[:b.ByteLength])
	}
	return nil
}

// readBuffer returns the bytes of a buffer. The first buffer of a GLB file may have no URI: its bytes are the BIN
// chunk.
func (l *loader) readBuffer(index int, b *gltf.Buffer) ([]byte, error) {
	switch {
	case b.URI != "":
		return l.readURI(b.URI)
	case b.Extensions[extMeshopt] != nil || b.Extensions[extMeshoptKHR] != nil:
		return nil, fmt.Errorf("missing; the data of the buffer is compressed by %s, which is not supported", extMeshopt)
	case index > 0 || !l.container.isGLB:
		return nil, errors.New("missing; only the first buffer of a GLB file may omit it")
	case l.container.binary == nil:
		return nil, errors.New("missing, and the GLB file has no BIN chunk")
	}
	return l.container.binary, nil
}

// readViews checks the range of every buffer view.
func (l *loader) readViews() error {
	for i, v := range l.doc.BufferViews {
		path := fmt.Sprintf("bufferViews[%d]", i)
		if err := checkIndex(path+".buffer", v.Buffer, len(l.buffers), "buffers"); err != nil {
			return err
		}
		data := l.buffers[v.Buffer]
		switch {
		case v.ByteOffset < 0 || v.ByteOffset > len(data):
			return errorAt(path+".byteOffset", "%d is outside buffer %d, which has %d bytes", v.ByteOffset, v.Buffer, len(data))
		case v.ByteLength < 1 || v.ByteLength > len(data)-v.ByteOffset:
			return errorAt(path+".byteLength", "%d bytes from offset %d do not fit in buffer %d, which has %d bytes", v.ByteLength, v.ByteOffset, v.Buffer, len(data))
		case v.ByteStride < 0:
			return errorAt(path+".byteStride", "%d is negative", v.ByteStride)
		}
		l.views = append(l.views, view{data[v.ByteOffset:][:v.ByteLength:v.ByteLength], v.ByteStride})
	}
	return nil
}
