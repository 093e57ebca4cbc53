/** Small enough for a list of videos, good enough to fill a player. */
export const JPEG_QUALITY = 88
