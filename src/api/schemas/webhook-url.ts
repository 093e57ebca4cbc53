import { text } from './text.ts'

/**
 * A URL that events may be sent to. The form alone; where it leads is judged by the use case, which
 * knows what operators allow.
 *
 * @param purpose what is sent there, for the description.
 */
export function webhookUrl(purpose: string) {
  return text(1, 2048)
    .refine(isWebAddress, 'Send a URL that starts with https://.')
    .meta({
      description:
        `${purpose} Public addresses on port 443 or 8443, without user ` +
        'name and password; who runs the service can open address ranges of their own, also for http.',
      override: { minLength: 1, maxLength: 2048, format: 'uri', pattern: '^https://' },
    })
}

/** Whether a text is a URL of the web by its form. */
export function isWebAddress(value: string): boolean {
  return /^https?:\/\//i.test(value) && URL.canParse(value)
}
