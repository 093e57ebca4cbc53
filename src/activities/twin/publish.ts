import { twinWorkKeys } from '../../domain/twin/twin-files.ts'
import type { TwinSelfTest } from '../../domain/twin/twin-job.ts'
import type { TwinFailure } from '../../domain/twin/twin.ts'
import type { BuiltTwin, TwinBuilds } from '../../ports/twin/twin-builds.ts'
import type { TwinTakes } from '../../ports/twin/twin-takes.ts'
import type { Twins } from '../../ports/twin/twins.ts'
import { forgetFaces } from './forget-faces.ts'
import type { EngineRef } from './sample.ts'
import { folderOf, readLearned, twinGone } from './twin-files.ts'
import type { TwinRef } from './twin-files.ts'
import { voiceOf } from './twin-voice.ts'
import type { TwinVoicePorts } from './twin-voice.ts'

/** Stores for ending the build of a twin. */
export interface PublishPorts extends TwinVoicePorts {
  readonly twins: Pick<Twins, 'find' | 'findAny' | 'folder'>
  readonly twinBuilds: Pick<TwinBuilds, 'recordProgress' | 'publish' | 'fail'>
  readonly twinTakes: Pick<TwinTakes, 'list'>
}

/** Results: the progress of a build, and the transactions that end it. */
export function createPublishActivities(ports: PublishPorts) {
  const { twinBuilds, media } = ports
  return {
    /** Raises the progress of a build, in percent; never lowers it. */
    async recordTwinProgress({ twinId, progress }: TwinRef & { progress: number }): Promise<void> {
      await twinBuilds.recordProgress(twinId, progress)
    },

    /** What only the build needed is removed, and the twin is ready. Fails when the twin is gone. */
    async publishTwin(input: EngineRef & { selfTest: TwinSelfTest }): Promise<void> {
      const { twinId } = input
      const folder = await folderOf(ports.twins, twinId)
      const built = await builtTwin(ports, input, folder)
      // Before: what is published may be another row's from then on.
      await media.removeAll(twinWorkKeys(folder).all)
      await forgetFaces(ports, twinId)
      if (!(await twinBuilds.publish(twinId, built))) throw twinGone(twinId)
    },

    /** The twin has failed; false when it is gone. */
    async failTwin({ twinId, failure }: TwinRef & { failure: TwinFailure }): Promise<boolean> {
      const isFailed = await twinBuilds.fail(twinId, failure)
      if (isFailed) await forgetFaces(ports, twinId)
      return isFailed
    },
  }
}

async function builtTwin(
  ports: PublishPorts,
  { accountId, twinId, engine, selfTest }: EngineRef & { selfTest: TwinSelfTest },
  folder: string,
): Promise<BuiltTwin> {
  const learned = await readLearned(ports.media, folder)
  return {
    engine,
    voice: await voiceOf(ports, { accountId, twinId }, folder),
    pitchHz: learned.pitchHz,
    quality: {
      lag_frames: selfTest.lagFrames,
      gap_correlation: selfTest.gapCorrelation,
      articulation: selfTest.articulation,
      library_frames: learned.libraryFrames,
      base_frames: learned.baseFrames,
      dropped_sentences: learned.droppedSentences,
    },
  }
}
