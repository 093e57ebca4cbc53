import { existsSync } from 'node:fs'
import { mkdir, rmdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'

/** How the control groups of Linux hold a process and its children to a share of a processor's time. */
export interface CpuShare {
  /** The command line that runs a command within the share. */
  within(command: readonly string[]): readonly string[]
  /** Removes the group; its processes have ended. */
  release(): Promise<void>
}

const PERIOD_US = 20_000
const [LOOK_MS, MOST_TRIES] = [100, 50]
const [UNIFIED, OLDER] = ['/sys/fs/cgroup', '/sys/fs/cgroup/cpu']

/** @param share of one processor's time, from 0 to 1. @throws when this user may not make control groups. */
export async function openCpuShare(name: string, share: number): Promise<CpuShare> {
  const quota = String(PERIOD_US * share)
  const isUnified = existsSync(join(UNIFIED, 'cgroup.controllers'))
  const group = join(isUnified ? UNIFIED : OLDER, `presenter-${process.pid}-${name}`)
  await mkdir(group)
  if (isUnified) await writeFile(join(group, 'cpu.max'), `${quota} ${PERIOD_US}`)
  else {
    await writeFile(join(group, 'cpu.cfs_period_us'), String(PERIOD_US))
    await writeFile(join(group, 'cpu.cfs_quota_us'), quota)
  }
  const enter = `echo $$ > ${join(group, 'cgroup.procs')} && exec "$@"`
  return {
    within: (command) => ['sh', '-c', enter, 'sh', ...command],
    async release() {
      // Children take a moment to end after their parent.
      for (let tries = 0; ; tries += 1) {
        const isBusy = await rmdir(group).then(
          () => false,
          (error: NodeJS.ErrnoException) => error.code === 'EBUSY' && tries < MOST_TRIES,
        )
        if (!isBusy) return
        await wait(LOOK_MS)
      }
    },
  }
}
