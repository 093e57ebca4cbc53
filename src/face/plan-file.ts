import { readNumbers, writeNumbers } from './array-file.ts'
import type { FootagePlan } from './mouth-model.ts'

/** Writes a plan of footage into a file. The same plan gives the same bytes. */
export async function writePlan(file: string, { frames, inside, ...arrays }: FootagePlan): Promise<void> {
  const { base, leaving, leavingShare, source, partner, share, shapes, closure } = arrays
  const kept = { base, leaving, leavingShare, source, partner, share, shapes, closure }
  await writeNumbers(file, { numbers: { frames, inside }, arrays: kept })
}

/** Reads what `writePlan` wrote. @throws when the file is no such file, or not whole. */
export async function readPlan(file: string): Promise<FootagePlan> {
  const { numbers, arrays } = await readNumbers(file)
  const { frames, inside } = numbers
  const { base, leaving, leavingShare, source, partner, share, shapes, closure } = arrays
  if (frames === undefined || inside === undefined) throw noPlan(file)
  if (!(base instanceof Int32Array && source instanceof Int32Array && partner instanceof Int32Array))
    throw noPlan(file)
  if (!(leaving instanceof Int32Array && leavingShare instanceof Float32Array)) throw noPlan(file)
  if (!(share instanceof Float32Array && shapes instanceof Float32Array && closure instanceof Float32Array))
    throw noPlan(file)
  return { frames, inside, base, leaving, leavingShare, source, partner, share, shapes, closure }
}

function noPlan(file: string): Error {
  return new Error(`${file} is no plan of footage`)
}
