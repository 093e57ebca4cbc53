import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { cp, mkdir, mkdtemp, readFile, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join, relative, resolve } from 'node:path'
import { promisify } from 'node:util'

import { afterAll, expect, test } from 'vitest'

import { ROOT } from '../../../scripts/support/run-tool.ts'
import { SDK_PACKAGE, SDK_WHEEL } from '../../../src/app/shipped.ts'

const run = promisify(execFile)
const LIBRARY = 'node_modules/@temporalio/worker'
const folders: string[] = []
afterAll(() => Promise.all(folders.map((folder) => rm(folder, { recursive: true, force: true }))))

/** The packages of a lockfile, with what it says of each. */
async function packagesIn(folder: string): Promise<Record<string, { version?: string; integrity?: string }>> {
  return JSON.parse(await readFile(join(folder, 'package-lock.json'), 'utf8')).packages
}

/** What the Dockerfile does before it installs what the service runs with. */
async function preparation(): Promise<string> {
  const found = /^RUN (npm pkg delete (?:\\\n|.)+)$/mu.exec(await readFile('Dockerfile', 'utf8'))
  if (!found) throw new Error('The Dockerfile takes nothing out of the manifest.')
  return found[1]!
}

/** What is there before packages are installed. */
const PREPARED = ['package.json', 'package-lock.json', '.npmrc', 'without-bundler.mjs']

test('the image gets the packages of the lockfile, and none of those for development and pages', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'presenter-packages-'))
  folders.push(folder)
  for (const file of PREPARED) await cp(file, join(folder, file))
  // An empty cache: nothing can come from anywhere but the lockfile.
  const env = { ...process.env, npm_config_cache: join(folder, 'cache') }
  await run('sh', ['-c', await preparation()], { cwd: folder, env })

  const [all, chosen] = [await packagesIn('.'), await packagesIn(folder)]
  const { '': manifest, ...installed } = chosen
  expect(manifest).not.toHaveProperty('devDependencies')
  expect(Object.keys(installed)).toContain('node_modules/better-auth')
  for (const name of ['react', 'vite', 'vitest', 'typescript', 'webpack', 'memfs', '@swc/core']) {
    expect(Object.keys(installed)).not.toContain(`node_modules/${name}`)
  }
  for (const [path, { version, integrity }] of Object.entries(installed)) {
    expect({ path, version, integrity }).toEqual({
      path,
      version: all[path]?.version,
      integrity: all[path]?.integrity,
    })
  }
})

test('what is left of the library for workers loads without what bundles workflows, which it says when it is asked to', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'presenter-library-'))
  folders.push(folder)
  for (const file of PREPARED) await cp(file, join(folder, file))
  const env = { ...process.env, npm_config_cache: join(folder, 'cache') }
  await run('sh', ['-c', await preparation()], { cwd: folder, env })
  for (const path of Object.keys(await packagesIn(folder))) {
    // Those within others come with them; the library itself is changed, so it is a copy.
    if (!path.startsWith('node_modules/') || path.lastIndexOf('node_modules/') > 0 || !existsSync(path))
      continue
    await mkdir(dirname(join(folder, path)), { recursive: true })
    if (path === LIBRARY) await cp(path, join(folder, path), { recursive: true })
    else await symlink(resolve(path), join(folder, path))
  }
  await run(process.execPath, ['without-bundler.mjs', 'modules'], { cwd: folder })
  const ask = `const { bundleWorkflowCode, NativeConnection, Worker } = require('@temporalio/worker')
    console.log(typeof Worker.create, typeof NativeConnection.connect)
    bundleWorkflowCode({ workflowsPath: __filename }).catch(({ message }) => console.log(message))`
  const { stdout } = await run(process.execPath, ['--preserve-symlinks', '--eval', ask], { cwd: folder })
  expect(stdout).toBe(
    'function function\nNothing here bundles workflows: it was done when the image was built.\n',
  )
})

/** The words of the lines that copy files from the project into the first stage, with where they go. */
async function copiedForBuilding(): Promise<string[][]> {
  const [, stage = ''] = /^FROM .* AS build$(.*?)^FROM /msu.exec(await readFile('Dockerfile', 'utf8')) ?? []
  return Array.from(stage.matchAll(/^COPY (.+)$/gmu), ([, words = '']) => words.split(' '))
}

test('what the image is built from suffices to compile the service, and packs the same SDKs', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'presenter-build-'))
  folders.push(folder)
  const allowed = new Set((await readFile('.dockerignore', 'utf8')).split('\n'))
  for (const words of await copiedForBuilding()) {
    const into = join(folder, words.at(-1)!)
    for (const name of words.slice(0, -1)) {
      const isAllowed = allowed.has(`!${name}`) || allowed.has(`!${name.split('/')[0]}`)
      expect(isAllowed, `${name} in .dockerignore`).toBe(true)
      const isFile = words.at(-1)!.endsWith('/')
      const filter = (source: string) => !/[\\/](?:node_modules|dist)$/u.test(source)
      await cp(name, isFile ? join(into, name.split('/').at(-1)!) : into, { recursive: true, filter })
    }
  }
  await symlink(resolve(ROOT, 'node_modules'), join(folder, 'node_modules'))
  const compile = `import('./compile.mjs').then(({ compileSources }) => compileSources())`
  await run(process.execPath, ['--eval', compile], { cwd: folder })
  for (const file of [SDK_PACKAGE, SDK_WHEEL]) {
    const packed = await readFile(join(folder, relative(ROOT, file)))
    expect(packed.equals(await readFile(file)), file).toBe(true)
  }
})
