/**
 * Whether a tool that a test needs cannot be had here. Says then what is not tested, and why.
 *
 * @param what is not tested, as the start of a sentence.
 * @throws on continuous integration, where nothing may be left out.
 */
export function isLeftOut(what: string, tool: object | { readonly missing: string }): boolean {
  if (!('missing' in tool)) return false
  const problem = `${what} is left out. ${String(tool.missing)}`
  if (process.env['CI'] === 'true') throw new Error(problem)
  process.stderr.write(`${problem}\n`)
  return true
}
