// Package background lets work in the background yield to frames.
//
//   - [BeginFrame] closes a gate, at which a [Worker] waits in [Worker.Yield], and [EndFrame] opens
//     it; [Running] reports whether it is closed. Work goes on slowly where one frame follows the
//     other without a pause.
//   - A [Pool] runs work on a limited number of goroutines: [Pool.Go], and [Worker.Help] where one
//     is free.
//   - [Ended] is the channel of work that nobody began.
//   - [With] and [Of] put the worker into a context and get it from there, for functions that load
//     and bake.
package background
