/**
 * The inner loops of drawing, in AssemblyScript: compiled to `../kernel.wasm` by `npm run kernel`.
 *
 * Pixels are premultiplied RGBA, four bytes each. The rows of a bitmap are whole runs of four pixels,
 * which is what a vector register holds. All arithmetic is in integers: the same bytes on every machine.
 */
export { spread } from './spread'
export { pose } from './pose'
export { lay } from './lay'
export { convert } from './convert'
