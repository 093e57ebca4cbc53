import { createAllowanceActivities } from './allowance.ts'
import type { AllowancePorts } from './allowance.ts'
import { createBackgroundActivities } from './background.ts'
import type { BackgroundPorts } from './background.ts'
import { createFootageActivities } from './footage.ts'
import type { FootagePorts } from './footage.ts'
import { createHousekeepingActivities } from './housekeeping.ts'
import type { HousekeepingPorts } from './housekeeping.ts'
import { createLostVideoActivities } from './lost-videos.ts'
import type { LostVideoPorts } from './lost-videos.ts'
import { createOutsideRenderActivities } from './outside-render.ts'
import type { OutsideRenderPorts } from './outside-render.ts'
import { tellingPlaceFaults } from './place-failures.ts'
import { createProgressActivities } from './progress.ts'
import type { ProgressPorts } from './progress.ts'
import { createQueueActivities } from './queue.ts'
import type { QueuePorts } from './queue.ts'
import { createRenderActivities } from './render.ts'
import type { RenderPorts } from './render.ts'
import { createResultActivities } from './results.ts'
import type { ResultPorts } from './results.ts'
import { createSpeechActivities } from './speech.ts'
import type { SpeechPorts } from './speech.ts'
import { createTwinActivities } from './twins/index.ts'
import type { TwinActivityPorts } from './twins/index.ts'
import { createWebhookHousekeepingActivities } from './webhook-housekeeping.ts'
import type { WebhookHousekeepingPorts } from './webhook-housekeeping.ts'
import { createWebhookActivities } from './webhook.ts'
import type { WebhookPorts } from './webhook.ts'

/** All that the activities ask of the outside. */
export type ActivityPorts = AllowancePorts &
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
  WebhookHousekeepingPorts &
  QueuePorts &
  TwinActivityPorts

/** The steps a workflow is made of. Each may run twice: it finds what it did and returns it. */
export type Activities = ReturnType<typeof createActivities>

/** Makes the activities of all queues. */
export function createActivities(ports: ActivityPorts) {
  return tellingPlaceFaults({
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
    ...createWebhookHousekeepingActivities(ports),
    ...createQueueActivities(ports),
    ...createTwinActivities(ports),
  })
}
