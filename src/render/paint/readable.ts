import { luminance } from './colour.ts'

/** How well two colours can be told apart, 1 to 21 (contrast ratio of WCAG 2.2). */
export function contrastRatio(one: string, other: string): number {
  const [a, b] = [luminance(one) + 0.05, luminance(other) + 0.05]
  return Math.max(a, b) / Math.min(a, b)
}

/** Of large bold letters WCAG asks 3 to 1; white is liked better than black as long as it has this. */
const WHITE_ENOUGH = 3.5

/** White or black, so that large letters are read easily on a colour: 3.5 to 1 at least, on any. */
export function textOn(ground: string): string {
  return contrastRatio(ground, '#ffffff') >= WHITE_ENOUGH ? '#ffffff' : '#000000'
}
