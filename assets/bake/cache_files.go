package bake

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

// DefaultCacheBytes is the default of [Cache.MaxBytes]: 1 GiB, some 100,000 clips.
const DefaultCacheBytes = 1 << 30

// The name of a file of a cache is a number of hexadecimal digits and a suffix. A file that is not
// complete has a random part and another suffix instead.
const (
	cacheNameLength = 32
	cacheSuffix     = ".baked"
	temporarySuffix = ".new"
)

const (
	// countInterval is the number of files that a cache writes before it counts the bytes of all
	// files again, as other processes write files too.
	countInterval = 64
	// temporaryAge is the age from which an incomplete file counts as left by a process that ended.
	temporaryAge = time.Hour
)

var errNoFolder = errors.New("cache of baked clips: expected a cache from OpenCache, found one without a folder")

// CacheReport describes the files of a cache.
type CacheReport struct {
	// Files and Bytes are the number of files that are left in the cache, and what they take
	// together.
	Files int
	Bytes int64
	// Removed is the number of files that were removed.
	Removed int
	// Damaged has an error for each file that [Cache.Verify] cannot use. It begins with the file's
	// path, and wraps [ErrDamaged], [ErrVersion] or the error of reading.
	Damaged []error
}

// Verify reads every file of the cache, and checks its checksum, its version and all that decoding
// checks. It reports the damaged ones, and removes them if remove is set. Files of other versions
// count as damaged, since nothing reads them. [Cache.Bake] bakes a clip again whose file is
// damaged.
func (c *Cache) Verify(remove bool) (CacheReport, error) {
	var report CacheReport
	files, _, err := c.files()
	for _, f := range files {
		problem := verifyFile(f.path)
		if errors.Is(problem, fs.ErrNotExist) {
			continue // another process removed it
		}
		if problem != nil {
			report.Damaged = append(report.Damaged, problem)
			if remove {
				removeErr := removeFile(f.path)
				if removeErr == nil {
					report.Removed++
					continue
				}
				err = errors.Join(err, removeErr)
			}
		}
		report.Files++
		report.Bytes += f.bytes
	}
	return report, err
}

// Prune removes the files that were neither written nor read for the longest time until the others
// take at most a number of bytes together; 0 removes all. A cache prunes itself (see
// [Cache.MaxBytes]). The error has the files that cannot be removed.
func (c *Cache) Prune(maxBytes int64) (CacheReport, error) {
	if c == nil {
		return CacheReport{}, errNoFolder
	}
	c.mutex.Lock()
	defer c.mutex.Unlock()
	return c.prune(maxBytes)
}

// prune is [Cache.Prune] for a caller that holds the mutex. It also removes incomplete files that
// are old.
func (c *Cache) prune(maxBytes int64) (CacheReport, error) {
	files, temporary, err := c.files()
	report := CacheReport{Files: len(files)}
	for _, f := range files {
		report.Bytes += f.bytes
	}
	for _, f := range temporary {
		if time.Since(f.used) > temporaryAge {
			err = errors.Join(err, removeFile(f.path))
		}
	}
	for _, f := range files {
		if report.Bytes <= maxBytes {
			break
		}
		// Windows refuses to remove a file that another process reads.
		if removeErr := removeFile(f.path); removeErr != nil {
			err = errors.Join(err, removeErr)
			continue
		}
		report.Files--
		report.Removed++
		report.Bytes -= f.bytes
	}
	c.bytes = report.Bytes
	return report, err
}

// makeRoom prunes the cache if a new file of some bytes, whose path is given, would exceed its
// limit. It returns an error if the file cannot be kept within the limit.
func (c *Cache) makeRoom(path string, bytes int64) error {
	limit := c.MaxBytes
	if limit == 0 {
		limit = DefaultCacheBytes
	}
	if limit < 0 {
		return nil
	}
	if bytes > limit {
		return fmt.Errorf("%s: expected at most the %d bytes of the cache, found %d", path, limit, bytes)
	}
	c.mutex.Lock()
	defer c.mutex.Unlock()
	if c.writes%countInterval == 0 {
		_, _ = c.prune(limit) // a folder that cannot be read cannot be written either, which is told then
	}
	c.writes++
	if c.bytes+bytes > limit {
		// The error matters only if too little was removed.
		if _, err := c.prune(max(0, limit-max(limit/10, bytes))); c.bytes+bytes > limit {
			return fmt.Errorf("%s: no room in the cache of %d bytes, of which %d are used: "+
				"%w", path, limit, c.bytes, err)
		}
	}
	c.bytes += bytes
	return nil
}

// cacheFile is a file of a cache.
type cacheFile struct {
	path  string
	bytes int64
	used  time.Time // when it was last written or read
}

// files returns the complete files of the cache, those first that were used longest ago, and the
// incomplete ones.
func (c *Cache) files() (files, temporary []cacheFile, err error) {
	if c == nil || c.through == nil {
		return nil, nil, errNoFolder
	}
	entries, err := os.ReadDir(c.folder)
	for _, entry := range entries {
		name := entry.Name()
		isFile, isTemporary := isCacheName(name)
		if !(isFile || isTemporary) || !entry.Type().IsRegular() {
			continue
		}
		info, infoErr := entry.Info()
		if infoErr != nil {
			continue // another process removed it
		}
		f := cacheFile{filepath.Join(c.folder, name), info.Size(), info.ModTime()}
		if isFile {
			files = append(files, f)
		} else {
			temporary = append(temporary, f)
		}
	}
	order.Stable(files, func(a, b cacheFile) int { return a.used.Compare(b.used) })
	return files, temporary, err
}

// isCacheName reports whether a name is that of a complete or of an incomplete file of a cache.
func isCacheName(name string) (isFile, isTemporary bool) {
	if len(name) < cacheNameLength {
		return false, false
	}
	digits, rest := name[:cacheNameLength], name[cacheNameLength:]
	if _, err := hex.DecodeString(digits); err != nil || digits != strings.ToLower(digits) {
		return false, false
	}
	return rest == cacheSuffix, strings.HasPrefix(rest, ".") && strings.HasSuffix(rest, temporarySuffix)
}

// touch notes that a file was read. A file that cannot be changed keeps its time.
func touch(path string) {
	now := time.Now()
	_ = os.Chtimes(path, now, now)
}

// removeFile removes a file, if it is still there.
func removeFile(path string) error {
	if err := os.Remove(path); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	return nil
}

// verifyFile returns an error if a file of a cache is not a valid encoding.
func verifyFile(path string) error {
	data, err := readFile(path)
	if err != nil {
		return err
	}
	if len(data) >= len(exactMagic) && string(data[:len(exactMagic)]) == exactMagic {
		if !isExact(data) {
			return fmt.Errorf("%s: %w: its checksum does not match", path, ErrDamaged)
		}
		return nil
	}
	if isDerived(data) {
		return checkDerived(path, data)
	}
	if err := new(BakedClip).UnmarshalBinary(data); err != nil {
		return fmt.Errorf("%s: %w", path, err)
	}
	return nil
}
