import { randomUUID } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { fileURLToPath } from 'node:url'

import { Client, Connection, WithStartWorkflowOperation } from '@temporalio/client'
import { bundleWorkflowCode, DefaultLogger, NativeConnection, Worker } from '@temporalio/worker'
import Koa from 'koa'
import pg from 'pg'

import { bareUpdate } from './bare-workflow.ts'

const QUEUE = 'bare'

/** The least that reading a video over HTTP can be. */
export async function startBareKoa(databaseUrl: string, videoId: string) {
  const pool = new pg.Pool({ connectionString: databaseUrl })
  const app = new Koa()
  app.use(async (ctx) => {
    const { rows } = await pool.query({
      name: 'bare',
      text: 'select v.* from videos v join accounts a on a.id = v.account_id where v.id = $1',
      values: [videoId],
    })
    ctx.body = rows[0]
  })
  const answer = app.callback()
  const server = createServer((request, response) => void answer(request, response))
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
  return {
    get: async () => (await fetch(url)).json(),
    async stop() {
      server.closeAllConnections()
      await new Promise((closed) => server.close(closed))
      await pool.end()
    },
  }
}

/** The least that a creation through Temporal can be. */
export async function startBareTemporal(databaseUrl: string, address: string) {
  const pool = new pg.Pool({ connectionString: databaseUrl })
  await pool.query('create table bare_rows (id text primary key)')
  const native = await NativeConnection.connect({ address })
  const connection = await Connection.connect({ address })
  const client = new Client({ connection })
  const worker = await Worker.create({
    connection: native,
    taskQueue: QUEUE,
    workflowBundle: await bundleWorkflowCode({
      workflowsPath: fileURLToPath(new URL('./bare-workflow.ts', import.meta.url)),
      logger: new DefaultLogger('WARN'),
    }),
    activities: {
      insertRow: async (id: string) => {
        await pool.query({ name: 'insert', text: 'insert into bare_rows (id) values ($1)', values: [id] })
        return id
      },
    },
  })
  const running = worker.run()
  return {
    create() {
      const workflowId = randomUUID()
      return client.workflow.executeUpdateWithStart(bareUpdate, {
        startWorkflowOperation: new WithStartWorkflowOperation('bare', {
          workflowId,
          taskQueue: QUEUE,
          args: [workflowId],
          workflowIdConflictPolicy: 'USE_EXISTING',
        }),
      })
    },
    async stop() {
      worker.shutdown()
      await running
      await connection.close()
      await native.close()
      await pool.end()
    },
  }
}
