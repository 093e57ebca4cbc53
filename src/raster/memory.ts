import { readFileSync } from 'node:fs'

/** The functions of `assembly/`; addresses are bytes of the memory. */
export interface Kernel {
  spread(pixels: number, runs: number, rows: number, spans: number): void
  pose(
    source: number,
    sourceRuns: number,
    sourceRows: number,
    sourceSpans: number,
    target: number,
    runs: number,
    rows: number,
    spans: number,
    fineness: number,
    ...mapping: [a: number, b: number, c: number, d: number, e: number, f: number]
  ): void
  lay(
    bitmap: number,
    runs: number,
    rows: number,
    spans: number,
    window: number,
    windowRuns: number,
    windowRows: number,
    x: number,
    y: number,
    strength: number,
  ): void
  convert(
    window: number,
    width: number,
    height: number,
    x: number,
    y: number,
    shown: number,
    pictureWidth: number,
    luma: number,
    u: number,
    v: number,
    flags: number,
    columns: number,
  ): void
}

/** Memory that the kernel works in. */
export interface Memory {
  readonly kernel: Kernel
  /** All of it; to be asked for anew after anything was taken. */
  bytes(): Uint8Array
  /** The address of so many bytes, whatever they hold. */
  take(size: number): number
  /** The bytes that are really taken for so many: what is given back serves those alone who want as many. */
  sizeFor(wanted: number): number
  /** Gives back what was taken at an address. */
  give(address: number): void
  /** The address of so many bytes that keep nothing: whoever asks next gets the same. */
  easel(size: number): number
  /** Bytes that were ever taken, whether they were given back or not. While the same work repeats, more of them are a leak. */
  everTaken(): number
}

const PAGE = 65_536

/** What a raster begins with: a few bitmaps of a 720-line picture. */
const FIRST_PAGES = 64

/**
 * Sizes of pieces, so that what one bitmap leaves another one of nearly its size can have: eight to each
 * doubling.
 */
const STEPS_TO_DOUBLE = 8

const SMALLEST = 4_096

const compiled = new WebAssembly.Module(readFileSync(new URL('./kernel.wasm', import.meta.url)))

/** Empty memory that the kernel works in. */
export function createMemory(): Memory {
  const memory = new WebAssembly.Memory({ initial: FIRST_PAGES })
  const { exports } = new WebAssembly.Instance(compiled, { env: { memory } })
  /** The sizes of what is taken now, by address. */
  const sizes = new Map<number, number>()
  const free = new Map<number, number[]>()
  let end = PAGE
  let bytes = new Uint8Array(memory.buffer)
  let easel = { address: 0, size: 0 }

  const take = (wanted: number): number => {
    const size = roomy(wanted)
    const known = free.get(size)?.pop()
    if (known !== undefined) {
      sizes.set(known, size)
      return known
    }
    const address = end
    end += size
    const missing = Math.ceil((end - bytes.length) / PAGE)
    if (missing > 0) {
      // It doubles, because what is not written costs nothing. Each growth makes the garbage collector mark the whole heap,
      // as V8 counts all of the memory as new: with steps of 4 MB, that was a fifteenth of drawing.
      memory.grow(Math.max(missing, bytes.length / PAGE))
      bytes = new Uint8Array(memory.buffer)
    }
    sizes.set(address, size)
    return address
  }
  const give = (address: number): void => {
    const size = sizes.get(address)
    if (size === undefined) throw new Error(`Nothing was taken at ${address}`)
    sizes.delete(address)
    const others = free.get(size)
    if (others) others.push(address)
    else free.set(size, [address])
  }
  return {
    kernel: exports as unknown as Kernel,
    bytes: () => bytes,
    take,
    sizeFor: roomy,
    give,
    easel(size) {
      if (size <= easel.size) return easel.address
      if (easel.size > 0) give(easel.address)
      easel = { address: take(size), size }
      return easel.address
    },
    everTaken: () => end,
  }
}

/** The next size of a piece. */
function roomy(wanted: number): number {
  const step = Math.max(SMALLEST, 2 ** Math.floor(Math.log2(wanted))) / STEPS_TO_DOUBLE
  return Math.ceil(Math.max(wanted, SMALLEST) / step) * step
}
