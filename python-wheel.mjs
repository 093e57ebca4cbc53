/**
 * Packs the Python SDK (`sdk/python`) as a wheel, as packaging.python.org describes it ("Binary distribution format"), which
 * the service serves and `pip install` takes by its address. The same sources give the same bytes.
 *
 * `compile.mjs` calls this while it compiles. This file is plain JavaScript, because it runs before anything is compiled.
 */
import { createHash } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { crc32, deflateRawSync } from 'node:zlib'

const ROOT = fileURLToPath(new URL('.', import.meta.url))

const SDK_DIR = 'sdk/python'
const PROJECT = `${SDK_DIR}/pyproject.toml`
const README = `${SDK_DIR}/README.md`
const LICENSE = 'LICENSE'
const PACKAGE = 'presenter_video'
const SOURCES = `${SDK_DIR}/src/${PACKAGE}`

const WHEEL = `Wheel-Version: 1.0
Generator: presenter-video-api
Root-Is-Purelib: true
Tag: py3-none-any
`

/** The first day of the calendar of archives: a package does not depend on when it was packed. */
const FIRST_DAY = 0x21

/** All files that the wheel is made of, from the root of the project. */
export function wheelSources() {
  return [PROJECT, README, LICENSE, ...modules().map((name) => `${SOURCES}/${name}`)]
}

/**
 * Packs the SDK.
 *
 * @param {string} into the folder that becomes `dist/`.
 */
export function packWheel(into) {
  const read = (file) => readFileSync(join(ROOT, file))
  const project = read(PROJECT).toString()
  const version = settingOf(project, 'version')
  const info = `${PACKAGE}-${version}.dist-info`
  const files = {
    ...Object.fromEntries(modules().map((name) => [`${PACKAGE}/${name}`, read(`${SOURCES}/${name}`)])),
    [`${info}/METADATA`]: Buffer.from(metadata(project, read(README).toString())),
    [`${info}/WHEEL`]: Buffer.from(WHEEL),
    [`${info}/licenses/LICENSE`]: read(LICENSE),
  }
  const records = Object.entries(files).map(([name, content]) => recordOf(name, content))
  const record = Buffer.from([...records, `${info}/RECORD,,\n`].join(''))
  mkdirSync(join(into, 'sdk'), { recursive: true })
  const name = `${PACKAGE}-${version}-py3-none-any.whl`
  writeFileSync(join(into, 'sdk', name), zipped({ ...files, [`${info}/RECORD`]: record }))
}

/** Without what interpreters and checkers leave there. */
function modules() {
  return readdirSync(join(ROOT, SOURCES), { recursive: true, encoding: 'utf8' })
    .map((name) => name.replaceAll('\\', '/'))
    .filter((name) => name.endsWith('.py') || name === 'py.typed')
    .toSorted()
}

/** What `pip` reads of a package: core metadata 2.4. */
function metadata(project, readme) {
  const classifiers = /^classifiers = \[(.*?)\]/msu.exec(project)[1]
  return [
    'Metadata-Version: 2.4',
    `Name: ${settingOf(project, 'name')}`,
    `Version: ${settingOf(project, 'version')}`,
    `Summary: ${settingOf(project, 'description')}`,
    `License-Expression: ${settingOf(project, 'license')}`,
    'License-File: LICENSE',
    ...Array.from(classifiers.matchAll(/"(.+)"/gu), ([, name]) => `Classifier: ${name}`),
    `Requires-Python: ${settingOf(project, 'requires-python')}`,
    `Requires-Dist: ${/^dependencies = \["(.+)"\]$/mu.exec(project)[1]}`,
    'Description-Content-Type: text/markdown',
    '',
    readme,
  ].join('\n')
}

function settingOf(project, name) {
  return new RegExp(`^${name} = "(.+)"$`, 'mu').exec(project)[1]
}

function recordOf(name, content) {
  return `${name},sha256=${createHash('sha256').update(content).digest('base64url')},${content.length}\n`
}

/** An archive of files (PKWARE's APPNOTE, 4.3), deflated. */
function zipped(files) {
  const [entries, directory] = [[], []]
  let at = 0
  for (const [name, content] of Object.entries(files)) {
    const packed = deflateRawSync(content, { level: 9 })
    const head = fieldsOf(name, content, packed)
    const local = Buffer.concat([numbers([4, 0x04034b50]), head, Buffer.from(name), packed])
    // Made on Unix (3), for everybody to read.
    const central = numbers([4, 0x02014b50], [1, 20], [1, 3])
    const rest = numbers([2, 0], [2, 0], [2, 0], [4, (0o100644 << 16) >>> 0], [4, at])
    directory.push(central, head, rest, Buffer.from(name))
    entries.push(local)
    at += local.length
  }
  const index = Buffer.concat(directory)
  const count = entries.length
  const end = numbers(
    [4, 0x06054b50],
    [2, 0],
    [2, 0],
    [2, count],
    [2, count],
    [4, index.length],
    [4, at],
    [2, 0],
  )
  return Buffer.concat([...entries, index, end])
}

/** What the beginning of a file and the directory say alike. Names are in UTF-8 (bit 11). */
function fieldsOf(name, content, packed) {
  return numbers(
    [2, 20],
    [2, 0x800],
    [2, 8],
    [2, 0],
    [2, FIRST_DAY],
    [4, crc32(content)],
    [4, packed.length],
    [4, content.length],
    [2, Buffer.byteLength(name)],
    [2, 0],
  )
}

/** Numbers one after the other, the least significant byte first. */
function numbers(...parts) {
  return Buffer.concat(
    parts.map(([bytes, value]) => {
      const number = Buffer.alloc(bytes)
      number.writeUIntLE(value, 0, bytes)
      return number
    }),
  )
}
