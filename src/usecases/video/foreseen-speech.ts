import { invalidFields, problem } from '../../domain/error/errors.ts'
import type { Problem } from '../../domain/error/errors.ts'
import type { Plan } from '../../domain/account/plan.ts'
import type { ForeseenSpeech } from '../../domain/speech/speech-estimate.ts'

/** The problems with a script that only its analysis reveals, in order of precedence. */
export function speechProblems({ isSilent, atMostSeconds }: ForeseenSpeech, plan: Plan): Problem[] {
  if (isSilent) return [nothingToSay()]
  return atMostSeconds > plan.maxVideoSeconds ? [takesTooLong(atMostSeconds, plan)] : []
}

function nothingToSay(): Problem {
  const message =
    'The script contains nothing that the chosen voice can speak. Use the letters of its language, digits and common symbols.'
  return invalidFields({ script: { code: 'invalid', message } })
}

function takesTooLong(seconds: number, { name, maxVideoSeconds }: Plan): Problem {
  const message =
    `Speaking the script may take up to ${seconds} seconds. The limit for a video of the ${name} plan is ` +
    `${maxVideoSeconds} seconds. Shorten the script, or split it into several videos.`
  return problem('script_too_long', { message, fields: { script: { code: 'too_long', message } } })
}
