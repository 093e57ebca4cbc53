/** Compiles the inner loops of drawing, after a change of `src/raster/assembly`: `npm run kernel`. */
import { writeFile } from 'node:fs/promises'

import { compileKernel, KERNEL_FILE } from './support/compile-kernel.ts'

const kernel = await compileKernel()
await writeFile(KERNEL_FILE, kernel)
console.log(`${KERNEL_FILE}: ${kernel.length} bytes`)
