import type { TwinFootageFiles } from '../../domain/twin/twin-job.ts'

/** Lends what a twin is drawn from, until `use` has settled. @param folder of the twin's look. */
export type LendFootage = <Result>(
  folder: string,
  use: (footage: TwinFootageFiles) => Promise<Result>,
) => Promise<Result>
