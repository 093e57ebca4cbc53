import { chmod, chown, mkdir, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'

import { freePort } from '../../../src/embedded/free-port.ts'
import { prepareContainer } from '../compose/container.ts'
import type { RunningProgram } from '../compose/container.ts'
import { ownImage, PROJECT } from '../compose/images.ts'
import type { PodContainer, Workload } from './manifests.ts'

/** Programs of the image that every system has. */
const TOOLS = { sh: '/bin/sh', mkdir: '/bin/mkdir' }

/** Which of a pod's probes is asked. */
export type Probe = 'startupProbe' | 'livenessProbe' | 'readinessProbe'

/** One pod of a Deployment or a Job, without a cluster around it. */
export interface RunningPod {
  readonly name: string
  /** Address of the API's port on this machine; empty for what has none. */
  readonly url: string
  /** What its container has written. */
  output(): string
  /** Its exit code, or the signal that ended it. */
  readonly ended: Promise<number | string>
  /** Asks as a kubelet does: whether the answer is one of success. */
  ask(probe: Probe): Promise<boolean>
  /** What Prometheus gets from it. */
  metrics(): Promise<string>
  /** Runs a command in its container, as `kubectl exec` does. */
  exec(command: readonly string[]): Promise<{ code: number | string; output: string }>
  /** Ends it as a kubelet does: asks, and kills when the pod's time is over. @returns how it ended. */
  stop(): Promise<number | string>
  /** What is at the root of its file system. */
  atRoot(): Promise<string[]>
}

/** Where pods run, and what they share. */
export interface PodsHere {
  /** The Secrets of the cluster: what is in each, by key. */
  readonly secrets: Readonly<Record<string, Readonly<Record<string, string>>>>
  /** Port of the API on this machine, which `PUBLIC_URL` names. */
  readonly apiPort: number
  start(workload: Workload): Promise<RunningPod>
  /** Kills what is left, and removes the folders. */
  remove(): Promise<void>
}

/** A place for pods on this machine. */
export async function preparePods(secrets: PodsHere['secrets']): Promise<PodsHere> {
  const folder = await mkdtemp(join(tmpdir(), 'presenter-pods-'))
  // The pods' user has to get in.
  await chmod(folder, 0o755)
  const apiPort = await freePort()
  const pods: RunningPod[] = []
  const programs: RunningProgram[] = []
  return {
    secrets,
    apiPort,
    async start(workload) {
      const pod = await startPod(workload, { folder, secrets, apiPort, programs })
      pods.push(pod)
      return pod
    },
    async remove() {
      for (const { process } of programs) process.kill('SIGKILL')
      await Promise.all(pods.map(({ ended }) => ended))
      await rm(folder, { recursive: true, force: true })
    },
  }
}

interface Ground extends Pick<PodsHere, 'secrets' | 'apiPort'> {
  readonly folder: string
  readonly programs: RunningProgram[]
}

async function startPod(workload: Workload, ground: Ground): Promise<RunningPod> {
  const { name, main, pod } = workload
  const ports: Record<string, number> = { '8080': ground.apiPort, '9464': await freePort() }
  const user = await userOf(workload)
  await fillSecrets(workload, ground, user?.gid)
  const container = await prepareContainer(
    name,
    {
      image: main.image,
      profiles: [],
      command: [...main.args],
      environment: environmentOf(main, ground.secrets),
      tmpfs: ['/tmp'],
      volumes: main.volumeMounts
        .filter(({ mountPath }) => mountPath !== '/tmp')
        .map((mount) => `${name}-${mount.name}:${mount.mountPath}`),
      ports: [],
      networks: [],
      depends_on: {},
      cap_drop: [],
      security_opt: [],
    },
    { ...ownImage({ tools: TOOLS }), user },
    { folder: ground.folder, ports },
  )
  const program = container.run()
  ground.programs.push(program)
  const addressOf = (port: string) =>
    `http://127.0.0.1:${ports[main.ports.find((each) => each.name === port)!.containerPort]}`
  return {
    name,
    url: main.ports.some((port) => port.name === 'http') ? `http://127.0.0.1:${ground.apiPort}` : '',
    output: program.output,
    ended: program.ended,
    async ask(probe) {
      const { path, port } = main[probe]!.httpGet
      const answer = await fetch(`${addressOf(port)}${path}`).catch(() => null)
      return answer?.ok ?? false
    },
    async metrics() {
      return (await fetch(`${addressOf('ops')}/metrics`)).text()
    },
    async exec(command) {
      const { ended, output } = container.run(command)
      return { code: await ended, output: output() }
    },
    async stop() {
      program.process.kill('SIGTERM')
      const late = setTimeout(
        () => program.process.kill('SIGKILL'),
        pod.terminationGracePeriodSeconds * 1_000,
      )
      const end = await program.ended
      clearTimeout(late)
      return end
    },
    atRoot: () => readdir(join(ground.folder, 'containers', name)),
  }
}

/** What the container finds in its environment, the keys of Secrets included. */
function environmentOf({ env }: PodContainer, secrets: PodsHere['secrets']): Record<string, string> {
  return Object.fromEntries(
    env.map(({ name, value, valueFrom }) => {
      const { name: secret = '', key = '' } = valueFrom?.secretKeyRef ?? {}
      return [name, value ?? secrets[secret]![key]!]
    }),
  )
}

/** Writes the files of a pod's Secrets, readable by the group of its user alone. */
async function fillSecrets(
  { name, pod }: Workload,
  { folder, secrets }: Ground,
  group: number | undefined,
): Promise<void> {
  for (const volume of pod.volumes) {
    if (volume.secret === undefined) continue
    const place = join(folder, 'volumes', `${name}-${volume.name}`)
    await mkdir(place, { recursive: true })
    for (const { key, path } of volume.secret.items ?? []) {
      const file = join(place, path)
      await writeFile(file, secrets[volume.secret.secretName]![key]!)
      if (group !== undefined) await chown(file, 0, group)
      await chmod(file, volume.secret.defaultMode)
    }
  }
}

/** The pod's user, where this process may run programs as others and they may read the project; else the one that runs the tests. */
async function userOf({ pod }: Workload): Promise<{ uid: number; gid: number } | undefined> {
  if (process.getuid?.() !== 0) return undefined
  for (let path = PROJECT; path !== dirname(path); path = dirname(path)) {
    if (((await stat(path)).mode & 0o005) !== 0o005) return undefined
  }
  return { uid: pod.securityContext.runAsUser, gid: pod.securityContext.runAsGroup }
}
