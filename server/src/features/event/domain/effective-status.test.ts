import { describe, expect, test } from 'vitest'
import { type EventState, effectiveStatus } from './effective-status.ts'

const open: EventState = {
  status: 1,
  registrationStartsOn: '2026-10-01',
  registrationEndsOn: '2026-11-30',
  eventOn: '2026-12-06',
  today: '2026-11-15',
  hasVacancy: true,
  hasOffer: true,
}

describe('effectiveStatus', () => {
  test.each<[string, Partial<EventState>, string | null]>([
    ['open within the window', {}, null],
    ['open on the first day', { today: '2026-10-01' }, null],
    ['open on the last day, inclusive', { today: '2026-11-30' }, null],
    ['not yet on the eve', { today: '2026-09-30' }, 'not_yet'],
    ['ended the day after', { today: '2026-12-01' }, 'ended'],
    [
      'open on the day of the race when the window says so',
      { registrationEndsOn: '2026-12-06', today: '2026-12-06' },
      null,
    ],
    [
      'ended after the race, whatever the window says',
      { registrationEndsOn: '2026-12-31', today: '2026-12-07' },
      'ended',
    ],
    ['expired', { status: 2 }, 'ended'],
    ['closed by its organizer', { status: 0 }, 'inactive'],
    ['closed by its organizer, and past', { status: 0, today: '2026-12-20' }, 'ended'],
    ['cancelled', { status: 3 }, 'cancelled'],
    ['cancelled, and past', { status: 3, today: '2026-12-20' }, 'cancelled'],
    ['no vacancy left', { hasVacancy: false }, 'sold_out'],
    ['no vacancy before it opens', { hasVacancy: false, today: '2026-09-01' }, 'sold_out'],
    ['no vacancy and past', { hasVacancy: false, today: '2026-12-20' }, 'ended'],
    ['nothing on offer', { hasVacancy: false, hasOffer: false }, 'inactive'],
  ])('%s', (_name, change, reason) => {
    expect(effectiveStatus({ ...open, ...change })).toEqual({ status: reason ? 0 : 1, closed_reason: reason })
  })
})
