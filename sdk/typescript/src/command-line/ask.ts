import { stderr, stdin } from 'node:process'
import { createInterface } from 'node:readline'

/** Asks for a line. */
export function askShown(question: string): Promise<string> {
  const lines = createInterface({ input: stdin, output: stderr })
  return new Promise((resolve) => {
    lines.question(question, (answer) => {
      lines.close()
      resolve(answer.trim())
    })
  })
}

/** Asks for a line that nobody can read over a shoulder, or later in what the terminal has kept. */
export async function askHidden(question: string): Promise<string> {
  stderr.write(question)
  stdin.setRawMode(true)
  stdin.setEncoding('utf8').resume()
  let typed = ''
  try {
    for await (const piece of stdin.iterator({ destroyOnReturn: false }) as AsyncIterable<string>) {
      for (const key of piece) {
        if (key === '\r' || key === '\n') return typed
        // Raw: Ctrl-C and Ctrl-D come as characters.
        if (key === '\u0003' || key === '\u0004') process.exit(130)
        typed = key === '\u007F' || key === '\b' ? typed.slice(0, -1) : typed + key
      }
    }
    return typed
  } finally {
    stdin.setRawMode(false)
    stdin.pause()
    stderr.write('\n')
  }
}
