/** Gets the pictures that clients link to, as backgrounds of their videos. */
export interface RemotePictures {
  /** Null when a URL may be asked for a picture, else what is wrong with it, in words for the caller. */
  refuse(url: string): Promise<string | null>
  /**
   * Writes a JPEG file of exactly a size with the picture of a URL, scaled to cover it and cut evenly;
   * SHA-256 (hex) of the picture as its server sent it.
   *
   * Safe to repeat; accounts take turns at having theirs decoded. @throws PictureRefused when there is no such picture, or none that is taken.
   */
  fetch(
    url: string,
    size: { readonly width: number; readonly height: number },
    outFile: string,
    options?: { readonly accountId?: string | undefined; readonly signal?: AbortSignal },
  ): Promise<string>
}

/** Why a picture was not taken: its `message` is one sentence for whoever linked to it. */
export class PictureRefused extends Error {
  override readonly name = 'PictureRefused'
  /** Whether another try may do better. */
  readonly mayPass: boolean

  constructor(message: string, { mayPass = false }: { mayPass?: boolean } = {}) {
    super(message)
    this.mayPass = mayPass
  }
}

/** What is taken, and for how long it is waited for. Told to clients in docs/options.md. */
export const PICTURE_LIMITS = { bytes: 10_000_000, pixels: 40_000_000, fetchMs: 15_000 } as const
