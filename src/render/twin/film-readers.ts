import type * as Ffmpeg from 'node-av'

/** What follows a film: it decodes one frame after the other. */
export interface FilmReader {
  readonly decoder: Ffmpeg.Decoder
  /** What every frame goes through; null: nothing. */
  readonly graph: Ffmpeg.FilterAPI | null
  /** The frame that is decoded next. */
  next: number
  /** How many times others had been asked when it was asked last. */
  used: number
}

/** Those who follow a film at different places. */
export interface FilmReaders {
  /** Who comes to a frame soonest; one that is not on the way to it begins anew at the key frame before it. */
  on(frame: number): FilmReader
  close(): void
}

/**
 * Opens readers of a film.
 *
 * @param count most places at which the film is followed at the same time.
 */
export async function openReaders(
  ffmpeg: typeof Ffmpeg,
  stream: Parameters<typeof Ffmpeg.Decoder.create>[0],
  filter: string | null,
  packets: readonly Pick<Ffmpeg.Packet, 'isKeyframe'>[],
  count: number,
): Promise<FilmReaders> {
  const readers: FilmReader[] = []
  for (let place = 0; place < count; place += 1)
    readers.push({
      // More threads would give a frame back only after the next ones were put in.
      decoder: await ffmpeg.Decoder.create(stream, { threadCount: 1 }),
      graph: filter === null ? null : ffmpeg.FilterAPI.create(filter),
      next: 0,
      used: 0,
    })
  let asked = 0
  return {
    on(frame) {
      const key = Math.max(
        0,
        packets.findLastIndex((packet, index) => index <= frame && packet.isKeyframe),
      )
      const onTheWay = readers
        .filter(({ next }) => next <= frame && next >= key)
        .toSorted((one, other) => other.next - one.next)[0]
      const reader = onTheWay ?? readers.toSorted((one, other) => one.used - other.used)[0]
      if (!reader) throw new Error('A film has no reader')
      if (!onTheWay) reader.next = key
      asked += 1
      reader.used = asked
      return reader
    },
    close() {
      for (const { decoder, graph } of readers) {
        decoder.close()
        graph?.close()
      }
    },
  }
}
