import { Command } from 'commander'

import { readConfig } from '../config/config.ts'
import { createProgress } from '../process/progress.ts'
import { VOICES } from '../speech/engines/voices.ts'
import { install } from './install.ts'
import { kokoroFiles, voicesDir } from './installed.ts'
import { kokoroManifest } from './manifest.ts'

/** `npm run voices -- pull | list | verify | rm`: manages the files of the neural voices, which npm does not install. */
const manifest = kokoroManifest()
const config = readConfig()
const files = kokoroFiles(config.cacheDir)

async function pull({ from, mirror }: { from?: string; mirror?: string }): Promise<void> {
  if (files.isInstalled()) {
    print(`${manifest.name} is installed in ${files.folder}`)
    return
  }
  const step = createProgress().step(manifest.name, `one-time download of ${megabytes(manifest.downloads)}`)
  try {
    await install(manifest, {
      dir: voicesDir(config.cacheDir),
      localDir: from ?? config.voicesDir,
      mirrorUrl: mirror ?? config.voicesMirror,
      onProgress: step.update,
    })
  } catch (error) {
    step.fail('not installed')
    throw error
  }
  step.done(`${megabytes(manifest.installed)} in ${files.folder}`)
}

async function verify(): Promise<void> {
  if (!files.isInstalled()) throw new Error(`${manifest.name} is not installed: npm run voices -- pull`)
  const problems = await files.problems()
  if (problems.length > 0) {
    throw new Error([...problems, 'Install it again: npm run voices -- rm, then pull'].join('\n'))
  }
  print(`${manifest.name}: all ${manifest.installed.length} files are intact`)
}

function list(): void {
  const state = files.isInstalled() ? `installed in ${files.folder}` : 'not installed: npm run voices -- pull'
  print(`${manifest.name}: ${state}`)
  for (const { of, licence, holder } of manifest.licences) print(`  ${of}: ${licence}, ${holder}`)
  print('')
  for (const { id, name, gender, language, character, engine } of VOICES) {
    const ready = engine === 'flite' || files.isInstalled() ? '✓' : '·'
    print(`${ready} ${[id.padEnd(14), name.padEnd(7), gender.padEnd(8), language].join(' ')}  ${character}`)
  }
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
    .option('--from <folder>', 'folder that contains the files listed in voices/kokoro.json')
    .option('--mirror <url>', 'base URL of a mirror')
    .action(pull)
  voices.command('list').description('List the voices, and whether they are available.').action(list)
  voices.command('verify').description('Compare all installed files with the manifest.').action(verify)
  voices
    .command('rm')
    .description('Remove the files.')
    .action(() => files.remove())
  return voices
}

try {
  await program().parseAsync()
} catch (error) {
  process.stderr.write(`\n${error instanceof Error ? error.message : String(error)}\n`)
  process.exitCode = 1
}
