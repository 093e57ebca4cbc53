import { COMPARISONS } from '../lexicon.ts'
import { NUMBER, cardinal, decade, digits, ordinal, quantity, year } from '../numerals.ts'
import {
  monthOf,
  sayDatePart,
  sayDottedDate,
  sayIsoDate,
  sayMoment,
  saySlashedDate,
  sayTime,
} from './say-date.ts'
import { isCode, sayInternetAddress } from './say-code.ts'
import { sayFraction } from './say-fraction.ts'
import { sayMoney } from './say-money.ts'
import { sayCount, sayMeasure, sayUnit } from './say-unit.ts'
import { spelled } from '../acronyms.ts'
import { rateUnit, unitOf } from '../units.ts'
import type { Groups, Neighbours } from '../tokens.ts'

/** One way of writing something with digits, and how it is said; null when it is not that after all. */
interface Rule {
  readonly pattern: RegExp
  readonly say: (groups: Groups, around: Neighbours) => string | null
}

/** `16:9`, `1:1000`: so much of one to so much of the other. */
const SHARES = /^(?<first>\d{1,3}):(?<second>\d{1,7})$/u

/** What two numbers with a colon between them are shares of, and no time of day. */
const MIXED = /^(?:dilution|ratio|odds|scale|mix|split)s?$/iu

/** Before how long something took: `ran it in 41:30`. */
const RAN = /^(?:in|time|ran|clocked)$/iu

