package gltfio

import (
	"bytes"
	"encoding/binary"
	"fmt"
)

const (
	glbMagic           = "glTF"
	glbHeaderSize      = 12
	glbChunkHeaderSize = 8
	glbChunkJSON       = "JSON"
	glbChunkBIN        = "BIN\x00"
)

// container holds the JSON and the binary chunk of a file.
type container struct {
	json     []byte
	binary   []byte // the BIN chunk; nil if there is none
	isGLB    bool
	warnings []string
}

// openContainer finds the JSON and the binary chunk of a .gltf or .glb file (glTF 2.0 chapter 4). The first bytes, not
// the name, decide which of the two it is.
func openContainer(data []byte) (container, error) {
	if !bytes.HasPrefix(data, []byte(glbMagic)) {
		text := bytes.TrimPrefix(data, []byte("\xef\xbb\xbf")) // a byte order mark
		if start := bytes.TrimLeft(text, " \t\r\n"); len(start) == 0 || start[0] != '{' {
			return container{}, fmt.Errorf("not a glTF file: it starts neither with a JSON object nor with the GLB magic %q", glbMagic)
		}
		return container{json: text}, nil
	}
	if len(data) < glbHeaderSize {
		return container{}, fmt.Errorf("GLB: the file ends inside the header, after %d of %d bytes", len(data), glbHeaderSize)
	}
	if version := binary.LittleEndian.Uint32(data[4:]); version != 2 {
		return container{}, fmt.Errorf("GLB: the version is %d, want 2", version)
	}
	c := container{isGLB: true}
	length := uint64(binary.LittleEndian.Uint32(data[8:]))
	if size := uint64(len(data)); length > size {
		return container{}, fmt.Errorf("GLB: the header gives a length of %d bytes, but the file has %d", length, size)
	} else if length < size {
		c.warn("the file is %d bytes longer than the length in its header; they were ignored", size-length)
	}
	if length < glbHeaderSize+glbChunkHeaderSize {
		return container{}, fmt.Errorf("GLB: the header gives a length of %d bytes, too short for a JSON chunk", length)
	}
	return c, c.readChunks(data[glbHeaderSize:length])
}

func (c *container) warn(format string, arguments ...any) {
	c.warnings = append(c.warnings, "GLB: "+fmt.Sprintf(format, arguments...))
}

// readChunks reads the chunks: first JSON, then optionally BIN. Chunks of other kinds may follow and are ignored.
func (c *container) readChunks(remaining []byte) error {
	for i := 0; len(remaining) > 0; i++ {
		if len(remaining) < glbChunkHeaderSize {
			if i == 0 {
				return fmt.Errorf("GLB: the file ends inside the header of chunk 0")
			}
			c.warn("%d bytes after the last chunk were ignored", len(remaining))
			return nil
		}
		length, kind := uint64(binary.LittleEndian.Uint32(remaining)), string(remaining[4:8])
		remaining = remaining[glbChunkHeaderSize:]
		if length > uint64(len(remaining)) {
			return fmt.Errorf("GLB: chunk %d has a length of %d bytes, but only %d are left", i, length, len(remaining))
		}
		payload := remaining[:length]
		remaining = remaining[min((length+3)&^3, uint64(len(remaining))):]
		switch {
		case i == 0 && kind != glbChunkJSON:
			return fmt.Errorf("GLB: the first chunk is %q, want %q", kind, glbChunkJSON)
		case i == 0:
			c.json = bytes.TrimRight(payload, "\x00")
			if len(c.json) < len(payload) {
				c.warn("the JSON chunk is padded with zeros instead of spaces")
			}
		case i == 1 && kind == glbChunkBIN:
			c.binary = payload
		case kind == glbChunkJSON || kind == glbChunkBIN:
			return fmt.Errorf("GLB: chunk %d is a %q chunk; there may be one JSON chunk, first, and one BIN chunk, second", i, kind)
		}
	}
	return nil
}
