import type { Demuxer } from 'node-av'

import { loadFfmpeg } from './load-ffmpeg.ts'

/** A playlist, or a list of files, which FFmpeg would read too, can name any other file or address. */
const OPTIONS = { format_whitelist: 'mov,mp4,m4a,3gp,3g2,mj2', protocol_whitelist: 'file' }

/**
 * Opens a film or sound in MP4, of whatever origin: it is read as nothing else, and leads to no other file. Close it.
 *
 * @throws an error of FFmpeg when it is no MP4.
 */
export async function openMp4(file: string): Promise<Demuxer> {
  const { Demuxer } = await loadFfmpeg()
  return Demuxer.open(file, { options: OPTIONS })
}
