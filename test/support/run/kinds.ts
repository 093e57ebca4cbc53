/** What is started, built or looked for before the first file of a kind runs (`global-setup.ts`). */
export type Need =
  | 'postgres'
  | 'temporal'
  | 'pooler'
  | 'time-skipping'
  | 'compose-programs'
  | 'chart-tools'
  | 'browser'
  | 's3'
  | 'generators'
  | 'sdk-tools'

/** `quick` is `npm test`: what Node.js, PostgreSQL, Temporal and a browser can prove. `slow` is `npm run test:slow`. */
export type Tier = 'quick' | 'slow'

/**
 * Kinds whose files run in the same processes, a project of Vitest: what a process has loaded and started for one file
 * serves the next, also of another kind.
 */
export type Company = 'parts' | 'services' | 'workflows' | 'filming' | 'slow'

/** Companies whose files end before those of any other begin: a film is made in real time, and lacks pictures on a busy machine. */
export const ALONE: readonly Company[] = ['filming']

/** A kind of test: a folder. */
export interface Kind {
  readonly name: string
  readonly tier: Tier
  readonly company: Company
  readonly needs: readonly Need[]
}

/** All of them; `files-in-order.ts` says which files begin first. */
export const KINDS: readonly Kind[] = [
  { name: 'architecture', tier: 'quick', company: 'parts', needs: [] },
  {
    name: 'e2e',
    tier: 'quick',
    company: 'services',
    needs: ['postgres', 'temporal'],
  },
  {
    name: 'browser',
    tier: 'quick',
    company: 'services',
    needs: ['postgres', 'temporal', 'browser'],
  },
  {
    name: 'api',
    tier: 'quick',
    company: 'services',
    needs: ['postgres', 'temporal', 'pooler'],
  },
  {
    name: 'workflows',
    tier: 'quick',
    company: 'workflows',
    needs: ['postgres', 'time-skipping'],
  },
  { name: 'replay', tier: 'quick', company: 'workflows', needs: [] },
  { name: 'contract', tier: 'quick', company: 'parts', needs: ['postgres'] },
  {
    name: 'db',
    tier: 'quick',
    company: 'parts',
    needs: ['postgres', 'pooler'],
  },
  { name: 'unit', tier: 'quick', company: 'parts', needs: [] },

  {
    name: 'recording',
    tier: 'slow',
    company: 'filming',
    needs: ['postgres', 'temporal', 'browser'],
  },
  {
    name: 'deployment',
    tier: 'slow',
    company: 'slow',
    needs: ['compose-programs', 's3', 'temporal'],
  },
  {
    name: 'chart',
    tier: 'slow',
    company: 'slow',
    needs: ['postgres', 'temporal', 's3', 'chart-tools'],
  },
  {
    name: 'fleet',
    tier: 'slow',
    company: 'slow',
    needs: ['postgres', 'temporal', 's3', 'pooler'],
  },
  {
    name: 'bucket',
    tier: 'slow',
    company: 'slow',
    needs: ['postgres', 'temporal', 's3'],
  },
  {
    name: 'generators',
    tier: 'slow',
    company: 'slow',
    needs: ['postgres', 'temporal', 'generators'],
  },
  {
    name: 'sdk',
    tier: 'slow',
    company: 'slow',
    needs: ['postgres', 'temporal', 'sdk-tools'],
  },
  {
    name: 'examples',
    tier: 'slow',
    company: 'slow',
    needs: ['postgres', 'temporal', 's3'],
  },
  {
    name: 'fuzz',
    tier: 'slow',
    company: 'slow',
    needs: ['postgres', 'temporal'],
  },
  {
    name: 'camera',
    tier: 'slow',
    company: 'slow',
    needs: ['postgres', 'temporal', 'browser'],
  },
  { name: 'presenters', tier: 'slow', company: 'slow', needs: [] },
  { name: 'twins', tier: 'slow', company: 'slow', needs: [] },
  { name: 'understood', tier: 'slow', company: 'slow', needs: [] },
]

/** The kind that a file belongs to. `undefined` for one that no kind runs. @param file below the project's root. */
export function kindOf(file: string): Kind | undefined {
  return KINDS.find((kind) => file.startsWith(folderOf(kind)))
}

/** Where a kind's files are, below the project's root. */
export function folderOf({ name, tier }: Pick<Kind, 'name' | 'tier'>): string {
  return tier === 'slow' ? `test/slow/${name}/` : `test/${name}/`
}
