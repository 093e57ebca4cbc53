/** Options of Node.js for a script, a benchmark or a program of the tests, which is run as it is written. */
export const FROM_SOURCE: readonly string[] = [
  '--import',
  new URL('../../typescript.mjs', import.meta.url).href,
]
