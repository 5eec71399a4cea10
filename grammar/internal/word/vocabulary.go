package word

import (
	"hash/maphash"
	"strings"
	"sync/atomic"
	"unicode"
	"unicode/utf8"

	"github.com/stolb/stolb/record"
)

// Fold returns a word in small letters with ё as е, as vocabularies have it.
func Fold(w string) string { return string(appendFolded(nil, w)) }

func appendFolded(folded []byte, w string) []byte {
	for _, r := range w {
		switch {
		case r < utf8.RuneSelf:
			if r >= 'A' && r <= 'Z' {
				r |= 0x20
			}
		case r >= 'а' && r <= 'я':
		case r >= 'А' && r <= 'Я':
			r += 'а' - 'А'
		case r == 'ё' || r == 'Ё':
			r = 'е'
		case r == '’' || r == 'ʼ':
			r = '\''
		case r == '\u00a0':
			r = ' '
		default:
			r = unicode.ToLower(r)
		}
		folded = utf8.AppendRune(folded, r)
	}
	return folded
}

// Vocabulary returns a set of words for LookUp, from a list of them.
func Vocabulary(words string) map[string]bool {
	all := make(map[string]bool)
	for w := range strings.FieldsSeq(words) {
		all[Fold(w)] = true
	}
	return all
}

// LookUp looks a word up in a vocabulary, in any case.
func LookUp[V any](vocabulary map[string]V, word string) (v V, ok bool) {
	if len(word) > maxWord {
		return v, false
	}
	var folded [maxWord]byte
	v, ok = vocabulary[string(appendFolded(folded[:0], word))]
	return v, ok
}

// maxWord is the most bytes of a word, or of several, in a vocabulary.
const maxWord = 64

// Headers are the words with which the lines at the head of a record begin,
// in Russian, Ukrainian and English, and PDN's name for their values. The
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

