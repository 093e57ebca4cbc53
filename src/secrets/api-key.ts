import { createHmac, randomInt, timingSafeEqual } from 'node:crypto'
import { crc32 } from 'node:zlib'

/** Says what it is wherever it turns up, so that secret scanners can find it. All kinds are equally long. */
const PREFIXES = { live: 'pv_live_', test: 'pv_test_' } as const

const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

/** 32 characters of base62 are 190 bits: beyond guessing, so a fast hash is enough. */
const RANDOM_CHARACTERS = 32

/** The shortest base62 text that holds any CRC-32. */
const CHECKSUM_CHARACTERS = 6

const KEY = /^(pv_(?:live|test)_[0-9A-Za-z]{32})([0-9A-Za-z]{6})$/u

/** Enough to tell an account's keys apart, too little to help anyone guess. */
const SHOWN_RANDOM_CHARACTERS = 4

/** Generates an API key: `pv_live_` or `pv_test_`, 32 random base62 characters and a checksum of 6. Show it only once. */
export function newApiKey(kind: keyof typeof PREFIXES = 'live'): string {
  const random = Array.from({ length: RANDOM_CHARACTERS }, () => BASE62.charAt(randomInt(BASE62.length)))
  const unchecked = PREFIXES[kind] + random.join('')
  return unchecked + checksum(unchecked)
}

/**
 * Whether a text has the form and the checksum of an API key.
 *
 * This requires no database query, so that mistyped keys cost nothing. It does not tell whether the key exists.
 */
export function looksLikeApiKey(text: string): boolean {
  const [, unchecked, given] = KEY.exec(text) ?? []
  if (unchecked === undefined || given === undefined) return false
  return timingSafeEqual(Buffer.from(checksum(unchecked)), Buffer.from(given))
}

/**
 * The hash by which a key is stored and looked up: HMAC-SHA-256, 32 bytes.
 *
 * @param pepper 32 bytes that are not in the database, so that a copy of it cannot confirm a guess.
 */
export function hashApiKey(key: string, pepper: Buffer): Buffer {
  return createHmac('sha256', pepper).update(key).digest()
}

/** The part of a key that may be shown again, for example `pv_live_Ab3d`. */
export function displayPrefix(key: string): string {
  return key.slice(0, PREFIXES.live.length + SHOWN_RANDOM_CHARACTERS)
}

/** The end of a key, by which people recognize it. It belongs to the checksum and is not secret. */
export function lastFour(key: string): string {
  return key.slice(-4)
}

/** CRC-32 in base62, the most significant digit first. */
function checksum(text: string): string {
  let rest = crc32(text)
  let digits = ''
  for (let place = 0; place < CHECKSUM_CHARACTERS; place++) {
    digits = BASE62.charAt(rest % BASE62.length) + digits
    rest = Math.floor(rest / BASE62.length)
  }
  return digits
}
