import { z } from 'zod'

/** The shares may miss 1 by this much: they are written with two digits. */
const SHARES_TOLERANCE = 0.001

const shares = z
  .record(z.string().regex(/^[a-z_]+$/u), z.number().min(0).max(1))
  .refine(
    (mix) => Math.abs(Object.values(mix).reduce((sum, share) => sum + share, 0) - 1) < SHARES_TOLERANCE,
    {
      error: 'shares must add up to 1',
    },
  )

/** How a voice sounds, as shares of speakers of the model: data, so that a new voice needs no code. */
export const voiceStyle = z.strictObject({
  /** The colour of the voice. */
  timbre: shares,
  /** Its melody and speaking rate. */
  prosody: shares,
  /** Speaking rate against the speakers' own: 0.9 is slower. */
  rate: z.number().min(0.5).max(2),
})

/** A style that was checked. */
export type VoiceStyle = Readonly<z.infer<typeof voiceStyle>>

/** Shares of recorded speakers, which add up to 1. */
export type StyleMix = Readonly<Record<string, number>>
