package jsontree

import (
	"fmt"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/sinew-go/sinew/internal/names"
)

// maxShown is the number of characters that descriptions show of a name or a string.
const maxShown = 64

// Describe describes the value for errors: null, true, 1.5, "a string", "an array of 3" or "an
// object". It is no String method: a program that prints anything keeps those of all types that it
// may print, and with this one the decoder of strings.
func (n *Node) Describe() string {
	switch n.Value.Kind() {
	case String:
		text, _ := n.Value.Text()
		if count := utf8.RuneCountInString(text); count > maxShown {
			return fmt.Sprintf("a string of %d characters", count)
		}
		return strconv.Quote(text)
	case Array:
		return fmt.Sprintf("an array of %d", len(n.Items))
	case Object:
		return "an object"
	}
	return shorten(string(n.Value))
}

// Expected says that a value is not what was expected, such as "an array": expected an array, found
// 1.5.
func (n *Node) Expected(what string) string { return "expected " + what + ", found " + n.Describe() }

// ExpectedOneOf says that a value is none of some words, and which of them is near.
func (n *Node) ExpectedOneOf(words []string) string {
	text, _ := n.Value.Text()
	return expectedOneOf(words, n.Describe(), text)
}

// UnknownMember says that an object has a member that is none of those known, and which of them is
// near.
func UnknownMember(name string, known []string) string {
	shown := name
	if utf8.RuneCountInString(name) > maxShown {
		shown = string([]rune(name)[:maxShown]) + "…"
	}
	return expectedOneOf(known, strconv.Quote(shown), name)
}

func expectedOneOf(words []string, found, name string) string {
	text := "expected one of " + strings.Join(words, ", ") + ", found " + found
	if len(name) >= 2 && len(name) <= 4*maxShown { // all letters are near each other, and long names take long
		text += names.Meant(name, words)
	}
	return text
}

// MissingMember says that an object lacks a member.
func MissingMember(name string) string {
	return fmt.Sprintf("expected the member %q, found none", name)
}

// IsMisspelled reports whether an object lacks a member because it has one of a near name that is
// not known: the problem of that one says enough.
func (n *Node) IsMisspelled(missing string, known func(name string) bool) bool {
	for _, item := range n.Items {
		if len(item.Name) >= 2 && len(item.Name) <= 4*maxShown && !known(item.Name) &&
			len(names.Near(item.Name, []string{missing})) > 0 {
			return true
		}
	}
	return false
}

// TooMany says that an array or an object has more items than it can have.
func (n *Node) TooMany(limit int) string {
	return fmt.Sprintf("expected at most %d, found %d", limit, len(n.Items))
}
