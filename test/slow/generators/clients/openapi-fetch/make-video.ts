/** Makes a video and deletes it, with the types of openapi-typescript and openapi-fetch. */
import { setTimeout } from 'node:timers/promises'

import createClient from 'openapi-fetch'

import type { paths } from './generated.ts'

const { PRESENTER_API_URL = '', PRESENTER_API_KEY = '' } = process.env
const client = createClient<paths>({
  baseUrl: PRESENTER_API_URL,
  headers: { Authorization: `Bearer ${PRESENTER_API_KEY}` },
})

const created = await client.POST('/videos', { body: { script: 'Hello there.', presenter_id: 'maya' } })
if (!created.data) throw new Error(created.error.error.message)
let video = created.data
const params = { path: { id: video.id } }

while (video.status !== 'ready') {
  if (video.error) throw new Error(video.error.message)
  await setTimeout(250)
  const { data, error } = await client.GET('/videos/{id}', { params })
  if (!data) throw new Error(error.error.message)
  video = data
}
console.log('ready', video.options.resolution)

const { data: list } = await client.GET('/videos', { params: { query: { limit: 5 } } })
console.log('listed', list?.data.find(({ id }) => id === video.id)?.status)

const { data: deleted } = await client.DELETE('/videos/{id}', { params })
console.log('deleted', deleted?.id)

const { error } = await client.GET('/videos/{id}', { params })
console.log('then', error?.error.code)
