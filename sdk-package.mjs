/**
 * Packs the TypeScript SDK (`sdk/typescript`), with its command line, as npm would: `dist/sdk/presenter-video.tgz`, which the service serves and
 * `npm install` takes by its address. The same sources give the same bytes.
 *
 * `compile.mjs` calls this while it compiles. This file is plain JavaScript, because it runs before anything is compiled.
 */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join, posix } from 'node:path'
import { fileURLToPath } from 'node:url'
import { constants, gzipSync } from 'node:zlib'

const ROOT = dirname(fileURLToPath(import.meta.url))

/** The sources of the package, from the root of the project. */
export const SDK_DIR = 'sdk/typescript'
/** What else is in it. */
export const SDK_LICENSE = 'LICENSE'
/** Where it lies below `dist/`. */
const PACKED = join('sdk', 'presenter-video.tgz')

/** What npm gives every file, so that a package does not depend on when it was packed. */
const PACKED_AT_SECONDS = Date.UTC(1985, 9, 26, 8, 15) / 1000
/** Imports of declarations name the files that were compiled. */
const DECLARATION_IMPORT = /(\bfrom '\.[^']*)\.ts'/gu

/**
 * Packs the SDK.
 *
 * @param {{
 *   into: string,
 *   runCompiler: (args: string[]) => Promise<void>,
 *   isChecked: boolean,
 * }} options `into`: the folder that becomes `dist/`.
 */
export async function packSdk({ into, runCompiler, isChecked }) {
  const [code, commands, declarations] = await Promise.all([
    bundle(LIBRARY),
    bundle(COMMAND_LINE),
    declare(into, runCompiler, isChecked),
  ])
  const text = (file) => readFileSync(join(ROOT, file), 'utf8')
  const files = {
    'package.json': text(`${SDK_DIR}/package.json`),
    'README.md': text(`${SDK_DIR}/README.md`),
    'CHANGELOG.md': text(`${SDK_DIR}/CHANGELOG.md`),
    LICENSE: text(SDK_LICENSE),
    'dist/index.js': code,
    'dist/command-line.js': commands,
    ...declarations,
  }
  mkdirSync(dirname(join(into, PACKED)), { recursive: true })
  writeFileSync(join(into, PACKED), zipped(archive(files)))
}

/** For every runtime. Names stay as they are written, so that the trace of an error can be read. */
const LIBRARY = { entry: 'index.ts', platform: 'neutral' }
/** For Node.js. It uses the library beside it: nothing is there twice. */
const COMMAND_LINE = {
  entry: 'command-line/main.ts',
  platform: 'node',
  banner: { js: '#!/usr/bin/env node' },
  minifyIdentifiers: true,
  plugins: [
    {
      name: 'library',
      setup(build) {
        build.onResolve({ filter: /\/index\.ts$/ }, ({ path, importer, resolveDir }) =>
          importer !== '' && join(resolveDir, path) === join(ROOT, SDK_DIR, 'src/index.ts')
            ? { path: './index.js', external: true }
            : undefined,
        )
      },
    },
  ],
}

/** One module. */
async function bundle({ entry, ...settings }) {
  // Only here: a fresh clone reads this file before any package is installed.
  const { build } = await import('esbuild')
  const { outputFiles } = await build({
    absWorkingDir: ROOT,
    entryPoints: [`${SDK_DIR}/src/${entry}`],
    bundle: true,
    format: 'esm',
    target: 'es2022',
    external: ['node:*'],
    minifySyntax: true,
    minifyWhitespace: true,
    legalComments: 'none',
    logLevel: 'silent',
    write: false,
    ...settings,
  })
  return outputFiles[0].text
}

/** The types of what the package exports, and of all that these name. */
async function declare(into, runCompiler, isChecked) {
  const folder = mkdtempSync(join(into, 'sdk-types-'))
  try {
    const only = ['--emitDeclarationOnly', ...(isChecked ? [] : ['--noCheck'])]
    await runCompiler(['-p', SDK_DIR, '--outDir', folder, ...only])
    const found = {}
    const read = (name) => {
      if (name in found) return
      found[name] = readFileSync(join(folder, name), 'utf8').replaceAll(DECLARATION_IMPORT, "$1.js'")
      for (const [, path] of found[name].matchAll(/\bfrom '(\.[^']*)\.js'/gu))
        read(posix.join(posix.dirname(name), `${path}.d.ts`))
    }
    read('index.d.ts')
    return Object.fromEntries(Object.entries(found).map(([name, text]) => [`dist/${name}`, text]))
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** An archive as POSIX describes it (ustar), in the order of the names. */
function archive(files) {
  const blocks = Object.entries(files)
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .flatMap(([name, text]) => {
      const content = Buffer.from(text)
      return [header(`package/${name}`, content.length), content, Buffer.alloc(-content.length & 511)]
    })
  return Buffer.concat([...blocks, Buffer.alloc(1024)])
}

function header(name, size) {
  const block = Buffer.alloc(512)
  const octal = (value, digits) => value.toString(8).padStart(digits, '0')
  block.write(name, 0)
  block.write(`${octal(0o644, 6)} \0`, 100)
  block.write(`${octal(0, 6)} \0${octal(0, 6)} \0`, 108)
  block.write(`${octal(size, 11)} ${octal(PACKED_AT_SECONDS, 11)} `, 124)
  // The sum of all bytes is taken with spaces in place of itself.
  block.write('        0', 148)
  block.write('ustar\0' + '00', 257)
  block.write(
    `${octal(
      block.reduce((sum, byte) => sum + byte, 0),
      6,
    )}\0 `,
    148,
  )
  return block
}

function zipped(bytes) {
  const packed = gzipSync(bytes, { level: constants.Z_BEST_COMPRESSION })
  // RFC 1952: the system that it was made on, here "unknown".
  packed[9] = 255
  return packed
}
