// Command gallery draws a picture of each scene of the demo and writes docs/gallery.md, which shows
// them with what there is to see. It must run in the root of the repository: make gallery. Arguments
// are the names of scenes to draw, in place of all. The gallery of the web page has the same
// pictures: make pages.
package main
