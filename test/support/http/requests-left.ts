/** How many requests a key may still send in this minute, as an answer to it says. */
export function requestsLeft(headers: Headers): number {
  return Number(/"requests";r=(\d+)/u.exec(headers.get('RateLimit') ?? '')?.[1])
}
