import { SCRIPTS, shortScript } from './scripts.ts'
import { watchUsage } from './usage.ts'
import type { Usage } from './usage.ts'
import type { BenchService, MadeVideo } from './whole-way.ts'

/** What making a video of a script took, and what all processes of the service used meanwhile. */
export type MadeScript = MadeVideo & Usage

/** Makes a video of each script, one after the other. */
export async function makeScripts(service: BenchService): Promise<Record<string, MadeScript>> {
  const made: Record<string, MadeScript> = {}
  // Once unmeasured: what is loaded and painted once is not what a video costs.
  await service.make(shortScript(0))
  for (const [name, script] of Object.entries(SCRIPTS)) {
    let video: MadeVideo | null = null
    const usage = await watchUsage(
      (command) => command.includes('node'),
      async () => {
        video = await service.make(script)
      },
    )
    made[name] = { ...video!, ...usage }
  }
  return made
}
