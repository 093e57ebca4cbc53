import { z } from 'zod'

import { invalidFields, problem } from '../../../domain/error/errors.ts'
import { LONGEST_TWIN_NAME } from '../../../domain/twin/twin.ts'
import type { Twin } from '../../../domain/twin/twin.ts'
import { currentTakes } from '../../../domain/twin/twin-recording.ts'
import { voiceSlug } from '../../../domain/speech/voice.ts'
import { idParameter, IdPath, limitParameter } from '../../contract/parameters.ts'
import type { ApiPorts } from '../../ports.ts'
import { name } from '../../contract/fields/names.ts'
import { consoleEndpoint } from '../endpoint.ts'
import { personOf } from '../owner-only.ts'
import { NotAllowed } from '../refusals.ts'
import {
  ListedTwinView,
  takeOutline,
  TakeView,
  takeView,
  TwinRecordView,
  twinRecordView,
  TwinVoicesView,
  voicesView,
} from './views.ts'

/** While a recording may be open: films are for the person in them as long as they are recorded. */
const OPEN_STATES: readonly Twin['state'][] = ['recording', 'failed']

const Name = name(LONGEST_TWIN_NAME)

const StartRecording = z.strictObject({
  /** The name of a new twin. */
  name: Name.optional(),
  /** The twin that is recorded again. */
  twin_id: idParameter.optional(),
  /** `me`: the person who asks. `somebody`: whoever gets the link. */
  who: z.enum(['me', 'somebody']),
})

/** One page of twins, newest first. */
const TwinPageView = z.strictObject({
  data: z.array(ListedTwinView).readonly(),
  has_more: z.boolean(),
  next_before: z.string().nullable(),
  /** On the first page: twins elsewhere that show the person who asks. */
  of_me_elsewhere: z.array(ListedTwinView).readonly(),
})
type TwinPageView = z.infer<typeof TwinPageView>

/** A recording that was started, with the path of its link, shown this once. */
const StartedRecordingView = TwinRecordView.extend({ path: z.string(), records_until: z.string() })
type StartedRecordingView = z.infer<typeof StartedRecordingView>

/** A twin with its takes and voices. */
const TwinDetailView = TwinRecordView.extend({
  /** The newest take of each part. Films and checks are for the person whom they show. */
  takes: z.array(TakeView).readonly(),
  ...TwinVoicesView.shape,
})
type TwinDetailView = z.infer<typeof TwinDetailView>

/**
 * GET /twin-studio: twins of the account in pages, the newest first, and on the first those elsewhere that show the person who asks: of other accounts, and
 * deleted ones whose finished videos are still there.
 */
const listTwinRecords = consoleEndpoint({
  method: 'get',
  path: '/twin-studio',
  query: z.object({ limit: limitParameter, before: idParameter.optional() }),
  answer: TwinPageView,
  async handle({ account, caller, query }, ports) {
    const { id } = personOf(caller)
    const { limit, before = null } = query
    const view = (twin: Twin) => twinRecordView(twin, id, ports)
    const page = await ports.twins.page(account.id, limit + 1, before)
    if (page === null) {
      const message = 'This is neither a next_before of a page nor the id of one of your twins.'
      throw invalidFields({ before: { code: 'invalid', message } })
    }
    const listed = async (twin: Twin): Promise<ListedTwinView> => {
      const renewal = await ports.twins.renewalOf(twin.id)
      return { ...view(twin), renewal: renewal && view(renewal) }
    }
    const shown = page.slice(0, limit)
    return {
      data: await Promise.all(shown.map(listed)),
      has_more: page.length > limit,
      next_before: page.length > limit ? (shown.at(-1)?.id ?? null) : null,
      of_me_elsewhere: before === null ? await elsewhereOf(ports, account.id, id) : [],
    }
  },
})

/** Twins that show a person and are not listed among those of the account. */
async function elsewhereOf(ports: ApiPorts, accountId: string, personId: string): Promise<ListedTwinView[]> {
  const isOver = ({ state, keepsVideos }: Twin) => state === 'withdrawn' && keepsVideos === false
  const ofMe = (await ports.twins.ofSubject(personId)).filter((twin) => !isOver(twin))
  const found = await Promise.all(ofMe.map(({ id }) => ports.twins.find(accountId, id)))
  const elsewhere = ofMe.filter((_, index) => found[index] === null)
  return elsewhere.map((twin) => ({ ...twinRecordView(twin, personId, ports), renewal: null }))
}

/** POST /twin-studio/recordings: starts a recording; the path of its link is shown this once. */
const startRecording = consoleEndpoint({
  method: 'post',
  path: '/twin-studio/recordings',
  body: StartRecording,
  countsAs: 'creates',
  answer: StartedRecordingView,
  async handle({ account, caller, body }, ports) {
    const { id: personId } = personOf(caller)
    const isOwner = caller.kind === 'person' && caller.role === 'owner'
    // The holder of a twin's link decides what becomes of the twin.
    if (body.twin_id !== undefined && body.who === 'somebody' && !isOwner) {
      throw new NotAllowed('Only owners of the account can make another link for a twin. Ask one of them.')
    }
    const { twin, recording, path } = await ports.startRecording({
      accountId: account.id,
      personId,
      forMyself: body.who === 'me',
      twin: whichTwin(body),
    })
    return {
      ...twinRecordView(twin, personId, ports),
      path,
      records_until: recording.recordsUntil.toISOString(),
    }
  },
})

