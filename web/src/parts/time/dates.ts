/** The language of the pages, whatever that of the browser is. Times are those of the reader's zone. */
const LANGUAGE = 'en-GB'

/** How long ago or until something is, for example "in 30 days". */
export const RELATIVE = new Intl.RelativeTimeFormat(LANGUAGE, { numeric: 'auto' })

/** A moment to the second. */
export const EXACT = new Intl.DateTimeFormat(LANGUAGE, { dateStyle: 'medium', timeStyle: 'medium' })

/** A day with a time, for sentences. */
export const DAY_AND_TIME = new Intl.DateTimeFormat(LANGUAGE, { dateStyle: 'long', timeStyle: 'short' })

/** A day, for sentences. */
export const DAY = new Intl.DateTimeFormat(LANGUAGE, { dateStyle: 'long' })

/** Days of a plan begin at 00:00 UTC for everybody: its periods, and the bars of its days, have the same dates anywhere. */
export const DAY_OF_PLAN = new Intl.DateTimeFormat(LANGUAGE, { dateStyle: 'medium', timeZone: 'UTC' })

/** The same without its year. */
export const SHORT_DAY_OF_PLAN = new Intl.DateTimeFormat(LANGUAGE, {
  day: 'numeric',
  month: 'short',
  timeZone: 'UTC',
})
