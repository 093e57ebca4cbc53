/** Size and type; the size may be followed by one of eight bytes (ISO/IEC 14496-12). */
const HEADER_BYTES = 8
const LONG_HEADER_BYTES = 16
/** The identity of boxes that hold XMP (XMP specification, part 3, "MPEG-4"). */
const XMP_BOX_ID = 'be7acfcb97a942e89c71999491e3afac'
const XMP_ID_BYTES = 16
/** Far more than a mark is; a box that claims more is not read. */
const LARGEST_PACKET_BYTES = 65_536
/** Far more than a finished video has; a file of more is none of ours. */
const MOST_BOXES = 10_000
/** Samples of presenters bear the same mark with a name, and films of others may bear anything. */
const IDENTIFIER_ATTRIBUTE = /\sdc:identifier="(vid_[0-9a-z]{1,56})"/u

/** What a file says about itself. */
export type FileMark =
  | { readonly kind: 'not a video' }
  | { readonly kind: 'unmarked' }
  | { readonly kind: 'marked'; readonly videoId: string }

/** Reads the mark that finished videos bear (docs/provenance.md). Only headers and the mark itself are read. */
export async function readMark(file: Blob): Promise<FileMark> {
  let boxes = 0
  for (let start = 0; start < file.size; boxes += 1) {
    const box = boxes < MOST_BOXES ? await boxAt(file, start) : null
    if (box === null || (start === 0 && box.type !== 'ftyp')) return { kind: 'not a video' }
    if (box.type === 'uuid' && box.end - box.contentStart <= LARGEST_PACKET_BYTES) {
      const videoId = videoIdIn(await bytesOf(file, box.contentStart, box.end))
      if (videoId !== null) return { kind: 'marked', videoId }
    }
    start = box.end
  }
  return boxes === 0 ? { kind: 'not a video' } : { kind: 'unmarked' }
}

async function boxAt(file: Blob, start: number) {
  const header = await bytesOf(file, start, Math.min(start + LONG_HEADER_BYTES, file.size))
  if (header.length < HEADER_BYTES) return null
  const view = new DataView(header.buffer)
  const size = view.getUint32(0)
  const isLong = size === 1
  if (isLong && header.length < LONG_HEADER_BYTES) return null
  // A size of 0 stands for all that is left.
  const end = size === 0 ? file.size : start + (isLong ? Number(view.getBigUint64(HEADER_BYTES)) : size)
  const contentStart = start + (isLong ? LONG_HEADER_BYTES : HEADER_BYTES)
  if (end < contentStart || end > file.size) return null
  return { type: String.fromCharCode(...header.subarray(4, 8)), contentStart, end }
}

function videoIdIn(content: Uint8Array): string | null {
  const id = Array.from(content.subarray(0, XMP_ID_BYTES), (byte) => byte.toString(16).padStart(2, '0')).join(
    '',
  )
  if (id !== XMP_BOX_ID) return null
  return new TextDecoder().decode(content.subarray(XMP_ID_BYTES)).match(IDENTIFIER_ATTRIBUTE)?.[1] ?? null
}

async function bytesOf(file: Blob, start: number, end: number): Promise<Uint8Array<ArrayBuffer>> {
  return new Uint8Array(await file.slice(start, end).arrayBuffer())
}
