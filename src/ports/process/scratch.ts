/** Gives long work a folder of its own on the local disk, removed afterwards whatever happens. */
export interface Scratch {
  use<Result>(work: (folder: string) => Promise<Result>): Promise<Result>
}
