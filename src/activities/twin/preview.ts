import { readFile } from 'node:fs/promises'

import { framesFor, STANDARD_PICTURE } from '../../domain/picture/picture.ts'
import type { SpeechTimeline } from '../../domain/speech/speech-timeline.ts'
import type { PartTimes } from '../../domain/speech/speech-job.ts'
import { twinKeys, twinWorkKeys } from '../../domain/twin/twin-files.ts'
import { PREVIEW_SCRIPT } from '../../domain/twin/twin-script.ts'
import type { Renderer } from '../../ports/video/renderer.ts'
import type { Scratch } from '../../ports/process/scratch.ts'
import type { Speaker } from '../../ports/speech/speaker.ts'
import type { TwinBuilds } from '../../ports/twin/twin-builds.ts'
import type { WorkOptions } from '../../ports/process/work-options.ts'
import { heartbeating } from '../heartbeating.ts'
import { keepText } from '../stored-text.ts'
import { PLAIN } from './sample.ts'
import type { EngineRef } from './sample.ts'
import { withFootage } from '../../media/twin-footage.ts'
import { materialOf } from './twin-files.ts'
import type { TwinRef } from './twin-files.ts'
import { voiceOf } from './twin-voice.ts'
import type { TwinVoicePorts } from './twin-voice.ts'

/** Stores, speaker and renderer for showing a twin. */
export interface PreviewPorts extends TwinVoicePorts {
  readonly twinBuilds: Pick<TwinBuilds, 'material'>
  readonly speaker: Speaker
  readonly renderer: Pick<Renderer, 'planFootage' | 'drawSegment' | 'drawPoster' | 'assemble'>
  readonly scratch: Scratch
}

/** Preview: what shows a twin before there is a video of it. */
export function createPreviewActivities(ports: PreviewPorts) {
  const { twinBuilds, media, scratch } = ports
  return {
    /** Speaks what the twin says in its preview, with its own voice. */
    async speakPreview(input: TwinRef): Promise<void> {
      const { folder } = await materialOf(twinBuilds, input.twinId)
      const keys = twinWorkKeys(folder)
      if (await media.has(keys.previewSound)) return
      const { engineVoiceId: voiceId } = await voiceOf(ports, input, folder)
      await scratch.use((scratchFolder) =>
        heartbeating(input, async (options) => {
          const soundFile = `${scratchFolder}/preview.m4a`
          const timeline = await speak(ports.speaker, voiceId, soundFile, scratchFolder, options)
          await keepText(media, keys.previewTimeline, JSON.stringify(timeline), scratchFolder)
          await media.put(keys.previewSound, soundFile)
        }),
      )
    },

    /** Draws the preview and the thumbnail. */
    async drawPreview(input: EngineRef): Promise<void> {
      const { folder, name } = await materialOf(twinBuilds, input.twinId)
      const [keys, work] = [twinKeys(folder), twinWorkKeys(folder)]
      if (await media.has(keys.preview)) return
      await scratch.use((scratchFolder) =>
        heartbeating(input, (options) =>
          withFootage(media, folder, (footage) =>
            media.withFiles(
              [work.previewTimeline, work.previewSound],
              async ([timelineFile = '', soundFile = '']) => {
                const { renderer } = ports
                const format = STANDARD_PICTURE
                const planFile = `${scratchFolder}/plan`
                const job = { timelineFile, planFile, seed: input.twinId }
                await renderer.planFootage({ ...job, ...footage, engine: input.engine }, options)
                const scene = { ...job, footage, cardName: name, style: PLAIN, format }
                const thumbnail = `${scratchFolder}/thumbnail.jpg`
                await renderer.drawPoster({ ...scene, outFile: thumbnail }, options)
                const picture = `${scratchFolder}/picture.mp4`
                const { durationSeconds } = JSON.parse(await readFile(timelineFile, 'utf8')) as SpeechTimeline
                const segment = { index: 0, startFrame: 0, endFrame: framesFor(durationSeconds, format) }
                await renderer.drawSegment({ ...scene, segment, outFile: picture }, options)
                const outFile = `${scratchFolder}/preview.mp4`
                await renderer.assemble(
                  { segmentFiles: [picture], soundFile, format, title: name, videoId: input.twinId, outFile },
                  options,
                )
                await media.put(keys.thumbnail, thumbnail)
                // Last, because its presence says that both are there.
                await media.put(keys.preview, outFile)
              },
            ),
          ),
        ),
      )
    },
  }
}

/** Speaks the preview into a file; its timeline. */
async function speak(
  speaker: Speaker,
  voiceId: string,
  soundFile: string,
  folder: string,
  options: WorkOptions,
): Promise<SpeechTimeline> {
  const request = { script: PREVIEW_SCRIPT, voiceId }
  const partFiles: string[] = []
  const times: PartTimes[] = []
  for (;;) {
    const part = partFiles.length
    const partFile = `${folder}/part_${part}`
    partFiles.push(partFile)
    await speaker.speakPart({ ...request, part, partFile }, options)
    times.push(await speaker.timesOf(partFile))
    const { parts, timeline } = await speaker.join({ ...request, times })
    if (partFiles.length < parts) continue
    await speaker.finish({ partFiles, soundFile }, options)
    if (timeline === null) throw new Error('The preview has no sound.')
    return timeline
  }
}
