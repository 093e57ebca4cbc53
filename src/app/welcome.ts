import { randomBytes } from 'node:crypto'

import type { FirstAccount } from './seed.ts'
import type { RunningService } from './service.ts'
import { setupLink } from './setup-link.ts'

/** What a person needs to know of a service that has just started. */
export interface WelcomeFacts {
  readonly service: RunningService
  /** Null from the second start on. */
  readonly first: FirstAccount | null
  readonly logPath: string
  /** Whether nobody can sign in yet. */
  readonly needsOwner: boolean
  /** Whether webhooks may go to this machine. */
  readonly takesLocalWebhooks: boolean
}

/** The text with which `npm start` tells that the service runs: its addresses, and commands for a first video. */
export function welcome({ service, first, logPath, needsOwner, takesLocalWebhooks }: WelcomeFacts): string {
  const { app, url, temporalUiUrl } = service
  const application = needsOwner ? `${setupLink(app, url)}   (open it to make your sign-in)` : `${url}/`
  return `
  API           ${url}/api/v1
  Application   ${application}
${temporalUiUrl === null ? '' : `  Temporal UI   ${temporalUiUrl}\n`}  Log           ${logPath}
${first === null ? '' : firstKey(first, `${url}/docs`)}
  Try it: paste this to make a video, wait for it, and save it as first.mp4.

${firstVideo(`${url}/api/v1`, first?.key ?? '<API_KEY>')}

  Documentation: ${url}/docs
${first === null ? '  To create a key: npm run -s admin -- keys create --account ID --name NAME   (accounts: npm run -s admin -- accounts list)\n' : ''}${takesLocalWebhooks ? '  Webhooks may go to this machine, for example to http://localhost:3000/hook.\n' : ''}
  Press Ctrl-C to stop.
`
}

function firstKey({ accountId, key, testKey, webhookSecret }: FirstAccount, docsUrl: string): string {
  return `
  Your first account is ${accountId}. Store these now, because they are shown only once:
  API key         ${key}
  Test key        ${testKey}   (free test videos in seconds: ${docsUrl}/test-keys)
  Webhook secret  ${webhookSecret}
`
}

/** Needs nothing but a shell and curl. The key is new at each start, so that pasting it again repeats the same video. */
function firstVideo(api: string, key: string): string {
  const idempotencyKey = `first-${randomBytes(4).toString('hex')}`
  return String.raw`  AUTH='Authorization: Bearer ${key}'
  curl -s ${api}/videos -H "$AUTH" -H 'Content-Type: application/json' -H 'Idempotency-Key: ${idempotencyKey}' \
    -d '{"presenter_id":"maya","script":"Hello! This is my first presenter video."}' -o video.json
  while grep -Eq '"status":"(queued|rendering)"' video.json; do
    curl -s "${api}/videos/$(grep -o 'vid_[0-9a-z]*' video.json | head -1)?wait=30" -H "$AUTH" -o video.json
  done
  curl -f "$(grep -o 'http[^"]*/video?[^"]*' video.json)" -o first.mp4 || cat video.json`
}
