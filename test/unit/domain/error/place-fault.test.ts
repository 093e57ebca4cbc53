import { ApplicationFailure } from '@temporalio/common'
import { expect, test } from 'vitest'

import { tellingPlaceFaults } from '../../../../src/activities/place-failures.ts'
import { asOutage } from '../../../../src/db/outage.ts'
import { DatabaseUnavailable } from '../../../../src/domain/error/database-unavailable.ts'
import { makingFailure } from '../../../../src/domain/video/making-failure.ts'
import { placeFault, placeFaultOf, StoreUnavailable } from '../../../../src/domain/error/place-fault.ts'

const system = (code: string, syscall?: string) => Object.assign(new Error(code), { code, syscall })

test.each([
  ['a full disk', system('ENOSPC', 'write'), 'DiskUnavailable'],
  ['a disk that is only read', system('EROFS', 'open'), 'DiskUnavailable'],
  ['a process without file handles', system('EMFILE', 'open'), 'DiskUnavailable'],
  ['a folder of somebody else', system('EACCES', 'mkdir'), 'DiskUnavailable'],
  ['a library that says so in words', new Error('Error writing: No space left on device'), 'DiskUnavailable'],
  ['a machine that starts no processes', system('EAGAIN', 'spawn /usr/bin/node'), 'ProcessesUnavailable'],
  ['a store that refuses', new StoreUnavailable(new Error('AccessDenied')), 'StoreUnavailable'],
  ['a database whose disk is full', asOutage(system('53100')), 'DatabaseUnavailable'],
  ['a database that is away', new DatabaseUnavailable(new Error('gone')), 'DatabaseUnavailable'],
  ['voices that are missing', placeFault('VoiceNotInstalled', 'none'), 'VoiceNotInstalled'],
  ['an error that one of these caused', new Error('no', { cause: system('ENOSPC') }), 'DiskUnavailable'],
])('%s is a fault of the place', (_, error, fault) => {
  expect(placeFaultOf(error)).toBe(fault)
})

test.each([
  ['an address that nobody may call', system('EACCES', 'connect')],
  ['a script that holds nothing to say', makingFailure('SpeechImpossible', 'nothing')],
  ['a bug', new TypeError('undefined is not a function')],
  ['what is no error', 'ENOSPC'],
])('%s is not', (_, error) => {
  expect(placeFaultOf(error)).toBeNull()
})

test('a step tells of a fault of the place by its name, and of all else as it was thrown', async () => {
  const bug = new TypeError('a bug')
  const impossible = ApplicationFailure.nonRetryable('no', 'RenderImpossible')
  const steps = tellingPlaceFaults({
    full: async () => Promise.reject(system('ENOSPC', 'write')),
    broken: async () => Promise.reject(bug),
    impossible: async () => Promise.reject(impossible),
    done: async (input: number) => input + 1,
  })
  await expect(steps.full()).rejects.toMatchObject({ type: 'DiskUnavailable', nonRetryable: false })
  await expect(steps.broken()).rejects.toBe(bug)
  await expect(steps.impossible()).rejects.toBe(impossible)
  expect(await steps.done(1)).toBe(2)
})
