import { Command } from 'commander'

import { readConfig } from '../config/config.ts'
import { createProgress } from '../process/progress.ts'
import { requireEngine } from '../speech/engine-registry.ts'
import { VOICES } from '../speech/voice-catalogue.ts'
import { install } from './install.ts'
import { enginesWithFiles, installedEngines, voicesDir } from './installed.ts'
import type { EngineWithFiles, InstalledFiles } from './installed.ts'

/** `npm run voices -- pull | list | verify | rm`: manages the files of the neural voices, which npm does not install. */
const config = readConfig()
const engines = enginesWithFiles('auto', config.cacheDir)

/** Where files come from besides what the configuration says. */
interface PullOptions {
  readonly from?: string
  readonly mirror?: string
}

async function pull(
  { engine, manifest, files }: EngineWithFiles,
  { from, mirror }: PullOptions,
): Promise<void> {
  if (files.isCurrent()) {
    print(`${manifest.name} is installed in ${files.folder}`)
    return
  }
  const step = createProgress().step(
    manifest.name,
    files.isInstalled()
      ? 'made faster of the files that are installed'
      : `one-time download of ${megabytes(manifest.downloads)}`,
  )
  try {
    await install(manifest, {
      dir: voicesDir(config.cacheDir),
      localDir: from ?? config.voicesDir,
      mirrorUrl: mirror ?? config.voicesMirror,
      prepare: engine.files.prepare,
      renew: engine.files.renew,
      onProgress: step.update,
    })
  } catch (error) {
    step.fail('not installed')
    throw error
  }
  step.done(`${megabytes(manifest.installed)} in ${files.folder}`)
}

async function verify({ manifest, files }: EngineWithFiles): Promise<void> {
  if (!files.isInstalled()) throw new Error(`${manifest.name} is not installed: npm run voices -- pull`)
  const problems = await files.problems()
  if (problems.length > 0) {
    throw new Error([...problems, 'Install it again: npm run voices -- rm, then pull'].join('\n'))
  }
  print(`${manifest.name}: all ${manifest.installed.length} files are intact`)
}

function list(): void {
  for (const { manifest, files } of engines) {
    print(`${manifest.name}: ${stateOf(files)}`)
    for (const { of, licence, holder } of manifest.licences) print(`  ${of}: ${licence}, ${holder}`)
    print('')
  }
  const installed = installedEngines(config.cacheDir)
  for (const { id, name, gender, language, character, engine } of VOICES) {
    const ready = installed.isInstalled(requireEngine(engine)) ? '✓' : '·'
    print(`${ready} ${[id.padEnd(14), name.padEnd(7), gender.padEnd(8), language].join(' ')}  ${character}`)
  }
}

function stateOf(files: InstalledFiles): string {
  if (files.isCurrent()) return `installed in ${files.folder}`
  if (!files.isInstalled()) return 'not installed: npm run voices -- pull'
  return `installed in ${files.folder} by an earlier release: npm run voices -- pull makes it faster`
}

/** One engine after the other: the first failure ends the command. */
async function forEachEngine(work: (engine: EngineWithFiles) => Promise<void>): Promise<void> {
  for (const engine of engines) await work(engine)
}

function megabytes(parts: readonly { readonly bytes: number }[]): string {
  return `${Math.round(parts.reduce((sum, { bytes }) => sum + bytes, 0) / 1e6)} MB`
}

function print(line: string): void {
  process.stdout.write(`${line}\n`)
}

function program(): Command {
  const voices = new Command('voices').description('Manage the files of the neural voices.')
  voices
    .command('pull')
    .description('Download, verify and install the files. An interrupted download is resumed.')
    .option('--from <folder>', 'folder that contains the files listed in the manifests in voices/')
    .option('--mirror <url>', 'base URL of a mirror')
    .action((options: PullOptions) => forEachEngine((engine) => pull(engine, options)))
  voices.command('list').description('List the voices, and whether they are available.').action(list)
  voices
    .command('verify')
    .description('Compare all installed files with the manifest.')
    .action(() => forEachEngine(verify))
  voices
    .command('rm')
    .description('Remove the files.')
    .action(() => forEachEngine(({ files }) => files.remove()))
  return voices
}

try {
  await program().parseAsync()
} catch (error) {
  process.stderr.write(`\n${error instanceof Error ? error.message : String(error)}\n`)
  process.exitCode = 1
}
