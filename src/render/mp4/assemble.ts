import { stat } from 'node:fs/promises'
import { codecConfigSha256, videoStream } from './codec-config.ts'
import { loadFfmpeg } from '../../ffmpeg/load-ffmpeg.ts'
import { fileSha256 } from '../../process/file-sha256.ts'
import { AI_NOTICE, writeMark } from '../../provenance/mark.ts'
import { RenderImpossible } from '../presenter/render-impossible.ts'
import type { AssembledVideo, AssembleJob } from '../../domain/studio-job.ts'
import type { Demuxer, Muxer, Packet, Stream } from 'node-av'

/** Joins segments and sound packet by packet, and writes `job.outFile` with its index first. */
export async function assemble(job: AssembleJob, report: (share: number) => void): Promise<AssembledVideo> {
  const { Demuxer } = await loadFfmpeg()
  const segments = await Promise.all(job.segmentFiles.map((file) => Demuxer.open(file)))
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
  const speech = await readSound(job.soundFile)
  try {
    const muxer = await ffmpeg.Muxer.open(job.outFile, {
      format: 'mp4',
      options: { movflags: '+faststart' },
      configure: (context) => {
        context.metadata = ffmpeg.Dictionary.fromObject({ title: job.title, comment: AI_NOTICE })
      },
    })
    const video = muxer.addStream(videoStream(first, job.segmentFiles[0] ?? ''))
    const sound = muxer.addStream(speech.stream)
    const frames = await joinTracks(muxer, { video, sound, segments, speech: speech.packets, job }, report)
    await muxer.close()
    return frames
  } finally {
    await speech.close()
  }
}

/** The sound of a file: a minute is about a megabyte, so all of it is kept in memory. */
async function readSound(
  file: string,
): Promise<{ stream: Stream; packets: readonly Packet[]; close(): Promise<void> }> {
  const { Demuxer } = await loadFfmpeg()
  const input = await Demuxer.open(file)
  const stream = input.audio()
  if (!stream) throw new RenderImpossible(`${file} holds no sound`)
  const packets: Packet[] = []
  for await (const packet of input.packets(stream.index)) {
    if (!packet) break
    packets.push(packet)
  }
  return {
    stream,
    packets,
    async close() {
      for (const packet of packets) packet.free()
      await input.close()
    },
  }
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

interface Tracks {
  readonly video: number
  readonly sound: number
  readonly segments: readonly Demuxer[]
  readonly speech: readonly Packet[]
  readonly job: AssembleJob
}

/** Writes both tracks in the order of time, and returns how many frames the video has. */
async function joinTracks(muxer: Muxer, tracks: Tracks, report: (share: number) => void): Promise<number> {
  const { segments, speech, job } = tracks
  let frames = 0
  let spoken = 0
  for (const [index, segment] of segments.entries()) {
    const stream = videoStream(segment, job.segmentFiles[index] ?? '')
    const { num, den } = stream.timeBase
    // Counted in frames, not in the containers' rounded durations, which would drift.
    const offset = BigInt(Math.round((frames * den) / num / job.format.framesPerSecond))
    for await (const packet of segment.packets(stream.index)) {
      if (!packet) break
      packet.pts += offset
      packet.dts += offset
      const seconds = (Number(packet.dts) * num) / den
      for (; spoken < speech.length && startOf(speech[spoken]) <= seconds; spoken += 1) {
        await muxer.writePacket(speech[spoken], tracks.sound)
      }
      await muxer.writePacket(packet, tracks.video)
      frames += 1
      packet.free()
    }
    report((index + 1) / segments.length)
  }
  for (; spoken < speech.length; spoken += 1) await muxer.writePacket(speech[spoken], tracks.sound)
  return frames
}

function startOf(packet: Packet | undefined): number {
  if (!packet) return Number.POSITIVE_INFINITY
  return (Number(packet.pts) * packet.timeBase.num) / packet.timeBase.den
}
