const NUMBER = new Intl.NumberFormat('en')

/** Seconds of video as plans count them, however many: `1,000 min`, `3 min 20 s`, `42 s`. */
export function minutesAndSeconds(seconds: number): string {
  const whole = Math.round(seconds)
  const [minutes, rest] = [Math.floor(whole / 60), whole % 60]
  if (minutes === 0) return `${rest} s`
  return rest === 0 ? `${NUMBER.format(minutes)} min` : `${NUMBER.format(minutes)} min ${rest} s`
}

/** Seconds in words, for example `1 second` or `3,600 seconds`. */
export function inSeconds(seconds: number): string {
  return `${NUMBER.format(seconds)} ${seconds === 1 ? 'second' : 'seconds'}`
}
