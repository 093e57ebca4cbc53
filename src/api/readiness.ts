import type { Dependency } from './ports/process.ts'

/** A server that the API depends on, as it is now. */
export interface CheckedDependency<Name extends string = string> {
  readonly name: Name
  readonly isRequired: boolean
  /** Null when it is available, otherwise why not. */
  readonly whyNot: string | null
}

/** Asks all servers at once that the API depends on. Never rejects. */
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
