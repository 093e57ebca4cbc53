const NUMBER = new Intl.NumberFormat('en')

/** Seconds as people say them: "1,000 min", "3 min 20 s", "42 s". */
export function minutesAndSeconds(seconds: number): string {
  const [minutes, rest] = [Math.floor(seconds / 60), Math.round(seconds % 60)]
  if (minutes === 0) return `${rest} s`
  return rest === 0 ? `${NUMBER.format(minutes)} min` : `${NUMBER.format(minutes)} min ${rest} s`
}
