import { useEffect, useEffectEvent, useRef, useState } from 'react'

import type { TakePart } from '../../../../src/domain/twin/twin-take.ts'
import { startFilm } from './film.ts'
import type { Film } from './film.ts'
import type { AskRecording } from '../recording-link.ts'
import { startUpload } from '../upload.ts'
import type { Upload } from '../upload.ts'

/** A part as it was recorded on this page. */
export interface OwnTake {
  readonly upload: Upload
  /** Plays it from the memory of the page; null until it ends. */
  readonly filmUrl: string | null
}

/** What records the parts, one at a time. */
export interface Recorder {
  /** What it is doing, and with which part. */
  readonly now: { readonly phase: 'idle' | 'counting' | 'recording'; readonly part: TakePart | null }
  readonly takes: Partial<Record<TakePart, OwnTake>>
  /** The part that ended before its time, and why; null when that has not happened. */
  readonly interruption: { readonly part: TakePart; readonly why: 'left' | 'camera' } | null
  /** Counts down, then records. The take of that part before is given up. */
  start(part: TakePart): void
  /** Called when the countdown is over. */
  begin(): void
  /** The part is complete. */
  finish(): void
  /** Forgets what is being recorded. */
  cancel(): void
}

/** Nobody needs so long for any part; a film that nobody ends must end all the same. */
const LONGEST_MS = 150_000

const IDLE = { phase: 'idle', part: null } as const

/** What is being recorded. */
interface Running {
  readonly part: TakePart
  readonly upload: Upload
  readonly film: Film
  readonly chunks: readonly Blob[]
}

/**
 * Records parts and sends them while they are recorded. Recording ends when the page is left for another tab, as the
 * person is not in front of the camera then.
 *
 * @param onChange is told when the server knows more of a take.
 */
export function useRecorder(stream: MediaStream | null, ask: AskRecording, onChange: () => void): Recorder {
  const [now, setNow] = useState<Recorder['now']>(IDLE)
  const [takes, setTakes] = useState<Recorder['takes']>({})
  const [interruption, setInterruption] = useState<Recorder['interruption']>(null)
  const running = useRef<Running | null>(null)
  /** Counts what was cancelled: a film that starts after that is not wanted any more. */
  const cancelled = useRef(0)

  const put = (part: TakePart, take: OwnTake | null) => setTakes((before) => replaced(before, part, take))

  function cancel(why: 'left' | 'camera' | null = null) {
    const was = running.current
    running.current = null
    cancelled.current += 1
    if (was) drop(was)
    if (why !== null && now.part !== null) setInterruption({ part: now.part, why })
    if (was) put(was.part, null)
    setNow(IDLE)
  }

  async function begin() {
    const { part } = now
    if (stream === null || part === null) return
    setNow({ phase: 'recording', part })
    const before = cancelled.current
    const begun = await record(stream, part, ask, onChange)
    if (cancelled.current !== before) return drop(begun)
    running.current = begun
    put(part, { upload: begun.upload, filmUrl: null })
  }

  async function finish() {
    const done = running.current
    if (done === null) return
    const { part, upload, film, chunks } = done
    await film.stop()
    running.current = null
    upload.finish()
    put(part, { upload, filmUrl: URL.createObjectURL(new Blob([...chunks], { type: film.contentType })) })
    setNow(IDLE)
  }

  useEnds(now.phase, stream, { cancel, finish })
  useUnsentWarning(takes)

  return {
    now,
    takes,
    interruption,
    start(part) {
      setInterruption(null)
      setNow({ phase: 'counting', part })
    },
    begin: () => void begin().catch(() => cancel('camera')),
    finish: () => void finish(),
    cancel: () => cancel(),
  }
}

/** Begins a film and its upload. */
async function record(
  stream: MediaStream,
  part: TakePart,
  ask: AskRecording,
  onChange: () => void,
): Promise<Running> {
  const chunks: Blob[] = []
  let upload: Upload | null = null
  const film = await startFilm(stream, (chunk) => {
    chunks.push(chunk)
    upload?.add(chunk)
  })
  upload = startUpload(ask, part, film.contentType)
  notifyOfChanges(upload, onChange)
  for (const chunk of chunks) upload.add(chunk)
  return { part, upload, film, chunks }
}

/** What was recorded is not wanted. */
function drop({ upload, film }: Running): void {
  upload.abandon()
  void film.stop()
}

/** What ends a recording besides its person: leaving, a camera that goes away, and time. */
function useEnds(
  phase: Recorder['now']['phase'],
  stream: MediaStream | null,
  { cancel, finish }: { cancel: (why: 'left' | 'camera') => void; finish: () => Promise<void> },
): void {
  const giveUp = useEffectEvent(cancel)
  const end = useEffectEvent(() => void finish())
  useEffect(() => {
    if (phase === 'idle') return
    if (stream === null) giveUp('camera')
    const look = () => {
      if (document.hidden) giveUp('left')
    }
    document.addEventListener('visibilitychange', look)
    return () => document.removeEventListener('visibilitychange', look)
  }, [phase, stream])
  useEffect(() => {
    if (phase !== 'recording') return
    const timer = setTimeout(() => end(), LONGEST_MS)
    return () => clearTimeout(timer)
  }, [phase])
}

/** Chunks that the server does not have yet would be lost with the page. */
function useUnsentWarning(takes: Recorder['takes']): void {
  useEffect(() => {
    const warn = (event: BeforeUnloadEvent) => {
      if (Object.values(takes).some(({ upload }) => upload.state().status === 'sending')) {
        event.preventDefault()
      }
    }
    window.addEventListener('beforeunload', warn)
    return () => window.removeEventListener('beforeunload', warn)
  }, [takes])
}

function notifyOfChanges(upload: Upload, onChange: () => void): void {
  let known = upload.state()
  upload.subscribe(() => {
    const { takeId, status } = upload.state()
    const isNews = takeId !== known.takeId || status !== known.status
    known = upload.state()
    if (isNews) onChange()
  })
}

/** All takes with another one of a part, or none. What was there before is given up, unless it is the same upload. */
function replaced(before: Recorder['takes'], part: TakePart, take: OwnTake | null): Recorder['takes'] {
  const { [part]: old, ...others } = before
  if (old && old.upload !== take?.upload) giveUp(old)
  return take ? { ...others, [part]: take } : others
}

function giveUp({ upload, filmUrl }: OwnTake): void {
  if (upload.state().status === 'sending') upload.abandon()
  if (filmUrl !== null) URL.revokeObjectURL(filmUrl)
}
