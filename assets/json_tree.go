package assets

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
)

// jsonValue is a value of a JSON document: nil, a bool, a json.Number, a string, a []jsonValue or a []jsonMember.
type jsonValue any

type jsonMember struct {
	name  string
	value jsonValue
}

const maxJSONDepth = 64

// parseJSON reads one document of at most so many bytes. A member that is there twice is an error.
func parseJSON(r io.Reader, most int64) (jsonValue, error) {
	limited := &io.LimitedReader{R: r, N: most + 1}
	decoder := json.NewDecoder(limited)
	decoder.UseNumber()
	value, err := parseJSONValue(decoder, "", 0)
	if err == nil {
		if _, end := decoder.Token(); end == nil {
			err = errors.New("more follows after the document")
		} else if !errors.Is(end, io.EOF) {
			err = end
		}
	}
	switch {
	case limited.N <= 0:
		return nil, fmt.Errorf("the document is longer than %d bytes", most)
	case errors.Is(err, io.EOF):
		return nil, io.ErrUnexpectedEOF
	}
	return value, err
}

func parseJSONValue(decoder *json.Decoder, at string, depth int) (jsonValue, error) {
	token, err := decoder.Token()
	if err != nil {
		return nil, err
	}
	if depth > maxJSONDepth {
		return nil, fmt.Errorf("%s: nested deeper than %d", at, maxJSONDepth)
	}
	switch token {
	case json.Delim('{'):
		members := []jsonMember{}
		taken := map[string]bool{}
		for decoder.More() {
			key, err := decoder.Token()
			if err != nil {
				return nil, err
			}
			name, _ := key.(string) // the decoder takes nothing else there
			if taken[name] {
				return nil, fmt.Errorf("%s: is there twice", jsonPath(at, name))
			}
			taken[name] = true
			value, err := parseJSONValue(decoder, jsonPath(at, name), depth+1)
			if err != nil {
				return nil, err
			}
			members = append(members, jsonMember{name, value})
		}
		_, err = decoder.Token()
		return members, err
	case json.Delim('['):
		elements := []jsonValue{}
		for decoder.More() {
			value, err := parseJSONValue(decoder, fmt.Sprintf("%s[%d]", at, len(elements)), depth+1)
			if err != nil {
				return nil, err
			}
			elements = append(elements, value)
		}
		_, err = decoder.Token()
		return elements, err
	}
	return token, nil
}

// jsonPath returns the path of a member, and without a name that of the value itself.
func jsonPath(at, name string) string {
	switch {
	case at == "":
		return name
	case name == "":
		return at
	}
	return at + "." + name
}