// headerTags has the tags of Headers by key, as written above and in small letters.
var headerTags = func() map[string]string {
	tags := make(map[string]string)
	for _, h := range Headers {
		for _, words := range []string{h.Russian, h.Ukrainian, h.English} {
			for _, w := range strings.Split(words, ", ") {
				tags[w], tags[Fold(w)] = h.Tag, h.Tag
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

// HeaderTag returns PDN's name for the key of a header, in any case; "" if it is not a
// key.
func HeaderTag(key string) string {
	tag, ok := headerTags[key]
	if !ok {
		tag, _ = LookUp(headerTags, key)
	}
	return tag
}

// The features of a variant. Each word of its name says one.
const (
	towers = 1 << iota
	lasca
	adiukh
	reverse
	russian
	brazilian
	checkers
	international
	noFeature // шашки, which says nothing
)

// variantStems are the beginnings of such words in Russian, Ukrainian and
// English, in any grammatical case: "столбовые шашки", "по столбовым шашкам".
var variantStems = []struct {
	feature int
	stems   []string
}{
	{towers, strings.Fields("столб стовп башн башен вежі вежа колонн column tower bashni")},
	{lasca, strings.Fields("ласк lasca laska lasker")},
	{adiukh, strings.Fields("адиюх адіюх adiukh adiyukh")},
	{reverse, strings.Fields("обратн зворотн поддавк піддавк poddavki reverse")},
	{russian, strings.Fields("русск російськ russian")},
	{brazilian, strings.Fields("бразил brazil")},
	{checkers, strings.Fields("чекерс английск англійськ checkers english")},
	{international, strings.Fields("международн міжнародн стоклет стокліт international")},
	{noFeature, strings.Fields("шашк шашок draughts игр гра гри game the вид в")},
}

// featureOf returns the feature that a folded word names, 0 for none. A stem of up to
// three letters is the whole word.
func featureOf(w string) int {
	for _, f := range variantStems {
		for _, stem := range f.stems {
			if strings.HasPrefix(w, stem) && (w == stem || utf8.RuneCountInString(stem) > 3) {
				return f.feature
			}
		}
	}
	return 0
}

// featuresOf returns the features that the words of a name say, and whether there are
// other words among them. Unless all is set it stops at the first of those.
func featuresOf(name string, all bool) (features int, others bool) {
	for w := range strings.FieldsFuncSeq(name, func(r rune) bool { return !IsLetter(r) && r != '\'' && r != '’' }) {
		f := featureOf(Fold(w))
		if features |= f; f == 0 && !all {
			return features, true
		}
		others = others || f == 0
	}
	return features &^ noFeature, others
}

// variantsByFeatures are the variants by the features in their names.
var variantsByFeatures = map[int]record.Variant{
	towers:                           record.Bashni,
	towers | russian:                 record.Bashni,
	towers | reverse:                 record.BashniReverse,
	towers | russian | reverse:       record.BashniReverse,
	lasca:                            record.Lasca,
	towers | international:           record.Lasca,
	lasca | reverse:                  record.LascaReverse,
	towers | international | reverse: record.LascaReverse,
	adiukh:                           record.Adiukh,
	russian:                          record.Russian,
	reverse:                          record.RussianReverse,
	russian | reverse:                record.RussianReverse,
	brazilian:                        record.Brazilian,
	checkers:                         record.Checkers,
	international:                    record.International,
}

// lastNames keeps the names last parsed: most games of a file have the same.
var (
	lastNames    [1 << 6]atomic.Pointer[variantName]
	lastNameSeed = maphash.MakeSeed()
)

type variantName struct {
	name    string
	variant record.Variant
}

// ParseVariantName returns the variant that words name, in Russian,
// Ukrainian or English: "столбовые шашки", "русские башни", "ласка (7х7)", or as
// record.ParseVariant has it; record.UnknownVariant for other words.
func ParseVariantName(name string) record.Variant {
	if len(name) > maxWord {
		return parseVariantName(name)
	}
	last := &lastNames[maphash.String(lastNameSeed, name)%uint64(len(lastNames))]
	if n := last.Load(); n != nil && n.name == name {
		return n.variant
	}
	n := &variantName{strings.Clone(name), parseVariantName(name)}
	last.Store(n)
	return n.variant
}

func parseVariantName(name string) record.Variant {
	whole := name
	if i := strings.IndexByte(name, '('); i > 0 {
		name = name[:i]
	}
	if features, others := featuresOf(name, false); !others && features != 0 {
		return variantsByFeatures[features]
	}
	if v, err := record.ParseVariant(whole); err == nil {
		return v
	}
	v, _ := record.ParseVariant(strings.TrimFunc(name, IsSpace))
	return v
}

// VariantMentioned returns the variant of towers, or the reverse game, that the
// name of a tournament mentions; record.UnknownVariant where that is none, or
// several.
func VariantMentioned(name string) record.Variant {
	features, _ := featuresOf(name, true)
	if features&(towers|lasca|adiukh|reverse) == 0 {
		return record.UnknownVariant
	}
	return variantsByFeatures[features]
}

// Illegible says whether text is what is written for something that cannot be
// read, нрзб, perhaps in brackets.
func Illegible(text string) bool {
	text = strings.TrimSuffix(strings.TrimPrefix(text, "«"), "»")
	for text != "" && notIllegible[text[0]] {
		text = text[1:]
	}
	for text != "" && notIllegible[text[len(text)-1]] {
		text = text[:len(text)-1]
	}
	if len(text) < minIllegible {
		return false
	}
	if said, _ := LookUp(illegible, text); said || isSheetError(text) {
		return true
	}
	return strings.IndexByte(text, ' ') > 0 && len(text) <= maxPhrase && isIllegiblePhrase(text)
}

// isSheetError says whether text is what a spreadsheet shows for a value that it
// could not make, or that its column is too narrow for: #NAME?, #ДЕЛ/0!, #####.
func isSheetError(text string) bool {
	inside, is := strings.CutPrefix(text, "#")
	if !is || len(inside) < 2 || len(inside) > maxMisspelt+maxMisspelt/2 {
		return false
	}
	inside = strings.TrimRight(inside, "?!")
	return strings.Trim(inside, "#") == "" || strings.IndexFunc(inside, func(r rune) bool {
		return r != '/' && !unicode.IsUpper(r) && !unicode.IsDigit(r)
	}) < 0 && strings.IndexFunc(inside, unicode.IsUpper) == 0
}

// maxPhrase is how long what is said of something illegible is, in bytes.
const maxPhrase = 120

// isIllegiblePhrase says whether words say that something cannot be read, and
// nothing else: "ход не читается", "дальнейшие ходы неразборчивы", "move missing".
func isIllegiblePhrase(text string) bool {
	decides, not, count := false, false, false
	for w := range strings.FieldsFuncSeq(text, func(r rune) bool { return IsSpace(r) || strings.ContainsRune(",.:;!?", r) }) {
		if strings.Trim(w, "0123456789") == "" {
			count = true
			continue
		}
		how, ok := LookUp(illegiblePhrase, w)
		if !ok {
			if _, known := LookUp(illegible, w); !known {
				return false
			}
			how = itself
		}
		decides = decides || how == itself || how == negated && not || how == counted && count
		not = not || how == negation
	}
	return decides
}

// What the words of a phrase do in it.
type phraseWord uint8

const (
	filler phraseWord = iota
	itself
	negation
	negated // decides after a negation
	counted // decides with a number: [3 буквы]
)

var illegiblePhrase = func() map[string]phraseWord {
	words := make(map[string]phraseWord)
	for how, list := range map[phraseWord]string{
		itself: "неразборчив неразборчива неразборчивы неразборчивый неразборчивые неразборчивая нечитаем нечитаема нечитаемы нечитаемый нечитаемые нечитаемая " +
			"пропущен пропущена пропущено пропущены стерт стерта стерты затерт затерта затерты утрачен утрачена утрачены утеряно утерян утеряна утеряны отсутствует отсутствуют обрыв обрывается обрезано обрезан " +
			"вырван вырвана вырваны размыт размыты смазан смазаны залит залита залиты порван порвана оборван оборвана оборвано оторван оторвана оторваны зачеркнут зачеркнута зачеркнуты " +
			"прожжен прожжена заклеен заклеена срезан срезана стирания подчистка лакуна дыра відірваний відірвана заклеєно " +
			"нерозбірливий нерозбірлива нерозбірливі пропущений пропущені пропущена стертий стерті втрачений втрачені відсутній відсутні обривається " +
			"lacking obscured omitted",
		negation: "не нет без нема немає not cannot can't no without",
		negated: "читается читаются разобрать разборчиво видно видны виден прочесть прочитать понять записан записано записаны указан указано сохранился сохранилась сохранилось сохранились записана " +
			"записи хода ходов данных читається читаються розібрати видно прочитати записано записаний записані вказано записана збереглася зберігся збереглися запису ходу ходів legible readable read recorded given visible preserved record score",
		counted: "буквы буква букв знак знака знаков слова слов сл строки строк букви літери літер слів рядки рядків letters words rows lines",
		filler: "следы след сліди около ход ходы далее дальше дальнейшие дальнейший текст запись слово чернилами водой здесь тут лист листа страница страницы край края угол конец часть строка бумага " +
			"партия партии имя фамилия белых черных весь все остальные остальной последний последние первый на и в из этот " +
			"хід ходи далі подальші текст слово чорнилом тут аркуш сторінка край кут кінець рядок папір білих чорних усі решта останній останні " +
			"партія партії ім'я прізвище запис move moves name text word the is are of page corner rest be here entry ink by white's black's last",
	} {
		for w := range strings.FieldsSeq(list) {
			words[Fold(w)] = how
		}
	}
	return words
}()

// notIllegible are what may stand round such a word.
var notIllegible = ByteSet("<>*/[](){}._- \t")

// minIllegible is how many bytes such a word has, at least.
const minIllegible = len("gap")

var illegible = Vocabulary("обрыв нрзб н.р нерзб неразб неразбор неразборчиво нечитаемо пас нечетко утрачено стерто пропуск " +
	"лакуна дыра пусто прожжено заклеено срезано обрез обрезано зачерк зач зчерк зч порожньо дірка " +
	"клякса пятно размыто порвано оторвано вырвано смазано затерто зачеркнуто выцвело залито " +
	"нерозб нерозбірливо нечитабельно нечітко втрачено пляма розмито відірвано вирвано закреслено затерте " +
	"lacuna hole gap empty null nil ibid nan undefined unk illegible unreadable pass unclear missing lost blot blotted smudge smudged torn blurred stain stained faded")
