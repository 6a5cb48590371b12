package graph

import (
	"errors"
	"fmt"
	"io"

	"github.com/sinew-go/sinew/assets/blendspace"
	"github.com/sinew-go/sinew/internal/jsontree"
)

// ReadDefinitions reads masks and blend spaces from a JSON document with the members "masks" and
// "blendSpaces", which are those of a graph in [Schema]. A program that has no graph keeps them in
// such a file. Clips are looked up by name as by [Builder.Build], those of a blend space among clips
// that are not additive; the model's skeleton is that of the masks.
//
// The error joins all problems, each with its line and column and its path in the document.
func ReadDefinitions(r io.Reader, library Library, model Model) (*Definitions, error) {
	const prefix = "definitions"
	if library == nil || model == nil {
		return nil, fmt.Errorf("%s: %w", prefix, errors.New("expected a library and a model, found nil"))
	}
	source, err := jsontree.Read(r, maxJSONBytes, maxJSONDepth)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", prefix, err)
	}
	reader := reader{}
	document := &document{}
	var schema string
	members := reader.definitions(document)
	members["$schema"] = reader.limitedText(maxJSONBytes, &schema) // for editors; not used
	reader.object("", source.Root, members)
	if reader.problems.count > 0 {
		return nil, reader.problems.join(prefix, source)
	}
	c := &compiler{document: document, reported: map[string]bool{}}
	c.lookup = newNameLookup(c, library, nil, []Model{model})
	c.definitions()
	if c.problems.count > 0 {
		return nil, c.problems.join(prefix, source)
	}
	out := &Definitions{}
	for _, m := range c.parts.Masks {
		out.Masks = append(out.Masks, m.Mask)
	}
	for _, s := range c.parts.BlendSpaces {
		out.BlendSpaces = append(out.BlendSpaces, s.Motion.(*blendspace.Space))
	}
	return out, nil
}
