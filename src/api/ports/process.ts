import type { IncomingMessage } from 'node:http'
import type { AgentBounds } from '../../domain/account/agent-bounds.ts'
import type { Dependency } from '../../domain/health/probes.ts'
import type { Admission } from '../../ports/process/admission.ts'
import type { Log } from '../../ports/process/log.ts'
import type { Metrics } from '../../ports/process/metrics.ts'
import type { RequestTraces } from '../../ports/process/request-traces.ts'

/** The servers that the API depends on. */
export type DependencyName = 'postgresql' | 'temporal' | 'media' | 'workers'

/** The process that answers: what it admits, where it is reached, what it serves, and how it is. */
export interface ProcessPorts {
  readonly admission: Admission
  /** The `Retry-After` of a refusal, in seconds: about the given number, more when many requests are refused. */
  readonly comeAgain: (aboutSeconds: number) => number
  /** The address that a request comes from, as the proxies that are trusted tell it. */
  readonly clientAddress: (request: IncomingMessage) => string
  /** The network that an address belongs to, such as `203.0.113.0/24`; null for what is no address. */
  readonly networkOf: (address: string) => string | null
  /** What agents may do. */
  readonly agentBounds: AgentBounds
  /** Base URL of all links, without a trailing slash. */
  readonly publicUrl: string
  /** Where the built application is: `index.html` and `assets/`. */
  readonly webDir: string
  /** Where the guides of the documentation are; the examples that they link to lie beside it. */
  readonly docsDir: string
  /** Files: the packages of the SDKs. */
  readonly sdkPackages: readonly string[]
  /** Why this process cannot go on and has to be started anew, in a few words that anybody may read; null while it can. */
  readonly whyStuck: () => string | null
  /** What `GET /readyz` reports on, by name. */
  readonly readiness: Readonly<Record<DependencyName, Dependency>>
  /** Aborted when the process is asked to stop: then it is not ready, and still answers. */
  readonly stopping: AbortSignal
  readonly log: Log
  readonly metrics: Metrics
  /** Null when nothing is traced. */
  readonly requestTraces: RequestTraces | null
}
