import type { z } from 'zod'

import type { Presenter } from '../../../domain/picture/catalogue.ts'
import type { Presenter as PresenterSchema } from './schema.ts'

/** Formats a stock presenter as JSON (specification section 2). */
export function presenterView(presenter: Presenter, publicUrl: string): z.infer<typeof PresenterSchema> {
  return {
    id: presenter.id,
    name: presenter.name,
    gender: presenter.gender,
    language: presenter.language,
    ...presenterMedia(presenter.id, publicUrl),
  }
}

/** Links to a stock presenter's picture and preview video. They do not expire. */
export function presenterMedia(presenterId: string, publicUrl: string) {
  const folder = `${publicUrl}/media/presenters/${presenterId}`
  return { thumbnail_url: `${folder}/thumbnail.jpg`, preview_video_url: `${folder}/preview.mp4` }
}
