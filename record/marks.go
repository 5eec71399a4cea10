package record

// markSigns are the single characters that are printed for marks of several.
var markSigns = map[string]string{
	"!!": "‼", "??": "⁇", "!?": "⁉", "?!": "⁈", "(!!)": "(‼)", "(??)": "(⁇)", "(!?)": "(⁉)", "(?!)": "(⁈)",
	"+-": "+−", "-+": "−+",
}

// MarkSign returns the sign that is printed for a mark.
func MarkSign(mark string) string {
	if sign, ok := markSigns[mark]; ok {
		return sign
	}
	return mark
}
