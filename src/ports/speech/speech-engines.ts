/** A speech engine that the whole installation speaks with when nothing else is set. */
export interface EngineInUse {
  readonly id: string
  /** Its voices are offered from then on, by every process. */
  readonly inUseFrom: Date
}

/** The engines that the whole installation speaks with when nothing else is set. */
export interface SpeechEngines {
  list(): Promise<EngineInUse[]>
  /** Decides on an engine, unless that has been done. @returns whether it was decided now. */
  decide(id: string, decidedBy: string): Promise<boolean>
}
