// Package ghost draws the character of another moment over the picture of a scene, for the timeline of
// the window and of the web page: [New] makes a [Ghost], and [Ghost.Draw] draws it.
package ghost
