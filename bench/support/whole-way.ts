import { randomBytes, randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'

import { createApp } from '../../src/app/app.ts'
import type { Studio } from '../../src/app/adapters/studio.ts'
import { createSlots } from '../../src/children/slots.ts'
import { readConfig } from '../../src/config/config.ts'
import type { Config } from '../../src/config/config.ts'
import { listen } from '../../src/process/http-server.ts'
import { createLog } from '../../src/process/log.ts'
import { createRenderer } from '../../src/render/renderer.ts'
import { createSpeaker } from '../../src/speech/speaker.ts'
import { createTwinStudio } from '../../src/twins/twin-studio.ts'
import { enginesWithFiles, installedEngines } from '../../src/voices/installed.ts'
import { startWorker } from '../../src/temporal/run-worker.ts'
import { createTestClient } from '../../test/support/service/client.ts'
import type { TestClient } from '../../test/support/service/client.ts'
import { NO_LIMITS } from './servers.ts'
import type { BenchServers } from './servers.ts'

/** Processor kinds of work in the studio. */
type Stage = 'speech' | 'finishing' | 'drawing' | 'joining'

/** A service with its own servers, warm, as one of its accounts sees it. */
export interface BenchService {
  /** Seconds from the POST until the video is ready, its length, and how long each stage was at work. */
  make(script: string): Promise<MadeVideo>
  /** Has a video made and does not wait for it. */
  begin(script: string): Promise<BegunVideo>
  /** Whether anything is spoken, drawn or joined at the moment. */
  isAtWork(): boolean
  /** The same service, as a new account sees it. */
  asAnother(): Promise<BenchService>
}

/** A video that is being made. */
export interface BegunVideo {
  /** Made or not. */
  delete(): Promise<void>
  /** Seconds from its POST until it is ready. */
  readySeconds(): Promise<number>
}

/** How long a video took. Stages may overlap. */
export interface MadeVideo {
  readonly lengthSeconds: number
  readonly readySeconds: number
  readonly stageSeconds: Readonly<Record<Stage, number>>
}

/** Which speech engine speaks, and how many processes speak and draw. */
export interface BenchSetting {
  readonly speechEngine: Config['speechEngine']
  readonly studioProcesses: number
  /** Where media are kept. Default: on the disk. */
  readonly bucket?: Config['bucket']
  /** Who draws instead of the processes that do. Default: they do. */
  readonly renderer?: Studio['renderer']
}

/** Whether the files of the neural engines are there. */
export function hasNeuralVoices(): boolean {
  return enginesWithFiles('auto', readConfig().cacheDir).every(({ files }) => files.isInstalled())
}

/** Asking costs processor time that a video then lacks. When it was ready is told by the video. */
const POLL_MS = 500
const KEYS = 20

/** Runs a service for as long as `use` takes; several may follow each other on the same servers. */
export async function withService(
  servers: BenchServers,
  setting: BenchSetting,
  use: (service: BenchService) => Promise<void>,
): Promise<void> {
  const config: Config = {
    ...readConfig(),
    rateLimits: { requests: 10_000, creates: 10_000 },
    ...setting,
    dataDir: servers.dataDir,
    plans: new Map([[NO_LIMITS.id, NO_LIMITS]]),
  }
  const log = createLog({ level: 'silent' })
  const http = await listen('127.0.0.1', 0)
  const surroundings = { ...servers, publicUrl: http.url, masterKeys: [randomBytes(32)], log }
  const clock = createStageClock()
  const app = await createApp(
    config,
    surroundings,
    timed(await createStudio(config, setting.renderer), clock),
  )
  await app.warmUp(config.taskQueues)
  http.answerWith(await app.createAnswer(), app.answerBroken)
  const worker = await startWorker(config, servers.temporalAddress, app, log)
  try {
    const asNewAccount = async (): Promise<BenchService> => {
      const email = `${randomUUID()}@localhost`
      const { account } = await app.createAccount({ email, name: 'Bench', planId: 'bench' })
      const keys = await Promise.all(
        Array.from({ length: KEYS }, (_, index) =>
          app.createApiKey({ accountId: account.id, name: `bench ${index}` }),
        ),
      )
      const clients = keys.map(({ key }) => createTestClient(http.url, key))
      return createService(clients, clock, asNewAccount)
    }
    await use(await asNewAccount())
  } finally {
    await worker.stop()
    await http.stop()
    await app.close()
  }
}

function createService(
  clients: readonly TestClient[],
  clock: StageClock,
  asAnother: () => Promise<BenchService>,
): BenchService {
  let calls = 0
  const client = () => clients[(calls += 1) % clients.length]!
  return {
    asAnother,
    isAtWork: clock.isAtWork,
    async begin(script) {
      const startedAt = Date.now()
      const { body } = await client().createVideo({ script })
      return {
        async delete() {
          await client().request('DELETE', `/videos/${body.id}`)
        },
        readySeconds: async () => secondsUntilReady(await untilReady(client, body), startedAt),
      }
    },
    async make(script) {
      clock.reset()
      const startedAt = Date.now()
      const { body } = await client().createVideo({ script })
      const video = await untilReady(client, body)
      return {
        lengthSeconds: video.duration_seconds,
        readySeconds: secondsUntilReady(video, startedAt),
        stageSeconds: clock.seconds(),
      }
    },
  }
}

type VideoBody = Awaited<ReturnType<TestClient['createVideo']>>['body']

async function untilReady(client: () => TestClient, created: VideoBody): Promise<VideoBody> {
  let video = created
  while (video.status === 'rendering' || video.status === 'queued') {
    await wait(POLL_MS)
    video = (await client().request('GET', `/videos/${created.id}`)).body
  }
  if (video.status !== 'ready') throw new Error(`Not ready: ${JSON.stringify(video)}`)
  return video
}

function secondsUntilReady({ completed_at: completedAt }: VideoBody, startedAt: number): number {
  return (Date.parse(completedAt) - startedAt) / 1000
}

async function createStudio(
  { studioProcesses, speechEngine, cacheDir }: Config,
  renderer?: Studio['renderer'],
): Promise<Studio> {
  const places = createSlots(studioProcesses)
  return {
    speaker: createSpeaker({
      processes: studioProcesses,
      places,
      installed: installedEngines(cacheDir, speechEngine),
    }),
    renderer:
      renderer ??
      (await createRenderer({
        presentersDir: 'presenters',
        spritesDir: `${cacheDir}/sprites`,
        poolSize: studioProcesses,
        places,
      })),
    twinStudio: createTwinStudio({ poolSize: 1 }),
  }
}

/** For how long, on the clock on the wall, at least one piece of a stage was at work. */
interface StageClock {
  during<Result>(stage: Stage, work: () => Promise<Result>): Promise<Result>
  seconds(): Record<Stage, number>
  isAtWork(): boolean
  reset(): void
}

function createStageClock(): StageClock {
  const spans: { stage: Stage; start: number; end: number }[] = []
  return {
    async during(stage, work) {
      const span = { stage, start: performance.now(), end: Number.POSITIVE_INFINITY }
      spans.push(span)
      try {
        return await work()
      } finally {
        span.end = performance.now()
      }
    },
    seconds: () => ({
      speech: covered('speech'),
      finishing: covered('finishing'),
      drawing: covered('drawing'),
      joining: covered('joining'),
    }),
    isAtWork: () => spans.some(({ end }) => end === Number.POSITIVE_INFINITY),
    reset: () => void spans.splice(0),
  }

  function covered(stage: Stage): number {
    let [sum, until] = [0, 0]
    for (const { start, end } of spans
      .filter((span) => span.stage === stage)
      .toSorted((a, b) => a.start - b.start)) {
      sum += Math.max(0, end - Math.max(start, until))
      until = Math.max(until, end)
    }
    return sum / 1000
  }
}

function timed({ speaker, renderer, twinStudio }: Studio, clock: StageClock): Studio {
  return {
    speaker: {
      ...speaker,
      speakPart: (...args) => clock.during('speech', () => speaker.speakPart(...args)),
      finish: (...args) => clock.during('finishing', () => speaker.finish(...args)),
    },
    renderer: {
      ...renderer,
      drawSegment: (...args) => clock.during('drawing', () => renderer.drawSegment(...args)),
      assemble: (...args) => clock.during('joining', () => renderer.assemble(...args)),
    },
    twinStudio,
  }
}
