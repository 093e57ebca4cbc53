import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'

const PACKAGE = 'sdk/python/src/presenter_video'
/** The half of the Python SDK that is written by hand. */
const ASYNC = join(PACKAGE, '_async')
/** The half that is made of it. */
const SYNC = join(PACKAGE, '_sync')

/** Written by hand twice: what tasks do otherwise than threads. */
const BY_HAND = new Set(['__init__.py', 'kind.py'])

const HEAD = '# Made of `_async/` by `npm run sdk-types`: not to be edited.\n'

const WORDS: readonly (readonly [RegExp, string])[] = [
  [/\bAsync(?=[A-Z])/gu, ''],
  [/\bAbstractAsync/gu, 'Abstract'],
  [/\basynccontextmanager\b/gu, 'contextmanager'],
  [/\basync (?=def|for|with)/gu, ''],
  [/\bawait /gu, ''],
  [/\b_async\b/gu, '_sync'],
  [/\ba(close|read|iter_bytes)\b/gu, '$1'],
  [/__a(enter|exit|iter)__/gu, '__$1__'],
]

/** The files of the synchronous half, by their paths, made of those of the other. */
export async function pythonSync(): Promise<Map<string, string>> {
  const names = (await readdir(ASYNC)).filter((name) => name.endsWith('.py') && !BY_HAND.has(name))
  const made = await Promise.all(
    names.map(
      async (name) => [join(SYNC, name), synchronous(await readFile(join(ASYNC, name), 'utf8'))] as const,
    ),
  )
  return new Map(made)
}

/** The same program without waiting for tasks. */
export function synchronous(text: string): string {
  const plain = WORDS.reduce((made, [word, other]) => made.replaceAll(word, other), withoutAwaitable(text))
  return HEAD + plain
}

/** `Callable[[], Awaitable[T]]` → `Callable[[], T]`. */
function withoutAwaitable(text: string): string {
  const parts = text.replace(/^(from collections\.abc import .*)\bAwaitable, /mu, '$1').split('Awaitable[')
  return parts.reduce((made, part) => {
    const end = closingBracket(part)
    return made + part.slice(0, end) + part.slice(end + 1)
  })
}

function closingBracket(text: string): number {
  let depth = 0
  for (const [at, character] of [...text].entries()) {
    if (character === '[') depth += 1
    if (character === ']' && depth-- === 0) return at
  }
  throw new Error('A bracket is not closed.')
}
