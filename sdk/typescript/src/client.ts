import { eventsOf } from './account-events.ts'
import { Batches } from './resources/batches.ts'
import { catalogueOf } from './resources/catalogue.ts'
import { Videos } from './resources/videos.ts'
import { ledgerOf, webhooksOf } from './resources/webhooks.ts'
import { settingsOf } from './settings.ts'
import type { PresenterVideoOptions } from './settings.ts'
import { waitCalls } from './wait-calls.ts'
import { Waits } from './waits.ts'

/**
 * The Presenter Video API. One object serves a whole program: its waits share a connection.
 *
 * ```ts
 * const client = new PresenterVideo()
 * const video = await client.videos.createAndWait(
 *   { presenter_id: 'maya', script: 'Welcome to our product.' },
 *   { idempotencyKey: `welcome-${user.id}` },
 * )
 * await client.videos.download(video.id, 'welcome.mp4')
 * ```
 */
export class PresenterVideo {
  readonly videos: Videos
  readonly batches: Batches
  readonly me: ReturnType<typeof catalogueOf>['me']
  readonly usage: ReturnType<typeof catalogueOf>['usage']
  readonly presenters: ReturnType<typeof catalogueOf>['presenters']
  readonly voices: ReturnType<typeof catalogueOf>['voices']
  readonly twins: ReturnType<typeof catalogueOf>['twins']
  readonly sets: ReturnType<typeof catalogueOf>['sets']
  readonly pronunciations: ReturnType<typeof catalogueOf>['pronunciations']
  readonly ledger: ReturnType<typeof ledgerOf>
  readonly events: ReturnType<typeof eventsOf>
  readonly webhooks: ReturnType<typeof webhooksOf>

  /** @throws PresenterError without a key or an address, and in a browser. */
  constructor(options: PresenterVideoOptions = {}) {
    const settings = settingsOf(options)
    const waits = new Waits(settings, waitCalls(settings))
    this.videos = new Videos(settings, waits)
    this.batches = new Batches(settings, waits)
    const { me, usage, presenters, voices, twins, sets, pronunciations } = catalogueOf(settings)
    this.me = me
    this.usage = usage
    this.presenters = presenters
    this.voices = voices
    this.twins = twins
    this.sets = sets
    this.pronunciations = pronunciations
    this.ledger = ledgerOf(settings)
    this.events = eventsOf(settings)
    this.webhooks = webhooksOf(settings)
  }
}
