package cache

import (
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/sinew-go/sinew/internal/order"
)

// DefaultBytes is the default of [Folder.MaxBytes]: 1 GiB, some 100,000 baked clips.
const DefaultBytes = 1 << 30

// The name of a file is a number of hexadecimal digits and a suffix. A file that is not complete
// has a random part and another suffix instead.
const (
	nameLength      = 32
	suffix          = ".baked"
	temporarySuffix = ".new"
)

const (
	// countInterval is the number of files that a Folder writes before it counts the bytes of all
	// files again, as other processes write files too.
	countInterval = 64
	// temporaryAge is the age from which an incomplete file counts as left by a process that ended.
	temporaryAge = time.Hour
)

// Report describes the files of a Folder.
type Report struct {
	// Files and Bytes are the number of files that are left, and what they take together.
	Files int
	Bytes int64
	// Removed is the number of files that were removed.
	Removed int
	// Damaged has an error for each file that [Folder.Verify] cannot use. It begins with the file's
	// path, and wraps [ErrDamaged] or the error of reading.
	Damaged []error
}

// Prune removes the files that were neither written nor read for the longest time until the others
// take at most a number of bytes together; 0 removes all. A Folder prunes itself (see
// [Folder.MaxBytes]). The error has the files that cannot be removed.
func (f *Folder) Prune(maxBytes int64) (Report, error) {
	if f.isNone() {
		return Report{}, errNoFolder
	}
	f.mutex.Lock()
	defer f.mutex.Unlock()
	return f.prune(maxBytes)
}

// prune is [Folder.Prune] for a caller that holds the mutex. It also removes incomplete files that
// are old.
func (f *Folder) prune(maxBytes int64) (Report, error) {
	complete, temporary, err := f.files()
	report := Report{Files: len(complete)}
	for _, c := range complete {
		report.Bytes += c.bytes
	}
	for _, t := range temporary {
		if time.Since(t.used) > temporaryAge {
			err = errors.Join(err, remove(t.path))
		}
	}
	for _, c := range complete {
		if report.Bytes <= maxBytes {
			break
		}
		// Windows refuses to remove a file that another process reads.
		if removeErr := remove(c.path); removeErr != nil {
			err = errors.Join(err, removeErr)
			continue
		}
		report.Files--
		report.Removed++
		report.Bytes -= c.bytes
	}
	f.bytes = report.Bytes
	return report, err
}

// makeRoom prunes the folder if a new file of some bytes, whose path is given, would exceed its
// limit. It returns an error if the file cannot be kept within the limit.
func (f *Folder) makeRoom(path string, bytes int64) error {
	limit := f.MaxBytes
	if limit == 0 {
		limit = DefaultBytes
	}
	if limit < 0 {
		return nil
	}
	if bytes > limit {
		return fmt.Errorf("%s: expected at most the %d bytes of the cache, found %d", path, limit, bytes)
	}
	f.mutex.Lock()
	defer f.mutex.Unlock()
	if f.writes%countInterval == 0 {
		_, _ = f.prune(limit) // a folder that cannot be read cannot be written either, which is told then
	}
	f.writes++
	if f.bytes+bytes > limit {
		// The error matters only if too little was removed.
		if _, err := f.prune(max(0, limit-max(limit/10, bytes))); f.bytes+bytes > limit {
			return fmt.Errorf("%s: no room in the cache of %d bytes, of which %d are used: "+
				"%w", path, limit, f.bytes, err)
		}
	}
	f.bytes += bytes
	return nil
}

// file is a file of a Folder.
type file struct {
	path  string
	bytes int64
	used  time.Time // when it was last written or read
}

// files returns the complete files, those first that were used longest ago, and the incomplete
// ones.
func (f *Folder) files() (complete, temporary []file, err error) {
	entries, err := os.ReadDir(f.path)
	for _, entry := range entries {
		name := entry.Name()
		isComplete, isTemporary := isOwnName(name)
		if !(isComplete || isTemporary) || !entry.Type().IsRegular() {
			continue
		}
		info, infoErr := entry.Info()
		if infoErr != nil {
			continue // another process removed it
		}
		found := file{filepath.Join(f.path, name), info.Size(), info.ModTime()}
		if isComplete {
			complete = append(complete, found)
		} else {
			temporary = append(temporary, found)
		}
	}
	order.Stable(complete, func(a, b file) int { return a.used.Compare(b.used) })
	return complete, temporary, err
}

// isOwnName reports whether a name is that of a complete or of an incomplete file.
func isOwnName(name string) (isComplete, isTemporary bool) {
	if len(name) < nameLength {
		return false, false
	}
	digits, rest := name[:nameLength], name[nameLength:]
	if _, err := hex.DecodeString(digits); err != nil || digits != strings.ToLower(digits) {
		return false, false
	}
	return rest == suffix, strings.HasPrefix(rest, ".") && strings.HasSuffix(rest, temporarySuffix)
}

// remove removes a file, if it is still there.
func remove(path string) error {
	if err := os.Remove(path); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	return nil
}
