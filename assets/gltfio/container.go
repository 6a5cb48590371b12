package gltfio

import (
	"bytes"
	"encoding/binary"
	"fmt"
)

const (
	glbMagic      = "glTF"
	glbHeaderSize = 12
	glbChunkSize  = 8 // of a chunk's header
	glbChunkJSON  = "JSON"
	glbChunkBIN   = "BIN\x00"
)

// container is a file taken apart.
type container struct {
	json     []byte
	binary   []byte // the BIN chunk; nil where there is none
	isGLB    bool
	warnings []string
}

// openContainer finds the JSON and the binary chunk of a .gltf or .glb file (glTF 2.0 chapter 4), which it tells apart by
// their first bytes.
func openContainer(data []byte) (container, error) {
	if !bytes.HasPrefix(data, []byte(glbMagic)) {
		text := bytes.TrimPrefix(data, []byte("\xef\xbb\xbf")) // a byte order mark
		if start := bytes.TrimLeft(text, " \t\r\n"); len(start) == 0 || start[0] != '{' {
			return container{}, fmt.Errorf("this is no glTF: it starts neither like JSON nor with the GLB magic %q", glbMagic)
		}
		return container{json: text}, nil
	}
	if len(data) < glbHeaderSize {
		return container{}, fmt.Errorf("GLB: the file ends within its header, after %d of %d bytes", len(data), glbHeaderSize)
	}
	if version := binary.LittleEndian.Uint32(data[4:]); version != 2 {
		return container{}, fmt.Errorf("GLB: version %d is not 2", version)
	}
	c := container{isGLB: true}
	length := uint64(binary.LittleEndian.Uint32(data[8:]))
	if size := uint64(len(data)); length > size {
		return container{}, fmt.Errorf("GLB: the header tells of %d bytes, but there are %d", length, size)
	} else if length < size {
		c.warn("the file is %d bytes longer than its header tells; they were left out", size-length)
	}
	if length < glbHeaderSize+glbChunkSize {
		return container{}, fmt.Errorf("GLB: a length of %d bytes leaves no room for a JSON chunk", length)
	}
	return c, c.readChunks(data[glbHeaderSize:length])
}

func (c *container) warn(format string, arguments ...any) {
	c.warnings = append(c.warnings, "GLB: "+fmt.Sprintf(format, arguments...))
}

// readChunks reads the chunks: JSON first, then perhaps BIN, then perhaps others, which are passed over.
func (c *container) readChunks(rest []byte) error {
	for i := 0; len(rest) > 0; i++ {
		if len(rest) < glbChunkSize {
			if i == 0 {
				return fmt.Errorf("GLB: the file ends within the header of chunk 0")
			}
			c.warn("%d bytes behind the last chunk were left out", len(rest))
			return nil
		}
		length, kind := uint64(binary.LittleEndian.Uint32(rest)), string(rest[4:8])
		rest = rest[glbChunkSize:]
		if length > uint64(len(rest)) {
			return fmt.Errorf("GLB: chunk %d tells of %d bytes, but %d are left", i, length, len(rest))
		}
		payload := rest[:length]
		rest = rest[min((length+3)&^3, uint64(len(rest))):]
		switch {
		case i == 0 && kind != glbChunkJSON:
			return fmt.Errorf("GLB: the first chunk is %q, not %q", kind, glbChunkJSON)
		case i == 0:
			c.json = bytes.TrimRight(payload, "\x00")
			if len(c.json) < len(payload) {
				c.warn("the JSON chunk is padded with zeros, not spaces")
			}
		case i == 1 && kind == glbChunkBIN:
			c.binary = payload
		case kind == glbChunkJSON || kind == glbChunkBIN:
			return fmt.Errorf("GLB: chunk %d is a %q chunk, which has its place further ahead", i, kind)
		}
	}
	return nil
}
