// Package jsonvalue reads JSON without building a tree of it. The text is checked once. After that the package finds
// members and elements in the text itself, and decodes only the values that the caller asks for.
//
//   - [Parse] checks a text and returns it as a [Value].
//   - [Value.Members] and [Value.Elements] iterate over an object and an array.
//   - [Value.Int], [Value.Float], [Value.Bool] and [Value.Text] decode scalars.
//   - [Value.CountMembers] counts members of certain objects anywhere in a value.
//
// JSON does not distinguish integers from other numbers: 24, 24.0 and 2.4e1 are the same integer for [Value.Int].
//
// Names of members are compared byte by byte. encoding/json ignores case, but glTF does not.
package jsonvalue
