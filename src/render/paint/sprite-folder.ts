import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, utimesSync } from 'node:fs'
import { join } from 'node:path'
import { writeWholeFileSync } from '../../process/whole-file.ts'

/** Files of one version of the program, within a limit. All its methods may fail and then do nothing. */
interface SpriteFolder {
  /** What was written under a name; null when it is not there. */
  read(name: string): Buffer | null
  write(name: string, bytes: Uint8Array): void
}

/** What nobody used for so long is removed. */
const LONGEST_KEPT_MS = 30 * 24 * 3_600_000

/** A process looks at the folder each time that it has written so much of the limit: together, several stay near it. */
const SHARE_BETWEEN_LOOKS = 1 / 16

/** So much of the limit is left over after a look, so that the next file does not need another one. */
const SHARE_KEPT = 7 / 8

/**
 * Opens a folder, and removes what other versions of the program left and what nobody used. Null when it cannot be written.
 *
 * @param version what names of files begin with.
 */
export function openSpriteFolder(folder: string, version: string, mostBytes: number): SpriteFolder | null {
  const fileOf = (name: string) => join(folder, `${version}-${name}`)
  let written = 0
  try {
    mkdirSync(folder, { recursive: true })
    makeRoom(folder, version, mostBytes)
  } catch {
    return null
  }
  return {
    read(name) {
      return attempted(() => {
        const bytes = readFileSync(fileOf(name))
        // Its time says when it was used last.
        const now = new Date()
        attempted(() => utimesSync(fileOf(name), now, now))
        return bytes
      })
    },
    write(name, bytes) {
      attempted(() => {
        writeWholeFileSync(fileOf(name), bytes)
        written += bytes.length
        if (written < mostBytes * SHARE_BETWEEN_LOOKS) return
        written = 0
        makeRoom(folder, version, mostBytes)
      })
    },
  }
}

/** Sprites can always be painted, so that no failure of the disk is one of a video. */
function attempted<Value>(work: () => Value): Value | null {
  try {
    return work()
  } catch {
    return null
  }
}

function makeRoom(folder: string, version: string, mostBytes: number): void {
  let total = 0
  const kept: { file: string; size: number; mtimeMs: number }[] = []
  for (const name of readdirSync(folder)) {
    const file = join(folder, name)
    const found = statSync(file, { throwIfNoEntry: false })
    if (!found) continue
    const { mtimeMs, size } = found
    // What another process is writing now has a dot before.
    const isOurs = name.replace(/^\./u, '').startsWith(version)
    if (!isOurs || Date.now() - mtimeMs > LONGEST_KEPT_MS) {
      rmSync(file, { force: true })
      continue
    }
    total += size
    if (!name.startsWith('.')) kept.push({ file, size, mtimeMs })
  }
  if (total <= mostBytes) return
  for (const { file, size } of kept.toSorted((a, b) => a.mtimeMs - b.mtimeMs)) {
    if (total <= mostBytes * SHARE_KEPT) return
    rmSync(file, { force: true })
    total -= size
  }
}
