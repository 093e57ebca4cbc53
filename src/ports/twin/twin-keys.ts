/** The data keys of twins. Read afresh each time, so that a key that was destroyed opens nothing. */
export interface TwinKeys {
  /** 32 bytes; null for a folder of nobody, and when the key was destroyed. @param folder `twins/…`. */
  find(folder: string): Promise<Buffer | null>
}
