/** The version of this package; a test holds it to that of `package.json`. */
export const VERSION = '1.0.0'

/** Names this package and what it runs on, for the logs of the service. */
export function userAgent(): string {
  return `presenter-video-js/${VERSION} ${runtime()}`
}

function runtime(): string {
  const { versions } = globalThis.process ?? {}
  if (versions?.['bun'] !== undefined) return `bun/${versions['bun']}`
  if (versions?.['deno'] !== undefined) return `deno/${versions['deno']}`
  if (versions?.node !== undefined) return `node/${versions.node}`
  return (globalThis as { navigator?: { userAgent: string } }).navigator?.userAgent ?? 'unknown'
}
