package gltfio

import (
	"errors"
	"fmt"
)

// view is a checked buffer view.
type view struct {
	data   []byte
	stride int // 0: elements lie close together
}

// readBuffers gets the bytes of every buffer.
func (l *loader) readBuffers() error {
	for i, b := range l.doc.Buffers {
		path := fmt.Sprintf("buffers[%d]", i)
		data, err := l.buffer(i, b.URI)
		if err != nil {
			return &Error{Path: path + ".uri", Err: err}
		}
		if b.ByteLength < 1 {
			return errorAt(path+".byteLength", "%d is not positive", b.ByteLength)
		}
		if b.ByteLength > len(data) {
			return errorAt(path+".byteLength", "%d is more than the %d bytes there are", b.ByteLength, len(data))
		}
		l.buffers = append(l.buffers, data[:b.ByteLength])
	}
	return nil
}

func (l *loader) buffer(index int, uri string) ([]byte, error) {
	switch {
	case uri != "":
		return l.readURI(uri)
	case index > 0 || !l.container.isGLB:
		return nil, errors.New("it is missing, and only the first buffer of a GLB file has its bytes in the file")
	case l.container.binary == nil:
		return nil, errors.New("it is missing, and the GLB file has no BIN chunk")
	}
	return l.container.binary, nil
}

// readViews checks every buffer view against the bytes of its buffer.
func (l *loader) readViews() error {
	for i, v := range l.doc.BufferViews {
		path := fmt.Sprintf("bufferViews[%d]", i)
		if err := checkIndex(path+".buffer", v.Buffer, len(l.buffers), "buffers"); err != nil {
			return err
		}
		data := l.buffers[v.Buffer]
		switch {
		case v.ByteOffset < 0 || v.ByteOffset > len(data):
			return errorAt(path+".byteOffset", "%d is not within the %d bytes of buffer %d", v.ByteOffset, len(data), v.Buffer)
		case v.ByteLength < 1 || v.ByteLength > len(data)-v.ByteOffset:
			return errorAt(path+".byteLength", "%d bytes from %d are not within the %d bytes of buffer %d", v.ByteLength, v.ByteOffset, len(data), v.Buffer)
		case v.ByteStride < 0:
			return errorAt(path+".byteStride", "%d is negative", v.ByteStride)
		}
		l.views = append(l.views, view{data[v.ByteOffset:][:v.ByteLength:v.ByteLength], v.ByteStride})
	}
	return nil
}
