import { webUrl } from './web-url.ts'

/**
 * A URL that events may be sent to.
 *
 * @param purpose what is sent there, for the description.
 */
export function webhookUrl(purpose: string) {
  return webUrl(
    `${purpose} Public addresses on port 443 or 8443, without user name and password; who runs the service ` +
      'can open address ranges of their own, also for http.',
  )
}
