package id

import (
	"encoding/hex"
	"fmt"
)

// Key names an asset for good: it is a hash of the asset's kind, name and content, the same in
// every process and on every machine, whatever else was loaded, and in which order. An ID is a
// number that a library gives out; a key is what the asset is. The zero Key names none.
type Key [16]byte

// String returns the key as 32 hexadecimal digits.
func (k Key) String() string { return hex.EncodeToString(k[:]) }

// MarshalText implements [encoding.TextMarshaler].
func (k Key) MarshalText() ([]byte, error) { return hex.AppendEncode(nil, k[:]), nil }

// UnmarshalText implements [encoding.TextUnmarshaler].
func (k *Key) UnmarshalText(text []byte) error {
	if len(text) != hex.EncodedLen(len(k)) {
		return fmt.Errorf("expected a key of %d hexadecimal digits, found %d bytes", hex.EncodedLen(len(k)), len(text))
	}
	var read Key
	if _, err := hex.Decode(read[:], text); err != nil {
		return fmt.Errorf("expected a key of hexadecimal digits, found %q", text)
	}
	*k = read
	return nil
}
