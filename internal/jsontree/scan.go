package jsontree

import "bytes"

// The functions of this file move over a text that is known to be valid JSON. They take the index
// of a first byte and return the index after the last one.

// skipSpace returns the index of the next byte that is not white space.
func skipSpace(v Value, at int) int {
	for at < len(v) && (v[at] == ' ' || v[at] == '\n' || v[at] == '\t' || v[at] == '\r') {
		at++
	}
	return at
}

// skipComma moves over an optional comma, with white space around it.
func skipComma(v Value, at int) int {
	if at = skipSpace(v, at); v[at] == ',' {
		at = skipSpace(v, at+1)
	}
	return at
}

// skipString moves over a string literal.
func skipString(v Value, at int) int {
	for at++; ; at++ {
		at += bytes.IndexByte(v[at:], '"')
		backslashes := 0
		for v[at-1-backslashes] == '\\' {
			backslashes++
		}
		if backslashes%2 == 0 { // an even number escapes itself, not the quote
			return at + 1
		}
	}
}

// skipValue moves over a value.
func skipValue(v Value, at int) int {
	switch v[at] {
	case '"':
		return skipString(v, at)
	case '{', '[':
		for depth := 0; ; {
			switch v[at] {
			case '"':
				at = skipString(v, at)
				continue
			case '{', '[':
				depth++
			case '}', ']':
				if depth--; depth == 0 {
					return at + 1
				}
			}
			at++
		}
	}
	for at < len(v) {
		switch v[at] {
		case ',', '}', ']', ' ', '\n', '\t', '\r':
			return at
		}
		at++
	}
	return at
}