/** The first rule that fits a whole token speaks it. */
const RULES: readonly Rule[] = [
  {
    pattern: /^(?<hour>\d{1,2})[:.](?<minute>[0-5]\d)(?::(?<second>[0-5]\d))?(?<half>[ap]\.?m)$/iu,
    say: sayTime,
  },
  { pattern: SHARES, say: (groups, { next }) => (MIXED.test(next) ? sayShares(groups) : null) },
  { pattern: /^(?<hour>\d{1,2}):(?<minute>[0-5]\d)(?::(?<second>[0-5]\d))?h?$/u, say: sayTime },
  { pattern: /^(?<hour>\d{1,2})(?<half>[ap]\.?m)$/iu, say: sayTime },
  {
    pattern: /^(?<date>\d{4}-\d{2}-\d{2})T(?<time>\d{2}:\d{2})(?::\d{2}(?:\.\d+)?)?(?<zone>Z)?$/u,
    say: sayMoment,
  },
  { pattern: /^(?<year>\d{4})[-/](?<month>\d{2})[-/](?<day>\d{2})$/u, say: sayIsoDate },
  {
    pattern: /^(?<first>\d{1,2})(?<mark>[-/])(?<second>\d{1,2})\k<mark>(?<year>\d{4}|\d{2})$/u,
    say: saySlashedDate,
  },
  { pattern: /^(?<day>\d{1,2})\.(?<month>\d{1,2})\.(?<year>\d{4})$/u, say: sayDottedDate },
  {
    pattern: /^(?<rank>\d[\d,]*)(?:st|nd|rd|th)$/iu,
    say: ({ rank = '' }) => ordinal(rank.replaceAll(',', '').slice(0, 15)),
  },
  { pattern: /^'?(?<decade>(?:1[1-9]|20)?\d0)'?s$/u, say: ({ decade: written }) => decade(Number(written)) },
  { pattern: /^'(?<short>\d\d)$/u, say: ({ short = '' }) => sayShortYear(short) },
  {
    pattern: /^(?<call>\+?(?:\d{1,3}[-.])?\(?\d{3}\)?[-.]\d{3}[-.]\d{4}|\d{3}-\d{4}|\+\d{7,})$/u,
    say: sayCode,
  },
  { pattern: /^(?<call>\d{3}-\d{2}-\d{4}|97[89]-[\d-]{12,14}|0\d{2,5}[-/]\d{4,9})$/u, say: sayCode },
  { pattern: /^(?<call>(?:\d{1,3}\.){3}\d{1,3})(?::(?<port>\d{1,5}))?$/u, say: sayInternetAddress },
  {
    pattern: /^(?<high>\d{2,3})\/(?<low>\d{2,3})$/u,
    say: ({ high = '', low = '' }, { previous, next, at }) =>
      next === 'mmHg' || [previous, at(-2)].some((word) => /^(?:BP|pressure)$/iu.test(word))
        ? `${cardinal(high)} over ${cardinal(low)}`
        : null,
  },
  {
    pattern: /^(?<stars>\d\.\d)\/(?<most>5|10)$/u,
    say: ({ stars = '', most = '' }) => `${quantity(stars)} out of ${cardinal(most)}`,
  },
  {
    pattern: /^(?<digits>\d(?:-\d){2,4})$/u,
    say: ({ digits: written = '' }) => digits(written),
  },
  { pattern: /^(?:(?<whole>\d+) )?(?<top>\d{1,2})\/(?<bottom>\d{1,3})$/u, say: sayFraction },
  {
    pattern: /^(?<minutes>\d{2}):(?<seconds>[0-5]\d)$/u,
    say: ({ minutes = '', seconds = '' }, { previous }) =>
      RAN.test(previous)
        ? `${cardinal(minutes)} ${Number(seconds) < 10 ? 'oh ' : ''}${cardinal(seconds)}`
        : null,
  },
  { pattern: SHARES, say: sayShares },
  // A pension of America, by its paragraph.
  { pattern: /^4(?<last>0[13]|57)\((?<letter>[a-k])\)?$/u, say: sayParagraph },
  {
    pattern: new RegExp(`^(?<number>-?${NUMBER})e(?<power>[-+]?\\d{1,3})$`, 'u'),
    say: ({ number = '', power = '' }) =>
      `${quantity(number)} times ten to the power of ${quantity(power.replace('+', ''))}`,
  },
  {
    pattern: new RegExp(`^(?<first>${NUMBER})[x×](?<second>${NUMBER})(?:[x×](?<third>${NUMBER}))?$`, 'u'),
    say: ({ first = '', second = '', third }) =>
      [first, second, third].flatMap((side) => (side === undefined ? [] : [sayPairs(side)])).join(' by '),
  },
  {
    pattern: /^v(?:er)?\.?(?<parts>\d{1,9}(?:\.\d{1,9})*)$/iu,
    say: ({ parts = '' }) => `version ${sayParts(parts)}`,
  },
  { pattern: /^(?<parts>\d{1,9}(?:\.\d{1,9}){2,})$/u, say: ({ parts = '' }) => sayParts(parts) },
  {
    pattern: new RegExp(`^(?<sign>[-+±]?)(?<number>${NUMBER})(?<more>\\+?)$`, 'u'),
    say: ({ sign = '', number = '', more }, around) => {
      const said = isCode(number, around) ? digits(number) : sayPlain(sign + number, unitOf(around.next))
      return `${said}${more ? ' plus' : ''}`
    },
  },
  {
    pattern: /^(?<lines>\d{3,4})(?<scan>[pi])$/u,
    say: ({ lines = '', scan = '' }) => `${sayPairs(lines)} ${spelled(scan)}`,
  },
  {
    pattern: /^(?<from>(?:19|20)\d\d)\/(?<to>\d\d)$/u,
    say: ({ from = '', to = '' }) => `${year(Number(from))} ${sayShortYear(to)}`,
  },
  { pattern: /^0[xX](?<hex>[0-9a-fA-F]{1,32})$/u, say: ({ hex = '' }) => `zero X ${sayCharacters(hex)}` },
  {
    pattern: /^(?<base>-?\d{1,15}|[a-zA-Z])\^(?<power>-?\d{1,3})$/u,
    say: ({ base = '', power = '' }) =>
      `${/\d/u.test(base) ? quantity(base) : spelled(base)} to the power of ${quantity(power)}`,
  },
  {
    pattern: /^(?<feet>\d{1,2})'(?<inches>\d{1,2})"?$/u,
    say: ({ feet = '', inches = '' }) => sayFeet(feet, inches),
  },
  {
    pattern: /^(?<inches>\d+(?:\.\d+)?)"$/u,
    say: ({ inches = '' }, { next }) => sayCount(inches, ['inch', /^\p{L}/u.test(next) ? 'inch' : 'inches']),
  },
  {
    pattern: /^(?<hours>\d{1,3})h(?<minutes>\d{1,2})m?(?:in)?$/u,
    say: ({ hours = '', minutes = '' }) =>
      `${sayCount(hours, ['hour', 'hours'])} ${sayCount(minutes, ['minute', 'minutes'])}`,
  },
  {
    pattern: /^(?<minutes>\d{1,3})m(?<seconds>\d{1,2})s$/u,
    say: ({ minutes = '', seconds = '' }) =>
      `${sayCount(minutes, ['minute', 'minutes'])} ${sayCount(seconds, ['second', 'seconds'])}`,
  },
  {
    pattern: new RegExp(
      `^(?<sign>[-+±]?)(?<number>${NUMBER})(?<joined>-?)(?<unit>[^-\\d,.][^\\d,.]{0,7}[²³23]?)$`,
      'u',
    ),
    say: sayMeasure,
  },
  {
    pattern: /^(?<sign>#)(?<number>\d{1,15})$/u,
    say: ({ number = '' }) => `number ${quantity(number)}`,
  },
  { pattern: /^§+(?<number>\d[\d.]{0,15})$/u, say: ({ number = '' }) => `section ${sayParts(number)}` },
]

/** Marks in front of a number that say how exact it is. */
const ABOUT = /^(?<mark>[<>]=?|[≤≥≈~])(?<rest>.*\d.*)$/u

const ABOUT_WORDS = new Map([...COMPARISONS, ['>', 'more than']])

/**
 * What is said for a token that is written with digits or counts something; null when it is not
 * of that kind.
 */
export function sayNumeric(core: string, around: Neighbours): string | null {
  if (isHeart(core, around)) return null
  const { previous, next } = around
  const unit = sayUnit(core, around)
  if (unit !== null) return unit
  if (/^[ap]\.?m$/iu.test(core) && /\d$/u.test(previous)) return spelled(core.replace('.', ''))
  const until = sayUntil(core, around)
  if (until !== null) return until
  const comparison = COMPARISONS.get(core)
  if (comparison && isComparable(around)) return comparison.startsWith('at') ? `is ${comparison}` : comparison
  if (comparison) return /^[\d$£€]/u.test(next) && core !== '*' ? comparison : ''
  const about = ABOUT.exec(core)?.groups
  if (about) {
    const said = sayNumeric(about['rest'] ?? '', { ...around, previous: '' })
    return said && `${ABOUT_WORDS.get(about['mark'] ?? '')} ${said}`
  }
  const said = sayMoney(core, around) ?? sayDatePart(core, around)
  if (said !== null) return said
  for (const { pattern, say } of RULES) {
    const match = pattern.exec(core)
    const words = match ? say(match.groups ?? {}, around) : null
    if (words !== null) return words
  }
  return sayRate(core, around) ?? sayRange(core, around) ?? sayComparison(core, around)
}

/** `7:45 a.m.–9:15`, `noon–2 p.m.`: from a time that ends with a word to the next. */
function sayUntil(core: string, around: Neighbours): string | null {
  const [, half = '', name = '', to = ''] =
    /^(?:([ap])\.?m\.?|(noon|midnight))[-–—](\d{1,2}(?::[0-5]\d)?)$/iu.exec(core) ?? []
  if (to === '' || (half !== '' && !/\d$/u.test(around.previous))) return null
  const from = half === '' ? name : spelled(`${half}m`)
  return `${from} to ${sayNumeric(to, { ...around, previous: '' }) ?? to}`
}

/** Numbers and single letters are compared, words are decorated. */
function isComparable({ previous, next }: Neighbours): boolean {
  return /^[-+]?(?:[\d.,]+%?|\p{L})$/u.test(previous) && /^(?:[-+$£€]?[\d.,]+|\p{L}$)/u.test(next)
}

/** `I <3 you`: fewer than three would not follow a person. */
function isHeart(core: string, { previous }: Neighbours): boolean {
  return core === '<3' && /^(?:i|we|you|they)$/iu.test(previous)
}

/** `3>2`, `x<=5`. */
function sayComparison(core: string, around: Neighbours): string | null {
  const [, one = '', sign = '', other = ''] =
    /^([\d.]+%?|\p{L})([<>!=]=|[<>≤≥≠≈])([\d.]+%?|\p{L})$/u.exec(core) ?? []
  const comparison = COMPARISONS.get(sign)
  if (comparison === undefined) return null
  const [before, after] = [one, other].map(
    (side) => sayNumeric(side, { ...around, previous: '', next: '' }) ?? spelled(side),
  )
  return `${before} ${comparison.startsWith('at') ? 'is ' : ''}${comparison} ${after}`
}

/** `$20/month`, `60/s`, `5 €/kg`: so much for each. */
function sayRate(core: string, around: Neighbours): string | null {
  const [, amount = '', units = ''] = /^([^/]*)\/(\p{L}{1,12}(?:\/\p{L}{1,12})?)$/u.exec(core) ?? []
  if (units === '') return null
  const isMoney = amount === '' ? /[$£€¥]/u.test(around.previous) : /[$£€¥]/u.test(amount)
  const said =
    amount === '' ? (/^[$£€¥]?[\d.,]+$/u.test(around.previous) ? '' : null) : sayAmount(amount, around)
  if (said === null) return null
  return [said, ...units.split('/').map((unit) => `per ${rateUnit(unit, isMoney)}`)].join(' ').trim()
}

function sayAmount(amount: string, around: Neighbours): string | null {
  return /\d/u.test(amount) ? sayNumeric(amount, { ...around, next: '' }) : null
}

/** What has a number of several parts: `No. 22-451`. */
const NUMBERED = /^(?:No|Nos|L|Case|Docket)$/iu

/** `10-20`, `9am-5pm`, `$5–$10`, `5–10 km`. */
function sayRange(core: string, around: Neighbours): string | null {
  const [, name = '', first = '', last = ''] = /^(\p{Lu}{1,2})(\d{1,3})[–—]\1(\d{1,3})$/u.exec(core) ?? []
  if (name !== '') return [first, last].map((number) => `${spelled(name)} ${cardinal(number)}`).join(' to ')
  const [, from = '', to = ''] = /^([^-–—]{1,20})[-–—]([^–—]{1,20})$/u.exec(core) ?? []
  if (!/\d/u.test(from) || !/\d/u.test(to)) return null
  const start = sayNumeric(from, { ...around, next: '' })
  // `December 24–26`: both are days.
  const end = sayNumeric(to, { ...around, previous: monthOf(around.previous) ? around.previous : '' })
  if (start === null || end === null || start === '' || end === '') return null
  // Sums are typed with a hyphen; a dash between numbers is a range wherever it stands.
  if (NUMBERED.test(around.previous)) return `${start} ${end}`
  return around.isSum && /^[^-–—]+-/u.test(core) ? `${start} minus ${end}` : `${start} to ${end}`
}

function sayParagraph({ last = '', letter = '' }: Groups): string {
  return `four ${last.startsWith('0') ? `oh ${cardinal(last.slice(1))}` : cardinal(last)} ${spelled(letter)}`
}

function sayShares({ first = '', second = '' }: Groups): string {
  return `${cardinal(first)} to ${quantity(second)}`
}

/** Digit by digit, for numbers that are dialled or copied. */
function sayCode({ call = '' }: Groups): string {
  return digits(call)
}

function sayShortYear(short: string): string {
  return Number(short) < 10 ? `oh ${cardinal(Number(short))}` : cardinal(short)
}

function sayFeet(feet: string, inches: string): string {
  return `${cardinal(feet)} foot ${cardinal(inches)}`
}

/** Letters and digits one by one. */
export function sayCharacters(code: string): string {
  return Array.from(code, (char) => (/\d/u.test(char) ? digits(char) : spelled(char))).join(' ')
}

function sayParts(parts: string): string {
  return parts.split('.').map(quantity).join(' point ')
}

/** Sizes of pictures go by pairs of digits: `1080` is `ten eighty`, `720` is `seven twenty`. */
function sayPairs(number: string): string {
  const [, head = '', rest = ''] = /^(\d{1,2})(\d\d)$/u.exec(number) ?? []
  return Number(rest) < 10 ? quantity(number) : `${cardinal(head)} ${cardinal(rest)}`
}

/** Four digits without a separator are a year where they can be one. */
function sayPlain(number: string, unit?: unknown): string {
  return unit === undefined && /^(?:1[1-9]|20)\d\d$/u.test(number) ? year(Number(number)) : quantity(number)
}
