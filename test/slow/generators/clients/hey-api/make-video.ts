/** Makes a video and deletes it, with the client of @hey-api/openapi-ts. */
import { setTimeout } from 'node:timers/promises'

import { client } from './generated/client.gen.ts'
import { createVideo, deleteVideo, getVideo, listVideos } from './generated/index.ts'

const { PRESENTER_API_URL = '', PRESENTER_API_KEY = '' } = process.env
client.setConfig({ baseUrl: PRESENTER_API_URL, auth: PRESENTER_API_KEY })

const body = { script: 'Hello there.', presenter_id: 'maya' }
let { data: video } = await createVideo({ body, throwOnError: true })
const path = { id: video.id }

while (video.status !== 'ready') {
  if (video.error) throw new Error(video.error.message)
  await setTimeout(250)
  video = (await getVideo({ path, throwOnError: true })).data
}
console.log('ready', video.options.resolution)

const { data: list } = await listVideos({ query: { limit: 5 }, throwOnError: true })
console.log('listed', list.data.find(({ id }) => id === video.id)?.status)

const { data: deleted } = await deleteVideo({ path, throwOnError: true })
console.log('deleted', deleted.id)

const { error } = await getVideo({ path })
console.log('then', error?.error.code)
