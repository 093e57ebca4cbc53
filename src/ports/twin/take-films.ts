import type { TakeChunk } from './twin-takes.ts'

/** A chunk that has arrived and is not kept yet. */
export interface ArrivedChunk {
  /** Hex. */
  readonly sha256: string
  readonly sizeBytes: number
  /** Keeps it as a chunk of a take. @param folder of the twin. Safe to repeat. */
  keep(folder: string, takeId: string, number: number): Promise<void>
}

/** Keeps the films of takes while they arrive in parts. */
export interface TakeFilms {
  /**
   * Writes what arrives to disk, hashing it on the way, and removes it when `use` is done.
   *
   * @param use says what becomes of it.
   */
  receive<Result>(
    bytes: AsyncIterable<Uint8Array>,
    use: (arrived: ArrivedChunk) => Promise<Result>,
  ): Promise<Result>
  /** Makes one film of all chunks; its SHA-256 in hex. Safe to repeat, until the chunks are dropped. */
  join(folder: string, takeId: string, chunks: readonly TakeChunk[]): Promise<string>
  /** Safe to repeat. */
  dropChunks(folder: string, takeId: string): Promise<void>
  /** Removes a chunk that was kept and belongs to no film. Safe to repeat. */
  dropChunk(folder: string, takeId: string, chunk: Pick<TakeChunk, 'number' | 'sha256'>): Promise<void>
  /** Removes the film, its chunks, and what was seen in it. Safe to repeat. */
  drop(folder: string, takeId: string): Promise<void>
}
