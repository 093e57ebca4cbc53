import { eventIdsIn } from './saboteur.ts'
import type { Fault, Harm, Trail } from './saboteur.ts'
import type { Sight } from '../service/mortal-process.ts'

/** A fault of the way of an event, from its video's end to the log of its delivery. */
export interface WebhookFault extends Fault {
  /** The run that made the video is ended too: nobody will start the delivery. */
  readonly endsRun?: boolean
}

const saysToDatabase = ({ wire, from }: Sight) => wire === 'database' && from === 'client'
const startsDelivery = ({ wire, from, text }: Sight) =>
  wire === 'temporal' && from === 'client' && /webhook\/evt_/u.test(text)
const startsVideo = ({ wire, from, text }: Sight) =>
  wire === 'temporal' && from === 'client' && /video\/acc_/u.test(text)

const names = (sight: Sight, accept: (eventId: string) => boolean) =>
  saysToDatabase(sight) && eventIdsIn(sight).some(accept)

/** The transaction that logs an attempt. */
const commitsLog = (sight: Sight, { topicOf, isAnswered }: Trail) =>
  saysToDatabase(sight) && /\bcommit\b/iu.test(sight.text) && isAnswered(topicOf(sight.connection) ?? '')

/** One kill between every two steps, in the order of an event's life. */
export const FAULTS_BY_STEP: readonly WebhookFault[] = [
  { name: 'API: video asked for, not begun', at: startsVideo },
  { name: 'API: video begun, not heard', at: startsVideo, whenAnswered: true },
  { name: 'before the publication', at: (sight, { isNamed }) => names(sight, (id) => !isNamed(id)) },
  {
    name: 'published, not heard',
    at: (sight, { isNamed }) => names(sight, (id) => !isNamed(id)),
    whenAnswered: true,
  },
  { name: 'published, delivery not begun', at: startsDelivery },
  { name: 'published, delivery not begun, run ended', at: startsDelivery, endsRun: true },
  { name: 'delivery begun, not heard', at: startsDelivery, whenAnswered: true },
  {
    name: 'delivery begun, attempt not',
    at: (sight, { isNamed, isAnswered }) => names(sight, (id) => isNamed(id) && !isAnswered(id)),
  },
  {
    name: 'attempt noted, not sent',
    at: (sight) => names(sight, () => sight.text.includes('"sent_at":')),
    whenAnswered: true,
  },
  { name: 'attempt sent, not answered', at: 'arrival' },
  { name: 'answered, not logged', at: (sight, { isAnswered }) => names(sight, isAnswered) },
  { name: 'logged, not heard', at: commitsLog, whenAnswered: true },
]

/** The longest random fault waits for so many words of its process. */
const MOST_WORDS = 300

/** At any moment something happens to a process whose name begins with this. */
export function randomFault(
  kind: 'API' | 'worker',
  random: () => number,
  harm: Harm = 'killed',
): WebhookFault {
  let wordsLeft = 1 + Math.floor(random() * MOST_WORDS)
  return {
    name: `${kind}: ${typeof harm === 'string' ? harm : `cut off from ${harm.cutOffFrom}`} at random`,
    harm,
    at({ process }) {
      if (process.name.startsWith(kind)) wordsLeft -= 1
      return wordsLeft <= 0
    },
  }
}
