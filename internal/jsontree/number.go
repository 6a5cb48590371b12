package jsontree

import (
	"bytes"
	"strconv"
	"strings"
)

// Float returns a number, and false for a value of another kind or a number that float64 cannot
// hold.
func (v Value) Float() (float64, bool) {
	if v.Kind() != Number {
		return 0, false
	}
	f, err := strconv.ParseFloat(string(v), 64)
	return f, err == nil
}

// Float32 returns a number rounded to the nearest float32, and false for a value of another kind or
// a number that float32 cannot hold.
func (v Value) Float32() (float32, bool) {
	if v.Kind() != Number {
		return 0, false
	}
	f, err := strconv.ParseFloat(string(v), 32)
	return float32(f), err == nil
}

// Int returns an integer, and false for a value of another kind, a number with a fraction or a
// number that int cannot hold. It does not matter how the integer is written: 24.0, 2.4e1 and
// 240e-1 are 24.
func (v Value) Int() (int, bool) {
	if v.Kind() != Number {
		return 0, false
	}
	if !bytes.ContainsAny(v, ".eE") {
		if len(v) < 9 && v[0] != '-' { // the usual case
			n := 0
			for _, digit := range v {
				n = 10*n + int(digit-'0')
			}
			return n, true
		}
		n, err := strconv.ParseInt(string(v), 10, strconv.IntSize)
		return int(n), err == nil
	}
	literal, ok := plainInteger(string(v))
	if !ok {
		return 0, false
	}
	n, err := strconv.ParseInt(literal, 10, strconv.IntSize)
	return int(n), err == nil
}

// plainInteger returns a JSON number without fraction and exponent, or false if it is not an
// integer or has more than 20 digits.
func plainInteger(number string) (string, bool) {
	mantissa, exponent := number, "0"
	if at := strings.IndexAny(number, "eE"); at >= 0 {
		mantissa, exponent = number[:at], number[at+1:]
	}
	unsigned := strings.TrimPrefix(mantissa, "-")
	whole, fraction, _ := strings.Cut(unsigned, ".")
	all := whole + fraction
	digits := strings.TrimRight(all, "0")
	zeros := len(all) - len(digits) - len(fraction) // the mantissa is digits times 10 to the power of zeros
	digits = strings.TrimLeft(digits, "0")
	if digits == "" {
		return "0", true
	}
	shift, err := strconv.ParseInt(exponent, 10, 24) // so that the sum below cannot overflow
	if zeros += int(shift); err != nil || zeros < 0 || len(digits)+zeros > 20 {
		return "", false
	}
	return mantissa[:len(mantissa)-len(unsigned)] + digits + strings.Repeat("0", zeros), true
}
