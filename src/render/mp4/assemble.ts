import { stat } from 'node:fs/promises'
import { setImmediate } from 'node:timers/promises'
import { codecConfigSha256, videoStream } from './codec-config.ts'
import { loadFfmpeg } from '../../ffmpeg/load-ffmpeg.ts'
import { openMp4 } from '../../ffmpeg/open-mp4.ts'
import { fileSha256 } from '../../process/file-sha256.ts'
import { AI_NOTICE, writeMark } from '../../provenance/mark.ts'
import { RenderImpossible } from '../presenter/render-impossible.ts'
import type { AssembledVideo, AssembleJob } from '../../domain/video/drawing-job.ts'
import { copyPackets } from './packet-copier.ts'
import type { PacketCopier, PacketTarget } from './packet-copier.ts'
import type { Demuxer, FormatContext, Stream } from 'node-av'

/** Joins segments and sound packet by packet, and writes `job.outFile` with its index first. */
export async function assemble(job: AssembleJob, report: (share: number) => void): Promise<AssembledVideo> {
  const segments = await Promise.all(job.segmentFiles.map(openMp4))
  try {
    refuseMisfits(segments, job.segmentFiles)
    const frames = await writeFile(job, segments, report)
    await writeMark(job.outFile, job.videoId)
    return {
      durationSeconds: frames / job.format.framesPerSecond,
      frames,
      sizeBytes: (await stat(job.outFile)).size,
      sha256: await fileSha256(job.outFile),
    }
  } finally {
    await Promise.all(segments.map((segment) => segment.close()))
  }
}

/** Writes the file and returns how many frames it holds. */
async function writeFile(
  job: AssembleJob,
  segments: readonly Demuxer[],
  report: (share: number) => void,
): Promise<number> {
  const ffmpeg = await loadFfmpeg()
  const [first] = segments
  if (!first) throw new RenderImpossible('There are no segments to join')
  const speech = await openMp4(job.soundFile)
  const muxer = await ffmpeg.Muxer.open(job.outFile, { format: 'mp4', options: { movflags: '+faststart' } })
  try {
    const sound = speech.audio()
    if (!sound) throw new RenderImpossible(`${job.soundFile} holds no sound`)
    const video = muxer.addStream(videoStream(first, job.segmentFiles[0] ?? ''))
    const track = muxer.addStream(sound)
    const file = muxer.getFormatContext()
    file.metadata = ffmpeg.Dictionary.fromObject({ title: job.title, comment: AI_NOTICE })
    ffmpeg.FFmpegError.throwIfError(await file.writeHeader(), 'writing the header')
    const heard = await copyPackets({ from: speech, stream: sound }, { file, stream: streamAt(file, track) })
    const frames = await joinTracks(heard, { file, stream: streamAt(file, video) }, segments, job, report)
    ffmpeg.FFmpegError.throwIfError(await file.writeTrailer(), 'writing the index')
    return frames
  } finally {
    await muxer.close()
    await speech.close()
  }
}

function streamAt(file: FormatContext, index: number): Stream {
  const stream = file.streams[index]
  if (!stream) throw new Error(`The file has no stream ${index}`)
  return stream
}

/** Segments made with other settings or another encoder would be shown as noise after the join. */
function refuseMisfits(segments: readonly Demuxer[], files: readonly string[]): void {
  const configs = segments.map((segment, index) =>
    codecConfigSha256(videoStream(segment, files[index] ?? '')),
  )
  const misfit = configs.findIndex((config) => config !== configs[0])
  if (misfit < 0) return
  throw new RenderImpossible(
    `${files[misfit]} was encoded with other settings than ${files[0]}; draw all segments again with one version`,
  )
}

/** Writes both tracks in the order of time, and returns how many frames the video has. */
async function joinTracks(
  heard: PacketCopier,
  video: PacketTarget,
  segments: readonly Demuxer[],
  job: AssembleJob,
  report: (share: number) => void,
): Promise<number> {
  let frames = 0
  for (const [index, segment] of segments.entries()) {
    const stream = videoStream(segment, job.segmentFiles[index] ?? '')
    const { num, den } = stream.timeBase
    // Counted in frames, not in the containers' rounded durations, which would drift.
    const laterBy = BigInt(Math.round((frames * den) / num / job.format.framesPerSecond))
    const seen = await copyPackets({ from: segment, stream }, video, laterBy)
    for (; seen.seconds !== null; frames += 1) {
      while (heard.seconds !== null && heard.seconds <= seen.seconds) heard.next()
      seen.next()
    }
    report((index + 1) / segments.length)
    await setImmediate()
  }
  while (heard.seconds !== null) heard.next()
  return frames
}
