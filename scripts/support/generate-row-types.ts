import type { CommandResult } from '../../src/process/run-command.ts'
import { runTool } from './run-tool.ts'

/** Writes the row types of a migrated database into a file of the project. */
export function generateRowTypes(databaseUrl: string, outFile: string): Promise<CommandResult> {
  return runTool('node_modules/kysely-codegen/dist/cli/bin.js', [
    `--url=${databaseUrl}`,
    '--dialect=postgres',
    '--exclude-pattern=migrations',
    // Our pool reads numeric as number: seconds fit a double exactly.
    '--numeric-parser=number',
    '--singularize',
    `--out-file=${outFile}`,
  ])
}
