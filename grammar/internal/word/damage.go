package word

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

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
	negated // decides behind a negation
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

// IsDamaged says whether text, which is no move, is so hurt that nobody knows
// what it was: it lacks a square or a sign, or has characters that could not be
// read. What is not is a word that is wrong, c3-b9.
func IsDamaged(text string) bool {
	squares, signs := 0, 0
	for i, r := range text {
		_, take := TakeOf(r)
		_, _, file := FileOf(r)
		_, _, digit := DigitOf(r)
		switch {
		case IsDash(r) || take && i > 0:
			signs++
		case IsDigit(byte(r)) && r < utf8.RuneSelf:
			squares++
		case !file && !digit && !IsLetter(r) || i == 0 && !file:
			return true
		}
	}
	return squares == 0 || signs == 0
}

// IsMisspelt says of text that is damaged whether its characters can be read, so that
// it can be said which of them is none of a move's: f4йd6, h8-#7. Of ??, e?-f? and нрзб
// nobody wants to hear that.
func IsMisspelt(text string) bool {
	digits, runes := 0, 0
	for _, r := range text {
		switch {
		case r == '?' || r == '…' || r == utf8.RuneError:
			return false
		case r < utf8.RuneSelf && IsDigit(byte(r)):
			digits++
		}
		runes++
	}
	return digits > 0 && runes <= maxMisspelt && !Illegible(text) && !strings.Contains(text, "..")
}

// maxMisspelt is the most characters of a word that is said to be misspelt.
const maxMisspelt = 16
