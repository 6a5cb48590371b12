//go:build preview

package prop

import (
	"errors"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/id"
)

// AddSign is not in the web page's first program, whose only scene has no signs: the tables of the
// font's packages would be linked.
func AddSign(*assets.Library, string, float32) (sign id.Mesh, width float32, err error) {
	return 0, 0, errors.New("this program has no signs")
}
