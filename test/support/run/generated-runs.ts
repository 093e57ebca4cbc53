/**
 * How many generated cases a property is tried with: a few hundred with every change, each time other ones, and
 * many in a long run, which FUZZ_EXAMPLES asks for as it does of `npm run fuzz`.
 */
export function generatedRuns({ usual, long }: { usual: number; long: number }): number {
  return process.env['FUZZ_EXAMPLES'] === undefined ? usual : long
}