/** GET /twin-studio/{id}. */
const getTwinRecord = consoleEndpoint({
  method: 'get',
  path: '/twin-studio/:id',
  params: IdPath,
  answer: TwinDetailView,
  async handle({ account, caller, params }, ports) {
    const { id: personId } = personOf(caller)
    const twin = await requireTwin(ports, account.id, params.id)
    const isMe = twin.subjectPersonId === personId && OPEN_STATES.includes(twin.state)
    const takes = currentTakes(await ports.twinTakes.list(twin.id))
    return {
      ...twinRecordView(twin, personId, ports),
      takes: takes.map((take) => (isMe ? takeView(take, ports) : takeOutline(take))),
      ...voicesView(twin, ports.voiceCatalogue, ports.voiceSupply, ports.publicUrl),
    }
  },
})

/** POST /twin-studio/{id}/build: tries a build again that failed by a fault of the machine. */
const retryBuild = consoleEndpoint({
  method: 'post',
  path: '/twin-studio/:id/build',
  params: IdPath,
  countsAs: 'creates',
  answer: TwinRecordView,
  async handle({ account, caller, params }, ports) {
    const { id: personId } = personOf(caller)
    const twin = await ports.retryTwinBuild({ accountId: account.id, twinId: params.id, personId })
    return twinRecordView(twin, personId, ports)
  },
})

/** PUT /twin-studio/{id}/name. */
const renameTwin = consoleEndpoint({
  method: 'put',
  path: '/twin-studio/:id/name',
  params: IdPath,
  body: z.strictObject({ name: Name }),
  answer: TwinRecordView,
  async handle({ account, caller, params, body }, ports) {
    const { id: personId } = personOf(caller)
    const renaming = { accountId: account.id, twinId: params.id, personId, name: body.name }
    const twin = await ports.renameTwin(renaming)
    return twinRecordView(twin, personId, ports)
  },
})

/** PUT /twin-studio/{id}/voice: the voice that speaks unless a request names another. */
const chooseVoice = consoleEndpoint({
  method: 'put',
  path: '/twin-studio/:id/voice',
  params: IdPath,
  body: z.strictObject({ slug: name(100) }),
  answer: TwinVoicesView,
  async handle({ account, caller, params, body }, ports) {
    const { id: personId } = personOf(caller)
    const voice = ports.voiceCatalogue.find(({ id }) => voiceSlug(id) === body.slug)
    if (!voice) throw problem('not_found')
    const chosen = { accountId: account.id, twinId: params.id, personId, engineVoiceId: voice.id }
    const twin = await ports.chooseTwinVoice(chosen)
    return voicesView(twin, ports.voiceCatalogue, ports.voiceSupply, ports.publicUrl)
  },
})

/** POST /twin-studio/{id}/withdrawal: the person whom a twin shows takes their consent back, for whatever account. */
const withdrawMyself = consoleEndpoint({
  method: 'post',
  path: '/twin-studio/:id/withdrawal',
  params: IdPath,
  body: z.strictObject({ keep_videos: z.boolean().default(false) }),
  answer: TwinRecordView,
  async handle({ caller, params, body }, ports) {
    const { id: personId } = personOf(caller)
    const mine = (await ports.twins.ofSubject(personId)).find(({ id }) => id === params.id)
    if (mine === undefined) throw problem('not_found')
    const input = { twinId: mine.id, actor: 'subject', personId, keepsVideos: body.keep_videos } as const
    return twinRecordView(await ports.withdrawTwin(input), personId, ports)
  },
})

/** DELETE /twin-studio/{id}: the account gives a twin up. Its finished videos stay, unless its person wants otherwise. */
const deleteTwin = consoleEndpoint({
  method: 'delete',
  path: '/twin-studio/:id',
  params: IdPath,
  answer: z.strictObject({ id: z.string(), deleted: z.literal(true) }),
  async handle({ account, caller, params }, ports) {
    const { id: personId } = personOf(caller)
    const twin = await requireTwin(ports, account.id, params.id)
    // A renewal is deleted with its twin.
    if (twin.renewsId !== null) throw problem('not_found')
    const isOwner = caller.kind === 'person' && caller.role === 'owner'
    if (!isOwner) throw new NotAllowed('Only owners of the account can delete twins. Ask one of them.')
    if (twin.look?.kind !== 'presenter') {
      await ports.withdrawTwin({ twinId: twin.id, actor: 'account', personId, keepsVideos: true })
    }
    await ports.twins.delete(account.id, twin.id)
    return { id: twin.id, deleted: true as const }
  },
})

function whichTwin({ name, twin_id: id }: z.infer<typeof StartRecording>): { name: string } | { id: string } {
  if (id !== undefined && name === undefined) return { id }
  if (name !== undefined && id === undefined) return { name }
  const message = 'Send either the name of a new twin or the id of the one to record again.'
  throw invalidFields({ name: { code: id === undefined ? 'required' : 'conflict', message } })
}

async function requireTwin({ twins }: Pick<ApiPorts, 'twins'>, accountId: string, id: string): Promise<Twin> {
  const twin = await twins.find(accountId, id)
  if (twin === null) throw problem('not_found')
  return twin
}

/** What people of an account do with its twins. */
export const TWIN_ENDPOINTS = [
  listTwinRecords,
  startRecording,
  getTwinRecord,
  retryBuild,
  renameTwin,
  chooseVoice,
  withdrawMyself,
  deleteTwin,
]
