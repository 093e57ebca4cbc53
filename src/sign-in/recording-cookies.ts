import { randomBytes } from 'node:crypto'

import type { RecordingCookies } from '../ports/twin/recording-cookies.ts'

/** As long as browsers keep any cookie. After that, the person has the link that they kept. */
const KEPT_SECONDS = 400 * 86_400

const SECRET_BYTES = 32

/**
 * The cookies by which a browser records: no script reads them, and they go along with requests of our own pages alone.
 *
 * @param isHttps whether people reach the service over https: then the name of a cookie says that no other host has set it.
 */
export function createRecordingCookies(isHttps: boolean): RecordingCookies {
  const nameOf = (recordingId: string) => `${isHttps ? '__Host-' : ''}presenter-video.${recordingId}`
  const flags = `Path=/; HttpOnly; SameSite=Strict; Max-Age=${KEPT_SECONDS}${isHttps ? '; Secure' : ''}`
  return {
    secretOf({ cookie = '' }, recordingId) {
      const name = `${nameOf(recordingId)}=`
      const found = cookie.split('; ').find((one) => one.startsWith(name))
      return found?.slice(name.length) ?? ''
    },
    give: (recordingId) =>
      `${nameOf(recordingId)}=${randomBytes(SECRET_BYTES).toString('base64url')}; ${flags}`,
  }
}
