import { COMPARISONS, CURRENCIES, MAGNITUDES, MAGNITUDE_WORDS, MONTHS, UNITS, spelled } from './lexicon.ts'
import { NUMBER, cardinal, decade, digits, ordinal, quantity, year } from './numerals.ts'
import type { Currency } from './lexicon.ts'
import type { Neighbours } from './tokens.ts'

const SIGNS = '$£€¥₹'

/** One way of writing something with digits, and how it is said; null when it is not that after all. */
interface Rule {
  readonly pattern: RegExp
  readonly say: (groups: Readonly<Record<string, string | undefined>>, around: Neighbours) => string | null
}

/** The first rule that fits a whole token speaks it. */
const RULES: readonly Rule[] = [
  {
    pattern: new RegExp(
      `^(?<sign>[-+]?)(?:US)?(?<symbol>[${SIGNS}])(?<minus>-?)(?<amount>${NUMBER})(?:[-–](?<to>[${SIGNS}]?(?:${NUMBER})))?(?<scale>[kKmMbBT]|bn|mn|tn)?\\+?$`,
      'u',
    ),
    say: sayMoney,
  },
  {
    pattern: new RegExp(`^(?<sign>[-+]?)(?<amount>${NUMBER})(?<symbol>[${SIGNS}])$`, 'u'),
    say: sayMoney,
  },
  {
    pattern: /^(?<hour>\d{1,2})[:.](?<minute>[0-5]\d)(?::(?<second>[0-5]\d))?(?<half>[ap]\.?m)$/iu,
    say: sayTime,
  },
  { pattern: /^(?<hour>\d{1,2}):(?<minute>[0-5]\d)(?::(?<second>[0-5]\d))?$/u, say: sayTime },
  { pattern: /^(?<hour>\d{1,2})(?<half>[ap]\.?m)$/iu, say: sayTime },
  {
    pattern: /^(?<year>\d{4})-(?<month>\d{2})-(?<day>\d{2})$/u,
    say: ({ year: y, month, day }) => sayDate(Number(y), Number(month), Number(day)),
  },
  { pattern: /^(?<first>\d{1,2})\/(?<second>\d{1,2})\/(?<year>\d{4})$/u, say: saySlashedDate },
  {
    pattern: /^(?<rank>\d[\d,]*)(?:st|nd|rd|th)$/iu,
    say: ({ rank = '' }) => ordinal(rank.replaceAll(',', '').slice(0, 15)),
  },
  { pattern: /^'?(?<decade>(?:1[1-9]|20)?\d0)'?s$/u, say: ({ decade: written }) => decade(Number(written)) },
  {
    pattern: /^(?<call>\+?(?:\d{1,3}[-.])?\(?\d{3}\)?[-.]\d{3}[-.]\d{4}|\d{3}-\d{4}|\+\d{7,})$/u,
    say: ({ call = '' }) => digits(call),
  },
  {
    pattern: new RegExp(`^(?<from>${NUMBER})[-–](?<to>(?:${NUMBER}).{0,6})$`, 'u'),
    say: ({ from = '', to = '' }, around) => {
      const end = sayNumeric(to, around)
      return end === null ? null : `${sayNumeric(from, around) ?? quantity(from)} to ${end}`
    },
  },
  { pattern: /^(?<whole>\d+)? ?(?<top>\d{1,2})\/(?<bottom>\d{1,2})$/u, say: sayFraction },
  {
    pattern: /^(?<first>\d{1,3}):(?<second>\d{1,3})$/u,
    say: ({ first = '', second = '' }) => `${cardinal(first)} to ${cardinal(second)}`,
  },
  {
    pattern: /^v(?:er)?\.?(?<parts>\d{1,9}(?:\.\d{1,9})*)$/iu,
    say: ({ parts = '' }) => `version ${sayParts(parts)}`,
  },
  { pattern: /^(?<parts>\d{1,9}(?:\.\d{1,9}){2,})$/u, say: ({ parts = '' }) => sayParts(parts) },
  {
    pattern: new RegExp(`^(?<about>[~≈]?)(?<sign>[-+±]?)(?<number>${NUMBER})\\+?$`, 'u'),
    say: ({ about, sign = '', number = '' }, { next }) =>
      `${about ? 'about ' : ''}${isAreaCode(number, next) ? digits(number) : sayPlain(sign + number)}`,
  },
  {
    pattern: new RegExp(`^(?<sign>[-+±]?)(?<number>${NUMBER})-?(?<unit>[^\\d,.]+)$`, 'u'),
    say: ({ sign = '', number = '', unit = '' }) => sayMeasure(`${sign}${number}`, unit),
  },
  {
    pattern: /^#(?<number>\d{1,15})$/u,
    say: ({ number = '' }) => `number ${quantity(number)}`,
  },
]

/**
 * What is said for a token that is written with digits or counts something; null when it is not
 * of that kind.
 */
export function sayNumeric(core: string, around: Neighbours): string | null {
  const unit = unitOf(core)
  if (unit && isNumber(around.previous)) return unit[isOne(around.previous) ? 0 : 1]
  const comparison = COMPARISONS.get(core)
  if (comparison) return isNumber(around.previous) && /^\d/u.test(around.next) ? comparison : ''
  const currency = MAGNITUDE_WORDS.has(core.toLowerCase()) ? currencyOf(around.previous) : undefined
  if (currency) return `${core} ${currency.several}`
  for (const { pattern, say } of RULES) {
    const match = pattern.exec(core)
    const said = match ? say({ ...match.groups }, around) : null
    if (said !== null) return said
  }
  return null
}

