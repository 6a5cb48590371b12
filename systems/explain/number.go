package explain

import (
	"fmt"
	"math"
	"strconv"
)

// Number is a number that a page or JSON shows. Components may hold infinities and NaN, which JSON
// lacks: there they are the strings "Infinity", "-Infinity" and "NaN".
type Number float64

// String returns the number in at most seven digits.
func (n Number) String() string { return strconv.FormatFloat(float64(n), 'g', 7, 64) }

// MarshalJSON implements [encoding/json.Marshaler].
func (n Number) MarshalJSON() ([]byte, error) {
	switch v := float64(n); {
	case math.IsNaN(v):
		return []byte(`"NaN"`), nil
	case math.IsInf(v, 1):
		return []byte(`"Infinity"`), nil
	case math.IsInf(v, -1):
		return []byte(`"-Infinity"`), nil
	}
	return strconv.AppendFloat(nil, float64(n), 'g', -1, 64), nil
}

// UnmarshalJSON implements [encoding/json.Unmarshaler].
func (n *Number) UnmarshalJSON(text []byte) error {
	if len(text) > 1 && text[0] == '"' {
		text = text[1 : len(text)-1]
	}
	v, err := strconv.ParseFloat(string(text), 64)
	if err != nil {
		return fmt.Errorf("expected a number, or \"NaN\" or \"Infinity\", found %q", text)
	}
	*n = Number(v)
	return nil
}
