import type { Progress } from '../../../src/process/progress.ts'
import { installInBackground } from '../../../src/voices/background.ts'
import { enginesWithFiles, installedEngines, voicesDir } from '../../../src/voices/installed.ts'
import type { EngineWithFiles, InstalledFiles } from '../../../src/voices/installed.ts'
import type { InstalledEngines } from '../../../src/speech/engines/engine.ts'
import { cacheDir } from '../run/executables.ts'
import { isLeftOut } from '../run/left-out.ts'

/** 90 MB over an ordinary line; whoever needs longer tests without the neural voices. */
const LONGEST_PULL_MS = 180_000

/** The neural voices' files in the cache of the tests. Where they are not installed, their tests are left out. */
export function neuralVoices(): InstalledFiles {
  const { files } = kokoro()
  if (!files.isInstalled())
    isLeftOut('The neural voices', { missing: 'npm run voices -- pull installs them.' })
  return files
}

/** The engines that can speak in tests: those that need no files, and others as far as they are installed. */
export function testEngines(): InstalledEngines {
  return installedEngines(cacheDir())
}

function kokoro(): EngineWithFiles {
  const [found] = enginesWithFiles('kokoro', cacheDir())
  if (!found) throw new Error('There is no engine "kokoro" that needs files')
  return found
}

/** Installs the neural voices for the tests, if they can be had soon; says why when not. */
export async function obtainNeuralVoices(progress: Progress): Promise<void> {
  if (kokoro().files.isInstalled()) return
  const step = progress.step('Neural voices', 'once, 90 to 97 MB')
  const { VOICES_DIR = null, VOICES_MIRROR = null } = process.env
  const install = installInBackground(
    {
      engineId: kokoro().engine.id,
      dir: voicesDir(cacheDir()),
      localDir: VOICES_DIR,
      mirrorUrl: VOICES_MIRROR,
    },
    step.update,
  )
  const clock = setTimeout(() => void install.stop(), LONGEST_PULL_MS)
  try {
    await install.done
    step.done()
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    step.fail(reason)
  } finally {
    clearTimeout(clock)
  }
}
