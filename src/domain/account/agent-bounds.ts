/** What operators let agents do, which call the API through tools. */
export interface AgentBounds {
  /** The longest video that they may have made, in seconds; null: as long as the plan allows. */
  readonly maxVideoSeconds: number | null
  readonly mayDelete: boolean
}