function isNumber(text: string): boolean {
  return new RegExp(`^[-+±]?${NUMBER}$`, 'u').test(text)
}

function isOne(text: string): boolean {
  return /^[-+]?1$/u.test(text)
}

function unitOf(text: string): readonly [string, string] | undefined {
  return UNITS.get(text) ?? UNITS.get(text.toLowerCase())
}

/** The currency of an amount that waits for its `million`. */
function currencyOf(amount: string): Currency | undefined {
  const symbol = new RegExp(`^[-+]?(?:US)?([${SIGNS}])`, 'u').exec(amount)?.[1]
  return symbol ? CURRENCIES.get(symbol) : undefined
}

function sayMoney(
  {
    sign = '',
    minus = '',
    symbol = '',
    amount = '',
    to,
    scale,
  }: Readonly<Record<string, string | undefined>>,
  { next }: Neighbours,
): string | null {
  const currency = CURRENCIES.get(symbol)
  if (!currency) return null
  const prefix = `${sign}${minus}`.includes('-') ? 'minus ' : ''
  const number =
    to === undefined ? quantity(amount) : `${quantity(amount)} to ${quantity(to.replace(/^\D/u, ''))}`
  if (scale) return `${prefix}${number} ${MAGNITUDES.get(scale) ?? ''} ${currency.several}`
  if (MAGNITUDE_WORDS.has(next.toLowerCase())) return prefix + number
  const [whole = '', cents = ''] = amount.split('.')
  if (to === undefined && cents.length === 2)
    return prefix + sayCoins(whole.replaceAll(',', ''), cents, currency)
  return `${prefix}${number} ${isOne(amount) && to === undefined ? currency.one : currency.several}`
}

function sayCoins(whole: string, cents: string, currency: Currency): string {
  const notes = whole === '' ? '' : `${quantity(whole)} ${isOne(whole) ? currency.one : currency.several}`
  const coins = Number(cents)
  if (coins === 0) return notes
  const coinWords = `${cardinal(coins)} ${coins === 1 ? currency.cent : currency.cents}`
  return notes === '' || Number(whole) === 0 ? coinWords : `${notes} and ${coinWords}`
}

function sayTime(
  { hour = '', minute, second, half }: Readonly<Record<string, string | undefined>>,
  { next }: Neighbours,
): string | null {
  if (Number(hour) > 24) return null
  const halfWords = half ? ` ${spelled(half.replaceAll('.', ''))}` : ''
  const hasHalf = half !== undefined || /^[ap]\.?m$/iu.test(next)
  const minutes = Number(minute ?? 0)
  const sharp = minute === undefined || hasHalf || second !== undefined ? '' : " o'clock"
  const minuteWords = minutes === 0 ? sharp : ` ${minutes < 10 ? 'oh ' : ''}${cardinal(minutes)}`
  const secondWords = second === undefined ? '' : ` and ${cardinal(Number(second))} seconds`
  return `${cardinal(Number(hour))}${minuteWords}${secondWords}${halfWords}`
}

function sayDate(y: number, month: number, day: number): string | null {
  const name = MONTHS[month - 1]
  return name && day >= 1 && day <= 31 ? `${name} ${ordinal(day)} ${year(y)}` : null
}

/** Month first, as in American English, unless only day first makes a date. */
function saySlashedDate({
  first,
  second,
  year: y,
}: Readonly<Record<string, string | undefined>>): string | null {
  return (
    sayDate(Number(y), Number(first), Number(second)) ?? sayDate(Number(y), Number(second), Number(first))
  )
}

function sayFraction({ whole, top = '', bottom = '' }: Readonly<Record<string, string | undefined>>): string {
  const [above, below] = [Number(top), Number(bottom)]
  const prefix = whole === undefined ? '' : `${quantity(whole)} and `
  if (above === 1 && below === 2) return `${prefix}${prefix ? 'a ' : ''}half`
  if (above >= below || below < 3 || below > 10) return `${prefix}${cardinal(above)} ${cardinal(below)}`
  const part = below === 4 ? 'quarter' : ordinal(below)
  return `${prefix}${cardinal(above)} ${part}${above === 1 ? '' : 's'}`
}

/** The three digits, once in brackets, before the rest of a telephone number. */
function isAreaCode(number: string, next: string): boolean {
  return /^\d{3}$/u.test(number) && /^\d{3}-\d{4}$/u.test(next)
}

function sayParts(parts: string): string {
  return parts.split('.').map(quantity).join(' point ')
}

/** Four digits without a separator are a year where they can be one. */
function sayPlain(number: string): string {
  return /^(?:1[1-9]|20)\d\d$/u.test(number) ? year(Number(number)) : quantity(number)
}

function sayMeasure(number: string, unit: string): string | null {
  const names = unitOf(unit)
  if (names) return `${quantity(number)} ${names[isOne(number) ? 0 : 1]}`
  const magnitude = MAGNITUDES.get(unit)
  return magnitude ? `${quantity(number)} ${magnitude}` : null
}
