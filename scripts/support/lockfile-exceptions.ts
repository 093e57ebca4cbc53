/** Builds of one package for systems, each a package of its own. */
interface Builds {
  /** What the packages' names start with. */
  readonly prefix: string
  readonly version: string
  readonly systems: string
}

/**
 * Packages whose content `package-lock.json` does not fix, because the registry that it was made from has of these
 * versions only the builds for Linux with glibc. npm checks them against what its registry says at the time, and
 * nothing more. Production needs only those of `@napi-rs/canvas` and `@swc/core`, and only on macOS, on Windows and on
 * Linux with musl. `npm run complete-lockfile` fixes what its registry has.
 */
const BUILDS: readonly Builds[] = [
  {
    prefix: '@napi-rs/canvas-',
    version: '1.1.1',
    systems:
      'android-arm64 darwin-arm64 darwin-x64 linux-arm-gnueabihf linux-arm64-musl linux-riscv64-gnu linux-x64-musl win32-arm64-msvc win32-x64-msvc',
  },
  {
    prefix: '@oxc-parser/binding-',
    version: '0.156.0',
    systems:
      'android-arm-eabi android-arm64 darwin-arm64 darwin-x64 freebsd-x64 linux-arm-gnueabihf linux-arm-musleabihf linux-ppc64-gnu linux-riscv64-gnu linux-riscv64-musl linux-s390x-gnu openharmony-arm64 win32-arm64-msvc win32-ia32-msvc win32-x64-msvc',
  },
  {
    prefix: '@oxfmt/binding-',
    version: '0.79.0',
    systems:
      'android-arm-eabi android-arm64 darwin-arm64 darwin-x64 freebsd-x64 linux-arm-gnueabihf linux-arm-musleabihf linux-arm64-musl linux-ppc64-gnu linux-riscv64-gnu linux-riscv64-musl linux-s390x-gnu linux-x64-musl openharmony-arm64 win32-arm64-msvc win32-ia32-msvc win32-x64-msvc',
  },
  {
    prefix: '@oxlint-tsgolint/',
    version: '7.0.2007',
    systems: 'darwin-arm64 darwin-x64 win32-arm64 win32-x64',
  },
  {
    prefix: '@oxlint/binding-',
    version: '1.94.0',
    systems:
      'android-arm-eabi android-arm64 darwin-arm64 darwin-x64 freebsd-x64 linux-arm-gnueabihf linux-arm-musleabihf linux-arm64-musl linux-ppc64-gnu linux-riscv64-gnu linux-riscv64-musl linux-s390x-gnu linux-x64-musl openharmony-arm64 win32-arm64-msvc win32-ia32-msvc win32-x64-msvc',
  },
  {
    prefix: '@swc/core-',
    version: '1.16.22',
    systems:
      'darwin-arm64 darwin-x64 linux-arm-gnueabihf linux-ppc64-gnu linux-s390x-gnu win32-arm64-msvc win32-ia32-msvc win32-x64-msvc',
  },
]

/** The packages, as `name@version`. */
export const EXCEPTIONS: readonly string[] = BUILDS.flatMap(({ prefix, version, systems }) =>
  systems.split(' ').map((system) => `${prefix}${system}@${version}`),
)
