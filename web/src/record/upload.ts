import type { TakePart } from '../../../src/domain/twin/twin-take.ts'
import { faultOf } from '../parts/fault-of.ts'
import { Refusal } from '../api/client.ts'
import type { AskRecording } from './recording-link.ts'

/** How an upload stands. */
export interface UploadState {
  readonly status: 'sending' | 'done' | 'refused' | 'abandoned'
  /** By the server; null until it knows of it. */
  readonly takeId: string | null
  /** Chunks that were recorded, and those that the server has. */
  readonly recorded: number
  readonly sent: number
  /** Whether the connection is lost now, and whether it has been. */
  readonly isCutOff: boolean
  readonly wasCutOff: boolean
  /** Why the server does not take it, in words for the person; null unless `refused`. */
  readonly fault: string | null
}

/** A film on its way to the server while it is still being recorded. */
export interface Upload {
  readonly state: () => UploadState
  /** @returns what ends it. */
  readonly subscribe: (tell: () => void) => () => void
  /** The next chunk. It is kept until the server has it, however long that takes. */
  add(chunk: Blob): void
  /** There are no more chunks. */
  finish(): void
  /** The film is not wanted. */
  abandon(): void
}

const FIRST_WAIT_MS = 500
const LONGEST_WAIT_MS = 8_000
const MOST_DAMAGED = 3

const NOTHING_SENT: UploadState = {
  status: 'sending',
  takeId: null,
  recorded: 0,
  sent: 0,
  isCutOff: false,
  wasCutOff: false,
  fault: null,
}

/** The state of one upload, and who looks at it. */
interface UploadStore {
  get(): UploadState
  become(change: Partial<UploadState>): void
  subscribe(tell: () => void): () => void
}

/** Starts to send a take in chunks, each with its hash. Chunks wait for their turn and for the connection. */
export function startUpload(ask: AskRecording, part: TakePart, contentType: string): Upload {
  const store = createUploadStore()
  const { get, become, subscribe } = store
  const chunks: Blob[] = []
  let isComplete = false
  let wake = () => {}
  const isWanted = () => get().status === 'sending'

  async function run() {
    const begun = (attempt: number) => begin(ask, { part, contentType, isRepeat: attempt > 0 })
    const id = await persist(store, begun)
    become({ takeId: id })
    let number = 0
    while (isWanted() && !(isComplete && number === chunks.length)) {
      const chunk = chunks[number]
      if (chunk === undefined) {
        await new Promise<void>((resolve) => (wake = resolve))
        continue
      }
      const sent = { params: { id, number }, body: chunk, headers: { 'X-Chunk-SHA256': await sha256(chunk) } }
      await persist(store, () => ask('PUT /recording/takes/:id/chunks/:number', sent))
      number += 1
      become({ sent: number })
    }
    if (!isWanted()) return
    const whole = { chunks: number, sha256: await sha256(new Blob(chunks)) }
    await persist(store, () => ask('POST /recording/takes/:id/finish', { params: { id }, body: whole }))
    become({ status: 'done' })
  }

  run().catch((error: unknown) => {
    if (isWanted())
      become({
        status: 'refused',
        isCutOff: false,
        fault: faultOf(error, 'Something went wrong. Please record this part again.'),
      })
  })

  return {
    state: get,
    subscribe,
    add(chunk) {
      chunks.push(chunk)
      become({ recorded: chunks.length })
      wake()
    },
    finish() {
      isComplete = true
      wake()
    },
    abandon() {
      become({ status: 'abandoned', isCutOff: false })
      wake()
    },
  }
}

function createUploadStore(): UploadStore {
  const listeners = new Set<() => void>()
  let state = NOTHING_SENT
  return {
    get: () => state,
    become(change) {
      state = { ...state, ...change }
      for (const tell of listeners) tell()
    },
    subscribe(tell) {
      listeners.add(tell)
      return () => listeners.delete(tell)
    },
  }
}

/** Asks until there is an answer, however long the connection is lost. @throws Refusal that stays one. */
async function persist<Answer>(
  { get, become }: UploadStore,
  request: (attempt: number) => Promise<Answer>,
): Promise<Answer> {
  for (let attempt = 0; ; attempt += 1) {
    try {
      const answer = await request(attempt)
      become({ isCutOff: false })
      return answer
    } catch (error) {
      if (get().status !== 'sending' || !mayComeRight(error, attempt)) throw error
      become({ isCutOff: true, wasCutOff: true })
      await beforeNextTry(attempt, error)
    }
  }
}

/** The id of a new take. A repeat looks first whether only the answer was lost. */
async function begin(
  ask: AskRecording,
  { part, contentType, isRepeat }: { part: TakePart; contentType: string; isRepeat: boolean },
): Promise<string> {
  if (isRepeat) {
    const { takes } = await ask('GET /recording')
    const begun = takes.find((take) => take.part === part && take.status === 'uploading' && take.chunks === 0)
    if (begun) return begun.id
  }
  return (await ask('POST /recording/takes', { body: { part, content_type: contentType } })).id
}

/** Whether the same request may be answered otherwise later. */
function mayComeRight(error: unknown, attempt: number): boolean {
  if (!(error instanceof Refusal)) return false
  const { status, fields } = error
  // What was damaged on its way is sent again; what arrives damaged each time has another cause.
  const wasDamaged = fields['sha256']?.code === 'invalid' && attempt < MOST_DAMAGED
  return status === 0 || status === 429 || status >= 500 || wasDamaged
}

/** Waits longer each time, but no longer than the browser takes to be online again. */
async function beforeNextTry(attempt: number, error: unknown): Promise<void> {
  const asked = error instanceof Refusal ? (error.retryAfterSeconds ?? 0) * 1_000 : 0
  const waitMs = Math.max(asked, Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** attempt))
  await new Promise<void>((resolve) => {
    const done = () => {
      clearTimeout(timer)
      window.removeEventListener('online', done)
      resolve()
    }
    const timer = setTimeout(done, waitMs)
    if (asked === 0) window.addEventListener('online', done)
  })
}

async function sha256(bytes: Blob): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', await bytes.arrayBuffer())
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('')
}
