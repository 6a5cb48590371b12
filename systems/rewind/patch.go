package rewind

import "encoding/binary"

// A patch makes one state into the next. It consists of the size of the next state and of spans:
// how many bytes are as before, how many follow that are others, and these. Bytes after the last
// span are as before.

// minSame is how many equal bytes end a span.
const minSame = 8

// appendPatch appends a patch that makes before into after.
func appendPatch(dst, before, after []byte) []byte {
	dst = binary.AppendUvarint(dst, uint64(len(after)))
	done := 0 // what of after is in the patch
	for at := 0; at < len(after); {
		at = same(before, after, at)
		if at == len(after) {
			break
		}
		from := at
		for at < len(after) {
			equal := same(before, after, at)
			if equal-at >= minSame {
				break
			}
			at = min(equal+1, len(after))
		}
		dst = binary.AppendUvarint(dst, uint64(from-done))
		dst = binary.AppendUvarint(dst, uint64(at-from))
		dst = append(dst, after[from:at]...)
		done = at
	}
	return dst
}

// same returns the end of the bytes from a place on that are equal.
func same(a, b []byte, at int) int {
	end := min(len(a), len(b))
	for ; at+8 <= end; at += 8 {
		if binary.LittleEndian.Uint64(a[at:]) != binary.LittleEndian.Uint64(b[at:]) {
			break
		}
	}
	for at < end && a[at] == b[at] {
		at++
	}
	return at
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
