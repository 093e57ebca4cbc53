/** Whom a room may import. */
export interface Rule {
  readonly imports: readonly string[]
  /** Of these, only types: they are gone at run time. */
  readonly types?: readonly string[]
}

/** Adapters bring libraries of their own; what they may not bring is another room's framework. */
export const ADAPTER_PACKAGES = ['node:', 'zod']

/** The rules of the rooms that speak and draw, from the text to the file. */
export const STUDIO_RULES: Readonly<Record<string, Rule>> = {
  // One way through: text in words, words in sounds, sounds joined and finished.
  'speech/': {
    imports: ['speech/', 'domain/', 'children/', 'process/program-environment.ts', ...ADAPTER_PACKAGES],
    types: ['ports/'],
  },
  'speech/engines/': { imports: ['domain/', ...ADAPTER_PACKAGES] },
  // What a reader adds to the words: how long to rest, and in which tune.
  'speech/prosody/': { imports: [], types: ['speech/'] },
  'speech/languages/': { imports: [], types: ['speech/engines/'] },
  'speech/english/': {
    imports: ['speech/english/pronounce/', 'any-ascii'],
    types: ['speech/engines/', 'speech/languages/'],
  },
  'speech/english/pronounce/': {
    imports: ['speech/flite/', 'speech/languages/', 'node:fs/promises', 'node:module'],
    types: ['speech/engines/'],
  },
  'speech/kokoro/': {
    imports: [
      'domain/',
      'speech/engines/',
      'speech/languages/',
      'speech/language-registry.ts',
      ...ADAPTER_PACKAGES,
      'onnxruntime-node',
    ],
  },
  'speech/flite/': { imports: ['domain/', 'speech/engines/', 'node:', '@bjorn3/browser_wasi_shim'] },
  'speech/openai/': { imports: ['speech/remote/'], types: ['domain/'] },
  'speech/elevenlabs/': {
    imports: ['speech/remote/', 'zod'],
    types: ['domain/', 'speech/engines/'],
  },
  'speech/remote/': {
    imports: ['domain/', 'children/', 'speech/engines/', 'speech/flite/', ...ADAPTER_PACKAGES, 'undici'],
    types: ['ports/'],
  },
  'speech/finish/': { imports: ['ffmpeg/', 'node:', 'node-av'], types: ['speech/engines/'] },
  // What is known of faces and mouths, by whoever sees, learns or draws them.
  'face/': { imports: ['domain/', 'node:'] },
  // A recording is tracked once; checks and learning only read what was seen and heard in it.
  'twins/': { imports: ['twins/', 'domain/', 'children/'], types: ['ports/'] },
  // What strangers send is decoded here, and nowhere else.
  'twins/decode/': {
    imports: ['children/', 'face/', 'ffmpeg/', 'twins/take-unusable.ts', 'node:'],
    types: ['node-av'],
  },
  'twins/track/': { imports: ['domain/', 'face/', 'speech/engines/', 'twins/decode/', 'node:'] },
  // Which frames of a track can be trusted, and what its points come to: read by checks and by learning.
  'twins/points/': { imports: ['face/'] },
  'twins/learn/': {
    imports: [
      'domain/',
      'face/',
      'ffmpeg/',
      'speech/engines/',
      'speech/flite/',
      'speech/phrases.ts',
      'speech/remote/',
      'speech/visemes.ts',
      'twins/decode/picture.ts',
      'twins/points/',
      'twins/track/',
      'twins/take-unusable.ts',
      'node:',
    ],
    types: ['node-av'],
  },
  'twins/test/': { imports: ['domain/', 'face/', 'twins/learn/', 'twins/points/'] },
  'twins/checks/': {
    imports: ['domain/', 'face/', 'speech/engines/', 'twins/consent/', 'twins/points/', 'node:'],
  },
  'twins/consent/': {
    imports: [
      'speech/engines/',
      'speech/flite/',
      'speech/phrases.ts',
      'speech/remote/',
      'node:',
      'onnxruntime-node',
    ],
  },
  'renderers/': { imports: ['zod'] },
  'provenance/': {
    imports: ['domain/', 'process/file-sha256.ts', ...ADAPTER_PACKAGES, 'commander'],
    types: ['ports/'],
  },
  'raster/': { imports: ['node:'], types: ['node-av'] },
  // A presenter's data is painted as a figure in front of a set, moved, overlaid, and encoded. A person's own
  // footage takes the figure's place below the same scene.
  'render/': {
    imports: [
      'render/',
      'domain/',
      'children/',
      'face/',
      'ffmpeg/',
      'process/whole-file.ts',
      ...ADAPTER_PACKAGES,
    ],
    types: ['ports/', 'raster/'],
  },
  'render/twin/': {
    imports: ['domain/', 'face/', 'ffmpeg/', 'raster/', 'render/paint/'],
    types: ['node-av'],
  },
  'render/paint/': {
    imports: ['domain/', 'raster/', 'process/whole-file.ts', 'node:', '@napi-rs/canvas'],
  },
  'render/presenter/': {
    imports: ['domain/', 'render/paint/', ...ADAPTER_PACKAGES],
    types: ['@napi-rs/canvas'],
  },
  'render/motion/': { imports: ['domain/', 'render/paint/'] },
  'render/figure/hair/': { imports: ['render/paint/', 'render/presenter/', '@napi-rs/canvas'] },
  'render/figure/clothes/': { imports: ['render/paint/'], types: ['render/presenter/', '@napi-rs/canvas'] },
  'render/figure/arm/': {
    imports: ['render/figure/clothes/', 'render/paint/'],
    types: ['render/motion/', 'render/presenter/', '@napi-rs/canvas'],
  },
  'render/figure/': {
    imports: [
      'render/figure/arm/',
      'render/figure/hair/',
      'render/figure/clothes/',
      'render/paint/',
      'render/presenter/',
      '@napi-rs/canvas',
    ],
    types: ['render/motion/'],
  },
  'render/set/': {
    imports: ['domain/', 'render/paint/', 'render/presenter/', '@napi-rs/canvas'],
    types: ['render/overlay/'],
  },
  'render/overlay/': {
    imports: ['domain/', 'raster/', 'render/paint/', '@napi-rs/canvas'],
    types: ['render/presenter/'],
  },
  'render/scene/': {
    imports: [
      'domain/',
      'face/',
      'raster/',
      'render/figure/',
      'render/motion/',
      'render/overlay/',
      'render/paint/',
      'render/presenter/',
      'render/set/',
      'render/twin/',
      ...ADAPTER_PACKAGES,
      '@napi-rs/canvas',
    ],
  },
  'render/mp4/': {
    imports: [
      'children/',
      'domain/',
      'ffmpeg/',
      'process/file-sha256.ts',
      'provenance/',
      'raster/',
      'render/paint/',
      'render/presenter/',
      'node:',
      '@napi-rs/canvas',
      'node-av',
    ],
  },
}
