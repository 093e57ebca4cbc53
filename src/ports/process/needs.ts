import type { Lack, Need, ProcessState } from '../../domain/health/needs.ts'

/** Finds out whether something is there. Rejects with the reason, in words for operators, when it is not. */
export type Probe = () => Promise<unknown>

/** Looks again and again at what a process needs. */
export interface NeedsWatch {
  /** Adds something to look at, before the watch begins to. */
  add(need: Need, probe: Probe): void
  /**
   * Begins to look at these needs, and resolves when it has looked at each of them once. Those that nothing looks at are there.
   * Safe to repeat.
   */
  begin(needs: readonly Need[]): Promise<void>
  /** What is looked at. */
  watched(): readonly Need[]
  /** What is lacking now, the longest first. */
  lacks(): readonly Lack[]
  /** Resolves when none of these is lacking, or the signal is aborted. */
  untilAllThere(needs: readonly Need[], signal: AbortSignal): Promise<void>
  /** Resolves when one of these is lacking, or the signal is aborted. */
  untilLacking(needs: readonly Need[], signal: AbortSignal): Promise<void>
  /** Calls back each time when something begins to lack or is there again. */
  onChange(hear: (lack: Lack, isLacking: boolean) => void): void
  /** Looks no more. Safe to repeat. */
  end(): void
}

/** What all processes of the service told of themselves. */
export interface ProcessStates {
  /** Notes what a process tells of itself, at the database's time. */
  note(state: Omit<ProcessState, 'seenAt'>): Promise<void>
  /** Those that told something within these seconds. */
  seenWithin(seconds: number): Promise<ProcessState[]>
  /** Forgets a process that has ended. */
  forget(id: string): Promise<void>
}

/** What can be seen of all processes of the service. */
export interface FleetView {
  /** Those that told something of late. */
  processes(): readonly ProcessState[]
  /** Why no video can be made by anybody, in words for operators; null while one can be, as far as is known. */
  whyNothingIsMade(): string | null
}

/** Whether what is accepted now is also made now. */
export interface FleetReadiness {
  /**
   * Why not, in a few words: nothing can be made, or no worker is known at a queue that every video goes through. Null when
   * nothing stands in the way. Refuses nothing by itself: what is accepted without workers is made when they come.
   */
  whyUnready(): Promise<string | null>
}
