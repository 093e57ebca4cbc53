import { readFile } from 'node:fs/promises'
import { basename, dirname, resolve } from 'node:path'
import { lookFaults } from '../render/presenter/presenter-faults.ts'
import { parseAnyPresenter } from '../render/presenter/presenter-file.ts'
import { VOICES } from '../speech/voice-catalogue.ts'

/**
 * Finds every problem with a presenter file: errors that the service would reject, and valid settings that would not
 * look or sound as intended.
 *
 * @returns one line per problem, `field: what to do`; empty when the file has none.
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
