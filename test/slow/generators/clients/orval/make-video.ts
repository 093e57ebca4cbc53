/** Makes a video and deletes it, with the client of Orval. */
import { randomUUID } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'

import { createVideo, deleteVideo, getVideo, listVideos } from './generated.ts'

const created = await createVideo(
  { script: 'Hello there.', presenter_id: 'maya', options: { name_card: { title: 'Ada' } } },
  {},
  { 'Idempotency-Key': randomUUID() },
)
if (created.status !== 202) throw new Error(created.data.error.message)
let video = created.data

while (video.status !== 'ready') {
  if (video.error) throw new Error(video.error.message)
  await setTimeout(250)
  const asked = await getVideo(video.id)
  if (asked.status !== 200) throw new Error(asked.data.error.message)
  video = asked.data
}
console.log('ready', video.options.resolution)

const list = await listVideos({ limit: 5 })
if (list.status !== 200) throw new Error(list.data.error.message)
console.log('listed', list.data.data.find(({ id }) => id === video.id)?.status)

const deleted = await deleteVideo(video.id)
if (deleted.status !== 200) throw new Error(deleted.data.error.message)
console.log('deleted', deleted.data.id)

const gone = await getVideo(video.id)
if (gone.status === 404) console.log('then', gone.data.error.code)
