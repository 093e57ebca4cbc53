/**
 * Checks whether an external renderer conforms to the contract (docs/renderer-port.md):
 *
 *   npm run conformance -- --queue render-NAME --media DIR [--presenter presenter.json]
 *
 * Without `--media`, the files are in the bucket of `S3_BUCKET` and the settings beside it.
 * The renderer must be running. Every check reports its result. The exit code is 1 if any check fails.
 */
import { readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'

import { DefaultLogger, Runtime } from '@temporalio/worker'
import { Command } from 'commander'

import { readBucketAlone } from '../config/bucket-config.ts'
import { createDiskStore } from '../media/disk-store.ts'
import type { MediaStore } from '../media/media-store.ts'
import { openS3 } from '../media/s3/open-s3.ts'
import { createScratch } from '../media/scratch.ts'
import type { Scratch } from '../ports/process/scratch.ts'
import { createProgress } from '../process/progress.ts'
import { SceneFile } from '../renderers/contract.ts'
import { CHECKS } from './checks.ts'
import { createMaterial } from './material.ts'
import { startTrial } from './trial.ts'

interface Options {
  readonly queue: string
  readonly media?: string
  readonly presenter?: string
  readonly temporal: string
  readonly namespace: string
}

const command = new Command('conformance')
  .requiredOption('--queue <name>', 'task queue of the renderer: `render-` followed by its name')
  .option('--media <folder>', 'media folder that the renderer reads and writes; not with S3_BUCKET')
  .option('--presenter <file>', 'presenter file that the renderer can draw; defaults to an empty look')
  .option('--temporal <address>', 'host and port of the Temporal server', '127.0.0.1:7233')
  .option('--namespace <name>', 'Temporal namespace', 'default')
  .action(conformance)

try {
  await command.parseAsync()
} catch (error) {
  console.error((error as Error).message)
  process.exitCode = 1
}

async function conformance({ queue, media, presenter, temporal, namespace }: Options): Promise<void> {
  // Hides the SDK's own messages, so that only the results of the checks are shown.
  Runtime.install({ logger: new DefaultLogger('ERROR') })
  const progress = createProgress()
  const scratch = createScratch(path.join(tmpdir(), 'conformance-scratch'))
  const material = createMaterial(await mediaStore(media, scratch), scratch, await presenterIn(presenter))
  const trial = await startTrial({ address: temporal, namespace, queue })
  let failed = 0
  try {
    for (const check of CHECKS) {
      const step = progress.step(check.name)
      try {
        await check.run({ trial, material })
        step.done()
      } catch (error) {
        failed += 1
        step.fail((error as Error).message)
      }
    }
  } finally {
    await trial.close()
    await material.remove()
  }
  if (failed > 0) throw new Error(`${failed} of ${CHECKS.length} checks failed.`)
  console.log(`${queue} conforms to contract 1: all ${CHECKS.length} checks passed.`)
}

/** The store that the renderer reads and writes. */
async function mediaStore(folder: string | undefined, scratch: Scratch): Promise<MediaStore> {
  if (folder !== undefined) return createDiskStore(folder)
  const bucket = readBucketAlone()
  if (bucket === null) throw new Error('Name the media folder with --media, or the bucket with S3_BUCKET.')
  const media = openS3(bucket, scratch)
  await media.check()
  return media.forWork
}

async function presenterIn(file: string | undefined): Promise<SceneFile['presenter']> {
  if (file === undefined) return { id: 'conformance', name: 'Conformance', role: 'Trial', look: {} }
  const { id, name, role, look } = JSON.parse(await readFile(file, 'utf8')) as Record<string, unknown>
  return SceneFile.shape.presenter.parse({ id, name, role, look })
}
