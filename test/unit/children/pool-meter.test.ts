import { expect, test } from 'vitest'

import { createPoolMeter } from '../../../src/children/pool-meter.ts'
import { recordedMetrics } from '../../support/ops/recorded-metrics.ts'

function metered() {
  const metrics = recordedMetrics()
  const meter = createPoolMeter({ pool: 'drawing', metrics }, 2)
  const figures = async () => {
    await metrics.tell()
    const [size, busy, waiting] = ['size', 'busy', 'waiting'].map(
      (name) => metrics.of(`presenter_pool_${name}`)['drawing'],
    )
    return { size, busy, waiting }
  }
  return { metrics, meter, figures }
}

test('a task waits until it has its child, and is busy until it ends, however it ends', async () => {
  const { metrics, meter, figures } = metered()
  let admit = (): void => undefined
  let fail: (error: Error) => void = () => undefined
  const turn = new Promise<void>((resolve) => (admit = resolve))
  const work = new Promise<never>((_, reject) => (fail = reject))
  const task = meter.use(async (begin) => {
    await turn
    begin()
    return work
  })
  expect(await figures()).toEqual({ size: 2, busy: 0, waiting: 1 })
  admit()
  await turn
  await expect.poll(figures).toEqual({ size: 2, busy: 1, waiting: 0 })
  expect(metrics.of('presenter_pool_wait_seconds')).toEqual({ drawing: 1 })
  fail(new Error('lost'))
  await expect(task).rejects.toThrow('lost')
  expect(await figures()).toEqual({ size: 2, busy: 0, waiting: 0 })
})

test('a task that gives up in the line waits no more, and was not busy', async () => {
  const { metrics, meter, figures } = metered()
  await expect(meter.use(() => Promise.reject(new Error('gone')))).rejects.toThrow('gone')
  expect(await figures()).toEqual({ size: 2, busy: 0, waiting: 0 })
  expect(metrics.of('presenter_pool_wait_seconds')).toEqual({})
})

test('what children take is summed up, and those that were lost are counted by why', () => {
  const { metrics, meter } = metered()
  meter.note({ childUsable: true, output: null, cpuSeconds: 1.5 })
  meter.note({ childUsable: true, error: new Error('a fault of the task'), cpuSeconds: 0.5 })
  meter.note({ childUsable: false, error: Object.assign(new Error(), { name: 'ChildLost' }) })
  meter.note({ childUsable: false, error: Object.assign(new Error(), { name: 'ChildStalled' }) })
  meter.note({ childUsable: false, error: new Error('the video was deleted') })
  expect(metrics.of('presenter_child_cpu_seconds_total')).toEqual({ drawing: 2 })
  expect(metrics.of('presenter_children_lost_total')).toEqual({
    'drawing lost': 1,
    'drawing stalled': 1,
    'drawing aborted': 1,
  })
})
