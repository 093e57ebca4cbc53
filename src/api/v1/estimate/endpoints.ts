import { endpoint } from '../../contract/endpoint.ts'
import { requireScopes } from '../../contract/required-scopes.ts'
import { EstimateVideo, toVideoRequest } from '../videos/creation-schema.ts'
import { lengthGoesFirst } from '../videos/script-length.ts'
import { ESTIMATE_EXAMPLE } from './examples.ts'
import { Estimate } from './schema.ts'
import { estimateView } from './view.ts'

/** POST /videos/estimate: estimates the length and cost of a video without creating it. */
export const estimateVideo = endpoint({
  method: 'post',
  path: '/videos/estimate',
  hasTestData: true,
  scopes: ['videos:write'],
  operationId: 'estimateVideo',
  tag: 'Videos',
  summary: 'Estimate a video',
  description:
    'Takes the body of `POST /videos`. Returns how many video seconds would be reserved, and the ' +
    'errors that would prevent the video. Nothing is charged, reserved or started.',
  body: EstimateVideo,
  bodyExamples: {
    'A stock presenter': { script: 'Welcome! Here is what changed in this release.', presenter_id: 'maya' },
  },
  success: {
    status: 200,
    description: 'The estimate. It is also returned when the video could not be created.',
    schema: Estimate,
    example: ESTIMATE_EXAMPLE,
  },
  bound: 'estimate',
  goesFirst: lengthGoesFirst,
  countsAs: 'estimates',
  errors: ['invalid_request', 'script_too_long'],
  async handle({ account, caller, body, place }, ports) {
    if (body.twin_id) requireScopes(caller, ['twins:use'])
    // A limit of people in the application; a key has none.
    await place?.take()
    const estimate = await ports.estimateVideo({ account, request: toVideoRequest(body) })
    return { body: estimateView(estimate, ports.publicUrl) }
  },
})
