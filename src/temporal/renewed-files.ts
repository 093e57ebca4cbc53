import { readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'

/**
 * How soon a renewed file is used. Files are read rather than watched, because mounted secrets are replaced by renaming a
 * folder above them, which no watcher of a file sees.
 */
const LOOK_EVERY_MS = 2_000

/** What some files say, which can be renewed while the process runs. */
export interface RenewedFiles<Content> {
  /** What they say now. */
  current(): Content
  /** Calls back with all that they say later. */
  onRenewal(listener: (content: Content) => void): void
  /** Stops looking. Safe to repeat. */
  close(): void
}

/** How files are read, and who hears of it. */
interface RenewalOptions<Content> {
  /** Makes of the files' bytes what they say. @throws when they say nothing, or do not fit each other. */
  readonly parse: (contents: readonly Buffer[]) => Content
  readonly renewed: () => void
  /** Is called once for each time that the files turn unusable. */
  readonly unusable: (error: unknown) => void
}

/**
 * Reads files now, and again whenever one of them changes. While one is missing, or they do not fit each other, as it may be for
 * a moment during their renewal, what they said last stays in use.
 *
 * @throws when they cannot be used at first.
 */
export function openRenewedFiles<Content>(
  paths: readonly string[],
  { parse, renewed, unusable }: RenewalOptions<Content>,
): RenewedFiles<Content> {
  const listeners: ((content: Content) => void)[] = []
  let bytes = paths.map((path) => readFileSync(path))
  let content = parse(bytes)
  let isUsable = true

  async function look(): Promise<void> {
    try {
      const found = await Promise.all(paths.map((path) => readFile(path)))
      const isNew = found.some((one, index) => !one.equals(bytes[index]!))
      if (isNew) content = parse(found)
      isUsable = true
      if (!isNew) return
      bytes = found
      renewed()
      for (const listener of listeners) listener(content)
    } catch (error) {
      if (isUsable) unusable(error)
      isUsable = false
    }
  }

  const timer = setInterval(() => void look(), LOOK_EVERY_MS)
  timer.unref()
  return {
    current: () => content,
    onRenewal: (listener) => void listeners.push(listener),
    close: () => clearInterval(timer),
  }
}
