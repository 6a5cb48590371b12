// The pictures are in a module of their own, so that go get does not download them with the library.

module github.com/sinew-go/sinew/docs/gallery

go 1.26.0
