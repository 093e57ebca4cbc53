import { relative } from 'node:path'

import { BaseSequencer } from 'vitest/node'
import type { TestSpecification } from 'vitest/node'

import type { Company } from './kinds.ts'
import { USUAL_SECONDS } from './usual-seconds.ts'

/** In the order in which they begin. */
const COMPANIES: readonly string[] = ['services', 'filming', 'slow', 'workflows', 'parts'] satisfies Company[]

/**
 * Runs companies one after the other, as their files share a process and what it has loaded. Within a company, the files that
 * took longest the last time come first; where they have not run yet, those that usually do. So those that wait for clocks
 * and servers run beside those that compute, whatever their kind.
 */
export class FilesInOrder extends BaseSequencer {
  override sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const place = (file: TestSpecification) => COMPANIES.indexOf(file.project.name)
    const seconds = (file: TestSpecification) =>
      this.lastSeconds(file) ?? USUAL_SECONDS[this.pathOf(file)] ?? 0
    return Promise.resolve(
      files.toSorted((one, other) => place(one) - place(other) || seconds(other) - seconds(one)),
    )
  }

  private lastSeconds(file: TestSpecification): number | undefined {
    const result = this.ctx.cache.getFileTestResults(`${file.project.name}:${this.pathOf(file)}`)
    return result && result.duration / 1_000
  }

  /** Below the project's root. */
  private pathOf({ moduleId }: TestSpecification): string {
    return relative(this.ctx.config.root, moduleId).replaceAll('\\', '/')
  }
}
