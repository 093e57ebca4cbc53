import { MultiBar } from 'cli-progress'

import type { SingleBar } from 'cli-progress'

/** A step shorter than this is told by its result alone: a line for its start would be noise. */
const QUIET_MS = 1_500
/** How often a log that is not a terminal hears that a long step is still alive. */
const STILL_AT_IT_MS = 15_000
/** Redraws a second on a terminal: smooth to the eye, nothing to the processor. */
const FRAMES_PER_SECOND = 10
const SPINNER = ['⠋', '⠙', '⠹', '⠸', '⠼', '⠴', '⠦', '⠧', '⠇', '⠏']
const BAR_CELLS = 24

/** Reports long work to a person: one line per step, in the order in which the steps end. */
export interface Progress {
  /**
   * Starts a step. Several steps can run at once.
   * @param why why the step takes long, in words for the person who waits.
   */
  step(label: string, why?: string): ProgressStep
}

/** A step in progress. End it exactly once, with `done` or `fail`. */
export interface ProgressStep {
  /** Reports progress: a share from 0 to 1, which is shown as a bar, or a short text. */
  update(news: number | string): void
  /** Ends the step successfully, and shows its duration. */
  done(text?: string): void
  /** Ends the step with a failure. The caller throws the error. */
  fail(text: string): void
}

/** The destination of progress lines. */
export interface ProgressStream extends NodeJS.WritableStream {
  /** It is a terminal, on which lines can be redrawn. */
  readonly isTTY?: boolean
}

interface StepState {
  readonly label: string
  readonly why: string | undefined
  readonly startedAt: number
  share: number | null
  news: string
}

/**
 * Progress for people, written to a stream (stderr, so that stdout stays clean).
 *
 * On a terminal, each running step is a live line. Elsewhere, plain lines are written, and a long step repeats its line
 * every 15 s.
 */
export function createProgress(stream: ProgressStream = process.stderr): Progress {
  return stream.isTTY ? liveProgress(stream) : plainProgress(stream)
}

/** Progress that writes nothing, for tests and for callers with their own output. */
export const SILENT_PROGRESS: Progress = {
  step: () => ({ update: () => undefined, done: () => undefined, fail: () => undefined }),
}

function plainProgress(stream: NodeJS.WritableStream): Progress {
  const write = (line: string) => stream.write(`${line}\n`)
  return {
    step(label, why) {
      const state = newState(label, why)
      const tell = () => write(`… ${[label, why, newsOf(state), elapsed(state)].filter(Boolean).join(' · ')}`)
      let timer = setTimeout(() => {
        tell()
        timer = setInterval(tell, STILL_AT_IT_MS).unref()
      }, QUIET_MS).unref()
      const end = (line: string) => {
        clearTimeout(timer)
        write(line)
      }
      return stepOf(state, end)
    },
  }
}

function liveProgress(stream: NodeJS.WritableStream): Progress {
  let bars: MultiBar | null = null
  let running = 0
  return {
    step(label, why) {
      const state = newState(label, why)
      bars ??= newBars(stream)
      running += 1
      const bar: SingleBar = bars.create(1, 0, { state })
      const end = (line: string) => {
        running -= 1
        bars?.remove(bar)
        if (running > 0) {
          bars?.log(`${line}\n`)
          return
        }
        bars?.stop()
        bars = null
        stream.write(`${line}\n`)
      }
      return stepOf(state, end)
    },
  }
}

function newBars(stream: NodeJS.WritableStream): MultiBar {
  return new MultiBar({
    stream,
    fps: FRAMES_PER_SECOND,
    clearOnComplete: true,
    // Its handlers would swallow the first Ctrl-C.
    gracefulExit: false,
    forceRedraw: true,
    format: (_options, _params, payload: { state: StepState }) => liveLine(payload.state),
  })
}

function liveLine(state: StepState): string {
  const frame = SPINNER[Math.floor((Date.now() / 1000) * FRAMES_PER_SECOND) % SPINNER.length]
  const filled = Math.round((state.share ?? 0) * BAR_CELLS)
  const bar = state.share === null ? '' : '█'.repeat(filled) + '░'.repeat(BAR_CELLS - filled)
  const words = [state.label, state.why, bar, newsOf(state), elapsed(state)]
  return `${frame} ${words.filter(Boolean).join(' · ')}`
}

function stepOf(state: StepState, end: (line: string) => void): ProgressStep {
  return {
    update(news) {
      if (typeof news === 'string') state.news = news
      else state.share = Math.min(1, Math.max(0, news))
    },
    done: (text) => end(`✓ ${[state.label, text].filter(Boolean).join(' · ')} (${elapsed(state)})`),
    fail: (text) => end(`✗ ${state.label} · ${text} (${elapsed(state)})`),
  }
}

function newState(label: string, why: string | undefined): StepState {
  return { label, why, startedAt: performance.now(), share: null, news: '' }
}

function newsOf(state: StepState): string {
  const percent = state.share === null ? '' : `${Math.floor(state.share * 100)} %`
  return [percent, state.news].filter(Boolean).join(' ')
}

function elapsed(state: StepState): string {
  const seconds = (performance.now() - state.startedAt) / 1000
  if (seconds < 10) return `${seconds.toFixed(1)} s`
  return seconds < 60
    ? `${Math.round(seconds)} s`
    : `${Math.floor(seconds / 60)} min ${Math.floor(seconds % 60)} s`
}
