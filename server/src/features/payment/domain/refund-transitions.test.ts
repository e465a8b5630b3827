import { expect, test } from 'vitest'
import { REFUND_STATUSES, type RefundStatus } from '#contract/payment/refund.ts'
import { mayBecome } from './refund-transitions.ts'

const STATUSES = Object.keys(REFUND_STATUSES) as RefundStatus[]

/** The table of docs/algorithms/payment.md, plus `done` when a whole payment was refunded. */
const ALLOWED = [
  'requested → approved refused done',
  'approved → sent done needs_person',
  'sent → done needs_person',
  'done →',
  'refused →',
  'needs_person → approved sent done refused',
]

test('the table contains every status, and no transition leaves a final one', () => {
  const printed = STATUSES.map((from) =>
    `${from} → ${STATUSES.filter((to) => mayBecome(from, to)).join(' ')}`.trim(),
  )
  const sorted = (line: string) => {
    const [from = '', to = ''] = line.split(' →')
    return `${from} → ${to.trim().split(' ').toSorted().join(' ')}`.trim()
  }
  expect(printed.map(sorted).toSorted()).toEqual(ALLOWED.map(sorted).toSorted())
})
