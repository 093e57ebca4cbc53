import { BaseSequencer } from 'vitest/node'
import type { TestSpecification } from 'vitest/node'

/** Files that take longest in their kind, for a machine that has not run them yet and knows no times. */
const LONGEST = [
  'webhooks-chaos',
  'worker-killed',
  'post-videos-settled',
  'every-combination',
  'understood',
  'engines',
]

/**
 * Runs kinds of test in the order of the configuration, and within a kind the files that took longest the last
 * time first. Files of one kind stay together, as those that share a process load the service once.
 */
export class FilesInOrder extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const kinds = this.ctx.projects.map(({ name }) => name)
    const byTime = await super.sort(files)
    const place = ({ project, moduleId }: TestSpecification): number => {
      const known = LONGEST.findIndex((name) => moduleId.endsWith(`/${name}.test.ts`))
      return kinds.indexOf(project.name) * 100 + (known < 0 ? LONGEST.length : known)
    }
    // Sorting is stable: equals stay as they were.
    return byTime.toSorted((one, other) => place(one) - place(other))
  }
}
