import { ownerIdOf } from '../../domain/account/account.ts'
import type { Account } from '../../domain/account/account.ts'
import { invalidFields, Problem, problem } from '../../domain/error/errors.ts'
import type { FieldProblems } from '../../domain/error/errors.ts'
import { planFor } from '../../domain/account/plan.ts'
import type { Plan, Plans } from '../../domain/account/plan.ts'
import type { RemotePictures } from '../../domain/picture/remote-picture.ts'
import { scriptTooLong } from '../../domain/speech/script.ts'
import type { StudioSet } from '../../domain/picture/studio-set.ts'
import { isFinished, isUsable, statusOf } from '../../domain/twin/twin.ts'
import type { Twin } from '../../domain/twin/twin.ts'
import type { VideoRequest } from '../../domain/video/video.ts'
import type { Background } from '../../domain/video/video-options.ts'
import type { VoiceSupply } from '../../domain/speech/voice.ts'
import type { Renderer } from '../../ports/video/renderer.ts'
import type { Voices } from '../../ports/speech/voices.ts'
import type { WebhookGuard } from '../../ports/webhook/webhook-guard.ts'
import type { Twins } from '../../ports/twin/twins.ts'

/** Stores, catalogues and checks that a request is validated against. */
export interface CheckVideoRequestPorts {
  readonly renderer: Pick<Renderer, 'presenters'>
  readonly twins: Pick<Twins, 'find'>
  readonly voices: Pick<Voices, 'find'>
  readonly voiceSupply: VoiceSupply
  readonly webhookGuard: Pick<WebhookGuard, 'refuse'>
  readonly sets: readonly StudioSet[]
  readonly pictures: Pick<RemotePictures, 'refuse'>
  readonly plans: Plans
}

/** The typical time to download and install the voices. */
const INSTALLING_SECONDS = 60

/** The name of the presenter or twin of a video, and the engine voice that speaks. */
export interface Cast {
  readonly presenterName: string
  readonly engineVoiceId: string
}

/** The problems of a request in order of precedence, or its cast when there are none. */
export type VideoRequestCheck =
  | { readonly problems: readonly [Problem, ...Problem[]]; readonly cast: null }
  | { readonly problems: readonly []; readonly cast: Cast }

/** Checks everything that a request refers to, before anything is reserved or started. */
export async function checkVideoRequest(
  ports: CheckVideoRequestPorts,
  account: Account,
  request: VideoRequest,
): Promise<VideoRequestCheck> {
  const plan = planFor(ports.plans, account)
  const presenter = await findCast(ports, account, plan, request)
  const voice = await findVoice(ports, account, request.voiceId)
  const findings = [
    presenter,
    voice,
    await refusedDestination(ports, request.webhookUrl),
    await refusedBackground(ports, request.options.background),
  ].filter((found) => found instanceof Problem)
  const tooLong = scriptTooLong(request.script, plan.maxScriptCharacters, fieldsOf(findings))
  const [first, ...others] = tooLong ? [tooLong, ...findings] : findings
  if (first) return { problems: [first, ...others], cast: null }
  // Neither is a problem here, or there would have been a first one.
  const cast = { ...(presenter as Cast), ...(voice as Pick<Cast, 'engineVoiceId'> | null) }
  if (account.testOf === null) return { problems: [], cast }
  return { problems: [], cast: { ...cast, engineVoiceId: ports.voiceSupply.standIn(cast.engineVoiceId) } }
}

async function findCast(
  { renderer, twins, voiceSupply }: CheckVideoRequestPorts,
  account: Account,
  plan: Plan,
  { presenterId, twinId }: VideoRequest,
): Promise<Cast | Problem> {
  if (twinId !== null)
    return castTwin(await twins.find(ownerIdOf(account), twinId), twinId, plan, voiceSupply)
  const presenter = renderer.presenters().find(({ id }) => id === presenterId)
  if (!presenter) return notFound('presenter_id', `There is no presenter "${presenterId}".`)
  return { presenterName: presenter.name, engineVoiceId: voiceSupply.speakable(presenter.voiceId) }
}

function castTwin(twin: Twin | null, twinId: string, plan: Plan, supply: VoiceSupply): Cast | Problem {
  if (twin === null || statusOf(twin) === null) {
    return notFound('twin_id', `There is no twin "${twinId}".`)
  }
  if (!isFinished(twin)) {
    const message = `The twin "${twinId}" is still being built and cannot be used in videos yet.`
    return problem('twin_not_ready', { message })
  }
  if (twin.switchedOff) return switchedOff(twinId)
  if (!isUsable(twin, plan)) {
    const message = `The twin "${twinId}" cannot be used in videos of the ${plan.name} plan.`
    return problem('plan_required', { message })
  }
  const { engineVoiceId, name } = twin.voice
  return supply.canSpeak(engineVoiceId) ? { presenterName: twin.name, engineVoiceId } : notInstalled(name)
}

/** Neither another plan nor waiting alone helps: only whoever runs the service does. */
function switchedOff(twinId: string): Problem {
  return problem('twin_not_ready', {
    message: `The twin "${twinId}" was switched off by the operator of this service. Contact support.`,
    userMessage: 'Your digital twin is switched off. Please contact support to use it again.',
  })
}

/** The requested voice, or null when the request names none and the presenter's or twin's own voice is used. */
async function findVoice(
  { voices, voiceSupply }: CheckVideoRequestPorts,
  account: Account,
  voiceId: string | null,
): Promise<Pick<Cast, 'engineVoiceId'> | Problem | null> {
  if (voiceId === null) return null
  const voice = await voices.find(ownerIdOf(account), voiceId)
  if (voice && !voiceSupply.canSpeak(voice.engineVoiceId)) return notInstalled(voice.name)
  if (voice) return { engineVoiceId: voice.engineVoiceId }
  return notFound('voice_id', `"${voiceId}" is not one of the account's starred voices.`)
}

/** A voice that was requested by name is never replaced. Its files may still be downloading, so a retry can succeed. */
function notInstalled(voiceName: string): Problem {
  const message = `The voice ${voiceName} is not installed on this server, or not yet. GET /voices lists the available voices.`
  return problem('service_unavailable', { message, retryAfterAboutSeconds: INSTALLING_SECONDS })
}

/** The `fields` of several problems, merged. */
function fieldsOf(problems: readonly Problem[]): FieldProblems {
  return Object.assign({}, ...problems.map(({ details }) => details.fields))
}

async function refusedDestination(
  { webhookGuard }: CheckVideoRequestPorts,
  webhookUrl: string | null,
): Promise<Problem | null> {
  const message = webhookUrl === null ? null : await webhookGuard.refuse(webhookUrl)
  return message === null ? null : invalidFields({ webhook_url: { code: 'invalid', message } })
}

async function refusedBackground(
  { sets, pictures }: CheckVideoRequestPorts,
  background: Background | null,
): Promise<Problem | null> {
  if (background === null || 'colour' in background) return null
  if ('imageUrl' in background) {
    const message = await pictures.refuse(background.imageUrl)
    return message === null
      ? null
      : invalidFields({ 'options.background.image_url': { code: 'invalid', message } })
  }
  if (sets.some(({ id }) => id === background.set)) return null
  return notFound('options.background.set', `There is no set "${background.set}".`)
}

/** What a field names does not exist: the field tells a program which list to refresh. */
function notFound(field: string, message: string): Problem {
  return problem('not_found', { message, fields: { [field]: { code: 'invalid', message } } })
}
