//go:build linux || darwin || freebsd || netbsd || openbsd || dragonfly

package pack

import (
	"runtime"

	"golang.org/x/sys/unix"
)

// openFile maps a file into memory, or reads it if its file system can map none. The mapping ends
// when nothing has the file any more.
func openFile(path string) (*file, error) {
	source, size, err := openRegular(path)
	if err != nil {
		return nil, err
	}
	defer source.Close()
	if size == 0 {
		return &file{}, nil
	}
	data, err := unix.Mmap(int(source.Fd()), 0, size, unix.PROT_READ, unix.MAP_SHARED)
	if err != nil {
		return readFile(path)
	}
	f := &file{data: data, isMapped: true}
	runtime.AddCleanup(f, func(data []byte) { _ = unix.Munmap(data) }, data)
	return f, nil
}
