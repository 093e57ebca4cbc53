import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { rename, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'

import pg from 'pg'

import { AUDIT_SCHEDULE, HOUSEKEEPING_SCHEDULE } from '../../src/workflows/contract.ts'
import { SCRIPTS } from '../support/scripts.ts'
import { DISK_BYTES } from './grounds.ts'
import type { Grounds } from './grounds.ts'
import type { Part } from '../support/parts.ts'
import type { AlertLabels } from './prometheus.ts'

/** What goes wrong, and which alerts have to say so. */
export interface Fault {
  readonly what: string
  readonly alerts: readonly AlertLabels[]
  provoke(): Promise<void>
  /** Ends the fault; null where the alert is about what has happened, and ends with the time it looks back on. */
  readonly mend: (() => Promise<void>) | null
}

/** Asks for a video of nine words, or of a script. @returns its id, or null when the service refused. */
export async function askForVideo(
  { url }: Pick<Part, 'url'>,
  key: string,
  body: object = {},
): Promise<string | null> {
  const answer = await fetch(`${url}/videos`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${key}`,
      'content-type': 'application/json',
      'idempotency-key': randomUUID(),
    },
    body: JSON.stringify({ script: SCRIPTS['nine words'], presenter_id: 'maya', ...body }),
  })
  const { id } = (await answer.json()) as { readonly id?: string }
  if (answer.status === 202) return id!
  if (answer.status < 500) throw new Error(`A creation was answered with ${answer.status}.`)
  return null
}

/** Everything that is provoked at the same time. They do not touch each other's alerts. */
export function faultsOf(grounds: Grounds): Fault[] {
  return [
    // First: afterwards housekeeping is paused.
    lostVideo(grounds),
    pausedHousekeeping(grounds),
    lateVideo(grounds),
    creationsFail(grounds),
    poolFull(grounds),
    delivererGone(grounds),
    ...sickWorker(grounds),
    books(grounds),
  ]
}

/** The run of a video, terminated by hand, and the video so much older. */
async function loseRun({ api, key, temporal, database }: Grounds, minutes: number): Promise<string> {
  const videoId = await askForVideo(api, key, { script: SCRIPTS['three minutes'] })
  if (videoId === null) throw new Error('A creation was refused before anything was sick.')
  const { rows } = await database.query<{ workflow_id: string }>(
    'select workflow_id from videos where id = $1',
    [videoId],
  )
  await temporal.workflow.getHandle(rows[0]!.workflow_id).terminate('the bench of alerts')
  await database.query(
    `update videos set created_at = created_at - make_interval(mins => $2), started_at = started_at - make_interval(mins => $2)
     where id = $1`,
    [videoId, minutes],
  )
  return videoId
}

function lostVideo(grounds: Grounds): Fault {
  return {
    what: 'the run of a video is terminated; the video is made 41 minutes old by hand, and housekeeping runs',
    alerts: [{ alertname: 'PresenterVideosLost' }, { alertname: 'PresenterVideosFail' }],
    async provoke() {
      await loseRun(grounds, 41)
      await grounds.temporal.schedule.getHandle(HOUSEKEEPING_SCHEDULE).trigger('BUFFER_ONE')
    },
    mend: null,
  }
}

function pausedHousekeeping({ temporal }: Grounds): Fault {
  const schedule = temporal.schedule.getHandle(HOUSEKEEPING_SCHEDULE)
  return {
    what: 'the schedule `housekeeping` is paused',
    alerts: [{ alertname: 'PresenterHousekeepingLate' }],
    provoke: () => schedule.pause(),
    async mend() {
      await schedule.unpause()
      await schedule.trigger('BUFFER_ONE')
    },
  }
}

function lateVideo(grounds: Grounds): Fault {
  const { api, key } = grounds
  let videoId = ''
  return {
    what: 'the run of a video is terminated; the video is made 16 minutes old by hand, and deleted in the end',
    alerts: [{ alertname: 'PresenterVideosLate' }],
    async provoke() {
      videoId = await loseRun(grounds, 16)
    },
    async mend() {
      const headers = { authorization: `Bearer ${key}` }
      await fetch(`${api.url}/videos/${videoId}`, { method: 'DELETE', headers })
    },
  }
}

/** Does something again and again until it is ended. */
function again(work: () => Promise<unknown>, everyMs: number): () => Promise<void> {
  let isOver = false
  const working = (async () => {
    while (!isOver) {
      await work().catch(() => undefined)
      await wait(everyMs)
    }
  })()
  return async () => {
    isOver = true
    await working
  }
}

function creationsFail({ sickApi, databaseOfSickApi, key }: Grounds): Fault {
  let end = async () => {}
  return {
    what: 'an API process is cut off from PostgreSQL, and asked for a video every second',
    alerts: [
      { alertname: 'PresenterCreationsFail' },
      { alertname: 'PresenterDependencyDown', instance: sickApi.target },
    ],
    async provoke() {
      databaseOfSickApi.breakOff()
      end = again(() => askForVideo(sickApi, key), 1_000)
    },
    async mend() {
      await end()
      databaseOfSickApi.mend()
    },
  }
}

/** Requests at a time: more than the API has connections. */
const WAITING = 12

function poolFull({ api, key, databaseUrl }: Grounds): Fault {
  const locking = new pg.Client({ connectionString: databaseUrl })
  let ends: (() => Promise<void>)[] = []
  return {
    what: 'a lock keeps every statement of a table waiting, and 12 requests at a time want it',
    alerts: [{ alertname: 'PresenterDatabasePoolFull', instance: api.target }],
    async provoke() {
      await locking.connect()
      await locking.query('begin')
      await locking.query('lock table account_voices in access exclusive mode')
      const headers = { authorization: `Bearer ${key}` }
      ends = Array.from({ length: WAITING }, () => again(() => fetch(`${api.url}/voices`, { headers }), 0))
    },
    async mend() {
      await locking.end()
      await Promise.all(ends.map((end) => end()))
    },
  }
}

function delivererGone({ api, key, deliverer, database }: Grounds): Fault {
  return {
    what: 'the one worker of `webhooks` is killed while an event waits, which is made 16 minutes late by hand',
    alerts: [
      { alertname: 'PresenterProcessGone', instance: deliverer.target },
      { alertname: 'PresenterNoWorker' },
      { alertname: 'PresenterWebhooksLate' },
    ],
    async provoke() {
      await deliverer.kill()
      const receiver = createServer((_, response) => void response.writeHead(204).end()).unref()
      receiver.listen(0, '127.0.0.1')
      await once(receiver, 'listening')
      const { port } = receiver.address() as AddressInfo
      await askForVideo(api, key, { webhook_url: `http://127.0.0.1:${port}/` })
      for (let late = 0; late === 0; await wait(500)) {
        const { rowCount } = await database.query(
          `update webhook_events set pending_since = pending_since - interval '16 minutes' where status = 'pending'`,
        )
        late = rowCount ?? 0
      }
    },
    mend: () => deliverer.start(),
  }
}

