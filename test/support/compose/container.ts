import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { chownSync } from 'node:fs'
import { cp, mkdir, stat, symlink } from 'node:fs/promises'
import { dirname, join } from 'node:path'

import type { ImageHere } from './images.ts'
import { PROJECT } from './images.ts'
import type { ComposeService } from './read-compose.ts'

/** Variables that name a service where its address is meant. */
const HOST_VARIABLES = ['SQL_HOST', 'POSTGRES_SEEDS']
const HOSTS = ['postgres', 'temporal', 'storage']
/** Where a container listens, how it calls itself, and how people on this machine call it. */
const HERE = ['0.0.0.0', '127.0.0.1', 'localhost']
const WITH_PORT = new RegExp(
  String.raw`\b(?:${[...HOSTS, ...HERE].join('|').replaceAll('.', String.raw`\.`)}):(\d+)\b`,
  'gu',
)

/** Where containers are on this machine. */
export interface Grounds {
  /** Volumes and the containers' own folders are below it. */
  readonly folder: string
  /** A port of this machine for each port of a container. */
  readonly ports: Readonly<Record<string, number>>
}

/** A service's file system, environment and programs, without a container around them. */
export interface Container {
  /** Runs a command in it, by default its own. */
  run(command?: readonly string[]): RunningProgram
  /** Whether its health check says that it is well; null when it has none. */
  isHealthy(): Promise<boolean | null>
}

/** A program that runs in a container. */
export interface RunningProgram {
  readonly process: ChildProcess
  /** Its exit code, or the signal that ended it. */
  readonly ended: Promise<number | string>
  /** Both output streams as they came. */
  output(): string
}

/**
 * Lays out what a service sees of its container: its mounts and its image's files below one folder, its image's
 * programs as its PATH. The names of other services and the ports of containers become this machine's.
 */
export async function prepareContainer(
  name: string,
  service: ComposeService,
  image: ImageHere,
  grounds: Grounds,
): Promise<Container> {
  const root = join(grounds.folder, 'containers', name)
  const paths = await layOut(root, service, image, grounds.folder)
  // A program of the project stands where it is, also in a clone below a path that containers have too, such as /tmp.
  const inPlace = (text: string) => (text.startsWith(PROJECT) ? text : withPaths(text, paths, root))
  const here = (text: string) => atHome(inPlace(text), grounds.ports)
  const env: Record<string, string> = { PATH: join(root, 'path'), HOME: root, ROOT: root }
  for (const [key, value] of Object.entries({ ...image.env, ...service.environment })) {
    env[key] = HOST_VARIABLES.includes(key) && HOSTS.includes(value) ? '127.0.0.1' : here(value)
  }
  if (service.tmpfs.includes('/tmp')) env['TMPDIR'] = join(root, 'tmp')

  function run(
    command?: readonly string[],
    entrypoint = service.entrypoint ?? image.entrypoint,
  ): RunningProgram {
    const [program = '', ...args] = [...entrypoint, ...(command ?? service.command ?? image.command)].map(
      here,
    )
    return start(program, args, { env, cwd: image.files['/app'] ?? root, user: image.user })
  }

  return {
    run,
    async isHealthy() {
      const test = checkOf(service, image)
      if (test === null) return null
      const { ended } = run(test, [])
      return (await ended) === 0
    },
  }
}

/** Paths that exist in the container, with their places made. */
async function layOut(
  root: string,
  service: ComposeService,
  image: ImageHere,
  folder: string,
): Promise<string[]> {
  const own = async (path: string) => {
    if (image.user !== undefined) chownSync(path, image.user.uid, image.user.gid)
  }
  const made = async (path: string) => {
    await mkdir(path, { recursive: true })
    await own(path)
  }
  await made(root)
  await mkdir(join(root, 'path'))
  for (const [program, path] of Object.entries(image.programs))
    await symlink(path, join(root, 'path', program))
  const mounted = service.volumes.map((mount) => mount.split(':')[1] ?? '')
  const folders = [...service.tmpfs, ...image.folders.filter((path) => !mounted.includes(path))]
  for (const path of folders) await made(join(root, path))
  for (const [path, here] of Object.entries(image.files)) await place(here, join(root, path))
  for (const mount of service.volumes) {
    const [source = '', path = ''] = mount.split(':')
    if (source.startsWith('.')) {
      await mkdir(dirname(join(root, path)), { recursive: true })
      await cp(join(PROJECT, source), join(root, path), { recursive: true })
      continue
    }
    const volume = join(folder, 'volumes', source)
    if ((await stat(volume).catch(() => null)) === null) await made(volume)
    await place(volume, join(root, path))
  }
  return [...folders, ...Object.keys(image.files), ...mounted]
}

async function place(source: string, path: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true })
  await symlink(source, path)
}

/** A text with the container's paths as they are here. */
function withPaths(text: string, paths: readonly string[], root: string): string {
  const longestFirst = [...paths].toSorted((a, b) => b.length - a.length)
  const alternatives = longestFirst.map((path) => path.replaceAll(/[.*+?^${}()|[\]\\]/gu, String.raw`\$&`))
  if (alternatives.length === 0) return text
  return text.replaceAll(
    new RegExp(`(?<![\\w./-])(?:${alternatives.join('|')})(?![\\w.-])`, 'gu'),
    `${root}$&`,
  )
}

/** A text with the addresses of this machine. Nothing listens on others. */
function atHome(text: string, ports: Grounds['ports']): string {
  if (text === '0.0.0.0') return '127.0.0.1'
  const port = ports[text]
  if (port !== undefined) return String(port)
  return text.replaceAll(WITH_PORT, (_, of: string) => `127.0.0.1:${ports[of] ?? of}`)
}

function checkOf(service: ComposeService, image: ImageHere): readonly string[] | null {
  const { healthcheck } = service
  if (healthcheck === undefined) return image.healthcheck.length > 0 ? image.healthcheck : null
  if ('disable' in healthcheck) return null
  const [kind, ...command] = healthcheck.test
  if (kind !== 'CMD') throw new Error(`Health checks of kind ${kind} are not known here`)
  return command
}

function start(
  program: string,
  args: readonly string[],
  options: { env: Record<string, string>; cwd: string; user: ImageHere['user'] },
): RunningProgram {
  const child = spawn(program, args, {
    env: options.env,
    cwd: options.cwd,
    stdio: ['ignore', 'pipe', 'pipe'],
    ...options.user,
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => (output += text))
  }
  const ended = new Promise<number | string>((resolve) => {
    child.once('error', (error) => {
      output += error.message
      resolve('could not be started')
    })
    child.once('exit', (code, signal) => resolve(code ?? signal ?? 'unknown'))
  })
  return { process: child, ended, output: () => output }
}
