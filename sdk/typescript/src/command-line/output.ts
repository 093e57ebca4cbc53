import { stderr, stdout } from 'node:process'

/** What a command shows: JSON for programs, texts for people. */
export interface Output {
  readonly isJson: boolean
  /** The result on standard output. */
  readonly show: (result: unknown, text: string) => void
  /** What people want to know meanwhile. */
  readonly note: (text: string) => void
  /** A bar that stands in its line until the next call; null removes it. */
  readonly bar: (percent: number | null) => void
  readonly problem: (problem: Readonly<Record<string, unknown>>, text: string) => void
}

const BAR_WIDTH = 30

/** @param isJson false: a person reads it in a terminal. */
export function createOutput(isJson: boolean): Output {
  const write = (line: string) => stdout.write(`${line}\n`)
  const tell = (line: string) => stderr.write(`${line}\n`)
  const hasBar = !isJson && stderr.isTTY
  let isDrawn = false
  const draw = (percent: number | null) => {
    if (!hasBar || (percent === null && !isDrawn)) return
    stderr.write(`\r\u001B[K${percent === null ? '' : bar(percent)}`)
    isDrawn = percent !== null
  }
  return {
    isJson,
    show: (result, text) => void write(isJson ? JSON.stringify(result) : text),
    note: (text) => void (isJson || tell(text)),
    bar: draw,
    problem: (problem, text) => void tell(isJson ? JSON.stringify({ error: problem }) : text),
  }
}

function bar(percent: number): string {
  const done = Math.round((BAR_WIDTH * percent) / 100)
  return `${'█'.repeat(done)}${'░'.repeat(BAR_WIDTH - done)} ${percent} %`
}

type Cell = string | number | null | undefined

/** Rows with their columns below one another. What comes from others cannot steer the terminal. */
export function table(rows: readonly (readonly Cell[])[]): string {
  const cells = rows.map((row) => row.map((cell) => plain(`${cell ?? ''}`)))
  const widths = (cells[0] ?? []).map((_, at) => Math.max(...cells.map((row) => row[at]!.length)))
  const line = (row: readonly string[]) => row.map((cell, at) => cell.padEnd(widths[at]!)).join('  ')
  return cells.map((row) => line(row).trimEnd()).join('\n')
}

/** A text without control characters. */
function plain(text: string): string {
  return text.replaceAll(/\p{Cc}/gu, ' ')
}
