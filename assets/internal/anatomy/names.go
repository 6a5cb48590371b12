package anatomy

import (
	"slices"
	"strings"
	"sync"
	"unicode"
)

// Side is the side of the body that a name stands for.
type Side int8

// The sides; what has none, as the spine, is in the center.
const (
	Center Side = iota
	Left
	Right
)

// Opposite returns the other side.
func (s Side) Opposite() Side { return [...]Side{Center, Right, Left}[s] }

// Token is a word of a name.
type Token struct {
	Text  string // in lower case
	begin int    // index of its first byte in the name
	end   int    // index after its last byte
	Side  Side
}

// SplitName splits a name into words: at characters that are no letters or digits, where a capital
// follows a small letter, before the last capital of several, and between letters and digits.
// "left" and "right" at the start or the end of a word are words of their own.
func SplitName(name string) []Token {
	var tokens []Token
	begin := -1
	runes := []rune(name)
	offset := make([]int, len(runes)+1)
	at := 0
	for i, r := range runes {
		offset[i] = at
		at += len(string(r))
	}
	offset[len(runes)] = len(name)
	if at != len(name) { // bytes that are no UTF-8
		return nil
	}
	flush := func(end int) {
		if begin >= 0 {
			tokens = appendWord(tokens, name, offset[begin], offset[end])
			begin = -1
		}
	}
	for i, r := range runes {
		if !unicode.IsLetter(r) && !unicode.IsDigit(r) {
			flush(i)
			continue
		}
		if begin >= 0 {
			last := runes[i-1]
			switch {
			case unicode.IsDigit(last) != unicode.IsDigit(r),
				unicode.IsLower(last) && unicode.IsUpper(r),
				unicode.IsUpper(last) && unicode.IsUpper(r) && i+1 < len(runes) && unicode.IsLower(runes[i+1]):
				flush(i)
			}
		}
		if begin < 0 {
			begin = i
		}
	}
	flush(len(runes))
	return tokens
}

// beforeRight are the beginnings of words that end in "right" or "left" and name no side, such as
// upright and cleft.
var beforeRight = []string{"", "b", "c", "f", "up", "w"}

// appendWord appends one word, without its side if it begins or ends with one.
func appendWord(tokens []Token, name string, begin, end int) []Token {
	text := strings.ToLower(name[begin:end])
	if len(text) != end-begin {
		return append(tokens, Token{Text: text, begin: begin, end: end})
	}
	if s := sideOf(text); s != Center {
		return append(tokens, Token{text, begin, end, s})
	}
	for _, word := range [2]string{"left", "right"} {
		if rest, ok := strings.CutPrefix(text, word); ok {
			return append(tokens, Token{word, begin, begin + len(word), sideOf(word)},
				Token{rest, begin + len(word), end, Center})
		}
		if rest, ok := strings.CutSuffix(text, word); ok && !slices.Contains(beforeRight, rest) { // bright, upright
			return append(tokens, Token{rest, begin, end - len(word), Center},
				Token{word, end - len(word), end, sideOf(word)})
		}
	}
	if s := sideOf(text[:1]); s != Center && isSidedPart(text[1:]) {
		return append(tokens, Token{text[:1], begin, begin + 1, s}, Token{text[1:], begin + 1, end, Center})
	}
	return append(tokens, Token{Text: text, begin: begin, end: end})
}

// sidedParts are the words before which a single letter stands for the side, as in lfemur: names of
// bones of which there are two.
var sidedParts struct {
	sync.Once
	words map[string]bool
}

// isSidedPart makes the words when it is first called, as boneTables does.
func isSidedPart(word string) bool {
	sidedParts.Do(func() { sidedParts.words = newSidedParts() })
	return sidedParts.words[word]
}

func newSidedParts() map[string]bool {
	parts := map[string]bool{"hipjoint": true, "finger": true, "fingers": true, "thumb": true}
	for b, list := range Stems {
		for _, stem := range list {
			parts[stem] = parts[stem] || b.Side() != Center
		}
	}
	return parts
}

func sideOf(word string) Side {
	switch word {
	case "left", "l", "lft":
		return Left
	case "right", "r", "rgt":
		return Right
	}
	return Center
}

// NameSide returns the side that a name stands for: that of its last word with one.
func NameSide(name string) Side {
	found := Center
	for _, t := range SplitName(name) {
		if t.Side != Center {
			found = t.Side
		}
	}
	return found
}

// SwapSides returns a name with left and right exchanged, in any of the usual spellings: LeftHand,
// hand_l, Hand.L, "Bip01 L Hand", mixamorig:LeftHand, J_Bip_L_Hand, lHand, "left foot". A name
// without a side is returned as it is.
func SwapSides(name string) string { return swap(name, SplitName(name)) }

func swap(name string, tokens []Token) string {
	var b strings.Builder
	at := 0
	for _, t := range tokens {
		if t.Side == Center {
			continue
		}
		b.WriteString(name[at:t.begin])
		b.WriteString(swapWord(name[t.begin:t.end]))
		at = t.end
	}
	b.WriteString(name[at:])
	return b.String()
}

// swapWord returns the word for the other side, in the same case.
func swapWord(word string) string {
	low := strings.ToLower(word)
	other := map[string]string{"left": "right", "right": "left", "l": "r", "r": "l", "lft": "rgt", "rgt": "lft"}[low]
	switch {
	case word == low:
		return other
	case word == strings.ToUpper(word):
		return strings.ToUpper(other)
	}
	return strings.ToUpper(other[:1]) + other[1:]
}

// sideKey returns a name's words without its sides and without a number at the end, by which
// exporters tell joints of one name apart: b_LeftLeg01_015 and b_RightLeg01_019 have the same key.
func sideKey(name string) string {
	tokens := SplitName(name)
	if last := len(tokens) - 1; last > 0 && IsNumber(tokens[last].Text) {
		tokens = tokens[:last]
	}
	var b strings.Builder
	for _, t := range tokens {
		if t.Side != Center {
			b.WriteByte('*')
		} else {
			b.WriteString(t.Text)
		}
		b.WriteByte(' ')
	}
	return b.String()
}

// IsNumber reports whether a text has no characters but digits.
func IsNumber(text string) bool { return strings.Trim(text, "0123456789") == "" }
