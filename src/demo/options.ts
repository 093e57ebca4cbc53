import { readFile } from 'node:fs/promises'

/** Command-line options of the demo. */
export interface DemoOptions {
  readonly script?: string
  readonly scriptFile?: string
  readonly presenter: string
  readonly out: string
}

const USUAL_SCRIPT = 'Hello! I was made from nothing but this script.'

/** Returns the given script, the content of the script file, or a default. @throws when both are given or the file is missing. */
export async function readScript({ script, scriptFile }: DemoOptions): Promise<string> {
  if (script !== undefined && scriptFile !== undefined) {
    throw new Error('Use either --script or --script-file, not both.')
  }
  if (scriptFile === undefined) return script ?? USUAL_SCRIPT
  try {
    return await readFile(scriptFile, 'utf8')
  } catch (error) {
    throw new Error(`The script file ${scriptFile} cannot be read: ${(error as Error).message}`)
  }
}
