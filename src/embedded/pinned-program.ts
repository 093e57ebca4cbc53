import { chmod, mkdir, rename, rm } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'

import { problemWithFile } from '../downloads/check-file.ts'
import { download } from '../downloads/download.ts'
import { lastLines, runCommand } from '../process/run-command.ts'
import { intoPlace } from '../process/whole-file.ts'

/** A program in a published archive, pinned by the SHA-256 of the archive. */
export interface PinnedProgram {
  /** The address of the archive, which is a `.tar.gz` or a `.zip`. */
  readonly url: string
  /** The checksum of the archive, in hex. */
  readonly sha256: string
  /** The program's path in the archive, its parts divided by `/`. */
  readonly file: string
}

/** Far more than any of them has: a server that sends without end must not fill the disk. */
const MOST_BYTES = 500_000_000

/**
 * Downloads a program into its own folder. The archive is unpacked only after its SHA-256 has been verified.
 *
 * @param target path of the program; its folder is created or replaced.
 * @param tell receives the progress of the download.
 * @param env contains proxy settings. Default: this process's own environment.
 * @returns null on success, or else the reason of the failure.
 */
export async function obtainPinnedProgram(
  pinned: PinnedProgram,
  target: string,
  tell: (news: string) => void,
  env?: NodeJS.ProcessEnv,
): Promise<string | null> {
  const folder = dirname(target)
  try {
    await intoPlace(folder, async (unfinished) => {
      await mkdir(unfinished, { recursive: true })
      await unpackInto(unfinished, basename(target), pinned, tell, env)
      await rm(folder, { recursive: true, force: true })
    })
    return null
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}

/** Downloads the archive into a folder and leaves the program there, under a name, and nothing else. */
async function unpackInto(
  folder: string,
  name: string,
  { url, sha256, file }: PinnedProgram,
  tell: (news: string) => void,
  env: NodeJS.ProcessEnv | undefined,
): Promise<void> {
  const archive = join(folder, basename(new URL(url).pathname))
  await download(url, archive, {
    size: { atMost: MOST_BYTES },
    onBytes: (bytes) => tell(`${Math.round(bytes / 1e6)} MB downloaded`),
    ...(env !== undefined && { env }),
  })
  if ((await problemWithFile(archive, { sha256 })) !== null) {
    throw new Error(`${url} does not match the published SHA-256 (${sha256}); it was not used`)
  }
  // Windows brings a tar that reads ZIP archives too.
  const unpacked = await runCommand('tar', ['-xf', archive, '-C', folder, file])
  if (!unpacked.ok) throw new Error(`tar could not unpack ${file}: ${lastLines(unpacked.output, 2)}`)
  await rm(archive)
  await rename(join(folder, file), join(folder, name))
  await chmod(join(folder, name), 0o755)
}
