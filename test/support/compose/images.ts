import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

import { postgresBinaries } from '../../../src/embedded/postgres-binaries.ts'
import { postgresUser } from '../../../src/embedded/postgres-user.ts'
import type { CommandUser } from '../../../src/process/run-command.ts'
import { readDockerfile } from './read-dockerfile.ts'

/** Folder of the project. */
export const PROJECT = fileURLToPath(new URL('../../..', import.meta.url))

/** An image of `docker-compose.yml`, put together from what this machine has. */
export interface ImageHere {
  readonly entrypoint: readonly string[]
  readonly command: readonly string[]
  /** Of the image, and what a program is told here because it shares its ports and addresses with others. */
  readonly env: Readonly<Record<string, string>>
  readonly healthcheck: readonly string[]
  /** Files and folders of the image, and where they are here. */
  readonly files: Readonly<Record<string, string>>
  /** Folders of the image that its programs may write to, where nothing is mounted over them. */
  readonly folders: readonly string[]
  /** Programs on the image's PATH, and where they are here. */
  readonly programs: Readonly<Record<string, string>>
  /** Whom its programs run as, where it matters here. */
  readonly user?: CommandUser | undefined
}

/** What the images are put together from. */
export interface Parts {
  /** Of the test. */
  readonly folder: string
  /** From `resolveServerPrograms`. */
  readonly serverPrograms: string
  /** Temporal's command line tool. */
  readonly temporal: string
  /** The program of the object store; an empty text where no service is one. */
  readonly versitygw: string
  /** The port for operators of each service that has one. */
  readonly opsPorts: Readonly<Record<string, number>>
  /** A port of this machine for each port of a container. */
  readonly ports: Readonly<Record<string, number>>
  /** Paths of the programs that every system has, by name. */
  readonly tools: Readonly<Record<string, string>>
  /** Free ports for Temporal's inner parts. */
  readonly innerPorts: readonly number[]
}

/** Variables of Temporal's server for ports that a container has to itself. */
const INNER_PORTS = [
  'FRONTEND_HTTP_PORT',
  'FRONTEND_MEMBERSHIP_PORT',
  'HISTORY_GRPC_PORT',
  'HISTORY_MEMBERSHIP_PORT',
  'MATCHING_GRPC_PORT',
  'MATCHING_MEMBERSHIP_PORT',
  'WORKER_GRPC_PORT',
  'WORKER_MEMBERSHIP_PORT',
]
/** How many ports Temporal's server wants beside the one that it is called at. */
export const INNER_PORT_COUNT = INNER_PORTS.length

/** The images by their names without versions. `temporalio/ui` is none of them: its program is not built here. */
export async function imagesHere(parts: Parts): Promise<Record<string, ImageHere>> {
  return {
    postgres: await postgresImage(parts),
    'temporalio/admin-tools': adminTools(parts),
    'temporalio/server': temporalServer(parts),
    'presenter-video-api': ownImage(parts),
    'versity/versitygw': objectStore(parts),
    'prom/prometheus': prometheus(parts),
  }
}

async function postgresImage({ folder, ports, tools }: Parts): Promise<ImageHere> {
  const user = await postgresUser(join(folder, 'not-made-yet'))
  const { initdb, pgCtl } = await postgresBinaries(user, join(folder, 'programs'))
  return {
    entrypoint: ['bash', join(import.meta.dirname, 'postgres-entrypoint.sh')],
    command: ['postgres'],
    env: {
      PGDATA: '/var/lib/postgresql/18/docker',
      PGPORT: String(ports['5432']),
      // What programs of PostgreSQL take for granted in the image.
      PGHOST: '/var/run/postgresql',
    },
    healthcheck: [],
    files: {},
    folders: ['/var/lib/postgresql', '/var/run/postgresql'],
    programs: {
      ...only(tools, ['bash', 'mkdir', 'chmod', 'psql', 'pg_isready']),
      initdb,
      pg_ctl: pgCtl,
      postgres: join(dirname(pgCtl), 'postgres'),
    },
    user,
  }
}

function adminTools({ serverPrograms, temporal, tools }: Parts): ImageHere {
  return {
    entrypoint: [],
    command: [],
    env: {},
    healthcheck: [],
    files: { '/etc/temporal/schema': join(serverPrograms, 'schema') },
    folders: [],
    programs: {
      ...only(tools, ['sh', 'sleep']),
      temporal,
      'temporal-sql-tool': join(serverPrograms, 'temporal-sql-tool'),
    },
  }
}

function temporalServer({ serverPrograms, ports, innerPorts, tools }: Parts): ImageHere {
  const inner = INNER_PORTS.map((name, index) => [name, String(innerPorts[index])])
  return {
    entrypoint: [],
    // The image's shell knows `pipefail`, which not every `sh` does.
    command: ['bash', join(serverPrograms, 'entrypoint.sh')],
    env: { ...Object.fromEntries(inner), FRONTEND_GRPC_PORT: String(ports['7233']) },
    healthcheck: [],
    files: {},
    folders: [],
    programs: {
      ...only(tools, ['bash', 'getent', 'hostname', 'awk']),
      'temporal-server': join(serverPrograms, 'temporal-server'),
      // What it asks is asked by Node: not every system has a netcat, and they differ.
      nc: join(import.meta.dirname, 'nc.mjs'),
      node: process.execPath,
    },
  }
}

/** The image that the `Dockerfile` of this project builds. */
export function ownImage({ tools }: Pick<Parts, 'tools'>): ImageHere {
  const { env, command, healthcheck } = readDockerfile(join(PROJECT, 'Dockerfile'))
  return {
    // Not tini, whose only task it is to be the first process of a container.
    entrypoint: [],
    command,
    env,
    healthcheck,
    files: { '/app': PROJECT },
    folders: ['/data', '/cache'],
    programs: { ...only(tools, ['sh', 'mkdir']), node: process.execPath },
  }
}

function objectStore({ versitygw }: Parts): ImageHere {
  return {
    entrypoint: ['versitygw'],
    command: [],
    env: {},
    healthcheck: [],
    files: {},
    folders: [],
    programs: { versitygw, nc: join(import.meta.dirname, 'nc.mjs'), node: process.execPath },
  }
}

function prometheus({ tools, opsPorts }: Parts): ImageHere {
  return {
    entrypoint: ['node', join(import.meta.dirname, 'prometheus-here.mjs')],
    command: [],
    // No name server here knows services.
    env: { OPS_PORTS: JSON.stringify(opsPorts) },
    healthcheck: [],
    files: {},
    folders: ['/prometheus'],
    programs: {
      ...only(tools, ['prometheus']),
      wget: join(import.meta.dirname, 'wget.mjs'),
      node: process.execPath,
    },
  }
}

function only(tools: Readonly<Record<string, string>>, names: readonly string[]): Record<string, string> {
  return Object.fromEntries(names.map((name) => [name, tools[name] ?? '']))
}
