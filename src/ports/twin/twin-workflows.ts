/** Runs the workflows of twins. Everything may throw `service_unavailable`: it may or may not have happened. */
export interface TwinWorkflows {
  /** Starts checking a take whose upload is complete. Safe to repeat. */
  startTakeCheck(take: { accountId: string; twinId: string; takeId: string }): Promise<void>
  /** Starts building a twin whose consent was given, or joins the run that already does. @returns which of both. */
  startTwinBuild(twin: { accountId: string; twinId: string }): Promise<'started' | 'joined'>
  /** Tells the build of a twin that an operator has decided about its consent. Safe when it has ended. */
  signalTwinReview(twinId: string): Promise<void>
  /** Tells a run, of a video or a build, that the twin is withdrawn. @returns false when there is none, or it has ended. */
  signalTwinWithdrawn(workflowId: string): Promise<boolean>
  /** Starts removing what is left of a twin that was withdrawn or has expired. Safe to repeat. */
  startTwinRemoval(twin: { accountId: string; twinId: string }): Promise<void>
}
