/**
 * SHA-256 (FIPS 180-4) of bytes that come piece by piece. The browser's own wants all of them at once, in memory, and
 * is there on https only; a service on one's own network is often reached without.
 */
export interface Sha256 {
  update(bytes: Uint8Array): void
  /** In hex. Nothing may follow. */
  digest(): string
}

const BLOCK_BYTES = 64
/** Of the message's length, at the end of its last block. */
const LENGTH_BYTES = 8

const { constants, initial } = primeFractions()

/** Begins a hash. */
export function createSha256(): Sha256 {
  const state = Int32Array.from(initial)
  const schedule = new Int32Array(64)
  const rest = new Uint8Array(BLOCK_BYTES)
  let restLength = 0
  let total = 0

  function update(bytes: Uint8Array): void {
    total += bytes.length
    let from = 0
    if (restLength > 0) {
      from = Math.min(BLOCK_BYTES - restLength, bytes.length)
      rest.set(bytes.subarray(0, from), restLength)
      restLength += from
      if (restLength < BLOCK_BYTES) return
      compress(state, schedule, rest, 0)
    }
    for (; from + BLOCK_BYTES <= bytes.length; from += BLOCK_BYTES) compress(state, schedule, bytes, from)
    rest.set(bytes.subarray(from))
    restLength = bytes.length - from
  }

  return {
    update,
    digest() {
      const length = total
      const padding = new Uint8Array(BLOCK_BYTES - ((length + LENGTH_BYTES) % BLOCK_BYTES) + LENGTH_BYTES)
      padding[0] = 0x80
      new DataView(padding.buffer).setBigUint64(padding.length - LENGTH_BYTES, BigInt(length) * 8n)
      update(padding)
      return Array.from(state, (word) => (word >>> 0).toString(16).padStart(8, '0')).join('')
    },
  }
}

function compress(state: Int32Array, w: Int32Array, bytes: Uint8Array, from: number): void {
  for (let i = 0, at = from; i < 16; i += 1, at += 4) {
    w[i] = (bytes[at]! << 24) | (bytes[at + 1]! << 16) | (bytes[at + 2]! << 8) | bytes[at + 3]!
  }
  for (let i = 16; i < 64; i += 1) {
    const a = w[i - 15]!
    const b = w[i - 2]!
    const small0 = ((a >>> 7) | (a << 25)) ^ ((a >>> 18) | (a << 14)) ^ (a >>> 3)
    const small1 = ((b >>> 17) | (b << 15)) ^ ((b >>> 19) | (b << 13)) ^ (b >>> 10)
    w[i] = (w[i - 16]! + small0 + w[i - 7]! + small1) | 0
  }
  let [a, b, c, d, e, f, g, h] = state as unknown as [
    number,
    number,
    number,
    number,
    number,
    number,
    number,
    number,
  ]
  for (let i = 0; i < 64; i += 1) {
    const big1 = ((e >>> 6) | (e << 26)) ^ ((e >>> 11) | (e << 21)) ^ ((e >>> 25) | (e << 7))
    const first = (h + big1 + ((e & f) ^ (~e & g)) + constants[i]! + w[i]!) | 0
    const big0 = ((a >>> 2) | (a << 30)) ^ ((a >>> 13) | (a << 19)) ^ ((a >>> 22) | (a << 10))
    const second = (big0 + ((a & b) ^ (a & c) ^ (b & c))) | 0
    h = g
    g = f
    f = e
    e = (d + first) | 0
    d = c
    c = b
    b = a
    a = (first + second) | 0
  }
  const added = [a, b, c, d, e, f, g, h]
  for (let i = 0; i < 8; i += 1) state[i] = (state[i]! + added[i]!) | 0
}

/** The first bits of the fractions of roots of primes, as the standard defines its constants. */
function primeFractions() {
  const primes: number[] = []
  for (let candidate = 2; primes.length < 64; candidate += 1) {
    if (primes.every((prime) => candidate % prime !== 0)) primes.push(candidate)
  }
  const fraction = (root: number) => ((root - Math.floor(root)) * 2 ** 32) | 0
  return {
    constants: Int32Array.from(primes, (prime) => fraction(Math.cbrt(prime))),
    initial: Int32Array.from(primes.slice(0, 8), (prime) => fraction(Math.sqrt(prime))),
  }
}
