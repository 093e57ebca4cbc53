import type { Config } from '../../config/config.ts'
import type { ProcessRole } from '../../config/database-config.ts'
import { createSpeechEngines } from '../../db/speech/speech-engines.ts'
import type { Db } from '../../db/database.ts'
import type { Clock } from '../../ports/process/clock.ts'
import type { Log } from '../../ports/process/log.ts'
import type { EngineInUse } from '../../ports/speech/speech-engines.ts'
import type { InstalledEngines } from '../../speech/engines/engine.ts'
import { enginesWithFiles, installedEngines, missingVoices } from '../../voices/installed.ts'

/** How often it is looked whether the installation speaks with another engine. */
const LOOK_EVERY_MS = 10_000

/** What the processes of an installation speak with. */
export interface InstallationVoices {
  /** Which engines' voices are offered. */
  readonly offered: Pick<InstalledEngines, 'isInstalled'>
  /** Reads what has been decided, and decides where this process may. Rejects with what this process cannot keep to. */
  keepTo(): Promise<void>
  /** Reads what has been decided, now and again. */
  begin(): Promise<void>
  end(): void
}

/** What it is decided with. */
export interface InstallationVoicesFacts {
  readonly db: Db
  readonly role: ProcessRole
  readonly name: string
  readonly clock: Clock
  readonly log: Log
}

/**
 * What `auto` means: which engine speaks must not depend on which process answers a request. The first process that speaks and has
 * the files of an engine decides for all, in the database. A process that does everything itself on a database of its own is an
 * installation of its own, and offers what it has; so does the command line, which makes no video.
 */
export function provideInstallationVoices(
  config: Config,
  { db, role, name, clock, log }: InstallationVoicesFacts,
): InstallationVoices {
  const { speechEngine: choice, cacheDir, databaseUrl } = config
  const engines = createSpeechEngines(db)
  const here = installedEngines(cacheDir, choice)
  const isOwnInstallation = role === 'admin' || (role === 'service' && databaseUrl === null)
  const isAlone = choice !== 'auto' || isOwnInstallation
  let decided: readonly EngineInUse[] = []
  let timer: NodeJS.Timeout | undefined

  async function look(): Promise<void> {
    decided = await engines.list()
  }

  /** Of a process that speaks, and may: its disk has what all others are then held to. */
  async function decideOnWhatIsHere(): Promise<void> {
    for (const { engine } of enginesWithFiles(choice, cacheDir)) {
      if (!here.isInstalled(engine) || decided.some(({ id }) => id === engine.id)) continue
      if (await engines.decide(engine.id, name)) {
        log.info({ engine: engine.id }, 'the installation speaks with the voices of this engine from now on')
      }
    }
  }

  return {
    offered: isAlone
      ? here
      : {
          isInstalled: ({ id, files }) =>
            files === null || decided.some((engine) => engine.id === id && engine.inUseFrom <= clock()),
        },
    async keepTo() {
      if (choice !== 'auto') {
        const missing = missingVoices(choice, cacheDir)
        if (missing !== null) throw new Error(missing)
        return
      }
      await look()
      await decideOnWhatIsHere()
      if (isAlone) return
      const missing = enginesWithFiles(choice, cacheDir).find(
        ({ engine, files }) => !files.isInstalled() && decided.some(({ id }) => id === engine.id),
      )
      if (missing) throw new Error(notHere(missing.engine.id))
    },
    async begin() {
      if (isAlone || timer) return
      const quietly = () => look().catch((error: unknown) => log.debug({ error }, 'speech engines not read'))
      timer = setInterval(() => void quietly(), LOOK_EVERY_MS)
      timer.unref()
      await quietly()
    },
    end: () => clearInterval(timer),
  }
}

function notHere(id: string): string {
  return (
    `the installation speaks with ${id}, whose files are not in CACHE_DIR. Install them with ` +
    '`node dist/voices/main.js pull`, or set SPEECH_ENGINE=flite in every process'
  )
}
