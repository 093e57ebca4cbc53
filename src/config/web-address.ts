import { z } from 'zod'

/** A setting that says where something is on the web. Read without a slash at the end. */
export const webAddress = z
  .url({ protocol: /^https?$/, error: 'must be an http or https address' })
  .transform((url) => url.replace(/\/+$/, ''))

/** A setting that says where people ask for help. */
export const contactAddress = z.url({
  protocol: /^(?:https?|mailto)$/,
  error: 'must be an http, https or mailto address, for example mailto:help@example.com',
})
