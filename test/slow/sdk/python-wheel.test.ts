import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join, resolve } from 'node:path'

import { afterAll, describe, expect } from 'vitest'

import { SDK_WHEEL } from '../../../src/app/shipped.ts'
import { runCommand } from '../../../src/process/run-command.ts'
import { test } from '../../support/service/default-service.ts'
import { hasNoPython, python } from '../../support/sdk/python-programs.ts'

/** Prints each file of a wheel and its hash, without what its builder says of itself. */
const LIST = `
import hashlib, sys, zipfile
for path in sys.argv[1:]:
    wheel = zipfile.ZipFile(path)
    assert wheel.testzip() is None
    names = sorted(name for name in wheel.namelist() if not name.endswith(("RECORD", "WHEEL", "METADATA", "LICENSE")))
    print([(name, hashlib.sha256(wheel.read(name)).hexdigest()) for name in names])
`

const USE = `
from presenter_video import VERSION, PresenterVideo
with PresenterVideo() as client:
    video = client.videos.create_and_wait(presenter_id="maya", script="Hello there.")
    print(VERSION, video.status)
`

describe.skipIf(hasNoPython)('the wheel of the Python SDK', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'sdk-wheel-'))
  const bin = 'bin' in python ? python.bin : ''
  afterAll(() => rm(folder, { recursive: true }))

  test('is installed from the service into an empty environment, and makes a video there', async ({
    defaultService,
  }) => {
    const venv = join(folder, 'venv')
    const run = async (command: string, args: readonly string[], extraEnv: Record<string, string> = {}) => {
      const { ok, output } = await runCommand(command, args, { extraEnv })
      expect(ok, output).toBe(true)
      return output
    }
    await run('python3', ['-m', 'venv', venv])
    const address = `${defaultService.url}/sdk/${basename(SDK_WHEEL)}`
    await run(join(venv, 'bin/pip'), ['install', '--quiet', address])
    await run(join(venv, 'bin/pip'), ['check'])
    const { key } = await defaultService.account()
    const settings = { PRESENTER_API_KEY: key, PRESENTER_API_URL: `${defaultService.url}/api/v1` }
    expect(await run(join(venv, 'bin/python'), ['-c', USE], settings)).toBe('1.0.0 ready\n')
  })

  test('has the modules that pip makes of the sources', async () => {
    const args = [
      '--quiet',
      '--no-deps',
      '--no-build-isolation',
      '--wheel-dir',
      folder,
      resolve('sdk/python'),
    ]
    const built = await runCommand(join(bin, 'pip'), ['wheel', ...args])
    expect(built.ok, built.output).toBe(true)
    const wheels = [SDK_WHEEL, join(folder, basename(SDK_WHEEL))]
    const { ok, output } = await runCommand(join(bin, 'python'), ['-c', LIST, ...wheels])
    expect(ok, output).toBe(true)
    const [ours, theirs] = output.trim().split('\n')
    expect(ours).toBe(theirs)
    expect(ours).toContain('presenter_video/py.typed')
  })
})
