import { createRequire } from 'node:module'

import type { GeneratorTools } from '../../support/tools/generator-tools.ts'

/**
 * A client that a generator makes from the description. The commands are those of a shell whose `PATH` has the tools, in
 * a folder with `openapi.json` and the program that uses the client.
 */
export interface GeneratedClient {
  /** Also the program's folder in `clients/`. */
  readonly name: string
  readonly needs: readonly (keyof GeneratorTools)[]
  readonly generate: string
  /** Compiles client and program, strictly, where the language can. */
  readonly compile?: string
  readonly use: string
}

/**
 * A bundler, as those have that use such a client: some of them import files without an ending. Its file is a program of
 * the machine, or a script, as its installation saw fit.
 */
const ESBUILD = createRequire(import.meta.url).resolve('esbuild/bin/esbuild')

const IN_TYPESCRIPT = {
  compile:
    'tsc --strict --noUncheckedIndexedAccess --noEmit --skipLibCheck --types node --target es2022 ' +
    '--module esnext --moduleResolution bundler --allowImportingTsExtensions make-video.ts',
  use:
    `${ESBUILD} make-video.ts --log-level=warning --bundle --packages=external --platform=node --format=esm ` +
    '--outfile=make-video.mjs && node make-video.mjs',
}

const IN_PYTHON = {
  compile: 'mypy --strict --follow-imports silent make_video.py',
  use: 'python make_video.py',
}

/** Every generator that the description is written for. */
export const GENERATED_CLIENTS: readonly GeneratedClient[] = [
  {
    name: 'openapi-fetch',
    needs: ['npm'],
    generate: 'openapi-typescript openapi.json --output generated.ts',
    ...IN_TYPESCRIPT,
  },
  {
    name: 'hey-api',
    needs: ['npm'],
    generate: 'openapi-ts --input openapi.json --output generated --client @hey-api/client-fetch',
    ...IN_TYPESCRIPT,
  },
  {
    name: 'axios',
    needs: ['npm', 'java'],
    generate: openApiGenerator('typescript-axios', 'generated'),
    ...IN_TYPESCRIPT,
  },
  {
    name: 'postman',
    needs: ['npm'],
    generate:
      'openapi2postmanv2 --spec openapi.json --output collection.json ' +
      '--options parametersResolution=Example,enableOptionalParameters=false',
    use: 'node make-video.mjs',
  },
  {
    name: 'openapi-python-client',
    needs: ['python'],
    generate:
      'openapi-python-client generate --path openapi.json --output-path generated --meta none --fail-on-warning',
    ...IN_PYTHON,
  },
  {
    name: 'openapi-generator-python',
    needs: ['python', 'java'],
    generate: openApiGenerator('python', '.', 'packageName=generated'),
    ...IN_PYTHON,
  },
  {
    name: 'pydantic',
    needs: ['python'],
    generate:
      'datamodel-codegen --input openapi.json --output generated.py ' +
      '--output-model-type pydantic_v2.BaseModel --enum-field-as-literal all --use-annotated --formatters builtin',
    ...IN_PYTHON,
  },
  {
    name: 'go',
    needs: ['java', 'go'],
    generate: openApiGenerator('go', 'generated', 'withGoMod=false'),
    compile: 'go vet ./... && go build -o make-video .',
    use: './make-video',
  },
  {
    name: 'java',
    needs: ['java'],
    generate: openApiGenerator('java', 'generated', 'library=native'),
    compile: "javac -d . MakeVideo.java $(find generated/src/main -name '*.java')",
    use: 'java MakeVideo',
  },
]

/** Without its first property, clients refuse members that later versions add to objects. */
function openApiGenerator(language: string, output: string, ...properties: string[]): string {
  const all = ['disallowAdditionalPropertiesIfNotPresent=false', ...properties].join(',')
  return (
    `java -jar "$OPENAPI_GENERATOR" generate --generator-name ${language} --input-spec openapi.json ` +
    `--output ${output} --additional-properties ${all} --global-property apiTests=false,modelTests=false`
  )
}
