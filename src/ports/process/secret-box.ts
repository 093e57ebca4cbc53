/** Keeps a secret that must be read back: sealed for one purpose, useless for any other. */
export interface SecretBox {
  seal(secret: string, purpose: string): Buffer
  /** @throws when the bytes were changed or sealed for another purpose. */
  open(sealed: Buffer, purpose: string): string
}
