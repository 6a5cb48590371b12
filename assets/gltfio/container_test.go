package gltfio

import (
	"bytes"
	"encoding/binary"
	"slices"
	"strings"
	"testing"
)

func TestOpenContainer(t *testing.T) {
	const text = `{"asset":{"version":"2.0"}}`
	jsonChunk, binChunk := chunk("JSON", []byte(text), ' '), chunk("BIN\x00", []byte("1234"), 0)
	patched := func(data []byte, at int, value uint32) []byte {
		data = slices.Clone(data)
		binary.LittleEndian.PutUint32(data[at:], value)
		return data
	}
	whole := glbFile(slices.Concat(jsonChunk, binChunk))
	for _, row := range []struct {
		name   string
		data   []byte
		binary string // "-" if there is none
		want   string // contained in the error, or after "warning: " in the warnings
	}{
		{"JSON", []byte(text), "-", ""},
		{"JSON after spaces", []byte(" \r\n\t" + text), "-", ""},
		{"JSON after a byte order mark", []byte("\xef\xbb\xbf" + text), "-", ""},
		{"nothing", nil, "", "expected a glTF file"},
		{"spaces", []byte("  "), "", "expected a glTF file"},
		{"an array", []byte("[]"), "", "expected a glTF file"},
		{"both chunks", whole, "1234", ""},
		{"JSON alone", glbFile(jsonChunk), "-", ""},
		{"an empty binary chunk", glbFile(slices.Concat(jsonChunk, chunk("BIN\x00", nil, 0))), "", ""},
		{
			"another chunk at the end", glbFile(slices.Concat(jsonChunk, binChunk, chunk("ABCD", []byte("5678"), 0))),
			"1234", "",
		},
		{"another chunk between", glbFile(slices.Concat(jsonChunk, chunk("ABCD", []byte("5678"), 0))), "-", ""},
		{"JSON padded with zeros", glbFile(chunk("JSON", []byte(text), 0)), "-", "warning: padded with zeros"},
		{"bytes after the end", append(slices.Clone(whole), "tail"...), "1234", "warning: 4 bytes longer"},
		{
			"bytes after the last chunk", glbFile(slices.Concat(jsonChunk, []byte("1234"))), "-",
			"warning: 4 bytes after the last chunk",
		},
		{"a truncated header", whole[:11], "", "expected a header of 12 bytes, found the end of the file after 11"},
		{"a truncated file", whole[:len(whole)-1], "", "expected the 60 bytes that the header gives, found 59"},
		{
			"a length too short for a chunk", patched(whole, 8, 19), "",
			"that holds a JSON chunk, found 19 bytes",
		},
		{"length 0", patched(whole, 8, 0), "", "that holds a JSON chunk, found 0 bytes"},
		{"version 1", patched(whole, 4, 1), "", "GLB: expected the version 2, found 1"},
		{"version 3", patched(whole, 4, 3), "", "GLB: expected the version 2, found 3"},
		{"a chunk too long", patched(whole, 12, 1000), "", "chunk 0: expected at most the 40 bytes left, found a length of 1000"},
		{"a chunk of 4 GiB", patched(whole, 12, 0xFFFFFFFF), "", "chunk 0: expected at most the 40 bytes left, found a length of 4294967295"},
		{
			"binary first", glbFile(slices.Concat(binChunk, jsonChunk)), "",
			"expected the first chunk to be \"JSON\", found \"BIN\\x00\"",
		},
		{"JSON twice", glbFile(slices.Concat(jsonChunk, jsonChunk)), "", "chunk 1: expected one JSON chunk, first"},
		{"binary twice", glbFile(slices.Concat(jsonChunk, binChunk, binChunk)), "", "second, found a \"BIN\\x00\" chunk"},
	} {
		t.Run(row.name, func(t *testing.T) {
			c, err := openContainer(row.data)
			warning, isWarning := strings.CutPrefix(row.want, "warning: ")
			if row.want != "" && !isWarning {
				if err == nil || !strings.Contains(err.Error(), row.want) {
					t.Errorf("error %v, want %q", err, row.want)
				}
				return
			}
			if err != nil {
				t.Fatal(err)
			}
			if got := string(bytes.TrimSpace(c.json)); got != text {
				t.Errorf("JSON %q, want %q", got, text)
			}
			if (c.binary == nil) != (row.binary == "-") || c.binary != nil && string(c.binary) != row.binary {
				t.Errorf("binary chunk %q, want %q", c.binary, row.binary)
			}
			if got := strings.Join(c.warnings, "\n"); !strings.Contains(got, warning) || (got == "") != !isWarning {
				t.Errorf("warnings %q, want %q", got, warning)
			}
		})
	}
}

func TestGLBLoadsLikeJSON(t *testing.T) {
	b := newBuilder()
	b.node(object{"mesh": b.mesh(object{"POSITION": b.triangle()}, nil)})
	want, _ := b.primitive(t)
	data := b.glb()
	lib, model := loadBytes(t, "test.glb", data)
	if got := lib.Mesh(model.Parts[0].Mesh).Primitives[0]; !slices.Equal(got.Positions, want.Positions) {
		t.Errorf("positions %v, want %v", got.Positions, want.Positions)
	}
	before := slices.Clone(lib.Mesh(model.Parts[0].Mesh).Primitives[0].Positions)
	clear(data)
	if after := lib.Mesh(model.Parts[0].Mesh).Primitives[0].Positions; !slices.Equal(before, after) {
		t.Error("the model keeps the caller's bytes")
	}
}
