import { needsOfAll } from '../../domain/health/needs.ts'
import type { Need } from '../../domain/health/needs.ts'
import type { ConfigurationFinding } from '../../domain/health/operations.ts'
import { NEEDS_OF_API } from '../adapters/needs.ts'
import { warmUp } from '../adapters/studio.ts'
import type { Parts } from '../parts.ts'
import { good } from '../process-findings.ts'

/** Looked at on their own, and in more words. */
const ELSEWHERE: readonly Need[] = ['temporal', 'database']

/** What the probes of a running process look at, for people: what is there, and what to do when it is not. */
const WORDS: Readonly<Record<Exclude<Need, 'temporal' | 'database'>, Words>> = {
  disk: {
    topic: 'Disk',
    there: ({ config }) => `${config.dataDir} takes files and has room.`,
    remedy: 'Make room in DATA_DIR (500 MB at least), or give the folder to the user of this process.',
  },
  store: {
    topic: 'Media store',
    there: ({ config: { bucket, dataDir } }) =>
      `${bucket === null ? `${dataDir}/media` : `The bucket ${bucket.bucket}`} takes a file, gives it back and removes it.`,
    remedy: 'Correct S3_… and the permissions of its key (docs/storage.md).',
  },
  voices: {
    topic: 'Voices',
    there: ({ config: { speechEngine } }) => `The voices of SPEECH_ENGINE=${speechEngine} are there.`,
    remedy: 'Run node dist/voices/main.js pull, or set SPEECH_ENGINE=flite in every process.',
  },
  'speaking processes': children('Speaking', 'speak'),
  'drawing processes': children('Drawing', 'draw'),
  'joining processes': children('Joining', 'join'),
}

interface Words {
  readonly topic: string
  readonly there: (parts: Parts) => string
  readonly remedy: string
}

function children(topic: string, verb: string): Words {
  return {
    topic,
    there: () => `The child processes that ${verb} answer.`,
    remedy:
      'Give this machine more memory, or lower STUDIO_PROCESSES; the native packages must be those of this system.',
  }
}

/** Looks once with the probes that a running process looks with again and again. @param hasDatabase whether it answers. */
export async function needFindings(
  parts: Parts,
  role: 'api' | 'worker',
  hasDatabase: boolean,
): Promise<ConfigurationFinding[]> {
  const { config, kept, used, member } = parts
  const wanted = (role === 'api' ? NEEDS_OF_API : needsOfAll(config.taskQueues)).filter(
    // The database says which voices are wanted.
    (need) => !ELSEWHERE.includes(need) && (hasDatabase || need !== 'voices'),
  )
  // One that does not start says so when it is probed.
  if (role === 'worker') await warmUp(used, config.taskQueues).catch(() => undefined)
  await member.needs.begin(wanted)
  member.needs.end()
  const lacks = new Map(member.needs.lacks().map(({ need, why }) => [need, why]))
  // Names the permission that is missing, where the probe has only the answer of the store.
  const refusal = await kept.check().then(
    () => null,
    ({ message }: Error) => message,
  )
  return wanted.map((need) => {
    const { topic, there, remedy } = WORDS[need as keyof typeof WORDS]
    const why = (need === 'store' ? refusal : null) ?? lacks.get(need)
    return why === undefined
      ? good(topic, there(parts))
      : { topic, verdict: 'problem', says: sentence(why), remedy }
  })
}

function sentence(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}${text.endsWith('.') ? '' : '.'}`
}
