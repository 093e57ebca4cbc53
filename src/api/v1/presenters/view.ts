import type { z } from 'zod'

import type { Presenter } from '../../../domain/catalogue.ts'
import type { Presenter as PresenterSchema } from './schema.ts'

/** A stock presenter (specification section 2). */
export function presenterView(presenter: Presenter, publicUrl: string): z.infer<typeof PresenterSchema> {
  return {
    id: presenter.id,
    name: presenter.name,
    gender: presenter.gender,
    language: presenter.language,
    ...presenterMedia(presenter.id, publicUrl),
  }
}

/** Where a stock presenter is seen and heard. These links do not expire. */
export function presenterMedia(presenterId: string, publicUrl: string) {
  const folder = `${publicUrl}/media/presenters/${presenterId}`
  return { thumbnail_url: `${folder}/thumbnail.jpg`, preview_video_url: `${folder}/preview.mp4` }
}
