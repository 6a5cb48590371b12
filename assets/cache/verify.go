package cache

import (
	"errors"
	"io/fs"
)

// Verify reads every file of the folder and checks its form and its checksum. It reports the
// damaged ones, and removes them if removeDamaged is set. A file of another form, which nothing
// reads, counts as damaged. What the bytes of a key hold is checked by those who read them.
func (f *Folder) Verify(removeDamaged bool) (Report, error) {
	if f.isNone() {
		return Report{}, errNoFolder
	}
	var report Report
	complete, _, err := f.files()
	for _, c := range complete {
		problem := verify(c.path)
		if errors.Is(problem, fs.ErrNotExist) {
			continue // another process removed it
		}
		if problem != nil {
			report.Damaged = append(report.Damaged, problem)
			if removeDamaged {
				removeErr := remove(c.path)
				if removeErr == nil {
					report.Removed++
					continue
				}
				err = errors.Join(err, removeErr)
			}
		}
		report.Files++
		report.Bytes += c.bytes
	}
	return report, err
}

// verify returns an error if a file is not whole.
func verify(path string) error {
	data, err := readFile(path)
	if err != nil {
		return err
	}
	return check(path, data)
}
