import type { Config } from '../../config/config.ts'
import { createWordList } from '../../domain/moderation/word-list.ts'
import { createModerationService } from '../../moderation/service.ts'
import { makeModerateVideo } from '../../usecases/moderation/moderate-video.ts'
import type { ModerateVideo, ModerateVideoPorts } from '../../usecases/moderation/moderate-video.ts'
import { VERSION } from '../shipped.ts'

/** Builds what decides about videos before they are accepted, as the operator has set it. */
export function provideModeration(
  { moderation: { url, words, whenSilent } }: Pick<Config, 'moderation'>,
  noted: Pick<ModerateVideoPorts, 'moderationCounts' | 'log'>,
): ModerateVideo {
  return makeModerateVideo({
    ...noted,
    findForbidden: words.length === 0 ? null : createWordList(words),
    moderator: url === null ? null : createModerationService({ url, version: VERSION }),
    whenSilent,
  })
}
