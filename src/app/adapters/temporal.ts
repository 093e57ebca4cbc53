import type { Config } from '../../config/config.ts'
import type { Log } from '../../ports/process/log.ts'
import { deriveKeyRing } from '../../secrets/derive-keys.ts'
import type { DerivedKeys } from '../../secrets/derive-keys.ts'
import { temporalServer } from '../../temporal/connection.ts'
import { createDataConverter } from '../../temporal/payloads/data-converter.ts'
import { connectTemporal } from '../../temporal/orchestrator.ts'
import { createPayloadCodec } from '../../temporal/payloads/payload-codec.ts'
import { createPayloadDecoder } from '../../temporal/payloads/payload-decoder.ts'
import type { TemporalTraces } from '../../temporal/telemetry/traces.ts'
import { createWorkflowKey } from '../../temporal/workflow-key.ts'

/** What the parts on Temporal are made from. */
export interface TemporalNeeds {
  readonly temporalAddress: string
  /** 32 bytes each, newest first. */
  readonly masterKeys: readonly Buffer[]
  /** Where Temporal's own pages are; null when nobody said so. */
  readonly temporalUiUrl: string | null
  readonly log: Log
  /** Default: nothing is traced. */
  readonly traces?: TemporalTraces | null
}

/** Puts together the orchestrator and what hides the content of runs. */
export function provideTemporal(config: Config, needs: TemporalNeeds) {
  const { newest, older } = deriveKeyRing(needs.masterKeys)
  const encrypts = config.temporalEncryptPayloads
  const encryption = { keys: [payloadKey(newest), ...older.map(payloadKey)] as const, encrypts }
  const dataConverter = createDataConverter(encryption)
  const { temporalCodecSecret: secret } = config
  const codec = createPayloadCodec(encryption)
  return {
    orchestrator: connectTemporal(
      temporalServer(needs.temporalAddress, config),
      { dataConverter, deploymentName: config.deploymentName, traces: needs.traces ?? null },
      needs.log,
    ),
    dataConverter,
    workflowKey: createWorkflowKey(encrypts ? newest.workflowIds : null),
    payloadDecoder:
      secret === null ? null : createPayloadDecoder({ codec, secret, uiUrl: needs.temporalUiUrl }),
  }
}

function payloadKey({ id, temporalPayloads: key }: DerivedKeys) {
  return { id, key }
}
