import { expect, test } from 'vitest'
import { mayComeBack } from './late-money.ts'

const place = {
  cancelReason: 'expired',
  eventStatus: 1,
  registrationEndsOn: '2026-12-01',
  eventOn: '2026-12-12',
  today: '2026-12-01',
}

test.each([
  ['it ran out of time', {}, true],
  ['its participant gave it up', { cancelReason: 'participant' }, true],
  ['the organizer cancelled it', { cancelReason: 'organizer' }, false],
  ['it was refunded', { cancelReason: 'refunded' }, false],
  ['its event was cancelled', { cancelReason: 'event_cancelled' }, false],
  ['it yielded to the owner of the CPF', { cancelReason: 'yielded' }, false],
  ['whom it names said that it is not theirs', { cancelReason: 'disowned' }, false],
  ['nobody knows why', { cancelReason: null }, false],
  ['the window closed yesterday', { today: '2026-12-02' }, false],
  ['the event is closed', { eventStatus: 0 }, false],
  ['the event is cancelled', { eventStatus: 3 }, false],
  ['the race was yesterday', { registrationEndsOn: '2026-12-31', today: '2026-12-13' }, false],
] as const)('%s', (_case, change, comesBack) => {
  expect(mayComeBack({ ...place, ...change })).toBe(comesBack)
})
