import { takeKeys, twinKeys } from '../../domain/twin/twin-files.ts'
import type { LearnedTwin } from '../../domain/twin/twin-job.ts'
import type { MediaStore } from '../../media/media-store.ts'
import type { Scratch } from '../../ports/process/scratch.ts'
import type { TwinStudio } from '../../ports/twin/twin-studio.ts'
import type { BuildMaterial, TwinBuilds } from '../../ports/twin/twin-builds.ts'
import type { WorkOptions } from '../../ports/process/work-options.ts'
import { keepText } from '../stored-text.ts'
import { inTurn } from './in-turn.ts'
import { forPerson } from './take.ts'
import { materialOf, twinGone } from './twin-files.ts'
import type { TwinRef } from './twin-files.ts'

/** Stores and studio for learning a twin. */
export interface LearnPorts {
  readonly twinBuilds: Pick<TwinBuilds, 'material'>
  readonly twinStudio: Pick<TwinStudio, 'inTurn' | 'learnTwin'>
  readonly media: MediaStore
  readonly scratch: Scratch
  /** What was read aloud in the recording, sentence by sentence. */
  readonly reading: readonly string[]
}

/** Learning: from the takes to a model. */
export function createLearnActivities(ports: LearnPorts) {
  const { twinBuilds, media, scratch } = ports
  return {
    /** Learns how the person speaks; keeps the model and the films. Fails for good with `TakeUnusable`. */
    async learnTwin(input: TwinRef): Promise<void> {
      const material = await materialOf(twinBuilds, input.twinId)
      const keys = twinKeys(material.folder)
      if (await media.has(keys.learned)) return
      await inTurn(ports.twinStudio, input, (options) =>
        scratch.use(async (folder) => {
          const files = {
            modelFile: `${folder}/model`,
            libraryFile: `${folder}/library.mp4`,
            baseFile: `${folder}/base.mp4`,
          }
          const learned = await learn(ports, material, files, options)
          await media.put(keys.model, files.modelFile)
          await media.put(keys.library, files.libraryFile)
          await media.put(keys.base, files.baseFile)
          // Last, because its presence says that all of it is there.
          await keepText(media, keys.learned, JSON.stringify(learned), folder)
        }),
      )
    },
  }
}

async function learn(
  { media, twinStudio, reading: sentences }: LearnPorts,
  { twinId, folder, takes }: BuildMaterial,
  files: { modelFile: string; libraryFile: string; baseFile: string },
  options: WorkOptions,
): Promise<LearnedTwin> {
  const { reading, silence } = takes
  if (!reading || !silence) throw twinGone(twinId)
  const [read, silent] = [takeKeys(folder, reading.id), takeKeys(folder, silence.id)]
  return media.withFiles(
    [read.film, read.track, read.sound, silent.film, silent.track],
    async ([readFilm = '', readTrack = '', soundFile = '', silentFilm = '', silentTrack = '']) =>
      twinStudio
        .learnTwin(
          {
            reading: {
              takeFile: readFilm,
              trackFile: readTrack,
              soundFile,
              soundLateSeconds: reading.soundLateSeconds ?? 0,
            },
            silence: { takeFile: silentFilm, trackFile: silentTrack },
            sentences,
            ...files,
          },
          options,
        )
        .catch((error: unknown) => {
          throw forPerson(error)
        }),
  )
}
