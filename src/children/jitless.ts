/**
 * Without a compiler at run time, no memory of a process can be both written and run, and Node reserves none for it: up to
 * 1 GB, which would count towards a limit. There is no WebAssembly then, of which versions up to 22 warn unless they are told
 * so; later ones do not know the option.
 */
export const JITLESS: readonly string[] = [
  '--jitless',
  ...(Number.parseInt(process.versions.node) <= 22 ? ['--no-expose-wasm'] : []),
]
