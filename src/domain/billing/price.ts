/**
 * What a video costs, in seconds of the allowance: a second of video costs one, and a second that has begun counts as a
 * whole one, at least one (decisions, "Allowance"). The same rule prices the expected length, which must remain, the
 * upper estimate, which is reserved, and the finished video; the database never charges more than was reserved.
 *
 * @param durationSeconds length of the video, above 0.
 */
export function priceSeconds(durationSeconds: number): number {
  return Math.max(1, Math.ceil(durationSeconds))
}
