import { expect, test } from 'vitest'
import { interpretGatewayStatus } from './interpret-gateway-status.ts'

const open = { status: 0, type: 0, dueOn: '2026-11-20', today: '2026-11-20', isClosed: false } as const
const pastDue = { ...open, today: '2026-11-21' }

test.each([
  ['pending on its day', open, 0, 0],
  ['pending past due is overdue', pastDue, 0, 4],
  ['refused past due is overdue', pastDue, 9, 4],
  ['rejected past due is overdue', pastDue, 13, 4],
  ['in analysis past due', pastDue, 11, 11],
  ['paid past due', pastDue, 2, 2],
  ['pending without a due day', { ...pastDue, dueOn: null }, 0, 0],
  ['no status', pastDue, null, null],
  ['cancelled at the gateway', open, 6, 6],
  ['cancelled after its grace is over', pastDue, 6, 8],
  ['a boleto cancelled within its grace', { ...pastDue, type: 1 }, 6, 6],
  ['pending after its hold expired', { ...open, holdExpired: true }, 0, 4],
  ['cancelled after its hold expired', { ...open, holdExpired: true }, 6, 8],
  ['cancelled after we cancelled', { ...open, status: 6 }, 6, null],
  ['cancelled after it expired', { ...pastDue, status: 8 }, 6, null],
  ['still open at the gateway after we cancelled', { ...open, status: 6 }, 0, null],
  ['refused at the gateway after it expired', { ...pastDue, status: 8 }, 9, null],
  ['restored at the gateway after it was closed', { ...open, status: 6, isClosed: true }, 0, 0],
  ['created although the creation was refused', { ...open, status: 7 }, 0, 0],
  ['paid after it expired', { ...pastDue, status: 8 }, 2, 2],
] as const)('%s', (_case, payment, reported, expected) => {
  expect(interpretGatewayStatus(payment, reported)).toBe(expected)
})
