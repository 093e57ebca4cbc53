/** Largest size of footage. */
export const MOST_WIDTH = 1280
export const MOST_HEIGHT = 720
