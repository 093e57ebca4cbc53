import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { compileKernel, KERNEL_FILE } from '../../../scripts/support/compile-kernel.ts'

test('the kernel that is checked in is what its sources compile to', async () => {
  expect(Buffer.from(await compileKernel()).equals(await readFile(KERNEL_FILE))).toBe(true)
})
