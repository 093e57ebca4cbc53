import type { Encoder, Frame } from 'node-av'

/**
 * Opens an encoder for frames like one, which is not encoded yet: all frames can then be encoded in the thread that asks.
 *
 * An encoder that is opened there as well crashes its process at the end. And what x264 makes of a frame depends now and
 * then on the thread: one first frame in thirty, which the library encodes in the thread where it opens, had other bytes.
 */
export async function openEncoder(encoder: Encoder, frame: Frame): Promise<void> {
  // The library's own first step of encoding, which it has no public name for; its version is pinned.
  await encoder['initialize'](frame)
}
