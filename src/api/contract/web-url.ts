import { text } from './text.ts'

/** In bytes, percent-encoded as it is sent. Longer ones are refused by many servers. */
const LONGEST_URL = 2048

const TOO_LONG = {
  code: 'too_long',
  message: `The URL may have at most ${LONGEST_URL} bytes, percent-encoded.`,
  limit: LONGEST_URL,
}

/**
 * A URL of the web by its form. Where it leads is judged by the use case, which knows what operators allow.
 *
 * @param description what is there, for whoever calls the API.
 */
export function webUrl(description: string) {
  return text(1, LONGEST_URL)
    .refine(isWebAddress, 'Send a URL that starts with https://.')
    .refine((value) => urlBytes(value) <= LONGEST_URL, { params: { problem: TOO_LONG } })
    .meta({
      description: `${description} The URL may have at most ${LONGEST_URL} bytes, percent-encoded.`,
      override: { minLength: 1, maxLength: LONGEST_URL, format: 'uri', pattern: '^https://' },
    })
}

/** Whether a text is a URL of the web by its form. */
function isWebAddress(value: string): boolean {
  return /^https?:\/\//i.test(value) && URL.canParse(value)
}

/** The larger of what is kept and what is sent: `/a/..` and line breaks are kept and not sent. */
function urlBytes(value: string): number {
  const sent = URL.canParse(value) ? new URL(value).href.length : 0
  return Math.max(Buffer.byteLength(value), sent)
}
