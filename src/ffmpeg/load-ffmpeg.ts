import type * as Ffmpeg from 'node-av'

/**
 * Loads FFmpeg's libraries. Only in a child process: the binary is under the GPL, is large, and
 * takes its whole process down should it crash. Use only their asynchronous functions;
 * the others would keep the child from answering.
 */
export async function loadFfmpeg(): Promise<typeof Ffmpeg> {
  // The package calls a function that Node has from version 22 on.
  if (!('withResolvers' in Promise)) Object.assign(Promise, { withResolvers })
  const ffmpeg = await import('node-av')
  ffmpeg.Log.setLevel(ffmpeg.AV_LOG_ERROR)
  return ffmpeg
}

function withResolvers<T>() {
  let resolve!: (value: T | PromiseLike<T>) => void
  let reject!: (reason?: unknown) => void
  const promise = new Promise<T>((onResolve, onReject) => {
    resolve = onResolve
    reject = onReject
  })
  return { promise, resolve, reject }
}
