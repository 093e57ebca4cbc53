import { join } from 'node:path'
import { main } from 'assemblyscript/asc'

import { ROOT } from './run-tool.ts'

/** Where the compiled kernel is kept. */
export const KERNEL_FILE = join(ROOT, 'src/raster/kernel.wasm')

/**
 * No runtime: the kernel takes no memory of its own, and works in the one it is given. SIMD is in every
 * Node that we run on.
 */
const OPTIONS = ['-O3', '--noAssert', '--runtime', 'stub', '--enable', 'simd', '--importMemory']

/** Compiles `src/raster/assembly`. @throws with the compiler's messages when it does not compile. */
export async function compileKernel(): Promise<Uint8Array> {
  const written: Uint8Array[] = []
  const messages: string[] = []
  const { error } = await main(
    ['src/raster/assembly/kernel.ts', '--outFile', 'kernel.wasm', '--baseDir', ROOT, ...OPTIONS],
    {
      writeFile: (_name, contents) => void written.push(contents as Uint8Array),
      stderr: { write: (message) => void messages.push(String(message)) },
    },
  )
  const [kernel] = written
  if (error || !kernel) throw new Error(`The kernel does not compile:\n${messages.join('')}`)
  return kernel
}
