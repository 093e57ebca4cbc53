import { z } from 'zod'

import { webAddress } from './web-address.ts'

/** Where traces go. */
export interface TracingConfig {
  /** Base URL of a receiver of OTLP over HTTP, without a slash at the end. */
  readonly endpoint: string
  /** Sent with each request, usually to say who sends it. Secret. */
  readonly headers: Readonly<Record<string, string>>
  /** What these processes are called in traces. */
  readonly serviceName: string
  /** The share of requests that are traced, 0 to 1. */
  readonly share: number
}

/** One `name=value`; the value is percent-encoded. */
const HEADER = /^[\w-]+=[^\s,]+$/u

const headers = z
  .string()
  .transform((text) =>
    text
      .split(',')
      .map((pair) => pair.trim())
      .filter(Boolean),
  )
  .pipe(z.array(z.string().regex(HEADER, 'must look like name=value,name=value')))
  .transform((pairs) => Object.fromEntries(pairs.map(pairOf)))

/** The settings of traces, to be read with all others. Their names are those of OpenTelemetry's own libraries. */
export const tracingSettings = {
  OTEL_EXPORTER_OTLP_ENDPOINT: webAddress.optional(),
  OTEL_EXPORTER_OTLP_HEADERS: headers.default({}),
  OTEL_SERVICE_NAME: z.string().min(1).default('presenter-video'),
  OTEL_TRACES_SAMPLER_ARG: z.coerce.number('must be a number from 0 to 1').min(0).max(1).default(1),
}

/** Where traces go; null when nowhere, and nothing is traced. */
export function readTracing(values: z.infer<z.ZodObject<typeof tracingSettings>>): TracingConfig | null {
  const { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint } = values
  if (endpoint === undefined) return null
  return {
    endpoint,
    headers: values.OTEL_EXPORTER_OTLP_HEADERS,
    serviceName: values.OTEL_SERVICE_NAME,
    share: values.OTEL_TRACES_SAMPLER_ARG,
  }
}

function pairOf(pair: string): [string, string] {
  const split = pair.indexOf('=')
  return [pair.slice(0, split), decoded(pair.slice(split + 1))]
}

function decoded(value: string): string {
  try {
    return decodeURIComponent(value)
  } catch {
    return value
  }
}
