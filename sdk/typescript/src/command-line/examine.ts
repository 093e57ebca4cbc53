import { gunzipSync } from 'node:zlib'

import { ApiError, ConnectionError, PresenterVideo, VERSION } from '../index.ts'
import type { CallOptions } from '../index.ts'
import { serviceUrl } from './profiles.ts'
import type { SignIn } from './profiles.ts'

/** One thing that was looked at. */
export interface Check {
  readonly name: 'address' | 'key' | 'clock' | 'version' | 'webhook'
  readonly ok: boolean
  readonly message: string
}

type Found = Omit<Check, 'name'>

/** Less than that is of no consequence; after five minutes, signatures are refused. */
const MOST_SECONDS_OFF = 60

/** Looks at everything between this machine and the service. What cannot be known is left out. */
export async function examine(signIn: SignIn, limit: CallOptions): Promise<Check[]> {
  let clock: Found | null = null
  const client = new PresenterVideo({
    baseUrl: signIn.url,
    apiKey: signIn.key,
    maxRetries: 1,
    async fetch(input, init) {
      const response = await fetch(input, init)
      clock = clockOf(response.headers.get('date'))
      return response
    },
  })
  const me = await client.me(limit).catch((error: unknown) => error)
  const address = addressOf(signIn, me)
  if (!address.ok) return [{ name: 'address', ...address }]
  const key = keyOf(signIn, me)
  const checks: [Check['name'], Found | null][] = [
    ['address', address],
    ['key', key],
    ['clock', clock],
    ['version', await versionOf(signIn, limit)],
    ['webhook', key.ok ? await webhookOf(client, limit) : null],
  ]
  return checks.flatMap(([name, found]) => (found === null ? [] : [{ name, ...found }]))
}

function addressOf({ url, from }: SignIn, me: unknown): Found {
  if (me instanceof ConnectionError) return { ok: false, message: `${url} (from ${from}): ${me.message}` }
  // The account of a key is always there, at the right address.
  const isElsewhere = me instanceof ApiError && /^(?:unknown|not_found)$/u.test(me.code)
  if (!isElsewhere) return { ok: true, message: `${url} (from ${from})` }
  return { ok: false, message: `${url} (from ${from}) is not the API. It ends with /api/v1 as a rule.` }
}

function keyOf({ key, from }: SignIn, me: unknown): Found {
  const shown = `${/^pv_[a-z]+_/u.exec(key)?.[0] ?? ''}… (from ${from})`
  if (!(me instanceof Error)) {
    const { account, plan } = me as Awaited<ReturnType<PresenterVideo['me']>>
    return { ok: true, message: `${shown} of ${account.name} (${account.id}), plan ${plan.name}` }
  }
  // A key can be for a few things only.
  return { ok: /scope/u.test(me.message), message: `${shown}: ${me.message}` }
}

function clockOf(date: string | null): Found | null {
  if (date === null) return null
  const seconds = Math.round((Date.now() - Date.parse(date)) / 1_000)
  if (Math.abs(seconds) <= MOST_SECONDS_OFF) return { ok: true, message: 'as that of the service' }
  const way = seconds > 0 ? 'ahead of' : 'behind'
  const consequence = 'Webhooks are refused when a clock is more than five minutes off.'
  return { ok: false, message: `${Math.abs(seconds)} seconds ${way} that of the service. ${consequence}` }
}

/** That of the package which the service has for its clients. */
async function versionOf(signIn: SignIn, { signal }: CallOptions): Promise<Found> {
  const address = `${serviceUrl(signIn)}/sdk/presenter-video.tgz`
  try {
    const response = await fetch(address, signal ? { signal } : {})
    const packed = gunzipSync(Buffer.from(await response.arrayBuffer())).toString('latin1')
    const served = /"name": "presenter-video",\s+"version": "([^"]+)"/u.exec(packed)?.[1]
    if (served === VERSION) return { ok: true, message: `${VERSION}, as the service has it` }
    return { ok: false, message: `${VERSION}; the service has ${served}. Install ${address}` }
  } catch {
    signal?.throwIfAborted()
    return { ok: false, message: `${VERSION}; the service has no package at ${address}` }
  }
}

async function webhookOf({ webhooks }: PresenterVideo, limit: CallOptions): Promise<Found | null> {
  try {
    const { url, status, failing_since: since, disabled_because: why } = await webhooks.endpoint.get(limit)
    if (url === null) return { ok: true, message: 'none is set' }
    if (status === 'disabled')
      return { ok: false, message: `${url} is disabled (${why}). Send it a test event.` }
    if (since !== null) return { ok: false, message: `Deliveries to ${url} have failed since ${since}.` }
    return { ok: true, message: url }
  } catch (error) {
    if (error instanceof ApiError && /scope/u.test(error.message)) return null
    throw error
  }
}
