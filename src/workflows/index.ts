export { deliverWebhook } from './deliver-webhook.ts'
export { produceVideo } from './produce-video.ts'
