import { createRequire } from 'node:module'

import type { GeneratorTools } from '../../support/tools/generator-tools.ts'

/**
 * A client that a generator makes from the description. The commands are those of a shell whose `PATH` has the tools, in
 * a folder with `openapi.json` and the program that uses the client.
 */
export interface GeneratedClient {
  readonly name: string
  /** The folder of the program that uses it, in `clients/`. Default: its name. */
  readonly program?: string
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

const IN_GO = { compile: 'go vet . && go build -o make-video .', use: './make-video' }

/** For programs that end before compiling them thoroughly would pay: they take half as much of a processor. */
const SHORT_JAVA = '-XX:TieredStopAtLevel=1 -XX:+UseSerialGC'

/** The same for the compiler of Java, which is written in it. */
const SHORT_JAVA_OF_COMPILER = SHORT_JAVA.replaceAll('-XX', '-J-XX')

/** What the clients need is named along with the generators. */
const GO_MODULE = 'mkdir generated && cp "$GO_MODULE/go.mod" "$GO_MODULE/go.sum" .'

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
    name: 'orval',
    needs: ['npm'],
    generate: 'orval',
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
    name: 'openapi-generator-7.23-python',
    program: 'openapi-generator-python',
    needs: ['python', 'olderJava'],
    generate: olderGenerator('python', '.', 'packageName=generated'),
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
    ...IN_GO,
  },
  {
    name: 'openapi-generator-7.23-go',
    program: 'go',
    needs: ['olderJava', 'go'],
    generate: olderGenerator('go', 'generated', 'withGoMod=false'),
    ...IN_GO,
  },
  {
    name: 'oapi-codegen',
    needs: ['goGenerators'],
    generate: `${GO_MODULE} && oapi-codegen -generate types,client -package presenter -o generated/client.go openapi.json`,
    ...IN_GO,
  },
  {
    name: 'ogen',
    needs: ['goGenerators'],
    generate: `${GO_MODULE} && ogen --loglevel error --target generated --package presenter openapi.json`,
    ...IN_GO,
  },
  {
    name: 'java',
    needs: ['java'],
    generate: openApiGenerator('java', 'generated', 'library=native'),
    compile: `javac ${SHORT_JAVA_OF_COMPILER} -d . MakeVideo.java $(find generated/src/main -name '*.java')`,
    use: `java ${SHORT_JAVA} MakeVideo`,
  },
]

/** As its npm package runs it, with what that takes by itself. */
function olderGenerator(...args: Parameters<typeof openApiGenerator>): string {
  return openApiGenerator(...args).replace('OPENAPI_GENERATOR', 'OPENAPI_GENERATOR_7_23')
}

/** Without its first property, clients refuse members that later versions add to objects. */
function openApiGenerator(language: string, output: string, ...properties: string[]): string {
  const all = ['disallowAdditionalPropertiesIfNotPresent=false', ...properties].join(',')
  return (
    `java ${SHORT_JAVA} -jar "$OPENAPI_GENERATOR" generate --generator-name ${language} --input-spec openapi.json ` +
    `--output ${output} --additional-properties ${all} --global-property apiTests=false,modelTests=false`
  )
}
