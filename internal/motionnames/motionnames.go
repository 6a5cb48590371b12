package motionnames

import (
	"fmt"
	"strings"

	"github.com/sinew-go/sinew/assets/id"
	"github.com/sinew-go/sinew/internal/jsontree"
	"github.com/sinew-go/sinew/internal/order"
)

// Library is what finds motions, such as a Library of package assets.
type Library interface {
	MotionsNamed(name string) []id.Motion
	// FindMotion returns an error for a name that no motion has, which suggests near names.
	FindMotion(name string) (id.Motion, error)
	Key(of any) id.Key
}

// Find returns the motion with the name that a node has, and the key of another node, which may be
// nil. It returns 0 after a problem, and for a nil name.
func Find(d *jsontree.Decoder, library Library, named, keyed *jsontree.Node) id.Motion {
	before := len(d.Problems)
	name, key := jsontree.Get[string](d, named), jsontree.Get[string](d, keyed)
	if named == nil || len(d.Problems) > before {
		return 0
	}
	var wanted id.Key
	if keyed != nil {
		if err := wanted.UnmarshalText([]byte(key)); err != nil {
			d.Problem(keyed, err.Error())
			return 0
		}
	}
	list := library.MotionsNamed(name)
	var keys []string
	for _, of := range list {
		own := library.Key(of)
		if keyed != nil && own == wanted {
			return of
		}
		keys = append(keys, fmt.Sprintf("%q", own.String()))
	}
	order.Strings(keys)
	switch {
	case len(list) == 0:
		_, err := library.FindMotion(name)
		if err == nil {
			err = fmt.Errorf("expected the name of a motion of the library, found %q", name)
		}
		d.Problem(named, err.Error())
	case keyed != nil:
		d.Problem(keyed, fmt.Sprintf("expected the key of a motion %q, %s, found %q", name, strings.Join(keys, " or "), key))
	case len(list) > 1:
		d.Problem(named, fmt.Sprintf("expected the member \"key\" beside the name of %d motions, %q, one of %s, found none",
			len(list), name, strings.Join(keys, ", ")))
	default:
		return list[0]
	}
	return 0
}

// Key returns the key of a motion if others of the library have its name, otherwise nothing.
func Key(library Library, of id.Motion, name string) string {
	if len(library.MotionsNamed(name)) > 1 {
		return library.Key(of).String()
	}
	return ""
}
