export { deliverWebhook } from './deliver-webhook.ts'
export { housekeep } from './housekeep.ts'
export { produceVideo } from './produce-video.ts'