function sickWorker({ apart, diskOfApart }: Grounds): Fault[] {
  const filling = join(diskOfApart, 'filling')
  const [media, aside] = [join(diskOfApart, 'media'), join(diskOfApart, 'aside')]
  return [
    {
      what: 'the disk of a worker has 4 % left',
      alerts: [{ alertname: 'PresenterDiskFull', instance: apart.target, folder: 'data' }],
      provoke: () => writeFile(filling, Buffer.alloc(DISK_BYTES * 0.96)),
      mend: () => rm(filling),
    },
    {
      what: 'the media folder of a worker is a file',
      alerts: [{ alertname: 'PresenterDependencyDown', instance: apart.target }],
      async provoke() {
        await rename(media, aside)
        await writeFile(media, '')
      },
      async mend() {
        await rm(media)
        await rename(aside, media)
      },
    },
  ]
}

function books({ database, temporal }: Grounds): Fault {
  const audit = () => temporal.schedule.getHandle(AUDIT_SCHEDULE).trigger('BUFFER_ONE')
  const change = (seconds: number) =>
    database.query('update accounts set used_seconds = used_seconds + $1', [seconds])
  return {
    what: 'a balance is changed by hand, and the audit runs',
    alerts: [{ alertname: 'PresenterBooksDiffer' }],
    async provoke() {
      await change(1)
      await audit()
    },
    async mend() {
      await change(-1)
      await audit()
    },
  }
}

/** Of itself, after the others: it takes all of the machine. */
export function slowPools({ api, key }: Grounds): Fault {
  const ids: string[] = []
  return {
    what: '16 videos of a minute at a worker with one process of each kind; the rest is deleted in the end',
    alerts: [{ alertname: 'PresenterPoolsSlow' }],
    async provoke() {
      for (let asked = 0; asked < 16; asked += 1) {
        const id = await askForVideo(api, key, { script: SCRIPTS['one minute'] })
        if (id !== null) ids.push(id)
      }
    },
    async mend() {
      const headers = { authorization: `Bearer ${key}` }
      for (const id of ids) await fetch(`${api.url}/videos/${id}`, { method: 'DELETE', headers })
    },
  }
}

/** After the audit of the books, whose time is moved back. */
export function lateAudit({ database, temporal }: Grounds): Fault {
  const audit = () => temporal.schedule.getHandle(AUDIT_SCHEDULE).trigger('BUFFER_ONE')
  return {
    what: 'the time of the last audit is moved back by 37 hours by hand; the audit runs in the end',
    alerts: [{ alertname: 'PresenterAuditLate' }],
    async provoke() {
      await audit()
      for (let moved = 0; moved === 0; await wait(500)) {
        const { rowCount } = await database.query(
          `update last_audit set finished_at = finished_at - interval '37 hours'`,
        )
        moved = rowCount ?? 0
      }
    },
    mend: audit,
  }
}

/** After the other faults of the worker, which starts anew for it. */
export function endingCertificate({ apart, endingCertificate: file }: Grounds): Fault {
  return {
    what: 'a worker starts with a certificate that ends in five days',
    alerts: [{ alertname: 'PresenterCertificateEnds', instance: apart.target }],
    async provoke() {
      await apart.kill()
      await apart.start({ TEMPORAL_TLS_SERVER_CA_CERT_PATH: file })
    },
    async mend() {
      await apart.kill()
      await apart.start()
    },
  }
}
