/** A length as players show it, for example `1:05`. */
export function clock(seconds: number): string {
  const whole = Math.max(1, Math.floor(seconds))
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, '0')}`
}
