import { once } from 'node:events'
import type { AddressInfo } from 'node:net'

import Koa from 'koa'
import { expect, test } from 'vitest'

import { webFiles } from '../../../src/api/web.ts'

test('a service whose application was never built runs, and says how to build it', async () => {
  const app = new Koa()
  app.use(webFiles({ webDir: '/nowhere/web/dist' }))
  const server = app.listen(0, '127.0.0.1')
  try {
    await once(server, 'listening')
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    const home = await fetch(url)
    expect(home.status).toBe(200)
    expect(await home.text()).toContain('npm run build:web')
    expect((await fetch(`${url}/assets/index.js`)).status).toBe(404)
  } finally {
    server.close()
  }
})
