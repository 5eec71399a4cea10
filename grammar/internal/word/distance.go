package word

// Distance returns how many letters have to be added, dropped, changed or
// swapped with their neighbour to make b of a. The work is the product of their
// lengths: who asks about words of any length bounds them.
func Distance(a, b string) int {
	x, y := []rune(a), []rune(b)
	before, last, row := make([]int, len(y)+1), make([]int, len(y)+1), make([]int, len(y)+1)
	for j := range row {
		last[j] = j
	}
	for i := range x {
		row[0] = i + 1
		for j := range y {
			d := min(last[j+1], row[j]) + 1
			if x[i] == y[j] {
				d = min(d, last[j])
			} else {
				d = min(d, last[j]+1)
			}
			if i > 0 && j > 0 && x[i] == y[j-1] && x[i-1] == y[j] {
				d = min(d, before[j-1]+1)
			}
			row[j+1] = d
		}
		before, last, row = last, row, before
	}
	return last[len(y)]
}
