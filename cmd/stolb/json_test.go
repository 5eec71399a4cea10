package main

// gameJSON is a line of "check --format json" as other programs read it. Names and order are a
// contract with them.
type gameJSON struct {
	Game    int         `json:"game"`
	File    string      `json:"file"`
	Line    int         `json:"line"`
	Variant string      `json:"variant"`
	White   string      `json:"white"`
	Black   string      `json:"black"`
	Result  string      `json:"result"`
	Verdict string      `json:"verdict"`
	Plies   int         `json:"plies"`
	Moves   []string    `json:"moves"`
	Final   string      `json:"final"`
	Over    bool        `json:"over"`
	Score   *[2]int     `json:"score"`
	Faults  []faultJSON `json:"faults"`
}

type faultJSON struct {
	Code        string   `json:"code"`
	Ply         int      `json:"ply"`
	Line        int      `json:"line"`
	Column      int      `json:"column"`
	Byte        int64    `json:"byte"`
	Word        string   `json:"word"`
	Message     string   `json:"message"`
	Suggestions []string `json:"suggestions"`
}
