import { randomBytes } from 'node:crypto'

import { invalidFields, problem } from '../../domain/error/errors.ts'
import { MOST_OWN_LINKS } from '../../domain/twin/twin-recording.ts'
import type { OpenedRecording } from '../../domain/twin/twin-recording.ts'
import type { TwinRecordings } from '../../ports/twin/twin-recordings.ts'
import { tokenHash } from '../account/invite-person.ts'

/**
 * Makes a link that the person keeps: it shows the twin and takes the consent back, from any browser. Its path is shown
 * once; only the hash is kept. Earlier ones stay good.
 *
 * @throws `not_found` before the consent and in another browser than the one that recorded, `invalid_request`.
 */
export type MakeOwnLink = (recording: OpenedRecording) => Promise<string>

/** Making a link that is kept. Whoever made the link of the recording never had it. */
export function makeMakeOwnLink({
  twinRecordings,
}: {
  readonly twinRecordings: Pick<TwinRecordings, 'addOwnLink'>
}): MakeOwnLink {
  return async ({ id, access, hasConsent }) => {
    if (access !== 'browser' || !hasConsent) {
      throw problem('not_found', {
        message: 'This link is made in the browser in which the consent was given.',
      })
    }
    const token = randomBytes(32).toString('base64url')
    if (!(await twinRecordings.addOwnLink(id, tokenHash(token)))) {
      const message = `There are ${MOST_OWN_LINKS} links already. Use one of them.`
      throw invalidFields({ link: { code: 'conflict', message } })
    }
    return `/record#${token}`
  }
}
