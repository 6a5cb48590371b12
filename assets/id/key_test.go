package id_test

import (
	"strings"
	"testing"

	"github.com/sinew-go/sinew/assets/id"
)

// A key is 32 hexadecimal digits, of which capital ones are read too; nothing else is.
func TestKeysAsText(t *testing.T) {
	const digits = "00010f10ff7f8081abcdef0123456789"
	for _, text := range []string{digits, strings.ToUpper(digits)} {
		var key id.Key
		if err := key.UnmarshalText([]byte(text)); err != nil {
			t.Fatal(err)
		}
		if written, err := key.MarshalText(); err != nil || string(written) != digits || key.String() != digits {
			t.Errorf("%s: found %s and %s, error %v", text, written, key, err)
		}
	}
	key := id.Key{1}
	for _, text := range []string{"", digits[1:], digits + "0", "+" + digits[1:], digits[:30] + "_1", digits[:30] + "0x", digits[:31] + "g"} {
		if err := key.UnmarshalText([]byte(text)); err == nil || !strings.Contains(err.Error(), "hexadecimal digits, found") ||
			key != (id.Key{1}) {
			t.Errorf("%q: error %v, key %s", text, err, key)
		}
	}
}
