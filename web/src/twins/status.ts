import type { TwinRecordView } from '../../../src/api/console/door.ts'
import { DAY } from '../parts/time/dates.ts'
import { PART_NAMES } from '../record/part-names.ts'

/** Twin states, in words. */
export interface TwinStatusInWords {
  readonly word: string
  readonly says: string
  readonly color: 'gray' | 'green' | 'yellow' | 'red' | 'accent'
  /** Whether it can be recorded now, and what the button for that is called. */
  readonly records: string | null
}

/** @param hasPlan whether the account's plan has twins in videos. */
export function statusOf(twin: TwinRecordView, hasPlan: boolean): TwinStatusInWords {
  const { state, expires_at: end, is_me: isMe } = twin
  switch (state) {
    case 'recording':
      return {
        word: 'To be recorded',
        says: isMe
          ? 'Record the parts that are missing; those that were accepted are kept.'
          : 'The person records with the link that you sent. If it is lost, make a new one.',
        color: 'gray',
        records: isMe ? 'Record' : 'Make a new link',
      }
    case 'building':
      return {
        word: 'Being built',
        says: 'This takes a few minutes, and continues when you leave this page.',
        color: 'accent',
        records: null,
      }
    case 'review':
      return {
        word: 'In review',
        says: 'Something was not clear enough to decide automatically. An operator is reviewing the recording. You do not have to do anything.',
        color: 'yellow',
        records: null,
      }
    case 'ready':
      return ready(twin, hasPlan)
    case 'failed':
      return {
        word: 'Failed',
        says: failed(twin),
        color: 'red',
        records: twin.retry === 'possible' ? null : isMe ? 'Record again' : 'Make a new link',
      }
    case 'withdrawn':
      return {
        word: 'Withdrawn',
        says: 'The person withdrew their consent, or the twin was deleted. Its files have been deleted.',
        color: 'gray',
        records: null,
      }
    case 'expired':
      return {
        word: 'Expired',
        says: `The consent ended${end === null ? '' : ` on ${DAY.format(new Date(end))}`}. Record it again to use it again.`,
        color: 'red',
        records: isMe ? 'Record again' : 'Make a new link',
      }
  }
}

/** What went wrong, and what has to be done about it. */
function failed({ failure, retry }: TwinRecordView): string {
  const message = failure?.message ?? 'The twin could not be created.'
  if (failure?.part) {
    return `${message} Record the part “${PART_NAMES[failure.part]}” again; the others are kept.`
  }
  if (retry === 'possible') return `${message} Nothing has to be recorded again.`
  return retry === 'films_gone'
    ? `${message} The films of the recording have been deleted, so it has to be recorded again.`
    : message
}

function ready(
  { is_switched_off, expires_soon, expires_at: end, is_me: isMe }: TwinRecordView,
  hasPlan: boolean,
): TwinStatusInWords {
  if (is_switched_off) {
    const says = 'The people who run this service switched it off. Contact them to use it again.'
    return { word: 'Switched off', says, color: 'red', records: null }
  }
  if (expires_soon && end !== null) {
    const says = `The consent ends on ${DAY.format(new Date(end))}. Record it again before that day to use it without interruption.`
    return { word: 'Ends soon', says, color: 'yellow', records: isMe ? 'Renew' : 'Make a link to renew' }
  }
  if (!hasPlan) {
    const says = 'Your plan does not include twins. Change your plan to use it.'
    return { word: 'Not in your plan', says, color: 'yellow', records: null }
  }
  return { word: 'Ready', says: 'Videos can be made with it.', color: 'green', records: null }
}

/** Whether a video can be made with it now. */
export function isUsable({ state, is_switched_off: isOff }: TwinRecordView, hasPlan: boolean): boolean {
  return state === 'ready' && !isOff && hasPlan
}
