/** A server or a part that a process depends on. */
export interface Dependency {
  /** Whether the process can do nothing without it. */
  readonly isRequired: boolean
  /** Null when it is available, otherwise why not, in a few words that anybody may read. */
  readonly whyNot: () => Promise<string | null>
}

/** A server that the API depends on, as it is now. */
export interface CheckedDependency<Name extends string = string> {
  readonly name: Name
  readonly isRequired: boolean
  /** Null when it is available, otherwise why not. */
  readonly whyNot: string | null
}

/** What a probe of an orchestrator or a load balancer is answered with. */
export interface ProbeAnswer {
  readonly status: 200 | 503
  readonly body: { readonly status: string; readonly checks?: Readonly<Record<string, string>> }
}

/** Asks all at once that a process depends on. Never rejects. */
export async function checkDependencies<Name extends string>(
  readiness: Readonly<Record<Name, Dependency>>,
): Promise<CheckedDependency<Name>[]> {
  const dependencies = Object.entries<Dependency>(readiness) as [Name, Dependency][]
  return Promise.all(
    dependencies.map(async ([name, { isRequired, whyNot }]) => ({
      name,
      isRequired,
      whyNot: await whyNot().catch(() => 'no answer'),
    })),
  )
}

/** `GET /livez`. @param whyStuck why the process has to be started anew; null while it can go on. */
export function liveness(whyStuck: string | null): ProbeAnswer {
  return whyStuck === null
    ? { status: 200, body: { status: 'alive' } }
    : { status: 503, body: { status: `stuck: ${whyStuck}` } }
}

/** `GET /readyz`. @param isStopping whether the process was asked to stop, and takes nothing new. */
export async function readiness(
  dependencies: Readonly<Record<string, Dependency>>,
  isStopping: boolean,
): Promise<ProbeAnswer> {
  if (isStopping) return { status: 503, body: { status: 'stopping' } }
  const checks = await checkDependencies(dependencies)
  const isReady = checks.every(({ isRequired, whyNot }) => whyNot === null || !isRequired)
  return {
    status: isReady ? 200 : 503,
    body: {
      status: isReady ? 'ready' : 'not ready',
      checks: Object.fromEntries(
        checks.map(({ name, whyNot }) => [name, whyNot === null ? 'ready' : `not ready: ${whyNot}`]),
      ),
    },
  }
}
