/**
 * Containers and codecs in the order in which they are wanted: H.264 is encoded by hardware and drops the fewest
 * frames, and of its containers MP4 tells its length.
 */
const TYPES = [
  'video/mp4;codecs=avc1,opus',
  'video/mp4;codecs=avc1.42E01E,mp4a.40.2',
  'video/webm;codecs=h264,opus',
  'video/webm;codecs=vp9,opus',
  'video/webm;codecs=vp8,opus',
]

const VIDEO_BITS_PER_SECOND = 6_000_000
const AUDIO_BITS_PER_SECOND = 128_000

/** A connection that is lost holds up so much of a film, and no more. */
const CHUNK_MS = 1_000

/** What this browser records best; null when it records no film that can be taken. */
export function filmType(): string | null {
  if (typeof MediaRecorder === 'undefined') return null
  return TYPES.find((type) => MediaRecorder.isTypeSupported(type)) ?? null
}

/** A film that is being recorded. */
export interface Film {
  /** What it turned out to be; some browsers answer with another container than the one that was asked for. */
  readonly contentType: string
  /** Ends it; the last chunk has been handed over then. */
  stop(): Promise<void>
}

/**
 * Begins to record.
 *
 * @param onChunk gets a chunk about every second; in their order they are the film.
 * @returns the film, once it is running.
 */
export async function startFilm(stream: MediaStream, onChunk: (chunk: Blob) => void): Promise<Film> {
  const mimeType = filmType()
  const recorder = new MediaRecorder(stream, {
    ...(mimeType !== null && { mimeType }),
    videoBitsPerSecond: VIDEO_BITS_PER_SECOND,
    audioBitsPerSecond: AUDIO_BITS_PER_SECOND,
  })
  recorder.addEventListener('dataavailable', ({ data }) => {
    if (data.size > 0) onChunk(data)
  })
  const stopped = once(recorder, 'stop')
  const started = once(recorder, 'start')
  recorder.start(CHUNK_MS)
  await started
  return {
    contentType: recorder.mimeType,
    async stop() {
      if (recorder.state !== 'inactive') recorder.stop()
      await stopped
    },
  }
}

function once(recorder: MediaRecorder, event: 'start' | 'stop'): Promise<void> {
  return new Promise((resolve) => {
    recorder.addEventListener(event, () => resolve(), { once: true })
  })
}
