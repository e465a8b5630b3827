import { expect, test } from 'vitest'
import { mayBeRestored } from './late-payment.ts'

const cancelled = {
  cancelReason: 'expired',
  eventStatus: 1,
  registrationEndsOn: '2026-12-01',
  eventOn: '2026-12-12',
  today: '2026-12-01',
}

test.each([
  ['it expired', {}, true],
  ['its participant cancelled it', { cancelReason: 'participant' }, true],
  ['the organizer cancelled it', { cancelReason: 'organizer' }, false],
  ['it was refunded', { cancelReason: 'refunded' }, false],
  ['its event was cancelled', { cancelReason: 'event_cancelled' }, false],
  ['it yielded to the owner of the CPF', { cancelReason: 'yielded' }, false],
  ['the owner of the CPF disowned it', { cancelReason: 'disowned' }, false],
  ['the reason is unknown', { cancelReason: null }, false],
  ['the window closed yesterday', { today: '2026-12-02' }, false],
  ['the event is closed', { eventStatus: 0 }, false],
  ['the event is cancelled', { eventStatus: 3 }, false],
  ['the race was yesterday', { registrationEndsOn: '2026-12-31', today: '2026-12-13' }, false],
] as const)('%s', (_case, change, expected) => {
  expect(mayBeRestored({ ...cancelled, ...change })).toBe(expected)
})
