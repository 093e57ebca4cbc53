import type { PinnedProgram } from './pinned-program.ts'

/**
 * The version of Temporal's CLI that is downloaded or built. The newest that Go builds as it is published: later ones
 * replace a module by a local folder, which only they have.
 */
export const TEMPORAL_VERSION = 'v1.5.1'

/**
 * SHA-256 of the release's archives, as other package managers fix them too: Hermit (Linux and macOS) and WinGet
 * (Windows).
 */
const ARCHIVES: Readonly<Record<string, { readonly archive: string; readonly sha256: string }>> = {
  'linux-x64': {
    archive: 'linux_amd64.tar.gz',
    sha256: 'ddc95e08b0b076efd4ea9733a3f488eb7d2be875f8834e616cd2a37358b4852d',
  },
  'linux-arm64': {
    archive: 'linux_arm64.tar.gz',
    sha256: 'bd1b0db9f18b051026de8bf6cc1505f2510f14bbb7a8b9a4a91fff46c77454f5',
  },
  'darwin-x64': {
    archive: 'darwin_amd64.tar.gz',
    sha256: 'bbb73e2a31135abe50a1f1cdb35030c42961df618e8ce9c60ae89f201540c5d9',
  },
  'darwin-arm64': {
    archive: 'darwin_arm64.tar.gz',
    sha256: 'cca01b7ea35ad56e2a328d9ae596bf716bd22313ef63c7a761c88354457c2415',
  },
  'win32-x64': {
    archive: 'windows_amd64.zip',
    sha256: 'd3b7982a15f3e5716d55a304f18465f625c144f154e52ac45dcfe288eb642eb3',
  },
  'win32-arm64': {
    archive: 'windows_arm64.zip',
    sha256: '28e7cf32d7fa41d7b2daf4803ebd76897ceb1c1ba5094939e3f0edd119da0f4d',
  },
}

/** The released program for a platform, by default this one; null when none is published for it. */
export function temporalRelease(
  platform: NodeJS.Platform = process.platform,
  arch: string = process.arch,
): PinnedProgram | null {
  const found = ARCHIVES[`${platform}-${arch}`]
  if (found === undefined) return null
  const folder = `https://github.com/temporalio/cli/releases/download/${TEMPORAL_VERSION}`
  return {
    url: `${folder}/temporal_cli_${TEMPORAL_VERSION.slice(1)}_${found.archive}`,
    sha256: found.sha256,
    file: platform === 'win32' ? 'temporal.exe' : 'temporal',
  }
}
