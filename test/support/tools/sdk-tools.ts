import { fileURLToPath } from 'node:url'

import { resolveNpmPackages } from './npm-packages.ts'
import type { NpmPackages } from './npm-packages.ts'
import { resolveRequirements } from './python-package.ts'
import type { PythonPackage } from './python-package.ts'

/** What the Python SDK needs and is checked with, as far as it can be had. */
export interface SdkTools {
  /** httpx, what builds the package, mypy and ruff. */
  readonly python: PythonPackage
  /** pyright. */
  readonly npm: NpmPackages
}

/** Finds them in the cache folder, or installs them there, once: half a minute. */
export async function resolveSdkTools(): Promise<SdkTools> {
  const tools = (file: string) => fileURLToPath(new URL(`../../slow/sdk/tools/${file}`, import.meta.url))
  const [python, npm] = await Promise.all([
    resolveRequirements('sdk-python', tools('requirements.txt')),
    resolveNpmPackages('sdk-tools', tools('.')),
  ])
  return { python, npm }
}
