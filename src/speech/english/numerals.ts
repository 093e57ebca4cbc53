const SMALL =
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen'.split(
    ' ',
  )

const TENS = ['', '', 'twenty', 'thirty', 'forty', 'fifty', 'sixty', 'seventy', 'eighty', 'ninety']

const SCALES: readonly (readonly [bigint, string])[] = [
  [10n ** 12n, 'trillion'],
  [10n ** 9n, 'billion'],
  [10n ** 6n, 'million'],
  [1000n, 'thousand'],
  [100n, 'hundred'],
]

/** What `quantity` takes as an unsigned number, as the source of a pattern. */
export const NUMBER = String.raw`(?:\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d+(?:[.,]\d+)?|\.\d+)`

const THOUSANDS = /^\d{1,3}(?:,\d{3})+(?:\.|$)/u

/** Longer rows of digits are no quantity anyone reads: they are spoken digit by digit. */
const LONGEST_QUANTITY = 15

const IRREGULAR_ORDINALS = new Map([
  ['one', 'first'],
  ['two', 'second'],
  ['three', 'third'],
  ['five', 'fifth'],
  ['eight', 'eighth'],
  ['nine', 'ninth'],
  ['twelve', 'twelfth'],
])

/** A whole number in words: `1204` is `one thousand two hundred four`. */
export function cardinal(value: bigint | number | string): string {
  const number = BigInt(value)
  if (number < 20n) return SMALL[Number(number)] ?? ''
  if (number < 100n) return joined(TENS[Number(number / 10n)] ?? '', number % 10n)
  const [size, name] = SCALES.find(([scale]) => number >= scale) ?? [100n, 'hundred']
  return joined(`${cardinal(number / size)} ${name}`, number % size)
}

function joined(words: string, rest: bigint): string {
  return rest === 0n ? words : `${words} ${cardinal(rest)}`
}

/** A rank in words: `21` is `twenty first`. */
export function ordinal(value: bigint | number | string): string {
  const words = cardinal(value).split(' ')
  const last = words.pop() ?? ''
  const regular = last.endsWith('y') ? `${last.slice(0, -1)}ieth` : `${last}th`
  return [...words, IRREGULAR_ORDINALS.get(last) ?? regular].join(' ')
}

/** Digit by digit; anything else in the text is left out. */
export function digits(text: string): string {
  return Array.from(text.replaceAll(/\D/gu, ''), cardinal).join(' ')
}

/** A year as it is said: `1995` is `nineteen ninety five`, `2005` is `two thousand five`. */
export function year(value: number): string {
  const century = Math.floor(value / 100)
  const rest = value % 100
  if (value % 1000 < 10) return cardinal(value)
  if (rest === 0) return `${cardinal(century)} hundred`
  return `${cardinal(century)} ${rest < 10 ? 'oh ' : ''}${cardinal(rest)}`
}

/** A decade as it is said: `1990` is `nineteen nineties`. */
export function decade(value: number): string {
  return (value < 100 ? cardinal(value) : year(value)).replace(/y$/u, 'ie').concat('s')
}

/**
 * A written number in words: sign, thousands separators and decimals understood.
 *
 * `-3.50` is `minus three point five zero`, `007` is `zero zero seven`.
 */
export function quantity(written: string): string {
  const [, sign = '', rest = ''] = /^([-+±]?)(.*)$/u.exec(written) ?? []
  const [whole = '', decimals] = decimalParts(rest)
  const signWord = { '-': 'minus ', '+': 'plus ', '±': 'plus or minus ' }[sign] ?? ''
  const code = (whole.length > 1 && whole.startsWith('0')) || whole.length > LONGEST_QUANTITY
  const wholeWords = whole === '' ? '' : code ? digits(whole) : cardinal(whole)
  return `${signWord}${wholeWords}${decimals === undefined ? '' : ` point ${digits(decimals)}`}`.trim()
}

/** A comma before three digits separates thousands; any other comma is a decimal one. */
function decimalParts(unsigned: string): [string?, string?] {
  const plain = THOUSANDS.test(unsigned) ? unsigned.replaceAll(',', '') : unsigned.replace(',', '.')
  return plain.split('.') as [string?, string?]
}
