/** Fetches the images that clients link to as backgrounds of their videos. */
export interface RemotePictures {
  /** Returns null when the URL is allowed, or else the reason why it is not, in words for the client. */
  refuse(url: string): Promise<string | null>
  /**
   * Fetches an image, scales it to cover exactly the given size, crops it to the centre, and writes it as a JPEG file.
   *
   * Safe to repeat. Accounts take turns at decoding.
   *
   * @returns the SHA-256 (hex) of the image as its server sent it.
   * @throws PictureRefused when the image does not exist or is not acceptable.
   */
  fetch(
    url: string,
    size: { readonly width: number; readonly height: number },
    outFile: string,
    options?: { readonly accountId?: string | undefined; readonly signal?: AbortSignal },
  ): Promise<string>
}

/** An image was rejected. The `message` is a sentence for the client who linked to it. */
export class PictureRefused extends Error {
  override readonly name = 'PictureRefused'
  /** Whether a retry may succeed. */
  readonly mayPass: boolean

  constructor(message: string, { mayPass = false }: { mayPass?: boolean } = {}) {
    super(message)
    this.mayPass = mayPass
  }
}

/** Limits for background images, which docs/options.md documents. */
export const PICTURE_LIMITS = { bytes: 10_000_000, pixels: 40_000_000, fetchMs: 15_000 } as const
