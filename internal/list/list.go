// Package list has what is done with lists everywhere and the standard library lacks.
package list

// Map returns what f makes of each of all, in their order; nil of none.
func Map[T, U any](all []T, f func(T) U) (made []U) {
	for _, one := range all {
		made = append(made, f(one))
	}
	return made
}

// Count returns of how many something is so.
func Count[T any](all []T, is func(T) bool) (n int) {
	for _, one := range all {
		if is(one) {
			n++
		}
	}
	return n
}
