/**
 * One part of a key. It starts and ends with a letter, a digit or an underscore, so that `.`,
 * `..` and hidden files cannot be named, and it has neither separators nor drive letters.
 */
const KEY_PART = /^[A-Za-z0-9_](?:[A-Za-z0-9._-]{0,198}[A-Za-z0-9_])?$/u

/** Deeper than any key we make; keeps paths below what file systems take. */
const MOST_KEY_PARTS = 8

/** The parts of a key of the media store. @throws when it is not one: a bug of the caller. */
export function keyParts(key: string): string[] {
  const parts = key.split('/')
  if (parts.length > MOST_KEY_PARTS || !parts.every((part) => KEY_PART.test(part))) {
    throw new Error(`Not a media key: ${JSON.stringify(key.slice(0, 200))}`)
  }
  return parts
}

/** The parts of a key that may end with a slash, as that of a folder does. @throws when it is not one. */
export function folderParts(key: string): string[] {
  return keyParts(key.endsWith('/') ? key.slice(0, -1) : key)
}
