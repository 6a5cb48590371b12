// Package commandline is what the commands of this repository share: how a command line is read,
// and how results, warnings and errors are printed.
//
//   - A [Program] is a name, a description and the commands with their flags. [Program.Run] runs
//     the command that the arguments select and returns the exit status.
//   - [Streams] are the outputs of a command. [ErrFindings] tells that it printed findings.
//   - [WrongFlag] is the error for an invalid value of a flag. [WithFile] puts the name of a file
//     before a message, [OneLine] makes one line of it.
//   - [NewProgress] shows how far a long work has come, where there is a terminal.
//   - [Load] opens a glTF file, and [FindClip] finds a clip of it by its index or name.
//
// Results go to standard output, warnings and errors to standard error. An error is one line.
package commandline
