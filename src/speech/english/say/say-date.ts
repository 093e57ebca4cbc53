import { cardinal, ordinal, year } from '../numerals.ts'
import type { Groups, Neighbours } from '../tokens.ts'

/** Months in order, as said. */
const MONTHS: readonly string[] =
  'january february march april may june july august september october november december'.split(' ')

const SHORT_MONTHS = new Map([
  ...MONTHS.map((name) => [name.slice(0, 3), name] as const),
  ['sept', 'september'] as const,
])

const WEEKDAYS = new Map(
  Object.entries({
    mon: 'monday',
    tue: 'tuesday',
    tues: 'tuesday',
    wed: 'wednesday',
    thu: 'thursday',
    thur: 'thursday',
    thurs: 'thursday',
    fri: 'friday',
    sat: 'saturday',
    sun: 'sunday',
  }),
)

/** Two digits from here on are years of the last century. */
const CENTURY_TURNS_AT = 50

const LAST_DAY = 31

/** A day of a year, or null when there is none such. */
function dateWords(y: string, month: number, day: number, dayFirst: boolean): string | null {
  const name = MONTHS[month - 1]
  if (!name || day < 1 || day > LAST_DAY) return null
  const full = y.length === 2 ? Number(y) + (Number(y) < CENTURY_TURNS_AT ? 2000 : 1900) : Number(y)
  const date = dayFirst ? `the ${ordinal(day)} of ${name}` : `${name} ${ordinal(day)}`
  return `${date} ${year(full)}`
}

/** `2024-05-01`. */
export function sayIsoDate({ year: y = '', month, day }: Groups, { dayFirst }: Neighbours): string | null {
  return dateWords(y, Number(month), Number(day), dayFirst)
}

/** `5/6/2024`: which of them is the month depends on the country, unless only one can be. */
export function saySlashedDate(
  { first, second, year: y = '' }: Groups,
  { dayFirst }: Neighbours,
): string | null {
  const [one, two] = [Number(first), Number(second)]
  const [month, day] = dayFirst ? [two, one] : [one, two]
  return dateWords(y, month, day, dayFirst) ?? dateWords(y, day, month, dayFirst)
}

/** `5.6.2024`: written so only where the day comes first. */
export function sayDottedDate({ day, month, year: y = '' }: Groups, { dayFirst }: Neighbours): string | null {
  return dateWords(y, Number(month), Number(day), dayFirst)
}

/** The month that a token names, in full or shortened; capitals only, for the sake of may and march. */
export function monthOf(token: string): string | undefined {
  if (!/^\p{Lu}/u.test(token)) return undefined
  const word = token.toLowerCase()
  return MONTHS.includes(word) ? word : SHORT_MONTHS.get(word)
}

/**
 * Days, months and weekdays that are told by their neighbours: `May 5`, `5 May`, `Jan 2024`,
 * `Mon-Fri`. Null for anything else.
 */
export function sayDatePart(core: string, around: Neighbours): string | null {
  const day = /^(?<day>\d{1,2})(?:st|nd|rd|th)?$/u.exec(core)?.groups?.['day']
  if (day !== undefined) return sayDay(Number(day), /^\d+$/u.test(core), around)
  const range = /^(?<from>\p{L}{3,9})[-–—](?<to>\p{L}{3,9})$/u.exec(core)?.groups
  if (range) {
    const [from, to] = [nameOf(range['from'] ?? ''), nameOf(range['to'] ?? '')]
    return from && to ? `${from} to ${to}` : null
  }
  if (!/^\p{Lu}\p{L}{2,4}$/u.test(core)) return null
  const [besideNumber, beforeNumber] = [/\d$/u.test(around.previous), /^\d/u.test(around.next)]
  const month = SHORT_MONTHS.get(core.toLowerCase())
  if (month && (besideNumber || beforeNumber)) return month
  const followsDate = beforeNumber || monthOf(around.next) !== undefined
  return followsDate ? (WEEKDAYS.get(core.toLowerCase()) ?? null) : null
}

function nameOf(word: string): string | undefined {
  return WEEKDAYS.get(word.toLowerCase()) ?? (/^\p{Lu}/u.test(word) ? monthOf(word) : undefined)
}

function sayDay(day: number, isBare: boolean, { previous, next, tail }: Neighbours): string | null {
  if (day < 1 || day > LAST_DAY) return null
  if (monthOf(next) && tail === '') {
    const rank = `${ordinal(day)} of`
    return previous.toLowerCase() === 'the' ? rank : `the ${rank}`
  }
  // `March 5 miles` is no date, `March 5 at noon` is.
  const goesOn = tail === '' && /^(?:km|m|kg|miles|percent|%|o'clock|times|people)$/iu.test(next)
  return isBare && monthOf(previous) && !goesOn ? ordinal(day) : null
}

/** `9:30am`, `18:45`, `1:23:45`. */
export function sayTime({ hour = '', minute, second, half }: Groups, { next }: Neighbours): string | null {
  if (Number(hour) > 24) return null
  const halfWords = half ? ` ${half.toLowerCase().startsWith('a') ? 'ay' : 'P'} M` : ''
  const hasHalf = half !== undefined || /^[ap]\.?m$/iu.test(next)
  const minutes = Number(minute ?? 0)
  if (minutes === 0 && !hasHalf && second === undefined) return fullHour(Number(hour))
  const minuteWords = minutes === 0 ? '' : ` ${minutes < 10 ? 'oh ' : ''}${cardinal(minutes)}`
  const secondWords = second === undefined ? '' : ` and ${cardinal(Number(second))} seconds`
  return `${cardinal(Number(hour))}${minuteWords}${secondWords}${halfWords}`
}

function fullHour(hour: number): string {
  if (hour === 0 || hour === 24) return 'midnight'
  return hour <= 12 ? `${cardinal(hour)} o'clock` : `${cardinal(hour)} hundred`
}

/** `2024-05-01T14:30:00Z`. */
export function sayMoment({ date = '', time = '', zone = '' }: Groups, around: Neighbours): string | null {
  const [y = '', month, day] = date.split('-')
  const [hour, minute] = time.split(':')
  const said = dateWords(y, Number(month), Number(day), around.dayFirst)
  const clock = sayTime({ hour, minute }, around)
  return said && clock && `${said} at ${clock}${zone === 'Z' ? ' U T C' : ''}`
}
