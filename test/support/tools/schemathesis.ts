import { join } from 'node:path'

import { resolvePythonPackage } from './python-package.ts'

/** Pinned: another version makes other requests from the same seed. */
const VERSION = '4.32.5'

/** Where schemathesis is, or why it cannot be had here. */
export type Schemathesis = { readonly executable: string } | { readonly missing: string }

/** Finds schemathesis in the cache folder, or installs it there from PyPI, once. */
export async function resolveSchemathesis(): Promise<Schemathesis> {
  const found = await resolvePythonPackage('schemathesis', VERSION)
  return 'missing' in found ? found : { executable: join(found.bin, 'schemathesis') }
}
