import { hasEnded } from '../../../domain/video/video.ts'
import type { Video } from '../../../domain/video/video.ts'
import type { ApiPorts } from '../../ports.ts'

/**
 * Waits until a video has ended, at most for so long, and not when the process is asked to stop. It never rejects: while the
 * database is away, the video is as it was.
 *
 * @param gone ends the wait as well.
 * @returns the video as it is then; null when it was deleted.
 */
export async function untilEnded(
  video: Video,
  seconds: number,
  gone: AbortSignal,
  { videoChanges, videos, stopping }: Pick<ApiPorts, 'videoChanges' | 'videos' | 'stopping'>,
): Promise<Video | null> {
  const signals = [gone, stopping]
  if (hasEnded(video) || signals.some(({ aborted }) => aborted)) return video
  let latest: Video | null = video
  let end = () => {}
  const ended = new Promise<void>((resolve) => (end = resolve))
  const see = (now: Video | null) => {
    latest = now
    if (now === null || hasEnded(now)) end()
  }
  const watch = videoChanges.watch(video.accountId, (change) => {
    if (change.videoId === video.id) see(change.video)
  })
  // It may have ended after it was read and before anybody watched.
  void watch.begun.then(async (states) => {
    const state = states.get(video.id)
    if (state === undefined || state.isDeleted || hasEnded(state)) {
      see(await videos.find(video.accountId, video.id).catch(() => latest))
    }
  })
  const timer = setTimeout(end, seconds * 1_000)
  for (const signal of signals) signal.addEventListener('abort', end)
  await ended
  clearTimeout(timer)
  for (const signal of signals) signal.removeEventListener('abort', end)
  watch.stop()
  return latest
}
