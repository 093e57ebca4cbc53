import type { Command } from '../command-line/command.ts'
import { OutcomeError, SignInError } from '../command-line/command.ts'
import { findSignIn } from '../command-line/profiles.ts'
import { examine } from '../command-line/examine.ts'

/** `doctor`: says what is wrong between this machine and the service. */
export const doctor: Command = {
  name: 'doctor',
  about: 'Check the address, the key, the clock, the version and the webhook',
  async run({ text, output, limit }) {
    const checks = await examine(findSignIn(text('profile')), limit)
    const isWell = checks.every(({ ok }) => ok)
    output.show(
      { ok: isWell, checks },
      checks.map(({ name, ok, message }) => `${ok ? '✓' : '✗'} ${name}: ${message}`).join('\n'),
    )
    if (isWell) return
    const wrong = checks.filter(({ ok }) => !ok).map(({ name }) => name)
    if (wrong.includes('key')) throw new SignInError('The key does not work.')
    throw new OutcomeError('not_well', `Not as it should be: ${wrong.join(', ')}.`)
  },
}
