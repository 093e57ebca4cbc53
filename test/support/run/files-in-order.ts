import { relative } from 'node:path'

import { BaseSequencer } from 'vitest/node'
import type { TestSpecification } from 'vitest/node'

import { kindOf, KINDS } from './kinds.ts'
import { USUAL_SECONDS } from './usual-seconds.ts'

/**
 * Runs kinds of test in the order of their list, as files of one company share a process and what it has loaded. Within a
 * kind, the files that took longest the last time come first; where they have not run yet, those that usually do.
 */
export class FilesInOrder extends BaseSequencer {
  override sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const place = (file: TestSpecification) => KINDS.findIndex((kind) => kind === kindOf(this.pathOf(file)))
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
