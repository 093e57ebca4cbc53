import { chmod, mkdir, stat } from 'node:fs/promises'

const OWNER_ONLY = 0o700
const PERMISSIONS = 0o777
/** Marks folders that are everyone's, such as /tmp. */
const STICKY = 0o1000

/**
 * Makes the data directory, or takes the one that is there, and closes it to all other users of the machine.
 *
 * Videos, scripts and accounts are in it: signed links would mean little if everyone on the machine could read the
 * files. A folder that belongs to another user, for example a mounted volume, stays as it is: its owner has decided.
 * Has no effect on Windows, where a folder has its rights from the one it is in.
 * @throws when the folder is one that all users share.
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
