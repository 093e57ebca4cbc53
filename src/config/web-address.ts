import { z } from 'zod'

/** A setting that says where something is on the web. Read without a slash at the end. */
export const webAddress = z
  .url({ protocol: /^https?$/, error: 'must be an http or https address' })
  .transform((url) => url.replace(/\/+$/, ''))
