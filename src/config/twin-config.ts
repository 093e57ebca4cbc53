import path from 'node:path'

import { z } from 'zod'

import { CONSENT_MONTHS } from '../domain/twin/twin-consent.ts'
import { TWIN_LIMITS } from '../domain/twin/twin-limits.ts'
import type { TwinLimits } from '../domain/twin/twin-limits.ts'
import { wholeNumber } from './whole-number.ts'

/** How recordings of people are looked at, and how long they are kept. */
export interface TwinConfig {
  /** Months that a consent holds. */
  readonly consentMonths: number
  /** Days that the films of takes are kept; 0: they go as soon as they are not needed. */
  readonly takesKeptDays: number
  /** Months that the record of a consent is kept after the consent has ended. */
  readonly consentRecordsKeptMonths: number
  /** Number of processes that look at recordings. */
  readonly processes: number
  /** Folder with the files of a speech recogniser, which listens to the words of a consent. Null: none. */
  readonly recogniserDir: string | null
  /** What recordings of one account may cost. */
  readonly twinLimits: TwinLimits
}

/** Films of takes are kept a week, so that one part of a failed recording can be recorded again. */
const TAKES_KEPT_DAYS = 7

/**
 * Each wants a core and half a gigabyte, once it is needed. Of two, one is left to others however long the films of one
 * account take; people are recorded far less often than videos are made.
 */
const TWIN_PROCESSES = 2
const MOST_PROCESSES = 64

/**
 * Three years: within them most claims about a video fall due, and whoever says that there was a consent has to show it
 * (docs/twins.md).
 */
const CONSENT_RECORDS_KEPT_MONTHS = 36

const MEGABYTE = 1024 ** 2
const MOST_OPEN_RECORDINGS = 10_000
const MOST_FILMS_STORED_MB = 10_000_000

const LONGEST_CONSENT_MONTHS = 120
const LONGEST_RECORDS_KEPT_MONTHS = 360
const LONGEST_KEPT_DAYS = 90

/** The settings of twins, to be read with all others. */
export const twinSettings = {
  TWIN_CONSENT_MONTHS: wholeNumber(1, LONGEST_CONSENT_MONTHS).default(CONSENT_MONTHS),
  TWIN_TAKES_KEPT_DAYS: wholeNumber(0, LONGEST_KEPT_DAYS).default(TAKES_KEPT_DAYS),
  TWIN_CONSENT_RECORDS_KEPT_MONTHS: wholeNumber(1, LONGEST_RECORDS_KEPT_MONTHS).default(
    CONSENT_RECORDS_KEPT_MONTHS,
  ),
  TWIN_PROCESSES: wholeNumber(1, MOST_PROCESSES).default(TWIN_PROCESSES),
  TWIN_RECOGNISER_DIR: z.string().min(1).optional(),
  TWIN_OPEN_RECORDINGS: wholeNumber(1, MOST_OPEN_RECORDINGS).default(TWIN_LIMITS.openRecordings),
  TWIN_FILMS_STORED_MB: wholeNumber(1, MOST_FILMS_STORED_MB).default(TWIN_LIMITS.storedBytes / MEGABYTE),
}

/** The settings of twins as the rest of the program knows them. */
export function readTwins(values: {
  readonly TWIN_CONSENT_MONTHS: number
  readonly TWIN_TAKES_KEPT_DAYS: number
  readonly TWIN_CONSENT_RECORDS_KEPT_MONTHS: number
  readonly TWIN_PROCESSES: number
  readonly TWIN_RECOGNISER_DIR?: string | undefined
  readonly TWIN_OPEN_RECORDINGS: number
  readonly TWIN_FILMS_STORED_MB: number
}): TwinConfig {
  const { TWIN_RECOGNISER_DIR: recogniserDir } = values
  return {
    consentMonths: values.TWIN_CONSENT_MONTHS,
    takesKeptDays: values.TWIN_TAKES_KEPT_DAYS,
    consentRecordsKeptMonths: values.TWIN_CONSENT_RECORDS_KEPT_MONTHS,
    processes: values.TWIN_PROCESSES,
    recogniserDir: recogniserDir === undefined ? null : path.resolve(recogniserDir),
    twinLimits: {
      openRecordings: values.TWIN_OPEN_RECORDINGS,
      storedBytes: values.TWIN_FILMS_STORED_MB * MEGABYTE,
    },
  }
}
