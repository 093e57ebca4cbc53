import type { TwinEngine } from './twin-job.ts'

/** What is kept of a twin in the media store, below its folder. Everything there is encrypted with the twin's key. */

/** Below this key every object is encrypted with the data key of its twin. */
const TWINS_FOLDER = 'twins'

/** A picture or film of a twin that a link can refer to. */
export const TWIN_ASSETS = {
  thumbnail: { fileName: 'thumbnail.jpg', contentType: 'image/jpeg' },
  preview: { fileName: 'preview.mp4', contentType: 'video/mp4' },
} as const

/** A picture or film of a twin that a link can refer to. */
export type TwinAsset = keyof typeof TWIN_ASSETS

/** Whether a text, such as the last part of a link's path, names a picture or film of a twin. */
export function isTwinAsset(text: string): text is TwinAsset {
  return Object.hasOwn(TWIN_ASSETS, text)
}

/**
 * The folder of a twin: nobody guesses the name, and it does not say whose it is.
 *
 * @param random 40 hexadecimal digits.
 */
export function twinFolder(random: string): string {
  return `${TWINS_FOLDER}/${random}`
}

/** The folder of a twin that a key lies in, or null for a key of something else. */
export function twinFolderOf(key: string): string | null {
  const [first, second] = key.split('/')
  return first === TWINS_FOLDER && second ? `${first}/${second}` : null
}

/** Keys of what a twin is drawn from, and of what shows it. @param folder of the twin. */
export function twinKeys(folder: string) {
  return {
    model: `${folder}/model.bin`,
    library: `${folder}/library.mp4`,
    base: `${folder}/base.mp4`,
    /** What learning came to, as JSON. */
    learned: `${folder}/learned.json`,
    thumbnail: `${folder}/${TWIN_ASSETS.thumbnail.fileName}`,
    preview: `${folder}/${TWIN_ASSETS.preview.fileName}`,
  }
}

/** Keys of a take: its film as uploaded, its chunks until they are joined, and what was seen and heard in it. */
export function takeKeys(folder: string, takeId: string) {
  const own = `${folder}/takes/${takeId}`
  return {
    /** All of the take, with a slash at its end. */
    all: `${own}/`,
    film: `${own}/film`,
    /** Named by its content too: a chunk that is sent twice never replaces another. */
    chunk: (number: number, sha256: string) => `${own}/chunks/${number}_${sha256.slice(0, 16)}`,
    chunks: `${own}/chunks/`,
    track: `${own}/track.bin`,
    portraits: `${own}/portraits.bin`,
    sound: `${own}/sound.wav`,
    /** What the film turned out to be, as JSON. Its presence says that the three above are there. */
    seen: `${own}/seen.json`,
  }
}

/** Keys of what is needed while a twin is built only. @param folder of the twin. */
export function twinWorkKeys(folder: string) {
  const own = `${folder}/work`
  return {
    /** All of it, with a slash at its end. */
    all: `${own}/`,
    /** What the twin says in the self-test: a video of it by one engine. */
    sample: (engine: TwinEngine) => `${own}/sample_${engine}.mp4`,
    /** What it says in its preview: a `SpeechTimeline` as JSON, and the sound as it will be in the video. */
    previewTimeline: `${own}/preview.json`,
    previewSound: `${own}/preview.m4a`,
  }
}

/** What a link to a file of a twin can refer to: one of its assets, or the film of a take by the take's id. */
export type TwinFileKind = TwinAsset | `tak_${string}`
