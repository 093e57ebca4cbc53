/** What is started, built or looked for before the first file of a kind runs (`global-setup.ts`). */
export type Need =
  | 'postgres'
  | 'temporal'
  | 'pooler'
  | 'time-skipping'
  | 'compose-programs'
  | 'browser'
  | 's3'
  | 'generators'

/** `quick` is `npm test`: what Node.js, PostgreSQL, Temporal and a browser can prove. `slow` is `npm run test:slow`. */
export type Tier = 'quick' | 'slow'

/** A kind of test: a folder, whose files run as a project of Vitest. */
export interface Kind {
  readonly name: string
  readonly tier: Tier
  /** Of a test and of a hook. */
  readonly timeoutMs: number
  readonly needs: readonly Need[]
  /** For files that change what a process has only once: each runs in a process of its own. */
  readonly isolated?: boolean
  /** A browser films what is played to it in real time: nothing else may take the processor from it. */
  readonly runsAlone?: boolean
}

/** Real servers and child processes start inside tests; on a busy machine that alone takes seconds. */
const SERVER_TIMEOUT_MS = 60_000
/** A whole video is made, on what may be one slow core. */
const VIDEO_TIMEOUT_MS = 300_000
/** A long run on demand makes tens of thousands of requests. */
const FUZZ_TIMEOUT_MS = 3_600_000

/**
 * All of them, in the order in which they begin. Those that wait longest for processes, clocks and servers come first,
 * so that the many short files fill the time in which they wait, and none of them is left over at the end.
 */
export const KINDS: readonly Kind[] = [
  { name: 'architecture', tier: 'quick', timeoutMs: SERVER_TIMEOUT_MS, needs: [] },
  { name: 'e2e', tier: 'quick', timeoutMs: VIDEO_TIMEOUT_MS, needs: ['postgres', 'temporal'] },
  {
    name: 'browser',
    tier: 'quick',
    timeoutMs: VIDEO_TIMEOUT_MS,
    needs: ['postgres', 'temporal', 'browser'],
  },
  {
    name: 'api',
    tier: 'quick',
    timeoutMs: SERVER_TIMEOUT_MS,
    needs: ['postgres', 'temporal', 'pooler'],
  },
  { name: 'workflows', tier: 'quick', timeoutMs: SERVER_TIMEOUT_MS, needs: ['postgres', 'time-skipping'] },
  { name: 'replay', tier: 'quick', timeoutMs: SERVER_TIMEOUT_MS, needs: [] },
  { name: 'contract', tier: 'quick', timeoutMs: SERVER_TIMEOUT_MS, needs: ['postgres'] },
  { name: 'db', tier: 'quick', timeoutMs: SERVER_TIMEOUT_MS, needs: ['postgres', 'pooler'] },
  { name: 'unit', tier: 'quick', timeoutMs: SERVER_TIMEOUT_MS, needs: [] },

  { name: 'deployment', tier: 'slow', timeoutMs: VIDEO_TIMEOUT_MS, needs: ['compose-programs'] },
  {
    name: 'fleet',
    tier: 'slow',
    timeoutMs: VIDEO_TIMEOUT_MS,
    needs: ['postgres', 'temporal', 's3', 'pooler'],
  },
  { name: 'bucket', tier: 'slow', timeoutMs: SERVER_TIMEOUT_MS, needs: ['postgres', 'temporal', 's3'] },
  {
    name: 'generators',
    tier: 'slow',
    timeoutMs: VIDEO_TIMEOUT_MS,
    needs: ['postgres', 'temporal', 'generators'],
  },
  { name: 'examples', tier: 'slow', timeoutMs: SERVER_TIMEOUT_MS, needs: ['postgres', 'temporal', 's3'] },
  { name: 'fuzz', tier: 'slow', timeoutMs: FUZZ_TIMEOUT_MS, needs: ['postgres', 'temporal'] },
  {
    name: 'camera',
    tier: 'slow',
    timeoutMs: VIDEO_TIMEOUT_MS,
    needs: ['postgres', 'temporal', 'browser'],
  },
  { name: 'understood', tier: 'slow', timeoutMs: VIDEO_TIMEOUT_MS, needs: [] },
  {
    name: 'recording',
    tier: 'slow',
    timeoutMs: VIDEO_TIMEOUT_MS,
    needs: ['postgres', 'temporal', 'browser'],
    isolated: true,
    runsAlone: true,
  },
]

/** Where a kind's files are, below the project's root. */
export function folderOf({ name, tier }: Pick<Kind, 'name' | 'tier'>): string {
  return tier === 'slow' ? `test/slow/${name}/` : `test/${name}/`
}
