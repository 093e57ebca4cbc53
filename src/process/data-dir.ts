import { chmod, mkdir, stat } from 'node:fs/promises'

const OWNER_ONLY = 0o700
const PERMISSIONS = 0o777
/** Marks folders that are everyone's, such as /tmp. */
const STICKY = 0o1000

/**
 * Creates the data directory, or opens the existing one, and restricts access to its owner.
 *
 * It contains videos, scripts and accounts: signed links would mean little if every user of the machine could read the
 * files. A folder that belongs to another user, for example a mounted volume, is left unchanged.
 * On Windows, this has no effect on permissions, because a folder inherits those of its parent.
 * @throws when all users share the folder.
 */
export async function openDataDir(dataDir: string): Promise<void> {
  await mkdir(dataDir, { recursive: true, mode: OWNER_ONLY })
  if (process.getuid === undefined) return
  const { uid, mode } = await stat(dataDir)
  if ((mode & STICKY) !== 0) {
    throw new Error(
      `DATA_DIR is ${dataDir}, which all users of this machine share. Set it to a dedicated folder.`,
    )
  }
  if (uid === process.getuid() && (mode & PERMISSIONS) !== OWNER_ONLY) await chmod(dataDir, OWNER_ONLY)
}
