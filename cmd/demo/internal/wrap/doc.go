// Package wrap divides text into lines: [Text] does for any measure of width, letters or pixels.
package wrap
