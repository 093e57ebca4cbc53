import { cardinal, ordinal, quantity } from '../numerals.ts'
import type { Groups, Neighbours } from '../tokens.ts'

/** `3/4`, `1 1/2`: parts of one, what is divided in a sum, and else two numbers that belong together, as `24/7`. */
export function sayFraction(
  { whole, top = '', bottom = '' }: Groups,
  { previous, isSum }: Neighbours,
): string {
  const [above, below] = [Number(top), Number(bottom)]
  const isPart = above < below && below > 1 && below <= 10
  if (isSum && whole === undefined && !isPart) return `${cardinal(above)} divided by ${cardinal(below)}`
  const isMixed = whole !== undefined || /^\d{1,3}$/u.test(previous)
  const prefix = `${whole === undefined ? '' : quantity(whole)}${isMixed ? ' and ' : ''}`.trimStart()
  if (above === 1 && below === 2) return `${prefix}${isMixed ? 'a ' : ''}half`
  if (above === 1 && below === 100) return `${prefix}one hundredth`
  if (above >= below || below < 3 || below > 10) return `${prefix}${cardinal(above)} ${cardinal(below)}`
  const part = below === 4 ? 'quarter' : ordinal(below)
  return `${prefix}${cardinal(above)} ${part}${above === 1 ? '' : 's'}`
}
