import { z } from 'zod'

import { text } from '../../contract/fields/text.ts'
import { METADATA_BOUNDS, metadataOf, metadataValue } from './metadata-schema.ts'

/** Body of PATCH /videos/{id}: a member that is absent stays as it is, and null removes it (RFC 7396). */
export const UpdateVideo = z
  .strictObject({
    title: text(1, 200).nullable().optional().describe("Shown in the user's Projects."),
    metadata: metadataOf(metadataValue.nullable())
      .meta({
        id: 'UpdateMetadata',
        description: `Pairs to add or to replace; a value of null removes its pair. ${METADATA_BOUNDS}`,
      })
      .nullable()
      .optional(),
  })
  .meta({ id: 'UpdateVideo', description: 'What to change. Omitted fields stay, and null removes.' })
