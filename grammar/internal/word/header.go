package word

import "strings"

// Headers are the words with which the lines at the head of a record begin,
// in Russian, Ukrainian and English, and PDN's name for what they tell. The
// first word of each language is the one that is written.
var Headers = []struct{ Tag, Russian, Ukrainian, English string }{
	{"Event", "Событие, Турнир, Соревнование, Соревнования, Чемпионат, Первенство, Матч", "Подія, Турнір, Змагання, Чемпіонат, Першість, Матч", "Event, Tournament, Championship, Match, Evento, Torneo"},
	{"Site", "Место, Место проведения, Место игры, Город", "Місце, Місце проведення, Місто", "Site, Place, Venue, City, Luogo"},
	{"Date", "Дата, Дата проведения, Дата игры", "Дата, Дата проведення", "Date, Data"},
	{"Round", "Тур, Раунд, Круг", "Тур, Раунд, Коло", "Round, Turno"},
	{"Board", "Доска, Стол, Столик, Доска №, Стол №", "Дошка, Стіл, Столик, Дошка №, Стіл №", "Board, Table"},
	{"White", "Белые", "Білі", "White, Bianco"},
	{"Black", "Черные", "Чорні", "Black, Nero"},
	{"WhiteTitle", "Звание белых, Титул белых, Разряд белых", "Звання білих, Титул білих, Розряд білих", "White title, WhiteTitle"},
	{"BlackTitle", "Звание черных, Титул черных, Разряд черных", "Звання чорних, Титул чорних, Розряд чорних", "Black title, BlackTitle"},
	{"WhiteRating", "Рейтинг белых", "Рейтинг білих", "White rating, WhiteRating, WhiteElo"},
	{"BlackRating", "Рейтинг черных", "Рейтинг чорних", "Black rating, BlackRating, BlackElo"},
	{"Variant", "Вид, Вид шашек, Вид игры, Игра, Вариант, Дисциплина", "Вид, Вид шашок, Вид гри, Гра, Різновид, Дисципліна", "Variant, Game, Game type, GameType"},
	{"Result", "Результат, Итог, Исход, Результат партии", "Результат, Підсумок, Результат партії", "Result, Risultato"},
	{"Opening", "Дебют, Начало", "Дебют", "Opening"},
	{"TimeControl", "Контроль времени, Контроль", "Контроль часу", "Time control, TimeControl"},
	{"Time", "Время, Затрачено времени", "Час, Витрачено часу", "Time, Time used"},
	{"WhiteTime", "Время белых", "Час білих", "White time, WhiteTime"},
	{"BlackTime", "Время черных", "Час чорних", "Black time, BlackTime"},
	{"Annotator", "Комментатор", "Коментатор", "Annotator"},
	{"Arbiter", "Судья, Арбитр, Главный судья", "Суддя, Арбітр, Головний суддя", "Arbiter, Referee"},
	{"Position", "Позиция, Начальная позиция, Положение, Расстановка", "Позиція, Початкова позиція, Положення", "Position, Start, FEN, SetUp position"},
	{"Verdict", "Вердикт", "Вердикт", "Verdict"},
	{"Turn", "Ход, Очередь хода, Первый ход", "Хід, Черга ходу, Перший хід", "Turn, To move"},
}

// headerTags has the tags of Headers by key in small letters.
var headerTags = func() map[string]string {
	tags := make(map[string]string)
	for _, h := range Headers {
		for _, words := range []string{h.Russian, h.Ukrainian, h.English} {
			for _, w := range strings.Split(words, ", ") {
				tags[Fold(w)] = h.Tag
			}
		}
	}
	return tags
}()

// IsVerdict says whether the value of the tag Verdict is that of a game that is carried
// over: "illegal: e3-f4: a capture was mandatory".
func IsVerdict(value string) bool {
	verdict, _, _ := strings.Cut(value, ":")
	return verdict == "illegal" || verdict == "unreadable"
}

// HeaderTag returns PDN's name for what the key of a header tells, however its letters are
// written; "" where it is none.
func HeaderTag(key string) string {
	tag, _ := LookUp(headerTags, key)
	return tag
}
