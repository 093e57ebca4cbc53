import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

import { framesFor, planSegments, STANDARD_PICTURE } from '../../../src/domain/picture/picture.ts'
import type { TwinFootageFiles } from '../../../src/domain/twin/twin-job.ts'
import type { SceneStyle } from '../../../src/domain/video/drawing-job.ts'
import { TRACK_RATE } from '../../../src/face/face-track.ts'
import { readPlan } from '../../../src/face/plan-file.ts'
import { readTrack } from '../../../src/face/track-file.ts'
import type { Renderer } from '../../../src/ports/video/renderer.ts'
import { readSamples } from '../../../src/speech/engines/wav.ts'
import { createSpeaker } from '../../../src/speech/speaker.ts'
import { speakScript } from '../../../src/speech/speak-script.ts'
import { lipSyncOf } from '../../../src/twins/checks/lips.ts'
import type { ChildTwinStudio } from '../../../src/twins/twin-studio.ts'
import { toHundredths } from '../figure.ts'
import { SCRIPTS } from '../scripts.ts'
import { grainOf, livelinessOf } from './liveliness.ts'

/** What a film of a twin is drawn and looked at with. */
export interface TwinMinute {
  readonly folder: string
  readonly footage: TwinFootageFiles
  readonly renderer: Pick<Renderer, 'planFootage' | 'drawSegment' | 'assemble'>
  readonly studio: Pick<ChildTwinStudio, 'trackTake'>
  /** The take in which the person reads, and its track. */
  readonly take: { readonly file: string; readonly trackFile: string }
}

/** What is wanted of a twin against its person: shares, correlations, milliseconds, seconds. */
const GOALS = { blinks: 0.6, spread: 0.7, grain: 0.25, correlation: 0.4, lagMs: 20, turnSeconds: 2 } as const

const VOICE = 'flite:rms'
/** Nothing but the twin is in the picture. */
export const BARE: SceneStyle = {
  background: null,
  captions: 'none',
  nameCard: false,
  brandColour: null,
  gestures: 'calm',
  camera: 'still',
}

/** Has a twin say a minute of text and prints how it moves in the finished film, against the person who was recorded. */
export async function printTwinMinute(minute: TwinMinute): Promise<void> {
  const { videoFile, planFile } = await drawMinute(minute)
  const files = filesIn(minute.folder)
  await minute.studio.trackTake({ takeFile: videoFile, ...files })
  const [person, twin] = [await readTrack(minute.take.trackFile), await readTrack(files.trackFile)]
  const [his, its] = [livelinessOf(person), livelinessOf(twin)]
  const [camera, film] = [await grainOf(minute.take.file, person), await grainOf(videoFile, twin)]
  const share = (one: number, other: number, least: number) => ({
    person: Number(other.toPrecision(3)),
    twin: Number(one.toPrecision(3)),
    share: toHundredths(one / other),
    goal: `≥ ${least}`,
  })
  const grain = (part: keyof typeof film) => ({
    ...share(film[part], camera[part], 0),
    goal: `1 ± ${GOALS.grain}`,
  })
  console.log('\nA minute of the twin against the person (spreads in distances between the eyes)')
  console.table({
    'blinks a minute': share(its.blinksAMinute, his.blinksAMinute, GOALS.blinks),
    'head, across': share(its.headAcross, his.headAcross, GOALS.spread),
    'head, down': share(its.headDown, his.headDown, GOALS.spread),
    brows: share(its.brows, his.brows, GOALS.spread),
    'grain, wall': grain('wall'),
    'grain, forehead': grain('forehead'),
    'grain, chin': grain('chin'),
  })
  const sync = lipSyncOf({ track: twin, sound: readSamples(await readFile(files.soundFile)) })
  const { base } = await readPlan(planFile)
  console.table({
    'lips and loudness, r': { twin: toHundredths(sync.correlation), goal: `≥ ${GOALS.correlation}` },
    'lips late, ms': { twin: Math.round((sync.shift / TRACK_RATE) * 1000), goal: `± ${GOALS.lagMs}` },
    'least between turns, s': {
      twin: toHundredths(leastBetweenTurns(base) / TRACK_RATE),
      goal: `≥ ${GOALS.turnSeconds}`,
    },
  })
}

function filesIn(folder: string) {
  const place = (kind: string) => join(folder, `minute.${kind}`)
  return { trackFile: place('track'), portraitsFile: place('portraits'), soundFile: place('16k.wav') }
}

async function drawMinute({ folder, footage, renderer }: TwinMinute) {
  const place = (name: string) => join(folder, `minute.${name}`)
  const [timelineFile, planFile, soundFile, videoFile] = [
    place('json'),
    place('plan'),
    place('m4a'),
    place('mp4'),
  ]
  const timeline = await speakMinute({ audioFile: place('wav'), soundFile })
  await writeFile(timelineFile, JSON.stringify(timeline))
  await renderer.planFootage({ ...footage, timelineFile, seed: 'minute', engine: 'video', planFile })
  const format = STANDARD_PICTURE
  const scene = { footage, cardName: '', timelineFile, planFile, seed: 'minute', format, style: BARE }
  const segmentFiles: string[] = []
  for (const segment of planSegments(framesFor(timeline.durationSeconds, format), format)) {
    const outFile = place(`${segment.index}.mp4`)
    await renderer.drawSegment({ ...scene, segment, outFile })
    segmentFiles.push(outFile)
  }
  const finished = { segmentFiles, soundFile, format, title: 'minute', videoId: 'minute', outFile: videoFile }
  await renderer.assemble(finished)
  return { videoFile, planFile }
}

async function speakMinute(files: { readonly audioFile: string; readonly soundFile: string }) {
  const speaker = createSpeaker({ processes: 1 })
  try {
    return await speakScript(speaker, { script: SCRIPTS['one minute'], voiceId: VOICE, ...files })
  } finally {
    await speaker.close()
  }
}

/** Frames from one place where the base goes back instead of on to the next, at least. */
function leastBetweenTurns(base: Int32Array): number {
  let [least, step, turned] = [Infinity, 0, -Infinity]
  for (let frame = 1; frame < base.length; frame += 1) {
    const next = (base[frame] ?? 0) - (base[frame - 1] ?? 0)
    if (Math.abs(next) !== 1) continue
    if (step !== 0 && next !== step) {
      least = Math.min(least, frame - turned)
      turned = frame
    }
    step = next
  }
  return least
}
