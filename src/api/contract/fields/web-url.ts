import { text } from './text.ts'

/** In bytes, percent-encoded as it is sent. Many servers reject longer URLs. */
const LONGEST_URL = 2048

const TOO_LONG = {
  code: 'too_long',
  message: `The URL must not exceed ${LONGEST_URL} bytes when percent-encoded.`,
  limit: LONGEST_URL,
}

/**
 * A well-formed http or https URL. The use case decides whether its address is allowed, because it knows the
 * operator's settings.
 *
 * @param description the purpose of the URL, for the OpenAPI document.
 */
export function webUrl(description: string) {
  return text(1, LONGEST_URL)
    .refine((value) => /^https?:\/\//i.test(value), 'Send a URL that starts with https://.')
    .refine((value) => URL.canParse(value), 'The URL is not valid. Check its host name and port.')
    .refine((value) => urlBytes(value) <= LONGEST_URL, { params: { problem: TOO_LONG } })
    .meta({
      description,
      override: { minLength: 1, maxLength: LONGEST_URL, pattern: '^https?://' },
    })
}

/** The longer of the stored and the sent form: `/a/..` and line breaks are stored but not sent. */
function urlBytes(value: string): number {
  const sent = URL.canParse(value) ? new URL(value).href.length : 0
  return Math.max(Buffer.byteLength(value), sent)
}
