import { createAuditActivities } from './audit.ts'
import type { AuditPorts } from './audit.ts'
import { createAllowanceActivities } from './video/allowance.ts'
import type { AllowancePorts } from './video/allowance.ts'
import { createBatchActivities } from './batch/batch.ts'
import type { BatchPorts } from './batch/batch.ts'
import { createBackgroundActivities } from './picture/background.ts'
import type { BackgroundPorts } from './picture/background.ts'
import { createExpiredVideoActivities } from './video/expired-videos.ts'
import type { ExpiredVideoPorts } from './video/expired-videos.ts'
import { createFootageActivities } from './picture/footage.ts'
import type { FootagePorts } from './picture/footage.ts'
import { createHousekeepingActivities } from './housekeeping.ts'
import type { HousekeepingPorts } from './housekeeping.ts'
import { createLostVideoActivities } from './video/lost-videos.ts'
import type { LostVideoPorts } from './video/lost-videos.ts'
import { createOutsideRenderActivities } from './picture/outside-render.ts'
import type { OutsideRenderPorts } from './picture/outside-render.ts'
import { measuredSteps } from './measured-steps.ts'
import { tellingPlaceFaults } from './place-failures.ts'
import type { Log } from '../ports/process/log.ts'
import type { Metrics } from '../ports/process/metrics.ts'
import { createProgressActivities } from './video/progress.ts'
import type { ProgressPorts } from './note-progress.ts'
import { createQueueActivities } from './video/queue.ts'
import type { QueuePorts } from './video/queue.ts'
import { createRenderActivities } from './picture/render.ts'
import type { RenderPorts } from './picture/render.ts'
import { createResultActivities } from './video/results.ts'
import type { ResultPorts } from './video/results.ts'
import { createSpeechActivities } from './speech/speech.ts'
import type { SpeechPorts } from './speech/speech.ts'
import { createTwinActivities } from './twin/index.ts'
import type { TwinActivityPorts } from './twin/index.ts'
import { createWebhookHousekeepingActivities } from './webhook/webhook-housekeeping.ts'
import type { WebhookHousekeepingPorts } from './webhook/webhook-housekeeping.ts'
import { createWebhookActivities } from './webhook/webhook.ts'
import type { WebhookPorts } from './webhook/webhook.ts'

/** All that the activities ask of the outside. */
export type ActivityPorts = AllowancePorts &
  AuditPorts &
  ProgressPorts &
  SpeechPorts &
  BackgroundPorts &
  FootagePorts &
  RenderPorts &
  OutsideRenderPorts &
  ResultPorts &
  WebhookPorts &
  HousekeepingPorts &
  LostVideoPorts &
  ExpiredVideoPorts &
  WebhookHousekeepingPorts &
  QueuePorts &
  BatchPorts &
  TwinActivityPorts & { readonly metrics: Metrics; readonly log: Log }

/** The steps a workflow is made of. Each may run twice: it finds what it did and returns it. */
export type Activities = ReturnType<typeof createActivities>

/** Makes the activities of all queues. */
export function createActivities(ports: ActivityPorts) {
  const steps = tellingPlaceFaults({
    ...createAuditActivities(ports),
    ...createAllowanceActivities(ports),
    ...createProgressActivities(ports),
    ...createSpeechActivities(ports),
    ...createBackgroundActivities(ports),
    ...createFootageActivities(ports),
    ...createRenderActivities(ports),
    ...createOutsideRenderActivities(ports),
    ...createResultActivities(ports),
    ...createWebhookActivities(ports),
    ...createHousekeepingActivities(ports),
    ...createLostVideoActivities(ports),
    ...createExpiredVideoActivities(ports),
    ...createWebhookHousekeepingActivities(ports),
    ...createQueueActivities(ports),
    ...createBatchActivities(ports),
    ...createTwinActivities(ports),
  })
  return measuredSteps(steps, ports)
}
