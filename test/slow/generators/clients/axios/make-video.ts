/** Makes a video and deletes it, with the client of openapi-generator for axios. */
import { setTimeout } from 'node:timers/promises'

import { isAxiosError } from 'axios'

import { Configuration, VideosApi } from './generated/index.ts'
import type { ModelError } from './generated/index.ts'

const { PRESENTER_API_URL = '', PRESENTER_API_KEY = '' } = process.env
const videos = new VideosApi(
  new Configuration({ basePath: PRESENTER_API_URL, accessToken: PRESENTER_API_KEY }),
)

let { data: video } = await videos.createVideo({ script: 'Hello there.', presenter_id: 'maya' })

while (video.status !== 'ready') {
  if (video.error) throw new Error(video.error.message)
  await setTimeout(250)
  video = (await videos.getVideo(video.id)).data
}
console.log('ready', video.options.resolution)

const { data: list } = await videos.listVideos(5)
console.log('listed', list.data.find(({ id }) => id === video.id)?.status)

const { data: deleted } = await videos.deleteVideo(video.id)
console.log('deleted', deleted.id)

try {
  await videos.getVideo(video.id)
} catch (error) {
  if (!isAxiosError<ModelError>(error)) throw error
  console.log('then', error.response?.data.error.code)
}
