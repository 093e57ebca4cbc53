import type { z } from 'zod'

import type { StudioSet } from '../../../domain/picture/studio-set.ts'
import type { StudioSet as SetSchema } from './schema.ts'

/** Formats a studio set as JSON. */
export function setView({ id, name, description }: StudioSet, publicUrl: string): z.infer<typeof SetSchema> {
  return { id, name, description, thumbnail_url: `${publicUrl}/media/sets/${id}/thumbnail.jpg` }
}
