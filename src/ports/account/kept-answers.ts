import type { KeyedRequest } from '../../domain/account/kept-answer.ts'

/** What a request with an idempotency key finds: it is the first one, or the one before it. */
export type Claim =
  | { readonly isFirst: true; readonly id: string }
  | {
      readonly isFirst: false
      /** SHA-256 of what was asked for, hex. */
      readonly requestHash: string
      /** Null while it is carried out. */
      readonly answer: string | null
    }

/** Answers that repeated requests get again. */
export interface KeptAnswers {
  /** Of requests with the same key at the same time, one is the first. */
  claim(request: KeyedRequest): Promise<Claim>
  /** Keeps the answer of the first one. Safe to repeat. */
  keep(id: string, answer: string): Promise<void>
  /** Frees the key of a request that was refused. Safe to repeat. */
  release(id: string): Promise<void>
}
