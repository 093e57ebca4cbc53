import type { ProjectView } from '../../../src/api/console/projects/endpoints.ts'

/** What a project is called. */
export function titleOf({ title }: Pick<ProjectView, 'title'>): string {
  return title ?? 'Untitled video'
}

/** A length as players show it, for example `1:05`. */
export function clock(seconds: number): string {
  const whole = Math.max(1, Math.floor(seconds))
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, '0')}`
}

/** Seconds in words, for example `1 second` or `3,600 seconds`. */
export function inSeconds(seconds: number): string {
  return `${seconds.toLocaleString('en')} ${seconds === 1 ? 'second' : 'seconds'}`
}

/** A length as people think of it, in its two largest units: `45 s`, `12 min 5 s`, `16 h 39 min`. */
export function inMinutes(seconds: number): string {
  const units = [
    [Math.floor(seconds / 3_600), 'h'],
    [Math.floor(seconds / 60) % 60, 'min'],
    [Math.floor(seconds) % 60, 's'],
  ] as const
  const first = units.findIndex(([count]) => count > 0)
  const largest = first === -1 ? [units[2]] : units.slice(first, first + 2).filter(([count]) => count > 0)
  return largest.map(([count, unit]) => `${count.toLocaleString('en')} ${unit}`).join(' ')
}
