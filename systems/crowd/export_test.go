package crowd

// What the tests of this package call, and no program.

var ErrNoMember = errNoMember

var ErrTaken = errTaken
