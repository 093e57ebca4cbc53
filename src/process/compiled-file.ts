import { fileURLToPath } from 'node:url'

/** Beside `src/` is `dist/`, with a JavaScript file for each module: so this is right in either. */
const PROJECT = fileURLToPath(new URL('../../', import.meta.url))

/**
 * The JavaScript file that a module of ours was compiled to. A file outside of `src/` is named as it is.
 *
 * @param module its TypeScript file, written as `new URL('./child.ts', import.meta.url)`, in `src/` or in `dist/`.
 */
export function compiledFile(module: URL): string {
  const file = fileURLToPath(module)
  const path = /^(?:src|dist)([\\/].*)\.ts$/u.exec(file.slice(PROJECT.length))?.[1]
  return path === undefined || !file.startsWith(PROJECT) ? file : `${PROJECT}dist${path}.js`
}
