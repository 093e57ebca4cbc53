import { twinKeys } from '../../domain/twin/twin-files.ts'
import type { Renderer } from '../../ports/video/renderer.ts'
import type { Scratch } from '../../ports/process/scratch.ts'
import { heartbeating } from '../heartbeating.ts'
import { timelineFileIn } from '../stored-timeline.ts'
import { stepFailure } from '../step-failure.ts'
import { readVideo, whoIsDrawn } from '../scene.ts'
import type { ScenePorts, VideoInput } from '../scene.ts'
import { workKeys } from '../work-files.ts'

/** Stores and renderer for videos of twins that were recorded. */
export interface FootagePorts extends ScenePorts {
  readonly renderer: Pick<Renderer, 'planFootage' | 'presenters'>
  readonly scratch: Scratch
}

/** Footage: what is shown of a recorded person. */
export function createFootageActivities(ports: FootagePorts) {
  const { renderer, media, scratch } = ports
  return {
    /** Chooses the frames of a twin's footage for the whole script, before any is drawn. */
    async planFootage(input: VideoInput): Promise<void> {
      const keys = workKeys(input.videoId)
      if (await media.has(keys.footagePlan)) return
      const look = await whoIsDrawn(ports, await readVideo(ports, input))
      if (!('folder' in look)) throw stepFailure('RenderImpossible', 'The twin was not recorded.')
      await scratch.use((folder) =>
        heartbeating(input, async (options) => {
          const planFile = `${folder}/plan`
          const timelineFile = await timelineFileIn(folder, media, keys.timeline)
          await media.withFile(twinKeys(look.folder).model, (modelFile) =>
            renderer.planFootage(
              { modelFile, timelineFile, seed: input.videoId, engine: look.engine, planFile },
              options,
            ),
          )
          await media.put(keys.footagePlan, planFile)
        }),
      )
    },
  }
}
