import { stdin, stdout } from 'node:process'
import { createInterface } from 'node:readline'

import type { Command } from '../command-line/command.ts'
import { createBridge } from '../command-line/mcp-bridge.ts'
import { serviceUrl } from '../command-line/profiles.ts'

/** `mcp`: the tools of the service for agents that start a program (Model Context Protocol over stdio). */
export const mcp: Command = {
  name: 'mcp',
  about: 'Serve the tools for agents on standard input and output (MCP)',
  async run({ signIn }) {
    const { url, key } = signIn()
    const pass = createBridge(`${serviceUrl({ url })}/mcp`, key, (line) => void stdout.write(`${line}\n`))
    const passing = new Set<Promise<void>>()
    for await (const line of createInterface({ input: stdin })) {
      if (line.trim() === '') continue
      const one = pass(line).finally(() => passing.delete(one))
      passing.add(one)
    }
    await Promise.all(passing)
  },
}
