import { readFileSync } from 'node:fs'

import { z } from 'zod'

/** What the last stage of a Dockerfile says about the containers of its image. */
export interface ImageConfig {
  readonly env: Readonly<Record<string, string>>
  readonly entrypoint: readonly string[]
  readonly command: readonly string[]
  readonly healthcheck: readonly string[]
  readonly from: string
  /** Files and folders that come straight from the project, by their place in it. */
  readonly copied: readonly string[]
}

const words = z.array(z.string())

/** Reads a Dockerfile whose commands are JSON lists, as ours are. */
export function readDockerfile(file: string): ImageConfig {
  const lines = readFileSync(file, 'utf8').replaceAll(/\\\n/gu, ' ').split('\n')
  const last = lines.slice(lines.findLastIndex((line) => line.startsWith('FROM ')))
  const said = (instruction: string) => last.find((line) => line.startsWith(`${instruction} `)) ?? ''
  const list = (line: string) => (line === '' ? [] : words.parse(JSON.parse(line.slice(line.indexOf('[')))))
  const pairs = [...said('ENV').matchAll(/(\w+)=(\S+)/gu)].map(([, name, value]) => [name, value])
  return {
    env: Object.fromEntries(pairs) as Record<string, string>,
    entrypoint: list(said('ENTRYPOINT')),
    command: list(said('CMD')),
    healthcheck: list(said('HEALTHCHECK')),
    copied: last.flatMap((line) => /^COPY ([^-]\S*) \S+$/u.exec(line)?.[1] ?? []),
    from: said('FROM').slice('FROM '.length),
  }
}
