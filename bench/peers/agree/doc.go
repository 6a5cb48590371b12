// Package agree lets the programs of package peers test that their libraries do the same work: [Test].
package agree
