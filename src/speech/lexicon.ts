/** What is said for a letter. A lone `a` would be taken for the article. */
function letterName(letter: string): string {
  return letter.toLowerCase() === 'a' ? 'ay' : letter.toUpperCase()
}

/** Letters one by one. */
export function spelled(letters: string): string {
  return Array.from(letters, letterName).join(' ')
}

/** When a shortened word is one: before a name, before a number, or always. */
export type AbbreviationPlace = 'before a name' | 'before a number' | 'anywhere'

/** A shortened word ending in a dot. */
export interface Abbreviation {
  readonly say: string
  readonly place: AbbreviationPlace
  /** A sentence never ends with it. */
  readonly leadsOn: boolean
}

const title = (say: string): Abbreviation => ({ say, place: 'before a name', leadsOn: true })
const counted = (say: string): Abbreviation => ({ say, place: 'before a number', leadsOn: true })
const linking = (say: string): Abbreviation => ({ say, place: 'anywhere', leadsOn: true })
const closing = (say: string): Abbreviation => ({ say, place: 'anywhere', leadsOn: false })

/** English abbreviations, in lower case with their dot. */
export const ABBREVIATIONS: ReadonlyMap<string, Abbreviation> = new Map([
  ['mr.', linking('mister')],
  ['mrs.', linking('missus')],
  ['ms.', linking('miz')],
  ['mx.', linking('mix')],
  ['dr.', title('doctor')],
  ['prof.', title('professor')],
  ['st.', title('saint')],
  ['mt.', title('mount')],
  ['rev.', title('reverend')],
  ['hon.', title('honorable')],
  ['gov.', title('governor')],
  ['sen.', title('senator')],
  ['rep.', title('representative')],
  ['gen.', title('general')],
  ['col.', title('colonel')],
  ['capt.', title('captain')],
  ['lt.', title('lieutenant')],
  ['sgt.', title('sergeant')],
  ['no.', counted('number')],
  ['nos.', counted('numbers')],
  ['fig.', counted('figure')],
  ['vol.', counted('volume')],
  ['pp.', counted('pages')],
  ['ch.', counted('chapter')],
  ['jan.', counted('january')],
  ['feb.', counted('february')],
  ['mar.', counted('march')],
  ['apr.', counted('april')],
  ['jun.', counted('june')],
  ['jul.', counted('july')],
  ['aug.', counted('august')],
  ['sep.', counted('september')],
  ['sept.', counted('september')],
  ['oct.', counted('october')],
  ['nov.', counted('november')],
  ['dec.', counted('december')],
  ['e.g.', linking('for example')],
  ['i.e.', linking('that is')],
  ['vs.', linking('versus')],
  ['approx.', linking('approximately')],
  ['est.', counted('established')],
  ['etc.', closing('et cetera')],
  ['inc.', closing('incorporated')],
  ['ltd.', closing('limited')],
  ['corp.', closing('corporation')],
  ['dept.', closing('department')],
  ['jr.', closing('junior')],
  ['sr.', closing('senior')],
  ['ave.', closing('avenue')],
  ['blvd.', closing('boulevard')],
  ['rd.', closing('road')],
])

/**
 * Acronyms that are said letter by letter although they could be read as a word; those without a
 * vowel the engine spells by itself.
 */
export const SPELLED_ACRONYMS: ReadonlySet<string> = new Set(
  `AC AI API AR AWS CEO CFO CIA CIO COO CTO DIY EPA ERP ETA EU EV FAQ IBM ICU ID IDE IOT IP IPO IQ IRS
  IT LA LED MIT NGO NYC OEM OS PHD QA RAF ROI RNA SEO UAE UCLA UFO UI UK UN URL US USA UV UX`.split(/\s+/u),
)

/** Words that the engine would misread, by how they sound; keys in lower case. */
export const SOUNDS_LIKE: ReadonlyMap<string, string> = new Map([
  ['json', 'jason'],
  ['wifi', 'why fye'],
  ['wi-fi', 'why fye'],
  ['ios', 'I O S'],
  ['phd', 'P H D'],
  ['saas', 'sass'],
  ['jpeg', 'jay peg'],
  ['jpg', 'jay peg'],
  ['yaml', 'yammel'],
  ['vs', 'versus'],
  ['c++', 'C plus plus'],
  ['c#', 'C sharp'],
  ['f#', 'F sharp'],
  ['at&t', 'ay T and T'],
  ['24/7', 'twenty four seven'],
  ['and/or', 'and or'],
])

/** Characters that are said when they stand by themselves or inside a word. */
export const SYMBOLS: ReadonlyMap<string, string> = new Map([
  ['&', 'and'],
  ['@', 'at'],
  ['+', 'plus'],
  ['=', 'equals'],
  ['%', 'percent'],
  ['#', 'number'],
  ['/', 'slash'],
  ['©', 'copyright'],
  ['×', 'times'],
  ['÷', 'divided by'],
  ['√', 'root'],
  ['²', 'squared'],
  ['³', 'cubed'],
  ['π', 'pie'],
])

