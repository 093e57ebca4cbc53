import { expect, test } from 'vitest'

import { readConfig } from '../../../src/config/config.ts'

const ENDPOINT = 'http://collector:4318'

const problemOf = (env: NodeJS.ProcessEnv) => () =>
  readConfig({ OTEL_EXPORTER_OTLP_ENDPOINT: ENDPOINT, ...env })

test('without an endpoint nothing is traced, whatever else is set', () => {
  expect(readConfig({ OTEL_TRACES_SAMPLER_ARG: '0.5' }).tracing).toBeNull()
})

test('with an endpoint alone everything is traced', () => {
  const { tracing } = readConfig({ OTEL_EXPORTER_OTLP_ENDPOINT: `${ENDPOINT}/` })
  expect(tracing).toEqual({ endpoint: ENDPOINT, headers: {}, serviceName: 'presenter-video', share: 1 })
})

test('headers are read as OpenTelemetry writes them, percent-encoded', () => {
  const { tracing } = readConfig({
    OTEL_EXPORTER_OTLP_ENDPOINT: ENDPOINT,
    OTEL_EXPORTER_OTLP_HEADERS: 'authorization=Basic%20dXNlcjpwYXNz==, x-team=video%',
    OTEL_SERVICE_NAME: 'videos-eu',
    OTEL_TRACES_SAMPLER_ARG: '0.25',
  })
  expect(tracing).toEqual({
    endpoint: ENDPOINT,
    headers: { authorization: 'Basic dXNlcjpwYXNz==', 'x-team': 'video%' },
    serviceName: 'videos-eu',
    share: 0.25,
  })
})

test('a setting that is wrong is named with what would be right, without the secret', () => {
  expect(problemOf({ OTEL_EXPORTER_OTLP_ENDPOINT: 'collector:4318' })).toThrow(
    'OTEL_EXPORTER_OTLP_ENDPOINT must be an http or https address',
  )
  expect(problemOf({ OTEL_TRACES_SAMPLER_ARG: '2' })).toThrow('OTEL_TRACES_SAMPLER_ARG')
  const wrong = problemOf({ OTEL_EXPORTER_OTLP_HEADERS: 'authorization: Bearer hidden' })
  expect(wrong).toThrow('must look like name=value,name=value')
  expect(wrong).not.toThrow('hidden')
})
