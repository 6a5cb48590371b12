package systems

import (
	"fmt"

	"github.com/sinew-go/sinew/assets/matching/search"
	"github.com/sinew-go/sinew/ecs"
	motionmatching "github.com/sinew-go/sinew/systems/internal/matching"
)

// Match is why a character plays the frame of a database that it plays, at one moment.
type Match struct {
	// Database is what the character plays, in the layer with the number Layer.
	Database *search.Database
	Layer    int
	// Query and Search are what a search at this moment looks for: of the frame that plays its pose
	// and its past, of the wish its future.
	Query  []float32
	Search search.Search
	// Playing is the frame that plays. Best are the frames that cost least, the best first; frames
	// of a range that are next to each other count as one.
	Playing search.Candidate
	Best    []search.Candidate
}

// alike is the seconds within which two frames of a range are alike.
const alike = 0.25

// ExplainMatch returns why a character plays the frame of a database that it plays, and the best
// count frames that a search would choose from now. Nothing is computed unless it is called: it
// looks at every frame of the database and allocates.
//
// The error is [ErrNoCharacter], also for a character without a wish or a database.
func (a *Animation) ExplainMatch(entity ecs.Entity, count int) (Match, error) {
	if err := a.checkCharacter(entity); err != nil {
		return Match{}, err
	}
	c := motionmatching.Character{
		Wish: a.wishes.Get(entity), Player: a.players.Get(entity), Layers: a.layersOf(entity),
		Controller: a.controllers.Get(entity),
	}
	if c.Wish == nil || c.Player == nil {
		return Match{}, fmt.Errorf("%w that wishes: entity %d has no components.Wish", ErrNoCharacter, entity.ID())
	}
	if t := a.transforms.Get(entity); t != nil {
		c.Matrix = &t.Matrix
	}
	asked, ok := motionmatching.Ask(a.library, &c)
	if !ok {
		return Match{}, fmt.Errorf("%w that plays a database: expected one in a layer of entity %d, found none",
			ErrNoCharacter, entity.ID())
	}
	d := asked.Database
	return Match{
		Database: d, Layer: asked.Layer, Query: asked.Query, Search: asked.Search,
		Playing: d.Candidate(asked.Query, asked.Search, asked.Search.Current),
		Best:    d.Best(asked.Query, asked.Search, count, int(alike*d.Rate())),
	}, nil
}
