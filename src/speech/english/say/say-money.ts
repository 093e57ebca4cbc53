import { CURRENCY, currencyNamed } from '../currencies.ts'
import { NUMBER, cardinal, quantity } from '../numerals.ts'
import { MAGNITUDES, MAGNITUDE_WORDS } from '../units.ts'
import type { Currency } from '../currencies.ts'
import type { Neighbours } from '../tokens.ts'

/** `1.234,56`, as most of Europe writes it. */
const EUROPEAN = String.raw`\d{1,3}(?:\.\d{3})+,\d{2}`
const AMOUNT = `(?:${EUROPEAN}|${NUMBER})`
const SCALE = '(?:[kKmMbBT]|MM|mm|bn|mn|tn)'

const BEFORE = new RegExp(
  `^(?<sign>[-+~]?)(?<symbol>${CURRENCY})(?<minus>-?)(?<amount>${AMOUNT})(?:[-–—]${CURRENCY}?(?<to>${AMOUNT}))?(?<scale>${SCALE})?(?<more>\\+?)$`,
  'u',
)
const BEHIND = new RegExp(
  `^(?<sign>[-+~]?)(?<amount>${AMOUNT})(?:[-–—](?<to>${AMOUNT}))?(?<scale>${SCALE})?(?<symbol>${CURRENCY})(?<more>\\+?)$`,
  'u',
)
const LONE = new RegExp(`^(?<amount>${AMOUNT})(?<scale>${SCALE})?$`, 'u')
/** An amount with cents is said with its currency in the middle. */
const CENTS = /[.,]\d\d$/u
const LONE_SYMBOL = new RegExp(`^${CURRENCY}$`, 'u')
const WITH_SYMBOL = new RegExp(`^[-+~]?(${CURRENCY})(?:-?[\\d.])`, 'u')

interface Amount {
  readonly amount: string
  readonly to: string | undefined
  readonly scale: string | undefined
}

/** Money in all its spellings: `$5`, `5 €`, `USD 20`, `£3.1m`, `$4.2 million`. Null when it is none. */
export function sayMoney(core: string, around: Neighbours): string | null {
  const { previous, next } = around
  if (LONE_SYMBOL.test(core)) {
    // Written before its number it is said behind it, with the number.
    if (LONE.test(next)) return ''
    if (!LONE.test(previous) || LONE_SYMBOL.test(around.at(-2))) return null
    return CENTS.test(previous) ? '' : nameFor(previous, currencyNamed(core))
  }
  if (LONE.test(core) && CENTS.test(core) && LONE_SYMBOL.test(next)) {
    const behind = currencyNamed(next)
    return behind ? inWords({ amount: core, to: undefined, scale: undefined }, behind) : null
  }
  const waiting = MAGNITUDE_WORDS.has(core.toLowerCase()) ? currencyBefore(around) : undefined
  if (waiting) {
    const isApart = tellsApart({ ...around, previous: around.at(-2) })
    return `${core} ${isApart ? waiting.one : waiting.several}`
  }
  if (core === '¢' && LONE.test(previous)) return previous === '1' ? 'cent' : 'cents'

  const groups = (BEFORE.exec(core) ?? BEHIND.exec(core))?.groups
  const lone = groups ? undefined : LONE_SYMBOL.test(previous) && LONE.exec(core)?.groups
  const found = groups ?? (lone || undefined)
  const currency = currencyNamed(found?.['symbol'] ?? (lone ? previous : ''))
  if (!found || !currency) return null
  const { sign = '', minus = '', amount = '', to, scale, more } = found
  const prefix = `${sign}${minus}`.includes('-') ? 'minus ' : sign === '~' ? 'about ' : ''
  const isFirstPart = MAGNITUDE_WORDS.has(next.toLowerCase().split('-', 1)[0] ?? '')
  const said = isFirstPart
    ? number(amount, to)
    : inWords({ amount, to, scale }, tellsApart(around) ? inSingular(currency) : currency)
  return `${prefix}${said}${more ? ' plus' : ''}`
}

/** `a $250,000 fine`: what something costs tells it apart, in the singular. */
function tellsApart({ previous, next, tail }: Neighbours): boolean {
  return /^an?$/iu.test(previous) && tail === '' && /^\p{Ll}{3,}$/u.test(next) && !LEADS_ON.test(next)
}

function inSingular(currency: Currency): Currency {
  return { ...currency, several: currency.one, cents: currency.cent }
}

const LEADS_ON =
  /^(?:and|off|per|each|for|from|the|with|more|less|over|under|into|out|but|plus|when|than|that)$/u

function nameFor(amount: string, currency: Currency | undefined): string | null {
  return (amount === '1' ? currency?.one : currency?.several) ?? null
}

/** The currency of an amount that waits for its `million`. */
function currencyBefore({ previous, at }: Neighbours): Currency | undefined {
  const symbol = WITH_SYMBOL.exec(previous)?.[1] ?? (LONE.test(previous) ? at(-2) : '')
  return currencyNamed(symbol)
}

function number(amount: string, to: string | undefined): string {
  return to === undefined
    ? quantity(english(amount))
    : `${quantity(english(amount))} to ${quantity(english(to))}`
}

/** The decimal point where English has it. */
function english(amount: string): string {
  if (/^\d{1,3}(?:\.\d{3})+,/u.test(amount)) return amount.replaceAll('.', '').replace(',', '.')
  return /^\d+,\d{2}$/u.test(amount) ? amount.replace(',', '.') : amount
}

function inWords({ amount, to, scale }: Amount, currency: Currency): string {
  const said = number(amount, to)
  if (scale) return `${said} ${MAGNITUDES.get(scale) ?? ''} ${currency.several}`
  const [whole = '', cents = ''] = english(amount).split('.')
  if (to === undefined && cents.length === 2) return coins(whole.replaceAll(',', ''), cents, currency)
  return `${said} ${amount === '1' && to === undefined ? currency.one : currency.several}`
}

function coins(whole: string, cents: string, currency: Currency): string {
  const notes = whole === '' ? '' : `${quantity(whole)} ${whole === '1' ? currency.one : currency.several}`
  const count = Number(cents)
  if (count === 0) return notes
  const coinWords = `${cardinal(count)} ${count === 1 ? currency.cent : currency.cents}`
  return notes === '' || /^0+$/u.test(whole) ? coinWords : `${notes} and ${coinWords}`
}
