package rewind

import (
	"bytes"
	"encoding/binary"
	"fmt"
)

// A patch makes one state into the next. It consists of the size of the next state and of spans:
// how many bytes are as before, how many follow that are others, and these. Bytes after the last
// span are as before.

// word is how many bytes are compared at once, and wordsSame how many words without a difference end
// a span: fewer would take more bytes than they save.
const (
	word      = 8
	wordsSame = 2
)

// appendPatch appends a patch that makes before into after.
func appendPatch(dst, before, after []byte) []byte {
	dst = binary.AppendUvarint(dst, uint64(len(after)))
	both := min(len(before), len(after)) &^ (word - 1)
	differs := func(at int) bool {
		return binary.LittleEndian.Uint64(before[at:]) != binary.LittleEndian.Uint64(after[at:])
	}
	done := 0 // what of after is in the patch
	for at := 0; at < len(after); {
		for at < both && !differs(at) {
			at += word
		}
		from, equal := at, 0
		for at < both && equal < wordsSame {
			if differs(at) {
				equal = 0
			} else {
				equal++
			}
			at += word
		}
		end := at - equal*word
		if at >= both { // the rest is not in both, or less than a word
			at, end = len(after), len(after)
		}
		if from == end || from >= both && len(before) == len(after) && bytes.Equal(before[from:], after[from:]) {
			break
		}
		dst = binary.AppendUvarint(dst, uint64(from-done))
		dst = binary.AppendUvarint(dst, uint64(end-from))
		dst = append(dst, after[from:end]...)
		done = end
	}
	return dst
}

// applyPatch makes the state before a patch into the one after it, in the same memory where it
// fits. The patch must be one of appendPatch.
func applyPatch(state, patch []byte) []byte {
	size, n := binary.Uvarint(patch)
	patch = patch[n:]
	for len(state) < int(size) {
		state = append(state, 0)
	}
	state = state[:size]
	for at := 0; len(patch) > 0; {
		skip, n := binary.Uvarint(patch)
		count, m := binary.Uvarint(patch[n:])
		patch = patch[n+m:]
		at += int(skip)
		at += copy(state[at:], patch[:count])
		patch = patch[count:]
	}
	return state
}

// maxState bounds the size of a state that a patch of a file makes.
const maxState = 1 << 32

// checkedPatch is applyPatch for a patch of a file, which may be damaged. A state may grow by what
// the patch has, and no more.
func checkedPatch(state, patch []byte) ([]byte, error) {
	bad := func(what string) error { return fmt.Errorf("%w: expected a patch of a state, found %s", ErrFile, what) }
	size, n := binary.Uvarint(patch)
	if n <= 0 || size > maxState || size > uint64(len(state)+len(patch)) {
		return nil, bad("one that makes more than it has")
	}
	at := uint64(0)
	for rest := patch[n:]; len(rest) > 0; {
		skip, n := binary.Uvarint(rest)
		if n <= 0 {
			return nil, bad("one that is cut")
		}
		count, m := binary.Uvarint(rest[n:])
		if m <= 0 || count > uint64(len(rest)-n-m) {
			return nil, bad("one that is cut")
		}
		if skip > size || at+skip+count > size {
			return nil, bad("a span after the end of the state")
		}
		at += skip + count
		rest = rest[n+m:][count:]
	}
	return applyPatch(state, patch), nil
}
