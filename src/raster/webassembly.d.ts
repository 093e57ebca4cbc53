/** What we use of WebAssembly's interface in JavaScript (https://www.w3.org/TR/wasm-js-api-2/), which comes with the DOM's types only. */
declare namespace WebAssembly {
  class Module {
    constructor(bytes: Uint8Array)
  }
  class Memory {
    constructor(descriptor: { readonly initial: number })
    readonly buffer: ArrayBuffer
    grow(pages: number): number
  }
  class Instance {
    constructor(module: Module, imports: Readonly<Record<string, Readonly<Record<string, Memory>>>>)
    readonly exports: Readonly<Record<string, unknown>>
  }
}
