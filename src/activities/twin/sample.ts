import { writeFile } from 'node:fs/promises'

import { framesFor, STANDARD_PICTURE } from '../../domain/picture/picture.ts'
import { PAUSE } from '../../domain/speech/speech-timeline.ts'
import type { SpeechTimeline, VisemeCue } from '../../domain/speech/speech-timeline.ts'
import type { SceneStyle } from '../../domain/video/drawing-job.ts'
import { twinKeys, twinWorkKeys } from '../../domain/twin/twin-files.ts'
import type { TwinEngine, TwinSelfTest } from '../../domain/twin/twin-job.ts'
import type { MediaStore } from '../../media/media-store.ts'
import type { Renderer } from '../../ports/video/renderer.ts'
import type { Scratch } from '../../ports/process/scratch.ts'
import type { TwinStudio } from '../../ports/twin/twin-studio.ts'
import type { TwinBuilds } from '../../ports/twin/twin-builds.ts'
import { heartbeating } from '../heartbeating.ts'
import { inTurn } from './in-turn.ts'
import { withFootage } from '../../media/twin-footage.ts'
import { materialOf, readLearned } from './twin-files.ts'
import type { TwinRef } from './twin-files.ts'

/** Stores, studio and renderer for testing a twin. */
export interface SamplePorts {
  readonly twinBuilds: Pick<TwinBuilds, 'material'>
  readonly twinStudio: Pick<TwinStudio, 'inTurn' | 'testTwin'>
  readonly renderer: Pick<Renderer, 'planFootage' | 'drawSegment'>
  readonly media: MediaStore
  readonly scratch: Scratch
}

/** A twin as one engine draws it. */
export interface EngineRef extends TwinRef {
  readonly engine: TwinEngine
}

/** Nothing but the person and the room. */
export const PLAIN: SceneStyle = {
  background: null,
  captions: 'none',
  nameCard: false,
  brandColour: null,
  gestures: 'calm',
  camera: 'directed',
}

/** Samples: whether what was learned of a person holds. */
export function createSampleActivities(ports: SamplePorts) {
  const { twinBuilds, twinStudio, media, scratch } = ports
  return {
    /** Has the twin say what the person said in the clearest part of the reading. */
    async drawSample(input: EngineRef): Promise<void> {
      const { folder, name } = await materialOf(twinBuilds, input.twinId)
      const key = twinWorkKeys(folder).sample(input.engine)
      if (await media.has(key)) return
      const { sample: cues } = await readLearned(media, folder)
      await scratch.use((scratchFolder) =>
        heartbeating(input, (options) =>
          withFootage(media, folder, async (footage) => {
            const timelineFile = `${scratchFolder}/timeline.json`
            const timeline = silentTimeline(cues)
            await writeFile(timelineFile, JSON.stringify(timeline))
            const job = { timelineFile, planFile: `${scratchFolder}/plan`, seed: input.twinId }
            await ports.renderer.planFootage({ ...job, ...footage, engine: input.engine }, options)
            const outFile = `${scratchFolder}/sample.mp4`
            const endFrame = framesFor(timeline.durationSeconds, STANDARD_PICTURE)
            await ports.renderer.drawSegment(
              {
                ...job,
                footage,
                cardName: name,
                style: PLAIN,
                format: STANDARD_PICTURE,
                segment: { index: 0, startFrame: 0, endFrame },
                outFile,
              },
              options,
            )
            await media.put(key, outFile)
          }),
        ),
      )
    },

    /** Tracks the sample again, and says how well its lips follow what it says. */
    async testTwin(input: EngineRef): Promise<TwinSelfTest> {
      const { folder } = await materialOf(twinBuilds, input.twinId)
      const { sample, gapSpread } = await readLearned(media, folder)
      const keys = [twinWorkKeys(folder).sample(input.engine), twinKeys(folder).model]
      return inTurn(twinStudio, input, (options) =>
        media.withFiles(keys, ([videoFile, modelFile]) => {
          const job = { videoFile: videoFile ?? '', modelFile: modelFile ?? '' }
          return twinStudio.testTwin({ ...job, cues: sample, gapSpread }, options)
        }),
      )
    },
  }
}

/** A timeline of which only the mouth matters. */
function silentTimeline(visemes: readonly VisemeCue[]): SpeechTimeline {
  const durationSeconds = visemes.at(-1)?.end ?? 0
  return {
    durationSeconds,
    engine: { id: 'self-test', version: '1', voice: '' },
    words: [],
    sentences: [],
    phones: [{ phone: PAUSE, start: 0, end: durationSeconds }],
    visemes,
  }
}
