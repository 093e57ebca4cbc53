import { once } from 'node:events'
import { copyFile, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

import Koa from 'koa'
import { expect, test } from 'vitest'

import { webFiles } from '../../../src/api/web.ts'

/** Serves what was built into a folder, for as long as the test looks at it. */
async function served(webDir: string, look: (url: string) => Promise<void>): Promise<void> {
  const app = new Koa()
  app.use(webFiles({ webDir }))
  const server = app.listen(0, '127.0.0.1')
  try {
    await once(server, 'listening')
    await look(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
  } finally {
    server.close()
  }
}

test('a service whose application was never built runs, and says how to build it', () =>
  served('/nowhere/web/dist', async (url) => {
    const home = await fetch(url)
    expect(home.status).toBe(200)
    expect(await home.text()).toContain('npm run build:web')
    expect((await fetch(`${url}/assets/index.js`)).status).toBe(404)
  }))

test('pages have their icon also where the application was never built, as in the demo', () =>
  served(fileURLToPath(new URL('../../../web/never-built', import.meta.url)), async (url) => {
    const answer = await fetch(`${url}/favicon.svg`)
    expect(answer.status).toBe(200)
    expect(answer.headers.get('Content-Type')).toBe('image/svg+xml')
  }))

test('a browser that asks for the icon of its own accord gets one', async () => {
  const webDir = await mkdtemp(join(tmpdir(), 'web-'))
  const icon = fileURLToPath(new URL('../../../web/public/favicon.ico', import.meta.url))
  await writeFile(join(webDir, 'index.html'), '<!doctype html><html><head></head></html>')
  await copyFile(icon, join(webDir, 'favicon.ico'))
  await served(webDir, async (url) => {
    const answer = await fetch(`${url}/favicon.ico`)
    expect(answer.status).toBe(200)
    expect(answer.headers.get('Content-Type')).toMatch(/^image\//u)
    expect(Buffer.from(await answer.arrayBuffer()).equals(await readFile(icon))).toBe(true)
  })
  await rm(webDir, { recursive: true })
})
