import { loadFfmpeg } from '../../ffmpeg/load-ffmpeg.ts'
import { openMp4 } from '../../ffmpeg/open-mp4.ts'
import { pictureOf } from '../../raster/frame-picture.ts'
import type { I420Picture } from '../../raster/i420.ts'
import type * as Ffmpeg from 'node-av'

/** A film whose frames can be asked for in any order. */
export interface Film {
  /** A frame, from 0; its pixels are there until `kept` others were asked for. @throws when there is no such frame. */
  picture(frame: number): I420Picture
  close(): Promise<void>
}

/** A picture and the frame that holds its memory. */
interface Kept {
  readonly frame: Ffmpeg.Frame
  readonly picture: I420Picture
}

/**
 * Opens a film that was made for it: H.264 in which no picture is predicted from a later one. A frame is decoded
 * from the key frame before it on, so frames that follow one another are cheapest.
 *
 * @param filter what every frame goes through; null: nothing.
 * @param kept frames that are remembered: those from one key frame to the next, so that the film can be gone through
 *   backwards.
 */
export async function openFilm(file: string, filter: string | null, kept: number): Promise<Film> {
  const ffmpeg = await loadFfmpeg()
  const demuxer = await openMp4(file)
  const stream = demuxer.video()
  if (!stream) throw new Error(`${file} holds no video`)
  const packets = packetsOf(demuxer, stream.index)
  // More threads would give a frame back only after the next ones were put in.
  const decoder = await ffmpeg.Decoder.create(stream, { threadCount: 1 })
  const graph = filter === null ? null : ffmpeg.FilterAPI.create(filter)
  const recent = new Map<number, Kept>()
  let next = 0

  const keep = (index: number, frame: Ffmpeg.Frame): void => {
    const [oldest] = recent.keys()
    if (recent.size >= kept && oldest !== undefined) {
      recent.get(oldest)?.frame.free()
      recent.delete(oldest)
    }
    recent.set(index, { frame, picture: pictureOf(frame) })
  }
  const decodeNext = (): void => {
    const packet = packets[next]
    if (!packet) throw new Error(`${file} has no frame ${next}`)
    decoder.decodeSync(packet)
    const frame = decoder.receiveSync()
    if (!frame || !(frame instanceof ffmpeg.Frame))
      throw new Error(`${file} has no picture for frame ${next}`)
    if (!recent.has(next)) keep(next, graph ? filtered(graph, frame) : frame)
    else frame.free()
    next += 1
  }
  return {
    picture(wanted) {
      const known = recent.get(wanted)
      if (known) return known.picture
      const key = packets.findLastIndex((packet, index) => index <= wanted && packet.isKeyframe)
      if (next > wanted || next < key) next = Math.max(0, key)
      while (next <= wanted) decodeNext()
      const found = recent.get(wanted)
      if (!found) throw new Error(`${file} has no frame ${wanted}`)
      return found.picture
    },
    async close() {
      for (const { frame } of recent.values()) frame.free()
      recent.clear()
      for (const packet of packets) packet.free()
      decoder.close()
      graph?.close()
      await demuxer.close()
    },
  }
}

/** All at once: a packet of a local file is there sooner than a thread could be changed for it. */
function packetsOf(demuxer: Ffmpeg.Demuxer, stream: number): Ffmpeg.Packet[] {
  return [...demuxer.packetsSync(stream)].filter((packet) => packet !== null)
}

function filtered(graph: Ffmpeg.FilterAPI, frame: Ffmpeg.Frame): Ffmpeg.Frame {
  const [shown, ...others] = graph.processAllSync(frame)
  frame.free()
  for (const other of others) other.free()
  if (!shown) throw new Error('A filter kept a frame back')
  return shown
}
