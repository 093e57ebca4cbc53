import type { Schema } from './description.ts'

/** The bounds of a value in words, such as `1 to 200 characters`. */
export function limitsOf(schema: Schema): string[] {
  const { minimum, maximum, minLength, maxLength, maxProperties } = schema
  return [
    range(minimum, maximum, ''),
    range(minLength, maxLength, ' characters'),
    range(undefined, maxProperties, ' entries'),
  ].filter(Boolean)
}

function range(least: number | undefined, most: number | undefined, unit: string): string {
  if (most !== undefined) return `${least ?? 'up'} to ${most.toLocaleString('en')}${unit}`
  return least === undefined ? '' : `at least ${least}${unit}`
}
