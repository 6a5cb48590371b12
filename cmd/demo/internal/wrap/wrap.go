package wrap

// Text divides a text into lines, between words. width tells how wide a text is; a line is at most so
// wide, unless a single word is wider.
func Text(text string, most int, width func(string) int) (lines []string) {
	begin, space := 0, -1
	for i, r := range text + " " {
		if r != ' ' {
			continue
		}
		if space > begin && width(text[begin:i]) > most {
			lines = append(lines, text[begin:space])
			begin = space + 1
		}
		space = i
	}
	return append(lines, text[begin:])
}
