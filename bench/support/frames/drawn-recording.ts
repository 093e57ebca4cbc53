import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

import type { SpeechTimeline } from '../../../src/domain/speech/speech-timeline.ts'
import { READING, SILENT_SECONDS } from '../../../src/domain/twin/twin-script.ts'
import { readSamples } from '../../../src/speech/engines/wav.ts'
import { createSpeaker } from '../../../src/speech/speaker.ts'
import { speakScript } from '../../../src/speech/speak-script.ts'
import { filmPresenter, HD_CAMERA } from '../../../test/support/twin/filmed-presenter.ts'
import { openFilm } from '../../../test/support/twin/forged-take.ts'

/** What a twin is made from: two films, and what is said in the first, sentence by sentence. */
export interface Recording {
  readonly readingFile: string
  readonly silenceFile: string
  readonly sentences: readonly string[]
}

/** A recording that was drawn, and a file with the timeline of its reading. */
export interface DrawnRecording extends Recording {
  readonly timelineFile: string
}

const PRESENTER = 'amara'
const VOICE = 'flite:rms'
const SOUND_RATE = 48_000

/** Draws the guided recording of a presenter of ours, who reads with a voice of Flite and moves as a person does. */
export async function drawRecording(folder: string): Promise<DrawnRecording> {
  const speaker = createSpeaker({ processes: 1 })
  const film = async (name: string, timeline: SpeechTimeline, sound: Float32Array) => {
    const file = join(folder, `${name}.mp4`)
    const opened = await openFilm(file, HD_CAMERA.seen, { container: 'mp4', sound })
    await filmPresenter(opened, HD_CAMERA, { presenterId: PRESENTER, timeline, seed: name })
    await opened.close()
    return file
  }
  try {
    const [audioFile, soundFile] = [join(folder, 'reading.wav'), join(folder, 'reading.m4a')]
    const spoken = { script: READING.join('\n\n'), voiceId: VOICE, audioFile, soundFile }
    const timeline = await speakScript(speaker, spoken)
    const timelineFile = join(folder, 'reading.json')
    await writeFile(timelineFile, JSON.stringify(timeline))
    const { samples } = readSamples(await readFile(audioFile))
    return {
      readingFile: await film(
        'reading',
        timeline,
        Float32Array.from(samples, (sample) => sample / 32_768),
      ),
      silenceFile: await film('silence', silence(), new Float32Array(SILENT_SECONDS * SOUND_RATE)),
      sentences: READING,
      timelineFile,
    }
  } finally {
    await speaker.close()
  }
}

function silence(): SpeechTimeline {
  return {
    durationSeconds: SILENT_SECONDS,
    engine: { id: 'silence', version: '1', voice: '' },
    words: [],
    sentences: [],
    phones: [],
    visemes: [{ viseme: 'sil', start: 0, end: SILENT_SECONDS }],
  }
}
