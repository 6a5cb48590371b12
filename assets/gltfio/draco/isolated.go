package draco

import (
	"bytes"
	"context"
	"encoding/gob"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"time"

	"github.com/sinew-go/sinew/assets/gltfio"
)

// childVariable is the environment variable by which a process knows that it is to decode one mesh.
const childVariable = "SINEW_DRACO_DECODES"

// What a child process may take, beside what it needs for each vertex and triangle.
const (
	baseTime         = 10 * time.Second
	elementsPerTime  = 100_000 // a second; the library decodes millions
	baseMemory       = 1 << 30
	memoryPerElement = 1 << 10
	baseReply        = 1 << 20
)

// question and answer are what parent and child exchange.
type question struct {
	Data    []byte
	Request gltfio.DracoRequest
	Memory  uint64        // bytes
	Time    time.Duration // of computing
	Reply   int64         // bytes of the answer, at most
}

type answer struct {
	Mesh  gltfio.DracoMesh
	Error string
}

func init() {
	if os.Getenv(childVariable) == "" {
		return
	}
	if err := serve(os.Stdin, os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	os.Exit(0)
}

// DecodeIsolated is like [Decode], but decodes in a process of its own, so that whatever the data
// does to the library ends in an error: memory that it runs out of, a loop without end, a crash.
// The process is the program itself, started again, and ends before main and before packages that
// do not import this one are through; a mesh costs some milliseconds more.
//
// The process may compute for 10 seconds and, on Linux, take 1 GiB, and more for large meshes.
func DecodeIsolated(data []byte, request gltfio.DracoRequest) (gltfio.DracoMesh, error) {
	elements := max(request.Vertices, 0) + 3*max(request.Triangles, 0)
	reply := int64(baseReply) + 12*int64(request.Triangles)*2
	for _, a := range request.Attributes {
		reply += int64(request.Vertices) * int64(a.Components) * 4
	}
	return decodeIsolated(question{
		Data: data, Request: request,
		Memory: baseMemory + memoryPerElement*uint64(elements),
		Time:   baseTime + time.Duration(elements)*time.Second/elementsPerTime,
		Reply:  reply,
	})
}

func decodeIsolated(q question) (mesh gltfio.DracoMesh, err error) {
	if err := checkHeader(q.Data, q.Request); err != nil {
		return mesh, err
	}
	program, err := os.Executable()
	if err != nil {
		return mesh, err
	}
	var asked bytes.Buffer
	if err := gob.NewEncoder(&asked).Encode(q); err != nil {
		return mesh, err
	}
	ctx, cancel := context.WithTimeout(context.Background(), q.Time)
	defer cancel()
	child := exec.CommandContext(ctx, program)
	child.Env = append(os.Environ(), childVariable+"=1")
	child.Stdin = &asked
	child.WaitDelay = time.Second
	reply := &limited{left: q.Reply}
	child.Stdout = reply
	var a answer
	switch err := child.Run(); {
	case ctx.Err() != nil:
		return mesh, fmt.Errorf("expected a mesh after at most %v, found none: the Draco library was stopped", q.Time)
	case reply.err != nil:
		return mesh, reply.err
	case err != nil:
		return mesh, fmt.Errorf("the Draco library failed: %w", err)
	}
	if err := gob.NewDecoder(&reply.kept).Decode(&a); err != nil {
		return mesh, fmt.Errorf("the Draco library failed: %w", err)
	}
	if a.Error != "" {
		return mesh, errors.New(a.Error)
	}
	return a.Mesh, nil
}

// serve answers one question.
func serve(from io.Reader, to io.Writer) error {
	var q question
	if err := gob.NewDecoder(from).Decode(&q); err != nil {
		return err
	}
	if err := limitProcess(q.Memory, q.Time); err != nil {
		return err
	}
	var a answer
	var err error
	if a.Mesh, err = Decode(q.Data, q.Request); err != nil {
		a.Error = err.Error()
	}
	return gob.NewEncoder(to).Encode(a)
}

// limited keeps what is written up to a size, and the error of what is beyond it: a child whose
// answer nobody reads any more fails as well, with an error that tells less. It has no method but
// Write: a bytes.Buffer's ReadFrom would be called instead, and knows no limit.
type limited struct {
	kept bytes.Buffer
	left int64
	err  error
}

func (l *limited) Write(p []byte) (int, error) {
	if int64(len(p)) > l.left && l.err == nil {
		l.err = fmt.Errorf("expected an answer of the Draco library for the mesh that was asked for, found one of "+
			"%d bytes or more, %d more than such a mesh has", l.kept.Len()+len(p), int64(len(p))-l.left)
	}
	if l.err != nil {
		return 0, l.err
	}
	l.left -= int64(len(p))
	return l.kept.Write(p)
}
