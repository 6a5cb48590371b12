package text

import (
	"fmt"
	"strconv"
	"strings"
)

// Bytes writes a size: 512 B, 1.5 KB, 20.3 MB, with 1 KB of 1024 bytes.
func Bytes(n int64) string {
	size := float64(n)
	for _, unit := range []string{"B", "KB", "MB", "GB"} {
		if size < 1024 || unit == "GB" {
			if unit == "B" {
				return fmt.Sprintf("%d B", n)
			}
			return fmt.Sprintf("%.1f %s", size, unit)
		}
		size /= 1024
	}
	return ""
}

// Seconds writes a time with at most three decimals: 1.25 s.
func Seconds(t float64) string {
	text := strconv.FormatFloat(t, 'f', 3, 64)
	return strings.TrimRight(strings.TrimRight(text, "0"), ".") + " s"
}

// Plain returns the text with every character that would move a terminal's cursor, or that is no text at all, shown as '?'.
func Plain(s string) string {
	return strings.Map(func(r rune) rune {
		if !strconv.IsPrint(r) {
			return '?'
		}
		return r
	}, s)
}
