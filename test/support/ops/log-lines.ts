import type { Program } from '../programs/program.ts'

/** A line of a log. */
// oxlint-disable-next-line typescript/no-explicit-any -- a test looks at any member
export type Line = Readonly<Record<string, any>>

/** The lines of some programs that contain a text, in the order in which they were written. */
export function linesWith(text: string, programs: readonly Program[]): Line[] {
  return programs
    .flatMap((program) => program.output().split('\n'))
    .filter((line) => line.includes(text))
    .map((line) => JSON.parse(line) as Line)
    .toSorted((one, other) => String(one['time']).localeCompare(String(other['time'])))
}

/** What lines say, each with the step that it is of. */
export const saying = (lines: readonly Line[]) =>
  lines.map(({ msg, step }) => (step ? `${msg}: ${step}` : msg))
