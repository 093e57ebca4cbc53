import type { ErrorCode } from './errors.ts'

/** The documentation of an error code beyond its catalogue entry, in Markdown with one paragraph each. */
export interface ErrorGuide {
  readonly happened: string
  /** How a client handles the error (specification section 7, "Prescribed client response"). */
  readonly doThis: string
}

/** The documentation of every code, for `docs/errors.md` and the page that `doc_url` links to. */
export const ERROR_GUIDE: Readonly<Record<ErrorCode, ErrorGuide>> = {
  invalid_api_key: {
    happened:
      'The `Authorization` header is missing, does not have the form `Bearer <API_KEY>`, or contains an unknown ' +
      'key; or the key is limited to [scopes](keys.md), and lacks the one that `message` names. The service detects a ' +
      'mistyped key by its checksum.',
    doThis:
      'Do not retry. Check that you send the complete key from a server-side secret, without any other characters. ' +
      'If it still fails, or lacks a scope, create a new key under Integrations, Developer API.',
  },
  key_revoked: {
    happened:
      'The key has been revoked, which takes effect immediately, or has expired; `message` says which.',
    doThis: 'Do not retry. Create a new key and replace the old one with it.',
  },
  allowance_exceeded: {
    happened:
      'The script is expected to take more seconds than remain in this period; `message` says how many. When you create ' +
      'a video, an upper estimate of its length is reserved, or all that remains where that is less; the unused part is ' +
      'returned when the video is ready. Nothing was charged.',
    doThis:
      'Show `user_message` and a button that links to `upgrade_url`. Do not retry until the plan has changed or the ' +
      'period has ended: `GET /me` returns the remaining seconds and the end of the period. A shorter script may ' +
      'still fit. You can reuse the same `Idempotency-Key`.',
  },
  plan_required: {
    happened: 'The plan does not include a requested feature, such as videos with the account’s own twin.',
    doThis: 'Show `user_message` and a link to `upgrade_url`. Do not retry until the plan has changed.',
  },
  twin_not_ready: {
    happened:
      'The twin is still `building`, or the operator of the service has switched it off; `message` says which.',
    doThis:
      'Tell the user, and refresh the list of twins later. Offer only twins whose `usable_in_videos` is true. The ' +
      'same request succeeds once the twin is ready. A twin that was switched off needs support.',
  },
  not_found: {
    happened:
      'The presenter, twin, voice, video or path does not exist, was deleted, or belongs to another account. An ' +
      'expired signed link returns this error as well.',
    doThis:
      'Refresh the list and ask the user to choose again. If a link has expired, retrieve the video again for a ' +
      'fresh link. Do not retry the same request.',
  },
  invalid_request: {
    happened:
      'A field, parameter or header is missing, malformed or unknown. `fields` lists each one with a code ' +
      '(`required`, `too_long`, `invalid`, `conflict`, `unknown`, `reused` or `not_allowed`) and a message. `reused` means that ' +
      'the idempotency key belongs to an earlier request with a different body. `not_allowed` means that the operator of the ' +
      'service does not make such videos; show the message to the author. If the path does not support the ' +
      'method, the status is 405 with this code and the `Allow` header.',
    doThis: 'Fix the request before you send it again.',
  },
  script_too_long: {
    happened:
      'The script has more characters (Unicode code points) than the plan allows for one video: 3,000 by ' +
      'default. `fields.script.limit` is the limit. This error takes precedence over all other problems with the ' +
      'request, which `fields` lists as well. A script with fewer characters is also too long if speaking it could ' +
      'take longer than the plan’s longest video (`plan.max_video_seconds` of `GET /me`); `message` then states ' +
      'both durations in seconds.',
    doThis: 'Shorten the script, or split it into several videos.',
  },
  rate_limited: {
    happened:
      'This key has sent more than 60 requests, or created more than 10 videos, in one minute; or all keys of the ' +
      'account together have sent or created five times as many. The `RateLimit` and `RateLimit-Policy` headers of ' +
      'every response show how many requests are left.',
    doThis:
      'Wait for the number of seconds in `Retry-After`, then send the request again with the same ' +
      '`Idempotency-Key`. When you poll a video, do so every 10 to 15 seconds, or let ' +
      'one request wait (`GET /videos/{id}?wait=60`).',
  },
  concurrency_limit: {
    happened:
      'The maximum number of videos that the plan allows at the same time is rendering. Nothing was charged.',
    doThis:
      'Wait for a video to finish; `Retry-After` contains an estimate. Then send the request again with the same ' +
      '`Idempotency-Key`.',
  },
  daily_limit: {
    happened:
      'The account has reached the plan’s limit of accepted videos per day. The day ends at 00:00 UTC. A failed video ' +
      'does not count, unless its request was the cause.',
    doThis: 'Do not retry today. `Retry-After` contains the number of seconds until the next day.',
  },
  render_failed: {
    happened:
      'The video was accepted but could not be made. Its `status` is now `failed`, and its `error` is this object ' +
      'with `details` that name the failed step. All reserved seconds were returned.',
    doThis:
      'Show `user_message` and keep the script. If `retryable` is true, offer one manual retry with a new ' +
      '`Idempotency-Key`, and never retry in a loop; if the video fails again, contact support with its id and ' +
      'the `request_id`. If `retryable` is false, the same request would fail again. `action` is `fix_request` when ' +
      'the request itself was the cause, for example a background image that cannot be used, and `refresh` when its ' +
      'twin was withdrawn.',
  },
  service_unavailable: {
    happened:
      'The service has a temporary problem, or more requests of this kind than it can answer in time: then it refuses at ' +
      'once, before it begins anything, and accounts are served in turn. If creating a video returns this error, the request has not been charged ' +
      'and never will be. This does not apply to a connection that closes without a response, or to a `502` or ' +
      '`504` from a proxy: the video may have been accepted. The service closes a connection without a response ' +
      'when it cannot determine the outcome of the request within half a minute, or when it is being stopped.',
    doThis:
      'Send the request again with the same `Idempotency-Key` after 5, 20 and 60 seconds, or after `Retry-After` if ' +
      'that is longer. `Retry-After` grows with the number of requests that are refused, and differs from one to the next, ' +
      'so that callers do not all come back at the same moment. Do the same when you receive no response: an accepted video is found by its key, and nothing ' +
      'is charged twice. If a repeated request returns this error, that says nothing about an earlier request ' +
      'without a response. After three attempts, show `user_message` and contact support with the `request_id`.',
  },
}
