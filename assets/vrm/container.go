package vrm

import (
	"bytes"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/gltfio"
)

// loader reads the glTF part of a file, whose bytes may have been changed.
type loader func(options gltfio.Options, data []byte) (*assets.Model, error)

// diskLoader returns the loader for a file on disk, which finds buffers and images beside it.
func diskLoader(library *assets.Library, path string) loader {
	return func(o gltfio.Options, data []byte) (*assets.Model, error) {
		folder, err := os.OpenRoot(filepath.Dir(path))
		if err != nil {
			return nil, err
		}
		defer folder.Close()
		model, err := o.OpenFS(library, overlay{folder.FS(), filepath.Base(path), data}, filepath.Base(path))
		var e *gltfio.Error
		if errors.As(err, &e) {
			e.File = path
		}
		return model, err
	}
}

// overlay is a folder in which one file has other bytes.
type overlay struct {
	fs.FS
	name string
	data []byte
}

// Open implements [fs.FS].
func (o overlay) Open(name string) (fs.File, error) {
	if name == o.name {
		return &memoryFile{Reader: bytes.NewReader(o.data), name: o.name}, nil
	}
	return o.FS.Open(name)
}

// memoryFile is the file with other bytes, and its description.
type memoryFile struct {
	*bytes.Reader
	name string
}

func (f *memoryFile) Stat() (fs.FileInfo, error) { return f, nil }
func (f *memoryFile) Close() error               { return nil }
func (f *memoryFile) Name() string               { return f.name }
func (f *memoryFile) Mode() fs.FileMode          { return 0o444 }
func (f *memoryFile) ModTime() (t time.Time)     { return t }
func (f *memoryFile) IsDir() bool                { return false }
func (f *memoryFile) Sys() any                   { return nil }

// glbHeader is the size of a GLB file's header and of the header of its first chunk.
const glbHeader = 20

// jsonOf returns the JSON of a .gltf or .glb file.
func jsonOf(data []byte) ([]byte, error) {
	if !bytes.HasPrefix(data, []byte("glTF")) {
		return bytes.TrimPrefix(data, []byte("\xef\xbb\xbf")), nil
	}
	if len(data) < glbHeader || string(data[16:glbHeader]) != "JSON" {
		return nil, errors.New("expected JSON in the first chunk of the GLB file, found another kind")
	}
	size := uint64(binary.LittleEndian.Uint32(data[12:]))
	if size > uint64(len(data)-glbHeader) {
		return nil, fmt.Errorf("expected at most %d bytes of JSON in the GLB file, as many as are left, found %d",
			len(data)-glbHeader, size)
	}
	return data[glbHeader : glbHeader+size], nil
}

// withJSON returns the bytes of a file with another JSON text.
func withJSON(data, text []byte) []byte {
	if !bytes.HasPrefix(data, []byte("glTF")) {
		return text
	}
	for len(text)%4 != 0 {
		text = append(text, ' ')
	}
	rest := data[glbHeader+uint64(binary.LittleEndian.Uint32(data[12:])):]
	out := make([]byte, 0, glbHeader+len(text)+len(rest))
	out = append(out, data[:8]...)
	out = binary.LittleEndian.AppendUint32(out, uint32(glbHeader+len(text)+len(rest)))
	out = binary.LittleEndian.AppendUint32(out, uint32(len(text)))
	out = append(append(append(out, "JSON"...), text...), rest...)
	return out
}

// facing begins the names of the nodes that [faceForward] adds.
const facing = "facing_"

// faceForward turns the contents of a file by half a turn around +Y: the roots of its scenes become
// children of new nodes, which come after all others, so that no index changes.
func faceForward(data []byte) ([]byte, error) {
	return changeContents(data, func(c *contents) error {
		var scenes []map[string]json.RawMessage
		if err := decode(c.whole["scenes"], &scenes); err != nil {
			return err
		}
		turned := map[int]int{} // by root: the node above it
		for _, scene := range scenes {
			var roots, above, own []int
			if err := decode(scene["nodes"], &roots); err != nil {
				return err
			}
			has := map[int]bool{}
			for _, root := range roots {
				parent, known := turned[root]
				if !known {
					parent = len(c.nodes)
					turned[root], own = parent, append(own, root)
				}
				if !has[parent] {
					has[parent], above = true, append(above, parent)
				}
			}
			if len(own) > 0 {
				c.nodes = append(c.nodes, encoded(map[string]any{
					"name": fmt.Sprintf("%s%d", facing, len(c.nodes)), "rotation": [4]int{0, 1, 0, 0}, "children": own,
				}))
			}
			if len(roots) > 0 {
				scene["nodes"] = encoded(above)
			}
		}
		if len(scenes) > 0 {
			c.whole["scenes"] = encoded(scenes)
		} else {
			delete(c.whole, "scenes")
		}
		return nil
	})
}

// addChild adds a node below another one to the contents of a file, after all others, and returns its
// index.
func addChild(data []byte, parent int, name string) (changed []byte, child int, err error) {
	changed, err = changeContents(data, func(c *contents) error {
		var above map[string]json.RawMessage
		var children []int
		if parent >= len(c.nodes) {
			return fmt.Errorf("nodes: expected at least %d, found %d", parent+1, len(c.nodes))
		}
		if err := decode(c.nodes[parent], &above); err != nil {
			return err
		}
		if above == nil {
			return fmt.Errorf("nodes[%d]: expected an object, found null", parent)
		}
		if err := decode(above["children"], &children); err != nil {
			return err
		}
		child = len(c.nodes)
		above["children"] = encoded(append(children, child))
		c.nodes[parent] = encoded(above)
		c.nodes = append(c.nodes, encoded(map[string]any{"name": name}))
		return nil
	})
	return changed, child, err
}

// contents are the nodes of a file, and the members of its JSON by name.
type contents struct {
	whole map[string]json.RawMessage
	nodes []json.RawMessage
}

// changeContents returns the bytes of a file after a function has changed its contents.
func changeContents(data []byte, change func(c *contents) error) ([]byte, error) {
	text, err := jsonOf(data)
	if err != nil {
		return nil, err
	}
	c := contents{whole: map[string]json.RawMessage{}}
	if err := decode(bytes.TrimRight(text, "\x00"), &c.whole); err != nil {
		return nil, err
	}
	if err := decode(c.whole["nodes"], &c.nodes); err != nil {
		return nil, err
	}
	if err := change(&c); err != nil {
		return nil, err
	}
	c.whole["nodes"] = encoded(c.nodes)
	return withJSON(data, encoded(c.whole)), nil
}

// decode reads a value from JSON, if there is any.
func decode(from json.RawMessage, to any) error {
	if len(from) == 0 {
		return nil
	}
	return json.Unmarshal(from, to)
}

// encoded returns a value of maps, slices and numbers as JSON.
func encoded(value any) json.RawMessage {
	text, err := json.Marshal(value)
	if err != nil {
		panic(err) // only numbers that are not finite have no JSON
	}
	return text
}
