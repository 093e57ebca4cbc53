import type { Demuxer, Packet } from 'node-av'

/**
 * The packets of a stream, each read when it is asked for.
 *
 * `Demuxer.packets` reads ahead by itself. As soon as it is a hundred packets ahead of a slow reader, such as one that
 * looks for faces in each picture, it asks again and again whether there is room, and takes all of a core for that. Packets
 * of a local file are there at once, so nothing is gained by reading ahead. Only for readers that wait for something
 * between packets, as decoders do: otherwise nothing else happens in the process until the end of the file.
 */
export async function* packetsOf(demuxer: Demuxer, stream: number): AsyncGenerator<Packet | null> {
  yield* demuxer.packetsSync(stream)
}
