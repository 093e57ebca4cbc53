/**
 * Lets Node.js run the TypeScript that is not compiled beforehand, as `node --import ./typescript.mjs <file.ts>`: types
 * are taken out of scripts, benchmarks and programs of the tests when they are loaded. What they import from `src/` is
 * what it was compiled to (`compile.mjs`), the same as in every program of the service.
 */
import { readFile } from 'node:fs/promises'
import { register } from 'node:module'
import { dirname } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { isMainThread } from 'node:worker_threads'

import { transform } from 'esbuild'

const PROJECT = pathToFileURL(`${dirname(fileURLToPath(import.meta.url))}/`).href
const SOURCES = `${PROJECT}src/`
const PACKAGES = '/node_modules/'
/** With or without a query: a module is loaded again under another one. */
const TYPESCRIPT = /\.ts(?=$|\?)/

// Node.js calls the functions below in a thread of its own, which loads this file once more.
if (isMainThread) register(import.meta.url)

/** @type {import('node:module').ResolveHook} */
export function resolve(specifier, context, nextResolve) {
  const isPath = /^(?:\.|file:)/.test(specifier)
  if (!isPath || !TYPESCRIPT.test(specifier)) return nextResolve(specifier, context)
  return { url: compiledFrom(new URL(specifier, context.parentURL).href), shortCircuit: true }
}

/** @type {import('node:module').LoadHook} */
export async function load(url, context, nextLoad) {
  if (!TYPESCRIPT.test(url) || url.includes(PACKAGES)) return nextLoad(url, context)
  const file = fileURLToPath(url)
  const { code } = await transform(await readFile(file, 'utf8'), {
    loader: 'ts',
    sourcefile: file,
    sourcemap: 'inline',
    target: 'es2022',
    tsconfigRaw: { compilerOptions: { verbatimModuleSyntax: true } },
  })
  return { format: 'module', source: code, shortCircuit: true }
}

/** The address of what a module of `src/` was compiled to; any other as it is. */
function compiledFrom(url) {
  if (!url.startsWith(SOURCES)) return url
  return `${PROJECT}dist/${url.slice(SOURCES.length)}`.replace(TYPESCRIPT, '.js')
}
