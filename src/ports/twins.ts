import type { Twin, TwinLook, TwinStatus } from '../domain/twin.ts'

/** Where twins are kept. */
export interface Twins {
  add(twin: Omit<Twin, 'createdAt'>): Promise<Twin>
  /** In the order they were made; of all accounts when none is named. */
  list(accountId?: string): Promise<Twin[]>
  /** The twin, or null when it never existed, was deleted, or belongs to another account. */
  find(accountId: string, twinId: string): Promise<Twin | null>
  /** What draws a twin, also one that was deleted since its video was accepted. */
  look(accountId: string, twinId: string): Promise<TwinLook | null>
  /** Null when there is none. */
  setStatus(twinId: string, status: TwinStatus, usableInVideos: boolean): Promise<Twin | null>
  /** False when there is none. */
  delete(twinId: string): Promise<boolean>
}
