import type { AccountPorts } from './ports/account.ts'
import type { BatchPorts } from './ports/batch.ts'
import type { BillingPorts } from './ports/billing.ts'
import type { OperationsPorts } from './ports/operations.ts'
import type { PicturePorts } from './ports/picture.ts'
import type { ProcessPorts } from './ports/process.ts'
import type { SpeechPorts } from './ports/speech.ts'
import type { TwinPorts } from './ports/twin.ts'
import type { VideoPorts } from './ports/video.ts'
import type { WebhookPorts } from './ports/webhook.ts'

/** The use cases, stores and settings that the API depends on, by resource. A handler names those that it uses. */
export interface ApiPorts
  extends
    VideoPorts,
    BatchPorts,
    PicturePorts,
    SpeechPorts,
    TwinPorts,
    WebhookPorts,
    AccountPorts,
    BillingPorts,
    OperationsPorts,
    ProcessPorts {}
