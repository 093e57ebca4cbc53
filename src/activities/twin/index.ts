import { createConsentActivities } from './consent.ts'
import type { ConsentPorts } from './consent.ts'
import { createTwinHousekeepingActivities } from './housekeeping.ts'
import type { TwinHousekeepingPorts } from './housekeeping.ts'
import { createLearnActivities } from './learn.ts'
import type { LearnPorts } from './learn.ts'
import { createPublishActivities } from './publish.ts'
import type { PublishPorts } from './publish.ts'
import { createSampleActivities } from './sample.ts'
import type { SamplePorts } from './sample.ts'
import { createPreviewActivities } from './preview.ts'
import type { PreviewPorts } from './preview.ts'
import { createRemovalActivities } from './removal.ts'
import type { RemovalPorts } from './removal.ts'
import { createTakeActivities } from './take.ts'
import type { TakePorts } from './take.ts'

/** All that the activities of twins ask of the outside. */
export type TwinActivityPorts = TakePorts &
  ConsentPorts &
  LearnPorts &
  SamplePorts &
  PreviewPorts &
  PublishPorts &
  RemovalPorts &
  TwinHousekeepingPorts

/** Makes the activities of twins, from the recording to the removal. */
export function createTwinActivities(ports: TwinActivityPorts) {
  return {
    ...createTakeActivities(ports),
    ...createConsentActivities(ports),
    ...createLearnActivities(ports),
    ...createSampleActivities(ports),
    ...createPreviewActivities(ports),
    ...createPublishActivities(ports),
    ...createRemovalActivities(ports),
    ...createTwinHousekeepingActivities(ports),
  }
}
