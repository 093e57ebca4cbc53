/** What a picture is by its first bytes, and how large. */
export interface PictureSize {
  readonly width: number
  readonly height: number
}

/**
 * The size that the header of a JPEG, PNG or WebP file tells, found without decoding anything: a
 * small file can announce more pixels than there is memory. Null when it is none of the three.
 */
export function pictureSize(bytes: Buffer): PictureSize | null {
  try {
    if (bytes.readUInt16BE(0) === 0xffd8) return jpegSize(bytes)
    if (bytes.readUInt32BE(0) === 0x89504e47) return pngSize(bytes)
    if (text(bytes, 0, 4) === 'RIFF' && text(bytes, 8, 12) === 'WEBP') return webpSize(bytes)
    return null
  } catch (error) {
    // A header that ends before it is over.
    if (error instanceof RangeError) return null
    throw error
  }
}

/** First chunk of every PNG file (RFC 2083, section 4.1.1). */
function pngSize(bytes: Buffer): PictureSize | null {
  if (text(bytes, 12, 16) !== 'IHDR') return null
  return { width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) }
}

/** The start of frame, whichever of its kinds, behind any number of other segments (ITU-T T.81, B.2.2). */
function jpegSize(bytes: Buffer): PictureSize | null {
  for (let at = 2; bytes.readUInt8(at) === 0xff;) {
    const marker = bytes.readUInt8(at + 1)
    const isFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)
    if (isFrame) return { height: bytes.readUInt16BE(at + 5), width: bytes.readUInt16BE(at + 7) }
    // Filling before a marker.
    at += marker === 0xff ? 1 : 2 + bytes.readUInt16BE(at + 2)
  }
  return null
}

/** Lossy, lossless or extended (RFC 9649). */
function webpSize(bytes: Buffer): PictureSize | null {
  switch (text(bytes, 12, 16)) {
    case 'VP8 ':
      return { width: bytes.readUInt16LE(26) & 0x3fff, height: bytes.readUInt16LE(28) & 0x3fff }
    case 'VP8L': {
      const packed = bytes.readUInt32LE(21)
      return { width: (packed & 0x3fff) + 1, height: ((packed >> 14) & 0x3fff) + 1 }
    }
    case 'VP8X':
      return { width: bytes.readUIntLE(24, 3) + 1, height: bytes.readUIntLE(27, 3) + 1 }
    default:
      return null
  }
}

function text(bytes: Buffer, from: number, to: number): string {
  return bytes.toString('latin1', from, to)
}
