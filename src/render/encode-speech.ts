import { loadFfmpeg } from '../ffmpeg/load-ffmpeg.ts'
import type { Encoder, Packet } from 'node-av'

/** Sound on its way into a file. */
interface SpeechEncoder {
  /** To be made a stream of the file before anything is encoded. */
  readonly encoder: Encoder
  /** Encodes everything. A minute is about a megabyte, so all of it is kept in memory. */
  encodeAll(): Promise<readonly Packet[]>
  /** Gives the memory back once everything is written. */
  close(): Promise<void>
}

/** Transparent for one voice. */
const BITS_PER_SECOND = 128_000

/** Opens a WAV file to be encoded as AAC-LC, 48 kHz, mono. */
export async function createSpeechEncoder(audioFile: string): Promise<SpeechEncoder> {
  const ffmpeg = await loadFfmpeg()
  const input = await ffmpeg.Demuxer.open(audioFile)
  const stream = input.audio()
  if (!stream) throw new Error(`${audioFile} holds no sound`)
  const decoder = await ffmpeg.Decoder.create(stream)
  const filter = ffmpeg.FilterAPI.create('aresample=48000,aformat=sample_fmts=fltp:channel_layouts=mono')
  const encoder = await ffmpeg.Encoder.create(ffmpeg.FF_ENCODER_AAC, { bitrate: BITS_PER_SECOND, filter })
  const packets: Packet[] = []
  return {
    encoder,
    async encodeAll() {
      const frames = filter.frames(decoder.frames(input.packets(stream.index)))
      for await (const packet of encoder.packets(frames)) {
        const copy = packet?.clone()
        if (copy) packets.push(copy)
      }
      return packets
    },
    async close() {
      for (const packet of packets) packet.free()
      encoder.close()
      filter.close()
      decoder.close()
      await input.close()
    },
  }
}
