import { relative } from 'node:path'

import { DefaultReporter } from 'vitest/node'
import type { SerializedError } from 'vitest'
import type { TestCase, TestModule, TestRunEndReason, TestSpecification } from 'vitest/node'

import { kindOf } from './kinds.ts'
import { leftOut } from './left-out.ts'

/** Fewer files than this are seen at a glance. */
const MANY_FILES = 10
/** How many of the slowest are listed. */
const SLOWEST = 20
/** A test that has been under way for this long is named, and again as often: one that hangs is known before it is ended. */
const LONG_MS = 120_000

/** How many files of a kind of test there are, and how many of them have ended. */
interface Count {
  files: number
  ended: number
}

/** How long a file took, and how much it computed, with the programs that it started but without servers. */
interface FileTime {
  readonly file: string
  readonly ms: number
  readonly processorSeconds: number
}

/**
 * Vitest's own reporter, whose lines also say how far all is: a line for each file that has ended, one for each
 * kind of test when its last file has, and at the end the files that took longest and what was not run.
 *
 * The lines are the same on a terminal and in a log.
 */
export class FilesDone extends DefaultReporter {
  private readonly kinds = new Map<string, Count>()
  private readonly durations: FileTime[] = []
  /** When tests began that have not ended. */
  private readonly underWay = new Map<TestCase, number>()
  private watch?: NodeJS.Timeout

  constructor() {
    super({ summary: false })
  }

  override onTestRunStart(files: readonly TestSpecification[]): void {
    super.onTestRunStart(files)
    this.watch = setInterval(() => this.nameLong(), LONG_MS)
    for (const { moduleId } of files) this.countOf(moduleId).files += 1
  }

  override onTestModuleEnd(file: TestModule): void {
    const kind = this.countOf(file.moduleId)
    kind.ended += 1
    this.durations.push({
      file: relative(this.ctx.config.root, file.moduleId),
      ms: millisecondsOf(file),
      processorSeconds: file.meta().processorSeconds ?? 0,
    })
    super.onTestModuleEnd(file)
    if (kind.ended === kind.files && this.all().files >= MANY_FILES) {
      this.log(`${this.howFar()}   ${this.kindOf(file.moduleId)}: all ${kind.files} files have ended`)
    }
  }

  override onTestCaseReady(test: TestCase): void {
    this.underWay.set(test, performance.now())
    super.onTestCaseReady(test)
  }

  override onTestCaseResult(test: TestCase): void {
    this.underWay.delete(test)
    super.onTestCaseResult(test)
  }

  /** The line of a file. */
  protected override getEntityPrefix(entity: Parameters<DefaultReporter['getEntityPrefix']>[0]): string {
    const line = super.getEntityPrefix(entity)
    return entity.type === 'module' && this.all().files >= MANY_FILES ? `${this.howFar()} ${line}` : line
  }

  override onTestRunEnd(
    files: readonly TestModule[],
    errors: readonly SerializedError[],
    reason: TestRunEndReason,
  ): void {
    clearInterval(this.watch)
    if (files.length >= MANY_FILES) this.listSlowest()
    super.onTestRunEnd(files, errors, reason)
    const missing = leftOut()
    if (missing.length > 0) this.log(` Not run here: ${missing.join(' ')}\n`)
  }

  private nameLong(): void {
    for (const [{ module, fullName }, since] of this.underWay) {
      const minutes = (performance.now() - since) / 60_000
      if (minutes < LONG_MS / 60_000) continue
      const file = relative(this.ctx.config.root, module.moduleId)
      this.log(`${this.howFar()} …  under way for ${minutes.toFixed(1)} minutes: ${file} > ${fullName}`)
    }
  }

  private listSlowest(): void {
    const slowest = this.durations.toSorted((one, other) => other.ms - one.ms).slice(0, SLOWEST)
    this.log(`\n Slowest files, and what they and the programs that they started computed in that time`)
    for (const { file, ms, processorSeconds } of slowest) {
      const [all, computed] = [ms / 1_000, processorSeconds].map((seconds) => seconds.toFixed(1).padStart(8))
      this.log(`${all} s ${computed} s  ${file}`)
    }
    this.log()
  }

  private kindOf(moduleId: string): string {
    return kindOf(relative(this.ctx.config.root, moduleId).replaceAll('\\', '/'))?.name ?? ''
  }

  private countOf(moduleId: string): Count {
    const kind = this.kindOf(moduleId)
    const count = this.kinds.get(kind) ?? { files: 0, ended: 0 }
    this.kinds.set(kind, count)
    return count
  }

  private all(): Count {
    const counts = [...this.kinds.values()]
    const sum = (of: keyof Count) => counts.reduce((total, count) => total + count[of], 0)
    return { files: sum('files'), ended: sum('ended') }
  }

  /** Files that have ended, of all, and the time since the start in minutes and seconds. */
  private howFar(): string {
    const { files, ended } = this.all()
    const seconds = Math.floor((performance.now() - this.start) / 1000)
    const time = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
    return `${String(ended).padStart(String(files).length)}/${files} ${time.padStart(5)}`
  }
}

/** From the import of a file to the end of its last test. */
function millisecondsOf(file: TestModule): number {
  const { environmentSetupDuration, prepareDuration, collectDuration, setupDuration, duration } =
    file.diagnostic()
  return environmentSetupDuration + prepareDuration + collectDuration + setupDuration + duration
}
