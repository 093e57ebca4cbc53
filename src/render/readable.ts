import { luminance } from './colour.ts'

/** How well two colours can be told apart, 1 to 21 (contrast ratio of WCAG 2.2). */
export function contrastRatio(one: string, other: string): number {
  const [a, b] = [luminance(one) + 0.05, luminance(other) + 0.05]
  return Math.max(a, b) / Math.min(a, b)
}

/** Black or white, whichever is read more easily on a colour: 4.5 to 1 at least, on any. */
export function textOn(ground: string): string {
  return contrastRatio(ground, '#ffffff') >= contrastRatio(ground, '#000000') ? '#ffffff' : '#000000'
}
