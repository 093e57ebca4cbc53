import type { ErrorCode } from './errors.ts'

/** What the documentation says of a code beyond the catalogue's row. Markdown, one paragraph each. */
export interface ErrorGuide {
  readonly happened: string
  /** What a client does about it (specification section 7, "Prescribed client response"). */
  readonly doThis: string
}

/** The documentation of every code: `docs/errors.md` and the page that `doc_url` leads to. */
export const ERROR_GUIDE: Readonly<Record<ErrorCode, ErrorGuide>> = {
  invalid_api_key: {
    happened:
      'The header `Authorization` is missing, is not `Bearer <API_KEY>`, or holds a key that was never given ' +
      'out. A mistyped key is told by its checksum, without a look into the database.',
    doThis:
      'Do not retry. Check that the whole key is sent, from a server-side secret, with nothing around it; ' +
      'otherwise create a new key under Integrations, Developer API.',
  },
  key_revoked: {
    happened: 'The key was valid once and has been revoked. That holds from the next request on, everywhere.',
    doThis: 'Do not retry. Create a new key and put it where the old one was.',
  },
  allowance_exceeded: {
    happened:
      'The video might take more seconds than remain in this period. An upper estimate of the script’s length ' +
      'is reserved when a video is created; what is not used comes back when it is ready. Nothing was charged.',
    doThis:
      'Show `user_message` and a button to `upgrade_url`. Do not retry before the plan was changed or the ' +
      'period has ended; `GET /me` tells what remains and until when. A shorter script may still fit. The ' +
      'same `Idempotency-Key` can be used again.',
  },
  plan_required: {
    happened: 'The plan does not include what was asked for, such as videos with the account’s own twin.',
    doThis: 'Show `user_message` and a link to `upgrade_url`. Do not retry until the plan was changed.',
  },
  twin_not_ready: {
    happened: 'The twin is still `building`.',
    doThis:
      'Tell the user, and refresh the list of twins later: offer those whose `usable_in_videos` is true. The ' +
      'same request works once the twin is ready.',
  },
  not_found: {
    happened:
      'There is no such presenter, twin, voice, video or path; or it was deleted; or it belongs to another ' +
      'account, which looks exactly the same. A signed link that has expired says this too.',
    doThis:
      'Refresh the list and ask to choose again. For a link: fetch the video, it has a fresh one. Do not retry ' +
      'the same request.',
  },
  invalid_request: {
    happened:
      'A member, parameter or header is missing, has the wrong form, or is not known here. `fields` names each ' +
      'one with a code (`required`, `too_long`, `invalid`, `conflict`, `unknown`, `reused`) and a message. ' +
      '`reused` means that the idempotency key belongs to an earlier request with another body. The answer to ' +
      'a method that a path does not know is 405, with this code and the header `Allow`.',
    doThis: 'Mend the request; do not send it again as it is.',
  },
  script_too_long: {
    happened:
      'The script has more characters (Unicode code points) than the plan allows for one video: 3,000 by ' +
      'default. `fields.script.limit` is the limit. This error takes precedence over all other problems of the ' +
      'request, which `fields` lists as well. A script with fewer characters is also too long if saying it may ' +
      'take longer than the longest video of the plan (`plan.max_video_seconds` of `GET /me`); `message` then has ' +
      'both figures in seconds.',
    doThis: 'Shorten the script, or split it into several videos.',
  },
  rate_limited: {
    happened:
      'This key has sent more than 60 requests, or created more than 10 videos, in a minute. The headers ' +
      '`RateLimit` and `RateLimit-Policy` of every answer tell how much is left.',
    doThis:
      'Wait for the seconds in `Retry-After`, then send the request again with the same `Idempotency-Key`. ' +
      'Waiting exactly that long is enough. When polling, ask every 10 to 15 seconds.',
  },
  concurrency_limit: {
    happened: 'As many videos are rendering as the plan allows at once. Nothing was charged.',
    doThis:
      'Wait for one to finish: `Retry-After` estimates when. Then send the request again with the same ' +
      '`Idempotency-Key`.',
  },
  daily_limit: {
    happened:
      'As many videos were accepted today as the plan allows. The day ends at 00:00 UTC; videos that failed do ' +
      'not count.',
    doThis: 'Do not retry today. `Retry-After` has the seconds until the next day.',
  },
  render_failed: {
    happened:
      'The video was accepted but could not be made. It stays as a video whose `status` is `failed`, with this ' +
      'object as its `error`, where `details` names the step. All its seconds were given back.',
    doThis:
      'Show `user_message` and keep the script. Offer one retry by hand, with a new `Idempotency-Key`; never ' +
      'retry in a loop. If it fails again, contact support with the video’s id.',
  },
  service_unavailable: {
    happened:
      'A temporary problem on our side. A request for a video that gets this answer has charged nothing and ' +
      'never will. A connection that ends without an answer, or a `502` or `504` of a proxy on the way, says ' +
      'nothing of the kind: the video may have been accepted. The service itself ends a connection like that ' +
      'when it cannot find out for half a minute what became of the request, or when it is being stopped.',
    doThis:
      'Send the request again with the same `Idempotency-Key` after 5, 20 and 60 seconds, or after ' +
      '`Retry-After` when it is longer. Do the same when there was no answer: a video that was accepted is ' +
      'found by its key, and nothing is charged twice. What this answer says of a repeat does not settle an ' +
      'earlier request that had none. After three tries show `user_message`, and tell support the `request_id`.',
  },
}
