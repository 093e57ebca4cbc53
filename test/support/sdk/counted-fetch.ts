/** A `fetch` that counts what is sent, and what was refused for being too much. */
export interface CountedFetch {
  readonly fetch: typeof fetch
  /** Paths below the base URL, in their order. */
  readonly paths: string[]
  readonly tooMuch: () => number
}

/** The address of a request, in whichever form `fetch` is given it. */
export const addressOf = (input: Parameters<typeof fetch>[0]) => new Request(input).url

/** Counts what passes. @param through where it goes then. */
export function countedFetch(through: typeof fetch = fetch): CountedFetch {
  const paths: string[] = []
  let tooMuch = 0
  return {
    paths,
    tooMuch: () => tooMuch,
    async fetch(input, init) {
      paths.push(new URL(addressOf(input)).pathname.replace('/api/v1', ''))
      const response = await through(input, init)
      if (response.status === 429) tooMuch += 1
      return response
    },
  }
}
