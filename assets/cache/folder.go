package cache

import (
	"bytes"
	"encoding/binary"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"time"

	"github.com/sinew-go/sinew/internal/record"
	"github.com/sinew-go/sinew/internal/sha256"
)

// ErrDamaged reports a file that is not as a Folder wrote it.
var ErrDamaged = errors.New("damaged file of a cache")

// errNoFolder is the error of a Folder that [Open] did not make. Nothing is in it.
var errNoFolder = fmt.Errorf("cache: expected a Folder from Open, found one without a folder: %w", fs.ErrNotExist)

// maxFile is the largest size in bytes of a file that a Folder reads.
const maxFile = 1 << 28

// magic begins a file. The key, the bytes and the CRC-32C of everything before follow.
const magic = "sinew:of"

// Folder keeps bytes under keys, each in a file that is named by a hash of the key.
//
// The files stay within [Folder.MaxBytes]. Several goroutines and processes may use one folder at
// the same time. A Folder never changes or removes files with other names than its own. [Open]
// makes one; a nil or zero Folder keeps nothing, and its methods return an error.
type Folder struct {
	// MaxBytes is the most that the files may take together. Before a new file would exceed it,
	// those files are removed that were neither written nor read for the longest time, until a
	// tenth of MaxBytes is free. 0 means [DefaultBytes], and a negative number no limit. It must
	// not be set while another goroutine uses the Folder. Processes that write at the same time may
	// exceed it together, until one of them has written some more files.
	MaxBytes int64

	path string // empty for none

	mutex  sync.Mutex
	bytes  int64 // in the files at the last count, and in those written since
	writes int   // since the folder was opened
}

// Open returns the Folder at a path, and creates the folder if it does not exist.
func Open(path string) (*Folder, error) {
	if err := os.MkdirAll(path, 0o777); err != nil {
		return nil, fmt.Errorf("cache: %w", err)
	}
	return &Folder{path: path}, nil
}

// isNone reports whether there is no folder.
func (f *Folder) isNone() bool { return f == nil || f.path == "" }

// pathOf returns the path of the file for a key.
func (f *Folder) pathOf(key []byte) string {
	sum := sha256.Sum256(append([]byte(magic), key...))
	return filepath.Join(f.path, hex.EncodeToString(sum[:nameLength/2])+suffix)
}

// Read returns the bytes of a key. Where there are none, the error wraps [fs.ErrNotExist]; it wraps
// [ErrDamaged] if the file is not whole.
func (f *Folder) Read(key []byte) ([]byte, error) {
	if f.isNone() {
		return nil, errNoFolder
	}
	path := f.pathOf(key)
	data, err := readFile(path)
	if err != nil {
		return nil, err
	}
	if err := check(path, data); err != nil {
		return nil, err
	}
	rest, ok := bytes.CutPrefix(data[len(magic):len(data)-checksumSize], key)
	if !ok {
		return nil, fmt.Errorf("%s: %w: expected the file of the key %x, found that of another", path, ErrDamaged, key)
	}
	touch(path)
	return rest, nil
}

// Write keeps bytes under a key. Whoever reads them gets all or none of them. The error is one of
// the file, or of [Folder.MaxBytes].
func (f *Folder) Write(key, data []byte) error {
	if f.isNone() {
		return errNoFolder
	}
	whole := make([]byte, 0, len(magic)+len(key)+len(data)+checksumSize)
	whole = append(append(append(whole, magic...), key...), data...)
	return f.put(f.pathOf(key), record.Append32(whole, int(record.Checksum(whole))))
}

// put replaces a file by renaming a complete one, so that no reader sees a part of it.
func (f *Folder) put(path string, data []byte) error {
	if err := f.makeRoom(path, int64(len(data))); err != nil {
		return err
	}
	name := strings.TrimSuffix(filepath.Base(path), suffix)
	temporary, err := os.CreateTemp(f.path, name+".*"+temporarySuffix)
	if err != nil {
		return err
	}
	_, err = temporary.Write(data)
	if err = errors.Join(err, temporary.Close()); err == nil {
		if err = os.Rename(temporary.Name(), path); err == nil {
			return nil
		}
		// Windows refuses to replace a file that another process reads, which may have it by now.
		if present, readErr := readFile(path); readErr == nil && bytes.Equal(present, data) {
			err = nil
		}
	}
	return errors.Join(err, os.Remove(temporary.Name()))
}

// readFile returns the bytes of a regular file of limited size.
func readFile(path string) ([]byte, error) {
	file, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	info, err := file.Stat()
	if err != nil {
		return nil, err
	}
	if !info.Mode().IsRegular() || info.Size() > maxFile {
		return nil, fmt.Errorf("%s: %w: expected a regular file of at most %d bytes", path, ErrDamaged, maxFile)
	}
	data := make([]byte, info.Size())
	if _, err := io.ReadFull(file, data); err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return data, nil
}

// checksumSize is the number of bytes after the data of a file.
const checksumSize = 4

// check returns an error if a file is not whole.
func check(path string, data []byte) error {
	if len(data) < len(magic)+checksumSize || string(data[:len(magic)]) != magic {
		return fmt.Errorf("%s: %w: expected bytes that begin with %q, found %q", path, ErrDamaged, magic,
			data[:min(len(data), len(magic))])
	}
	end := len(data) - checksumSize
	if sum, found := binary.LittleEndian.Uint32(data[end:]), record.Checksum(data[:end]); sum != found {
		return fmt.Errorf("%s: %w: expected the checksum %08x, found %08x", path, ErrDamaged, sum, found)
	}
	return nil
}

// touch notes that a file was read. A file that cannot be changed keeps its time.
func touch(path string) {
	now := time.Now()
	_ = os.Chtimes(path, now, now)
}
