package cli

import (
	"strings"

	"github.com/alecthomas/kong"
)

// normalize makes long flags with one dash mean what they do with two, as in Go's own flag package, and ties each value to
// its flag, so that '-time -0.5,1' is no flag named 0.5. What follows a lone -- is left as it is.
func normalize(application *kong.Application, arguments []string) []string {
	takesValue := map[string]bool{}
	_ = kong.Visit(application, func(node kong.Visitable, next kong.Next) error {
		if flag, ok := node.(*kong.Flag); ok {
			takesValue[flag.Name] = !flag.IsBool()
		}
		return next(nil)
	})
	var out []string
	for i := 0; i < len(arguments); i++ {
		argument := arguments[i]
		if argument == "--" {
			return append(out, arguments[i:]...)
		}
		name, _, joined := strings.Cut(strings.TrimLeft(argument, "-"), "=")
		if !strings.HasPrefix(argument, "-") || len(name) < 2 {
			out = append(out, argument)
			continue
		}
		argument = "--" + strings.TrimLeft(argument, "-") // an unknown one too, for the error to name it whole
		if takesValue[name] && !joined && i+1 < len(arguments) {
			i++
			argument += "=" + arguments[i]
		}
		out = append(out, argument)
	}
	return out
}
