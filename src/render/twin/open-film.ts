import { loadFfmpeg } from '../../ffmpeg/load-ffmpeg.ts'
import { openMp4 } from '../../ffmpeg/open-mp4.ts'
import { pictureOf } from '../../raster/frame-picture.ts'
import { openReaders } from './film-readers.ts'
import type { I420Picture } from '../../raster/i420.ts'
import type { FilmReader } from './film-readers.ts'
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
 * @param places at which the film can be followed at the same time.
 */
export async function openFilm(file: string, filter: string | null, kept: number, places = 1): Promise<Film> {
  const ffmpeg = await loadFfmpeg()
  const demuxer = await openMp4(file)
  const stream = demuxer.video()
  if (!stream) throw new Error(`${file} holds no video`)
  const packets = packetsOf(demuxer, stream.index)
  const readers = await openReaders(ffmpeg, stream, filter, packets, places)
  const recent = new Map<number, Kept>()

  const keep = (index: number, frame: Ffmpeg.Frame): void => {
    const [oldest] = recent.keys()
    if (recent.size >= kept && oldest !== undefined) {
      recent.get(oldest)?.frame.free()
      recent.delete(oldest)
    }
    recent.set(index, { frame, picture: pictureOf(frame) })
  }
  const decodeNext = (reader: FilmReader): void => {
    const { decoder, graph, next } = reader
    const packet = packets[next]
    if (!packet) throw new Error(`${file} has no frame ${next}`)
    decoder.decodeSync(packet)
    const frame = decoder.receiveSync()
    if (!frame || !(frame instanceof ffmpeg.Frame))
      throw new Error(`${file} has no picture for frame ${next}`)
    if (!recent.has(next)) keep(next, graph ? filtered(graph, frame) : frame)
    else frame.free()
    reader.next += 1
  }
  return {
    picture(wanted) {
      const known = recent.get(wanted)
      if (known) return known.picture
      const reader = readers.on(wanted)
      while (reader.next <= wanted) decodeNext(reader)
      const found = recent.get(wanted)
      if (!found) throw new Error(`${file} has no frame ${wanted}`)
      return found.picture
    },
    async close() {
      for (const { frame } of recent.values()) frame.free()
      recent.clear()
      for (const packet of packets) packet.free()
      readers.close()
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
