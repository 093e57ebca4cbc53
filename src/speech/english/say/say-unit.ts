import { NUMBER, quantity } from '../numerals.ts'
import { MAGNITUDES, compoundUnit, unitOf } from '../units.ts'
import type { Groups, Neighbours } from '../tokens.ts'

/** A number, a range of them or two that belong together, a power, a fraction, or a time: what a unit may stand behind. */
const COUNTED = new RegExp(
  `^[-+±~≈<>≤≥]?(?:${NUMBER})?[¼½¾⅓⅔⅛]$|^[-+±~≈<>≤≥]?${NUMBER}(?:[-–x×+/]${NUMBER}|\\^-?\\d{1,3})?$|^\\d{1,3}:[0-5]\\d$`,
  'u',
)

/** Less than one of something is said of one: `three quarters of a cup`, `¼ teaspoon`. */
const PART_OF_ONE = /^(?:[¼½¾⅓⅔⅛]|1\/\d+)$/u

/** What comes in several packs rather than in two directions: `6 x 330 ml`. */
const AMOUNT = /^(?:ml|cl|dl|l|g|kg|mg|oz|lb)$/iu

/** What a length, a time or a size tells apart rather than measures: `a 25 m pool`, `24 h delivery`. */
const TOLD_APART =
  /^(?:relay|pool|final|race|sprint|dash|class|track|freestyle|hurdles|delivery|shift|pot|pan|radius|battery|cable|monitor)$/iu

/** What comes in pints; other points are those of letters. */
const POURED =
  /^(?:of|milk|cream|buttermilk|water|stock|broth|beer|ale|blood|berries|strawberries|blueberries)$/iu

/** Behind a number and before a compound it is a concentration: `0.1 M HCl`. */
const COMPOUND = /^(?![A-Z]{3}$)(?:[A-Z][a-z]?\d*){2,}$/u

const COMPASS = new Map([
  ['N', 'north'],
  ['S', 'south'],
  ['E', 'east'],
  ['W', 'west'],
])

/** A unit behind the number that it counts, and what else is said only there; null when it is not that. */
export function sayUnit(core: string, around: Neighbours): string | null {
  const { previous, next } = around
  if (/^[x×]$/u.test(core) && /\d$/u.test(previous) && /^\d/u.test(next) && !around.isSum)
    return AMOUNT.test(around.at(2)) ? 'times' : 'by'
  const unit = unitOf(core) ?? compoundUnit(core)
  if (unit && COUNTED.test(previous))
    return unit[isOne(previous) || isPart(around) || tellsApart(around) ? 0 : 1]
  if (core === 'pt' && COUNTED.test(previous) && POURED.test(next)) return isOne(previous) ? 'pint' : 'pints'
  if (core === 'M' && COUNTED.test(previous) && COMPOUND.test(next)) return 'molar'
  if (unit && /^(?:sq|cu|fl)$/u.test(previous)) return unit[1]
  if (core === 'fl' && next === 'oz' && COUNTED.test(previous)) return 'fluid'
  if (core === 'in' && /^\d+$/u.test(previous) && around.at(-2) === 'ft')
    return isOne(previous) ? 'inch' : 'inches'
  if (core === 'km' && /^\d/u.test(next)) return 'kilometer'
  if (core === 'K' && COUNTED.test(previous) && !/^(?:run|race|walk)$/iu.test(next)) return 'kelvin'
  if (/^[NSEW]$/u.test(core) && previous.endsWith('°')) return COMPASS.get(core) ?? null
  return null
}

/** `a 4 GB limit`, `25 m pool`: a measure that tells something apart is in the singular. */
function tellsApart({ next, at }: Neighbours): boolean {
  return (
    TOLD_APART.test(next) || (/^an?$/iu.test(at(-2)) && /^(?!and$|for$|per$|from$)\p{Ll}{3,}$/u.test(next))
  )
}

/** `1/4 tsp`, but not `1 1/4 tsp`. */
function isPart({ previous, at }: Neighbours): boolean {
  return PART_OF_ONE.test(previous) && !/^\d+$/u.test(at(-2))
}

/** Whether it is one of something. */
function isOne(text: string): boolean {
  return /^[-+]?1$/u.test(text)
}

/** So many of something. */
export function sayCount(number: string, [one, several]: readonly [string, string]): string {
  return `${quantity(number)} ${isOne(number) ? one : several}`
}

/** People and things that come in millions rather than meters. */
const COUNTABLE =
  /^(?:users|people|customers|views|downloads|subscribers|followers|members|dollars|euros|pounds|jobs|times|visitors|records|rows|records|requests|tokens|units|homes)$/iu

/** A number with its unit or power of ten in one token: `5km`, `1.2B`; null when it is not that. */
export function sayMeasure(
  { sign = '', number = '', joined = '', unit = '' }: Groups,
  { previous, next, isSum }: Neighbours,
): string | null {
  const written = `${sign}${number}`
  const magnitude = MAGNITUDES.get(unit)
  if (unit === 'm' && joined === '' && COUNTABLE.test(next)) return `${quantity(written)} million`
  if (unit === 'm' && /\d+h$/u.test(previous)) return sayCount(written, ['minute', 'minutes'])
  if (unit === 'x' && isSum) return `${quantity(written)} x`
  const names = unitOf(unit) ?? compoundUnit(unit)
  // `a 5-km run` has its unit in the singular.
  if (names) return `${quantity(written)} ${names[isOne(written) || joined ? 0 : 1]}`
  if (unit === 'k' && /^(?:run|race|walk)$/iu.test(next)) return null
  // `room 4B` and `a 7B model` are said as letters, `1.2B` is a number.
  if (!magnitude || joined || (/^[BT]$/u.test(unit) && !/[.,]/u.test(number))) return null
  return `${quantity(written)} ${magnitude}`
}
