import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'

import { framesFor, planSegments, STANDARD_PICTURE } from '../../../src/domain/picture/picture.ts'
import type { SpeechTimeline } from '../../../src/domain/speech/speech-timeline.ts'
import type { SceneStyle } from '../../../src/domain/video/drawing-job.ts'
import { READING, SILENT_SECONDS } from '../../../src/domain/twin/twin-script.ts'
import { createRenderer } from '../../../src/render/renderer.ts'
import { encodeSpeech } from '../../../src/speech/finish/encode-speech.ts'
import { createSpeaker } from '../../../src/speech/speaker.ts'
import { speakScript } from '../../../src/speech/speak-script.ts'

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
const BARE: SceneStyle = {
  background: null,
  captions: 'none',
  nameCard: false,
  brandColour: null,
  gestures: 'calm',
}

/** Draws the guided recording of a presenter of ours, who reads with a voice of Flite. No person is shown. */
export async function drawRecording(folder: string): Promise<DrawnRecording> {
  const speaker = createSpeaker({ processes: 1 })
  const renderer = await createRenderer({ presentersDir: 'presenters', poolSize: 1 })
  const draw = async (name: string, timeline: SpeechTimeline, soundFile: string) => {
    const timelineFile = join(folder, `${name}.json`)
    await writeFile(timelineFile, JSON.stringify(timeline))
    const format = STANDARD_PICTURE
    const segmentFiles: string[] = []
    for (const segment of planSegments(framesFor(timeline.durationSeconds, format), format)) {
      const segmentFile = join(folder, `${name}.${segment.index}.mp4`)
      const scene = { presenterId: PRESENTER, timelineFile, format, seed: name, style: BARE }
      await renderer.drawSegment({ ...scene, segment, outFile: segmentFile })
      segmentFiles.push(segmentFile)
    }
    const outFile = join(folder, `${name}.mp4`)
    await renderer.assemble({ segmentFiles, soundFile, format, title: name, videoId: name, outFile })
    return outFile
  }
  try {
    const [audioFile, soundFile] = [join(folder, 'reading.wav'), join(folder, 'reading.m4a')]
    const spoken = { script: READING.join('\n\n'), voiceId: VOICE, audioFile, soundFile }
    const timeline = await speakScript(speaker, spoken)
    const stillSound = join(folder, 'silence.m4a')
    const samples = new Int16Array(SILENT_SECONDS * SOUND_RATE)
    await encodeSpeech({ samples, sampleRate: SOUND_RATE }, stillSound)
    return {
      // The camera cuts at sentences: what has one sentence has no cuts.
      readingFile: await draw(
        'reading',
        { ...timeline, sentences: timeline.sentences.slice(0, 1) },
        soundFile,
      ),
      silenceFile: await draw('silence', silence(), stillSound),
      sentences: READING,
      timelineFile: join(folder, 'reading.json'),
    }
  } finally {
    await Promise.all([speaker.close(), renderer.close()])
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
