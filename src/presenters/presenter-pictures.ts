/** What belongs beside a presenter's file, made with the product's own voice and drawing. */
import { createCanvas, loadImage } from '@napi-rs/canvas'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { readConfig } from '../config/config.ts'
import { STANDARD_PICTURE, framesFor, planSegments } from '../domain/picture/picture.ts'
import { createSpeaker } from '../speech/speaker.ts'
import { speakScript } from '../speech/speak-script.ts'
import { requireEngine } from '../speech/engine-registry.ts'
import { findVoice } from '../speech/voice-catalogue.ts'
import { installedEngines } from '../voices/installed.ts'
import type { Presenter } from '../domain/picture/catalogue.ts'
import type { PictureFormat } from '../domain/picture/picture.ts'
import type { SpeechTimeline } from '../domain/speech/speech-timeline.ts'
import type { Renderer } from '../ports/video/renderer.ts'
import type { Speaker } from '../ports/speech/speaker.ts'
import type { ProcessSpeaker } from '../speech/speaker.ts'

/** The parts that speak and draw, and a folder for what is only needed on the way. */
interface PictureStudio {
  readonly speaker: Speaker
  readonly renderer: Renderer
  readonly scratch: string
}

/** The engines as far as they are installed here. */
const INSTALLED = installedEngines(readConfig().cacheDir)

/** A speaker with every voice that is installed here. */
export function pictureSpeaker(): ProcessSpeaker {
  return createSpeaker({ processes: 1, installed: INSTALLED })
}

/** A presenter's voice, or the one that stands in for it where its engine is not installed. */
function installedVoice(voiceId: string): string {
  const voice = findVoice(voiceId)
  if (!voice || INSTALLED.isInstalled(requireEngine(voice.engine))) return voiceId
  console.warn(`${voiceId} is not installed (npm run voices -- pull): ${voice.standIn} speaks instead`)
  return voice.standIn
}

/** Half the standard picture: what a gallery shows, and under 60 kB. */
const THUMBNAIL = { width: 640, height: 360, quality: 88 } as const

/** Two thirds of the standard picture: a sample of five seconds stays under 500 kB. */
const PREVIEW: PictureFormat = { ...STANDARD_PICTURE, width: 848, height: 480 }

/** Six silent seconds: enough to have a moment with the name card. */
const SILENCE: SpeechTimeline = {
  durationSeconds: 6,
  engine: { id: 'none', version: '1', voice: 'none' },
  words: [],
  sentences: [],
  phones: [],
  visemes: [{ viseme: 'sil', start: 0, end: 6 }],
}

/** Draws a presenter at rest, eyes on the viewer, in the standard picture; a JPEG file. */
export async function drawStill(studio: PictureStudio, presenterId: string): Promise<string> {
  const timelineFile = join(studio.scratch, 'silence.json')
  const outFile = join(studio.scratch, `${presenterId}.jpg`)
  await writeFile(timelineFile, JSON.stringify(SILENCE))
  await studio.renderer.drawPoster({
    presenterId,
    timelineFile,
    format: STANDARD_PICTURE,
    seed: presenterId,
    outFile,
  })
  return outFile
}

/** Writes a presenter's `thumbnail.jpg`. */
export async function makeThumbnail(studio: PictureStudio, id: string, target: string): Promise<void> {
  const { width, height, quality } = THUMBNAIL
  const canvas = createCanvas(width, height)
  const brush = canvas.getContext('2d')
  brush.imageSmoothingQuality = 'high'
  brush.drawImage(await loadImage(await drawStill(studio, id)), 0, 0, width, height)
  await writeFile(target, await canvas.encode('jpeg', quality))
}

/** Writes a presenter's spoken `preview.mp4`. */
export async function makePreview(
  studio: PictureStudio,
  presenter: Presenter,
  target: string,
): Promise<void> {
  const { scratch, speaker, renderer } = studio
  const place = join(scratch, presenter.id)
  const [audioFile, soundFile] = [`${place}.wav`, `${place}.m4a`]
  const script = `Hello, I'm ${presenter.name}. Send me your script, and I will say it, word for word.`
  const voiceId = installedVoice(presenter.voiceId)
  const timeline = await speakScript(speaker, { script, voiceId, audioFile, soundFile })
  const timelineFile = join(scratch, `${presenter.id}.json`)
  await writeFile(timelineFile, JSON.stringify(timeline))

  const scene = { presenterId: presenter.id, timelineFile, format: PREVIEW, seed: presenter.id }
  const segments = planSegments(framesFor(timeline.durationSeconds, PREVIEW), PREVIEW)
  const segmentFiles = segments.map(({ index }) => join(scratch, `${presenter.id}-${index}.mp4`))
  for (const [index, segment] of segments.entries()) {
    await renderer.drawSegment({ ...scene, segment, outFile: segmentFiles[index] ?? '' })
  }
  await renderer.assemble({
    segmentFiles,
    soundFile,
    format: PREVIEW,
    title: presenter.name,
    videoId: `preview-${presenter.id}`,
    outFile: target,
  })
}
