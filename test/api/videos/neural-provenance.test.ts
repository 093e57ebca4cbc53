import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import type { Segment } from '../../../src/domain/picture/picture.ts'
import type { Renderer } from '../../../src/ports/video/renderer.ts'
import { fileSha256 } from '../../../src/process/file-sha256.ts'
import { writeMark } from '../../../src/provenance/mark.ts'
import { verifyVideo } from '../../../src/provenance/verify.ts'
import { createSpeaker } from '../../../src/speech/speaker.ts'
import { neuralVoices, testEngines } from '../../support/speech/neural-voices.ts'
import { quickStudio } from '../../support/service/quick-studio.ts'
import { startTestService } from '../../support/service/service.ts'
import type { TestService } from '../../support/service/service.ts'

const SCRIPT = 'Each word 🎉 has its place.'

/** Speech of a neural voice takes longer when other tests run beside. */
const PATIENCE_MS = 180_000

const EMPTY_BOX = Buffer.from('\0\0\0\u0008ftyp', 'latin1')

const neural = neuralVoices()

/** A marked file as long as its segments, without pictures: those are not what this is about. */
const assemble: Renderer['assemble'] = async ({ segmentFiles, format, videoId, outFile }) => {
  const last = JSON.parse(await readFile(segmentFiles.at(-1)!, 'utf8')) as Segment
  await writeFile(outFile, EMPTY_BOX)
  await writeMark(outFile, videoId)
  return {
    frames: last.endFrame,
    durationSeconds: last.endFrame / format.framesPerSecond,
    sizeBytes: (await stat(outFile)).size,
    sha256: await fileSha256(outFile),
  }
}

describe.runIf(neural.isInstalled())('a video spoken by a neural voice', { timeout: PATIENCE_MS }, () => {
  const speaker = createSpeaker({ processes: 1, installed: testEngines() })
  let service: TestService
  let folder: string

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'neural-provenance-'))
    const studio = quickStudio({ renderer: { assemble } })
    service = await startTestService({ studio: { ...studio, speaker }, config: { speechEngine: 'kokoro' } })
  })
  afterAll(async () => {
    await service.stop()
    await rm(folder, { recursive: true })
  })

  test('is proved by its record to say exactly its script, and by which model', async () => {
    const account = await service.account()
    const voices = (await account.request('GET', '/voices')).body.data as { id: string; name: string }[]
    const voice_id = voices.find(({ name }) => name === 'Michael')?.id
    const { body } = await account.createVideo({ script: SCRIPT, voice_id })
    const ready = await account.untilStatus(body.id, 'ready', PATIENCE_MS)
    const file = join(folder, 'video.mp4')
    await writeFile(file, Buffer.from(await (await fetch(ready.video_url)).arrayBuffer()))
    const sidecarText = await (await fetch(ready.provenance_url)).text()

    expect(await verifyVideo({ file, sidecarText, script: SCRIPT })).toEqual([])
    expect(await verifyVideo({ file, sidecarText, script: SCRIPT.replace('Each', 'Every') })).toHaveLength(1)
    const { voice, words } = JSON.parse(sidecarText)
    expect(voice).toEqual({
      engine: 'kokoro',
      version: expect.stringContaining('82m') as string,
      voice: 'michael',
      // Of the file as it is published, so that whoever has it can compare; what is installed is made of it.
      model_sha256: '6e742170d309016e5891a994e1ce1559c702a2ccd0075e67ef7157974f6406cb',
      pronunciations: 0,
    })
    const silent = words.map((word: { silent: boolean }) => word.silent)
    expect(silent).toEqual([false, false, true, false, false, false])
    // They are of speech: each is heard for a while of its own.
    const heard = words.filter(({ silent: unsaid }: { silent: boolean }) => !unsaid)
    const lengths = heard.map(
      ({ start_ms, end_ms }: { start_ms: number; end_ms: number }) => end_ms - start_ms,
    )
    expect(Math.min(...lengths)).toBeGreaterThan(30)
    expect(new Set(lengths).size).toBeGreaterThan(1)
  })
})
