import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { planFixed } from '../../../src/domain/picture/picture.ts'
import { createRenderer } from '../../../src/render/renderer.ts'
import { createSpeaker } from '../../../src/speech/speaker.ts'
import type { PictureFormat, Segment } from '../../../src/domain/picture/picture.ts'
import type { SpeechSoFar } from '../../../src/domain/speech/speech-timeline.ts'
import type { ChildRenderer } from '../../../src/render/renderer.ts'

const FORMAT: PictureFormat = { width: 320, height: 180, framesPerSecond: 30 }

const SCRIPT = `Hello, and welcome! Maybe you have wondered how a video can be drawn before it is spoken.
The answer is simple: what has been said does not change any more. So its picture can be made, while the rest
is still on its way. Everything you see here, the words below included, was known at that time. Is that not
wonderful? We think that it is. Thank you for watching, and see you next time. Bye!`

let folder: string
let renderer: ChildRenderer
const speaker = createSpeaker({ processes: 1 })
const at = (name: string) => join(folder, name)

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'beginning-'))
  renderer = await createRenderer({ presentersDir: 'presenters', poolSize: 1 })
})
afterAll(async () => {
  await Promise.all([speaker.close(), renderer.close()])
  await rm(folder, { recursive: true })
})

/** Speaks the next part and writes down what is known after it. */
async function speakPart(part: number): Promise<SpeechSoFar> {
  const request = { script: SCRIPT, voiceId: 'flite:slt' }
  await speaker.speakPart({ ...request, part, partFile: at(`${part}.part`) })
  const spoken = Array.from({ length: part + 1 }, (_, index) => speaker.timesOf(at(`${index}.part`)))
  const known = await speaker.join({ ...request, times: await Promise.all(spoken) })
  await writeFile(at(`${part}.json`), JSON.stringify(known.timeline))
  return known
}

/** A segment's file as it is drawn by what is known after a part. */
async function draw(segment: Segment, part: number): Promise<Buffer> {
  const outFile = at(`${segment.index}-${part}.mp4`)
  await renderer.drawSegment({
    presenterId: 'maya',
    style: {
      background: null,
      captions: 'burned',
      nameCard: true,
      brandColour: null,
      gestures: 'calm',
      camera: 'directed',
    },
    timelineFile: at(`${part}.json`),
    format: FORMAT,
    seed: 'vid_1',
    segment,
    outFile,
  })
  return readFile(outFile)
}

test('a segment drawn while the rest is not spoken yet is to the byte what it is when all is', async () => {
  const known = [await speakPart(0)]
  while (known.length < known[0]!.parts) known.push(await speakPart(known.length))
  const last = known.length - 1
  expect(last).toBeGreaterThan(0)

  const planned: Segment[] = []
  for (const [part, { fixedSeconds }] of known.slice(0, -1).entries()) {
    const settled = planFixed(fixedSeconds, FORMAT, planned)
    for (const segment of settled) {
      expect((await draw(segment, part)).equals(await draw(segment, last)), `part ${part}`).toBe(true)
    }
    planned.push(...settled)
  }
  expect(planned.length).toBeGreaterThan(0)
})
