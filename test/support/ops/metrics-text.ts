/** The value of the first series of these labels; undefined without one. */
export function valueOf(text: string, series: string): number | undefined {
  const line = text.split('\n').find((one) => one.startsWith(`${series} `) || one.startsWith(series))
  return line === undefined ? undefined : Number(line.split(' ').at(-1))
}

/** All series, as their names with labels. */
export function seriesIn(text: string): string[] {
  return text.split('\n').filter((line) => line !== '' && !line.startsWith('#'))
}
