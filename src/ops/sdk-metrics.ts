/** The library answers from memory, on this machine. */
const ANSWER_DEADLINE_MS = 2_000

/** What Temporal's library tells at an address, in Prometheus's text format; nothing before a worker runs. */
export async function sdkMetricsText(address: string): Promise<string> {
  try {
    const answer = await fetch(`http://${address}/metrics`, {
      signal: AbortSignal.timeout(ANSWER_DEADLINE_MS),
    })
    return answer.ok ? await answer.text() : ''
  } catch {
    return ''
  }
}