/** Signs that are said between numbers only; elsewhere they are decoration. */
export const COMPARISONS: ReadonlyMap<string, string> = new Map([
  ['<', 'less than'],
  ['>', 'greater than'],
  ['≤', 'at most'],
  ['≥', 'at least'],
  ['≈', 'about'],
  ['*', 'times'],
])

/** Coins and notes: one, several, and the hundredth part. */
export interface Currency {
  readonly one: string
  readonly several: string
  readonly cent: string
  readonly cents: string
}

const EURO: Currency = { one: 'euro', several: 'euros', cent: 'cent', cents: 'cents' }

/** Currency signs. */
export const CURRENCIES: ReadonlyMap<string, Currency> = new Map([
  ['$', { one: 'dollar', several: 'dollars', cent: 'cent', cents: 'cents' }],
  ['£', { one: 'pound', several: 'pounds', cent: 'penny', cents: 'pence' }],
  ['€', EURO],
  ['¥', { one: 'yen', several: 'yen', cent: 'sen', cents: 'sen' }],
  ['₹', { one: 'rupee', several: 'rupees', cent: 'paisa', cents: 'paise' }],
])

/** Powers of ten as written after an amount; keys as written, since `m` and `M` differ as units. */
export const MAGNITUDES: ReadonlyMap<string, string> = new Map([
  ['k', 'thousand'],
  ['K', 'thousand'],
  ['m', 'million'],
  ['M', 'million'],
  ['mn', 'million'],
  ['bn', 'billion'],
  ['b', 'billion'],
  ['B', 'billion'],
  ['tn', 'trillion'],
  ['T', 'trillion'],
])

/** The same powers of ten, written out. */
export const MAGNITUDE_WORDS: ReadonlySet<string> = new Set(['thousand', 'million', 'billion', 'trillion'])

/** Units of measure, one and several. Keys as written; looked up in lower case too. */
export const UNITS: ReadonlyMap<string, readonly [one: string, several: string]> = new Map([
  ['km', ['kilometer', 'kilometers']],
  ['m', ['meter', 'meters']],
  ['cm', ['centimeter', 'centimeters']],
  ['mm', ['millimeter', 'millimeters']],
  ['m²', ['square meter', 'square meters']],
  ['km²', ['square kilometer', 'square kilometers']],
  ['m³', ['cubic meter', 'cubic meters']],
  ['mi', ['mile', 'miles']],
  ['ft', ['foot', 'feet']],
  ['yd', ['yard', 'yards']],
  ['km/h', ['kilometer per hour', 'kilometers per hour']],
  ['kph', ['kilometer per hour', 'kilometers per hour']],
  ['mph', ['mile per hour', 'miles per hour']],
  ['m/s', ['meter per second', 'meters per second']],
  ['kg', ['kilogram', 'kilograms']],
  ['g', ['gram', 'grams']],
  ['mg', ['milligram', 'milligrams']],
  ['lb', ['pound', 'pounds']],
  ['lbs', ['pound', 'pounds']],
  ['oz', ['ounce', 'ounces']],
  ['l', ['liter', 'liters']],
  ['ml', ['milliliter', 'milliliters']],
  ['°', ['degree', 'degrees']],
  ['°c', ['degree celsius', 'degrees celsius']],
  ['°f', ['degree fahrenheit', 'degrees fahrenheit']],
  ['h', ['hour', 'hours']],
  ['hr', ['hour', 'hours']],
  ['hrs', ['hour', 'hours']],
  ['min', ['minute', 'minutes']],
  ['mins', ['minute', 'minutes']],
  ['s', ['second', 'seconds']],
  ['sec', ['second', 'seconds']],
  ['secs', ['second', 'seconds']],
  ['ms', ['millisecond', 'milliseconds']],
  ['hz', ['hertz', 'hertz']],
  ['khz', ['kilohertz', 'kilohertz']],
  ['mhz', ['megahertz', 'megahertz']],
  ['ghz', ['gigahertz', 'gigahertz']],
  ['kb', ['kilobyte', 'kilobytes']],
  ['mb', ['megabyte', 'megabytes']],
  ['gb', ['gigabyte', 'gigabytes']],
  ['tb', ['terabyte', 'terabytes']],
  ['w', ['watt', 'watts']],
  ['kw', ['kilowatt', 'kilowatts']],
  ['kwh', ['kilowatt hour', 'kilowatt hours']],
  ['fps', ['frame per second', 'frames per second']],
  ['px', ['pixel', 'pixels']],
  ['x', ['times', 'times']],
  ['%', ['percent', 'percent']],
])

/** Months in order, as said. */
export const MONTHS: readonly string[] =
  'january february march april may june july august september october november december'.split(' ')
