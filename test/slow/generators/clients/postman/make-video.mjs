/** Makes a video and deletes it, with the collection of openapi-to-postmanv2, sent by newman. */
import { readFile } from 'node:fs/promises'
import { setTimeout } from 'node:timers/promises'

import newman from 'newman'

const { PRESENTER_API_URL, PRESENTER_API_KEY } = process.env
const collection = JSON.parse(await readFile(new URL('collection.json', import.meta.url), 'utf8'))
const requests = collection.item.flatMap(withinFolder)
const envVar = [
  { key: 'baseUrl', value: PRESENTER_API_URL },
  { key: 'bearerToken', value: PRESENTER_API_KEY },
]

let video = await send('Create a video')
while (video.status !== 'ready') {
  if (video.error) throw new Error(video.error.message)
  await setTimeout(250)
  video = await send('Retrieve a video', video.id)
}
console.log('ready', video.options.resolution)

const list = await send('List videos')
console.log('listed', list.data.find(({ id }) => id === video.id).status)
console.log('deleted', (await send('Delete a video', video.id)).id)
console.log('then', (await send('Retrieve a video', video.id)).error.code)

/** Sends one request of the collection as it is, but for the id in its path. */
function send(name, id) {
  const item = structuredClone(requests.find((request) => request.name === name))
  for (const variable of item.request.url.variable) variable.value = id
  return new Promise((resolve, reject) => {
    newman.run({ collection: { ...collection, item: [item] }, envVar }, (error, summary) =>
      error ? reject(error) : resolve(summary.run.executions[0].response.json()),
    )
  })
}

/** The requests of a folder and of those in it. */
function withinFolder(item) {
  return item.item?.flatMap(withinFolder) ?? [item]
}
