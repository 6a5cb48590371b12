package main

// The program prints that it made a palette.
func Example() {
	main()
	// Output: 67 matrices
}
