import { randomUUID } from 'node:crypto'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'

import { PutBucketPolicyCommand } from '@aws-sdk/client-s3'

import { freePort } from '../../../src/embedded/free-port.ts'
import { createS3Client } from '../../../src/media/s3/s3-client.ts'
import type { BucketSettings } from '../../../src/media/s3/s3-client.ts'
import { runCommand } from '../../../src/process/run-command.ts'

/** A key of a server that answers nobody but the test. */
const S3_KEY = { AWS_ACCESS_KEY_ID: 'test-access', AWS_SECRET_ACCESS_KEY: 'test-secret-of-nobody' }

type S3Key = Readonly<Record<keyof typeof S3_KEY, string>>

const STARTED_WITHIN_MS = 30_000

/** A real S3 server with one bucket, which is a folder. */
export interface S3Server {
  /** host:port. */
  readonly address: string
  /** How it is reached. */
  readonly settings: BucketSettings
  /** The same as environment variables of a process of the service, with the key. */
  readonly env: Readonly<Record<string, string>>
  /** The bucket's own folder: an object is a file in it. */
  readonly folder: string
  /** Keys of all objects. */
  objects(): Promise<string[]>
  /** Makes a key that may do so much in the bucket, and nothing else. @param actions such as `s3:GetObject`. */
  addKey(actions: readonly string[]): Promise<S3Key>
  /** From now on this key may do so much, and all others that were made nothing; this process has the owner's. */
  allow(key: S3Key, actions: readonly string[]): Promise<void>
  stop(): Promise<void>
}

/** Starts versitygw, and gives this process its key. @param program its path. */
export async function startS3Server(program: string): Promise<S3Server> {
  const root = await mkdtemp(join(tmpdir(), 's3-'))
  const bucket = 'media'
  await mkdir(join(root, bucket))
  const address = `127.0.0.1:${await freePort()}`
  const users = join(root, 'users')
  await mkdir(users)
  const args = ['--port', address, '--health', '/health', '--quiet', '--iam-dir', users, 'posix', root]
  const child = spawn(program, args, {
    stdio: 'ignore',
    env: {
      PATH: process.env['PATH'],
      ROOT_ACCESS_KEY: S3_KEY.AWS_ACCESS_KEY_ID,
      ROOT_SECRET_KEY: S3_KEY.AWS_SECRET_ACCESS_KEY,
    },
  })
  const ended = once(child, 'exit')
  await untilHealthy(`http://${address}/health`)
  // Where the library looks for keys first.
  Object.assign(process.env, S3_KEY)
  return {
    address,
    settings: settingsAt(address, bucket),
    env: { S3_BUCKET: bucket, S3_ENDPOINT: `http://${address}`, S3_REGION: 'us-east-1', ...S3_KEY },
    folder: join(root, bucket),
    objects: () => objectsIn(join(root, bucket)),
    async addKey(actions) {
      const key = await addKey(program, address)
      await allow(key, address, bucket, actions)
      return key
    },
    allow: (key, actions) => allow(key, address, bucket, actions),
    async stop() {
      child.kill()
      await ended
      await rm(root, { recursive: true, force: true })
    },
  }
}

async function objectsIn(folder: string): Promise<string[]> {
  const found = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = found.filter((entry) => entry.isFile())
  const keys = files.map(({ parentPath, name }) => relative(folder, join(parentPath, name)))
  // Where the server keeps what is on its way.
  return keys.filter((key) => !key.startsWith('.'))
}

async function addKey(program: string, address: string): Promise<S3Key> {
  const key = { AWS_ACCESS_KEY_ID: `test-${randomUUID()}`, AWS_SECRET_ACCESS_KEY: randomUUID() }
  const secret = ['--access', key.AWS_ACCESS_KEY_ID, '--secret', key.AWS_SECRET_ACCESS_KEY]
  const user = ['create-user', ...secret, '--role', 'user']
  const made = await runCommand(program, ['admin', '--endpoint-url', `http://${address}`, ...user], {
    extraEnv: {
      ADMIN_ACCESS_KEY_ID: S3_KEY.AWS_ACCESS_KEY_ID,
      ADMIN_SECRET_ACCESS_KEY: S3_KEY.AWS_SECRET_ACCESS_KEY,
    },
  })
  if (!made.ok) throw new Error(made.output)
  return key
}

async function allow(
  { AWS_ACCESS_KEY_ID: access }: S3Key,
  address: string,
  bucket: string,
  actions: readonly string[],
): Promise<void> {
  const client = createS3Client(settingsAt(address, bucket))
  const Resource = [`arn:aws:s3:::${bucket}`, `arn:aws:s3:::${bucket}/*`]
  const Statement = actions.map((Action) => ({
    Effect: 'Allow',
    Principal: access,
    Action,
    Resource: Resource[Action === 's3:ListBucket' ? 0 : 1],
  }))
  const Policy = JSON.stringify({ Version: '2012-10-17', Statement })
  await client.send(new PutBucketPolicyCommand({ Bucket: bucket, Policy }))
  client.destroy()
}

/** Settings of a bucket at an address, such as that of a proxy before the server. */
export function settingsAt(address: string, bucket = 'media'): BucketSettings {
  const endpoint = `http://${address}`
  return { bucket, endpoint, publicEndpoint: null, region: 'us-east-1', prefix: '', forcePathStyle: true }
}

async function untilHealthy(url: string): Promise<void> {
  for (const deadline = Date.now() + STARTED_WITHIN_MS; ;) {
    const isHealthy = await fetch(url).then(
      ({ ok }) => ok,
      () => false,
    )
    if (isHealthy) return
    if (Date.now() > deadline) throw new Error('The S3 server did not start')
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}
