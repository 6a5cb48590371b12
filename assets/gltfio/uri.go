package gltfio

import (
	"encoding/base64"
	"errors"
	"fmt"
	"net/url"
	"strings"
)

// resource returns the bytes that a URI stands for: those in a data URI, or those of a file beside the glTF file, named by a
// relative, percent-encoded path.
func (l *loader) resource(uri string) ([]byte, error) {
	if len(uri) >= 5 && strings.EqualFold(uri[:5], "data:") {
		return decodeDataURI(uri[5:])
	}
	name, err := fileName(uri)
	if err != nil {
		return nil, err
	}
	if l.folder == nil {
		return nil, fmt.Errorf("%q is a file of its own, which cannot be found from bytes in memory", name)
	}
	data, err := l.folder.read(name, l.options.maxBytes()-l.bytesRead)
	if err != nil {
		return nil, fmt.Errorf("%q: %w", shorten(name), err)
	}
	l.bytesRead += int64(len(data))
	l.memory.allow(len(data))
	return data, nil
}

// fileName returns the relative path that a URI stands for.
func fileName(uri string) (string, error) {
	if scheme, _, ok := strings.Cut(uri, ":"); ok && !strings.ContainsAny(scheme, "/?#%") {
		return "", fmt.Errorf("%q is not a file beside this one: URIs with a scheme are not followed", shorten(uri))
	}
	name, err := url.PathUnescape(uri)
	switch {
	case err != nil:
		return "", fmt.Errorf("%q: %w", shorten(uri), err)
	case name == "" || strings.HasPrefix(name, "/") || strings.ContainsRune(name, 0):
		return "", fmt.Errorf("%q is not a relative path", shorten(uri))
	}
	return name, nil
}

// decodeDataURI returns the bytes of a data URI (RFC 2397), whose "data:" is cut off already.
func decodeDataURI(uri string) ([]byte, error) {
	header, payload, ok := strings.Cut(uri, ",")
	if !ok {
		return nil, errors.New("the data URI has no comma, so no data")
	}
	if !strings.HasSuffix(strings.ToLower(header), ";base64") {
		text, err := url.PathUnescape(payload)
		if err != nil {
			return nil, fmt.Errorf("the data URI: %w", err)
		}
		return []byte(text), nil
	}
	if strings.Contains(payload, "%") {
		text, err := url.PathUnescape(payload)
		if err != nil {
			return nil, fmt.Errorf("the data URI: %w", err)
		}
		payload = text
	}
	data, err := base64.RawStdEncoding.DecodeString(strings.TrimRight(payload, "=\r\n"))
	if err != nil {
		return nil, fmt.Errorf("the data URI: %w", err)
	}
	return data, nil
}

// shorten cuts a text from the file to a length that fits in a message.
func shorten(text string) string {
	if len(text) > 80 {
		return text[:80] + "..."
	}
	return text
}
