import { z } from 'zod'

import { errorOf, found, isSuccess, tool } from '../tool.ts'

/** What of each kind helps to choose. */
const MEMBERS = {
  presenters: ['id', 'name', 'gender', 'language'],
  voices: ['id', 'name', 'gender', 'language', 'quality'],
  sets: ['id', 'name', 'description'],
  twins: ['id', 'name', 'usable_in_videos'],
} as const

type Kind = keyof typeof MEMBERS

/** Tells who can present, with which voices, and where. */
export const listCatalogue = tool({
  name: 'list_catalogue',
  title: 'List presenters, voices, sets or twins',
  description:
    'Lists what a video can be made of: presenters, voices, sets (backgrounds), or the digital twins of the account.',
  input: z.object({ kind: z.enum(Object.keys(MEMBERS) as [Kind, ...Kind[]]) }),
  effect: 'read',
  async run({ kind }, { ask }) {
    const answer = await ask({ method: 'GET', path: `/${kind}` })
    if (!isSuccess(answer)) return errorOf(answer)
    const { data } = answer.body as { data: readonly Readonly<Record<string, unknown>>[] }
    return found({
      [kind]: data.map((one) => Object.fromEntries(MEMBERS[kind].map((name) => [name, one[name]]))),
    })
  },
})
