import { webUrl } from './web-url.ts'

/**
 * A URL that receives events.
 *
 * @param purpose which events are sent there, for the OpenAPI document.
 */
export function webhookUrl(purpose: string) {
  return webUrl(
    `${purpose} The URL must use https on port 443 or 8443, resolve to a public address, and contain no user ` +
      'name or password. Operators can allow further address ranges, over http as well.',
  )
}
