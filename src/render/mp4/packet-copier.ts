import { loadFfmpeg } from '../../ffmpeg/load-ffmpeg.ts'
import type { Demuxer, FormatContext, Packet, Stream } from 'node-av'

/** A stream of a file that is read. */
export interface PacketSource {
  readonly from: Demuxer
  readonly stream: Stream
}

/** A stream of a file that is written, after its header. */
export interface PacketTarget {
  readonly file: FormatContext
  readonly stream: Stream
}

/** Reads the packets of one stream of a file, one after the other, and writes each to a stream of another file. */
export interface PacketCopier {
  /** When the packet that was read is decoded, in seconds of the file that is written; null at the end. */
  readonly seconds: number | null
  /** Writes the packet that was read, and reads the next one. */
  next(): void
}

/**
 * Copies packets as they are. The library's own way checks, copies and queues each of them, in ten times the time.
 *
 * @param laterBy is added to all times, in units of the stream that is read.
 */
export async function copyPackets(
  { from, stream }: PacketSource,
  { file, stream: to }: PacketTarget,
  laterBy = 0n,
): Promise<PacketCopier> {
  const { AVERROR_EOF, FFmpegError, Packet } = await loadFfmpeg()
  const input = from.getFormatContext()
  const [unit, target] = [stream.timeBase, to.timeBase]
  const isSameUnit = unit.num * target.den === target.num * unit.den
  const { index } = stream
  const packet: Packet = new Packet()
  packet.alloc()

  function read(): number | null {
    for (;;) {
      const code = input.readFrameSync(packet)
      if (code === AVERROR_EOF) break
      FFmpegError.throwIfError(code, 'reading a packet')
      if (packet.streamIndex === index) return (Number(packet.dts + laterBy) * unit.num) / unit.den
      packet.unref()
    }
    packet.free()
    return null
  }

  let seconds = read()
  return {
    get seconds() {
      return seconds
    },
    next() {
      if (laterBy !== 0n) {
        packet.pts += laterBy
        packet.dts += laterBy
      }
      if (!isSameUnit) packet.rescaleTs(unit, target)
      packet.streamIndex = to.index
      FFmpegError.throwIfError(file.interleavedWriteFrameSync(packet), 'writing a packet')
      seconds = read()
    },
  }
}
