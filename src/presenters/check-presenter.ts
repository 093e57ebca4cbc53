import { readFile } from 'node:fs/promises'
import { basename, dirname, resolve } from 'node:path'
import { lookFaults } from '../render/presenter/presenter-faults.ts'
import { parseAnyPresenter } from '../render/presenter/presenter-file.ts'
import { VOICES } from '../speech/voice-catalogue.ts'

/**
 * All that is wrong with a presenter's file: what the service would refuse, and what is allowed
 * but would not look or sound as meant.
 *
 * @returns a line for each fault, `member: what to do`; none when the file is in order.
 */
export async function checkPresenter(file: string): Promise<string[]> {
  const text = await readFile(file, 'utf8').catch((error: unknown) => error as Error)
  if (text instanceof Error) return [`cannot be read: ${text.message}`]
  try {
    const presenter = parseAnyPresenter(text, file)
    const folder = basename(dirname(resolve(file)))
    const voiceIds = VOICES.map(({ id }) => id)
    return [
      ...(folder === presenter.id
        ? []
        : [`id: is "${presenter.id}"; give its folder "${folder}" the same name`]),
      // How others' presenters look is for their renderers to judge.
      ...('renderer' in presenter ? [] : lookFaults(presenter, voiceIds)),
    ]
  } catch (error) {
    const [first = '', ...members] = (error as Error).message.split('\n')
    return members.length > 0 ? members.map((line) => line.trim()) : [first]
  }
}
