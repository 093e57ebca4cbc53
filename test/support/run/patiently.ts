/** Options of `expect.poll` for what takes a moment, and on a busy machine a long one. */
export const PATIENTLY = { timeout: 120_000 }
