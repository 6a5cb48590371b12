package names

import (
	"cmp"
	"strconv"
	"strings"

	"github.com/sinew-go/sinew/internal/order"
)

// The numbers of names in an error.
const (
	maxListed = 24
	maxNear   = 3
)

// notFound is an error of [NotFound].
type notFound struct {
	message string
	kind    error
}

func (e *notFound) Error() string { return e.message }

func (e *notFound) Unwrap() error { return e.kind }

// NotFound returns an error that wraps kind and reports that an owner, such as `model "fox"`, has
// nothing of a sort, such as clip, with a name. It suggests near names, and lists the names that
// the owner has, each once and in their order, at most 24:
//
//	model "fox" has no clip "Rum"; did you mean "Run"? It has "Survey", "Walk", "Run"
func NotFound(kind error, owner, sort, name string, has []string) error {
	var b strings.Builder
	b.WriteString(owner + " has no " + sort + " " + strconv.Quote(name))
	distinct := make([]string, 0, len(has))
	seen := map[string]bool{}
	for _, n := range has {
		if !seen[n] {
			seen[n] = true
			distinct = append(distinct, n)
		}
	}
	if meant := Meant(name, distinct); meant != "" {
		b.WriteString(meant + " It has ")
	} else {
		b.WriteString("; it has ")
	}
	switch n := len(distinct); {
	case n == 0:
		b.WriteString("none")
	case n > maxListed:
		b.WriteString(strings.Join(quoted(distinct[:maxListed]), ", ") + " and " + strconv.Itoa(n-maxListed) + " more")
	default:
		b.WriteString(strings.Join(quoted(distinct), ", "))
	}
	return &notFound{b.String(), kind}
}

// Meant returns the names that someone may have meant by a name as the end of an error, such as
// `; did you mean "Run"?`, or nothing if no name is near.
func Meant(name string, has []string) string {
	if near := Near(name, has); len(near) > 0 {
		return "; did you mean " + strings.Join(quoted(near), " or ") + "?"
	}
	return ""
}

func quoted(list []string) []string {
	out := make([]string, len(list))
	for i, s := range list {
		out[i] = strconv.Quote(s)
	}
	return out
}

// Near returns at most three of the names that someone may have meant by a name, the nearest first:
// those that differ by upper and lower case, by one typing mistake in each three letters, or by a
// prefix or a suffix such as "mixamorig:".
func Near(name string, has []string) []string {
	type candidate struct {
		name     string
		distance int
	}
	lower := toLower(name)
	letters := len([]rune(lower))
	var found []candidate
	for _, other := range has {
		distance := 0
		if o := toLower(other); o != lower {
			if longest := max(letters, len([]rune(o))); longest-min(letters, len([]rune(o))) <= letters/3 {
				distance = Distance(lower, o)
			} else {
				distance = longest
			}
			if shorter := min(len(lower), len(o)); shorter >= 3 && (hasEnd(o, lower) || hasEnd(lower, o)) {
				distance = min(distance, 1)
			}
		}
		if distance <= max(1, letters/3) {
			found = append(found, candidate{other, distance})
		}
	}
	order.Stable(found, func(a, b candidate) int { return cmp.Compare(a.distance, b.distance) })
	var near []string
	for _, c := range found[:min(len(found), maxNear)] {
		near = append(near, c.name)
	}
	return near
}

// toLower returns a string with the letters A to Z in lower case. Other letters in the other case are
// typing mistakes, so that programs need no tables of all of them.
func toLower(s string) string {
	letters := []byte(s)
	for i, letter := range letters {
		if 'A' <= letter && letter <= 'Z' {
			letters[i] = letter + ('a' - 'A')
		}
	}
	return string(letters)
}

// hasEnd reports whether a string begins or ends with a part.
func hasEnd(s, part string) bool { return strings.HasPrefix(s, part) || strings.HasSuffix(s, part) }

// Distance returns the least number of letters to insert, remove, replace or exchange with their
// neighbor that turns a into b, where no letter changes twice: the optimal string alignment
// distance (F. Damerau, 1964; V. Levenshtein, 1966).
func Distance(a, b string) int {
	s, t := []rune(a), []rune(b)
	var rows [3][]int // of the distances between the first i letters of s and the first j of t: for i-2, i-1 and i
	for r := range rows {
		rows[r] = make([]int, len(t)+1)
	}
	for j := range rows[2] {
		rows[2][j] = j
	}
	for i := 1; i <= len(s); i++ {
		rows[0], rows[1], rows[2] = rows[1], rows[2], rows[0]
		rows[2][0] = i
		for j := 1; j <= len(t); j++ {
			replaced := rows[1][j-1]
			if s[i-1] != t[j-1] {
				replaced++
			}
			rows[2][j] = min(replaced, rows[1][j]+1, rows[2][j-1]+1)
			if i > 1 && j > 1 && s[i-1] == t[j-2] && s[i-2] == t[j-1] {
				rows[2][j] = min(rows[2][j], rows[0][j-2]+1)
			}
		}
	}
	return rows[2][len(t)]
}

// Unlike names what is not the expected thing of a sort: `skeleton "fox"`, or, where both have the
// name, that it is another one of that name.
func Unlike(sort, expected, found string) string {
	if expected == found {
		return "another " + sort + " of that name"
	}
	return sort + " " + strconv.Quote(found)
}
