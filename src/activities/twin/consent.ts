import { consentVerdict } from '../../domain/twin/consent-verdict.ts'
import type { AllTakes, ConsentFindings, ConsentVerdict } from '../../domain/twin/consent-verdict.ts'
import { consentRefused, partMissing } from '../../domain/twin/twin-failure.ts'
import { takeKeys, twinKeys, twinWorkKeys } from '../../domain/twin/twin-files.ts'
import { TAKE_PARTS } from '../../domain/twin/twin-take.ts'
import type { TwinFailure } from '../../domain/twin/twin.ts'
import type { MediaStore } from '../../media/media-store.ts'
import type { TwinStudio } from '../../ports/twin/twin-studio.ts'
import type { TwinBuilds } from '../../ports/twin/twin-builds.ts'
import type { TwinRecords } from '../../ports/twin/twin-records.ts'
import { forgetFaces } from './forget-faces.ts'
import type { ForgetFacesPorts } from './forget-faces.ts'
import { inTurn } from './in-turn.ts'
import { materialOf, twinGone } from './twin-files.ts'
import type { TwinRef } from './twin-files.ts'

/** Stores and studio for deciding whether a consent holds. */
export interface ConsentPorts extends ForgetFacesPorts {
  readonly twinBuilds: Pick<TwinBuilds, 'material' | 'askForReview' | 'reviewDecision' | 'fail'>
  readonly twinRecords: Pick<TwinRecords, 'note'>
  readonly twinStudio: Pick<TwinStudio, 'inTurn' | 'matchTakes'>
  readonly media: MediaStore
}

/** What a build begins with: the takes to look at, or what is missing. */
export type BuildStart =
  | {
      readonly takeIds: readonly string[]
      /** The film of the consent that is renewed, to look at too; null when none is. */
      readonly renewed: { readonly twinId: string; readonly takeId: string } | null
    }
  | { readonly failure: TwinFailure }

/** Consent: whether the recording proves that its person wants the twin. */
export function createConsentActivities(ports: ConsentPorts) {
  const { twinBuilds, twinRecords, twinStudio, media } = ports
  return {
    /** Begins a build: removes what an earlier one left, and names the takes to look at. Fails when it is gone. */
    async beginTwinBuild({ twinId }: TwinRef): Promise<BuildStart> {
      const { folder, takes, renewed } = await materialOf(twinBuilds, twinId)
      const missing = TAKE_PARTS.find((part) => !takes[part]?.hasFilm)
      if (missing !== undefined) return { failure: partMissing(missing) }
      for (const key of [...Object.values(twinKeys(folder)), twinWorkKeys(folder).all]) {
        await media.removeAll(key)
      }
      await twinRecords.note(twinId, 'build_started', { actor: 'service', personId: null })
      return {
        takeIds: TAKE_PARTS.map((part) => takes[part]?.id ?? ''),
        renewed: renewed && { twinId: renewed.twinId, takeId: renewed.takeId },
      }
    },

    /** Decides whether the consent holds, by the checks of all parts and by whose face they show. */
    async weighConsent(input: TwinRef): Promise<ConsentVerdict> {
      const { folder, takes, renewed } = await materialOf(twinBuilds, input.twinId)
      const missing = TAKE_PARTS.find((part) => takes[part] === undefined)
      if (missing !== undefined) return { outcome: 'refused', failure: partMissing(missing) }
      const portraits = TAKE_PARTS.map((part) => takeKeys(folder, takes[part]?.id ?? '').portraits)
      const likenessOf = (keys: readonly string[]) =>
        inTurn(twinStudio, input, (options) =>
          media.withFiles(keys, (portraitFiles) => twinStudio.matchTakes({ portraitFiles }, options)),
        )
      const likeness = await likenessOf(portraits)
      if (renewed === null) return consentVerdict(takes as AllTakes, likeness)
      const before = takeKeys(renewed.folder, renewed.takeId).portraits
      return consentVerdict(takes as AllTakes, likeness, await likenessOf([...portraits, before]))
    },

    /** Leaves an unclear consent to an operator. Fails when the twin is gone. */
    async askForReview({ twinId, findings }: TwinRef & { findings: ConsentFindings }): Promise<void> {
      if (!(await twinBuilds.askForReview(twinId, { ...findings }))) throw twinGone(twinId)
    },

    /**
     * What became of a review. When it was refused, the twin has failed with the operator's reason, which no history
     * holds. Fails when the twin is gone.
     */
    async readReview({ twinId }: TwinRef): Promise<'waiting' | 'approved' | 'refused'> {
      const decision = await twinBuilds.reviewDecision(twinId)
      if (decision?.approved === false) {
        if (!(await twinBuilds.fail(twinId, consentRefused(decision.reason)))) throw twinGone(twinId)
        await forgetFaces(ports, twinId)
        return 'refused'
      }
      await materialOf(twinBuilds, twinId)
      return decision === null ? 'waiting' : 'approved'
    },
  }
}
