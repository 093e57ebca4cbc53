import { endpoint } from '../../contract/endpoint.ts'
import { EstimateVideo, toVideoRequest } from '../videos/creation-schema.ts'
import { lengthGoesFirst } from '../videos/script-length.ts'
import { ESTIMATE_EXAMPLE } from './examples.ts'
import { Estimate } from './schema.ts'
import { estimateView } from './view.ts'

/** POST /videos/estimate: what creating a video would come to, without creating it. */
export const estimateVideo = endpoint({
  method: 'post',
  path: '/videos/estimate',
  operationId: 'estimateVideo',
  tag: 'Videos',
  summary: 'Estimate a video before it is created',
  description:
    'Takes the body of `POST /videos`. Says how many seconds would be reserved and why the creation would ' +
    'be refused, if it would. Nothing is charged, reserved or started, and no idempotency key is looked up ' +
    'or used up. Counts as a request, not as a creation.',
  body: EstimateVideo,
  bodyExamples: {
    'A stock presenter': { script: 'Welcome! Here is what changed in this release.', presenter_id: 'maya' },
  },
  success: {
    status: 200,
    description: 'The estimate, also when the creation would be refused.',
    schema: Estimate,
    example: ESTIMATE_EXAMPLE,
  },
  goesFirst: lengthGoesFirst,
  errors: ['invalid_request', 'script_too_long'],
  async handle({ account, body }, ports) {
    const estimate = await ports.estimateVideo({ account, request: toVideoRequest(body) })
    return { body: estimateView(estimate, ports.publicUrl) }
  },
})
