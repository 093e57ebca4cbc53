import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterAll, beforeAll, expect, test } from 'vitest'

import { runCommand } from '../../src/process/run-command.ts'
import { readEnvFile } from '../../env-file.mjs'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'presenter-env-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

/** The environment after a file with this content was read, and the warnings. */
async function read(content: string, env: NodeJS.ProcessEnv = {}) {
  const file = join(folder, 'staging.env')
  await writeFile(file, content)
  const after = { ...env, ENV_FILE: file }
  const warnings = readEnvFile(process.cwd(), after)
  return { env: after as NodeJS.ProcessEnv, warnings: warnings.map((line) => line.replace(file, '.env')) }
}

test('settings are read from the file, and those of the environment come first', async () => {
  const { env, warnings } = await read('PORT=18333\nLOG_LEVEL="debug"\n# HOST=0.0.0.0\n', { PORT: '9000' })
  expect(env).toMatchObject({ PORT: '9000', LOG_LEVEL: 'debug' })
  expect(env).not.toHaveProperty('HOST')
  expect(warnings).toEqual([])
})

test('a name that nothing reads is warned of, with the name that was meant', async () => {
  const { warnings } = await read(
    'DATADIR=x\nlog_level=debug\nFLAVOUR=1\nAWS_REGION=eu\nPOSTGRES_PASSWORD=secret\n',
  )
  expect(warnings.toSorted()).toEqual([
    '.env: there is no setting DATADIR. Did you mean DATA_DIR?',
    '.env: there is no setting FLAVOUR. See .env.example.',
    '.env: there is no setting log_level. Did you mean LOG_LEVEL?',
  ])
})

test('a copy of the example is without fault', async () => {
  expect((await read(await readFile('.env.example', 'utf8'))).warnings).toEqual([])
})

test('commands of the service read it, and one that is named and missing ends them', async () => {
  const help = (file: string) =>
    runCommand(process.execPath, ['bootstrap.mjs', 'src/admin/main.ts', '--help'], {
      extraEnv: { ENV_FILE: join(folder, file) },
    })
  await writeFile(join(folder, 'wrong.env'), 'PROT=1\n')
  const warned = await help('wrong.env')
  expect(warned.output).toContain('there is no setting PROT. Did you mean PORT?')
  expect(warned).toMatchObject({ ok: true })
  expect(await help('missing.env')).toMatchObject({
    ok: false,
    output: expect.stringContaining('missing.env'),
  })
})
