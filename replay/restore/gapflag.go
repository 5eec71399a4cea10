package restore
import ("os";"strconv")
func gapFlag() float64 { if s:=os.Getenv("GAP"); s!="" { f,_:=strconv.ParseFloat(s,64); return f }; return narrowest }
