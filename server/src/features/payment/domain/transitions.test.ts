import { describe, expect, test } from 'vitest'
import { isPaid, PAYMENT_STATUSES } from '#contract/payment/payment-status.ts'
import { ALLOWED, nextStatus } from './transitions.ts'

const CODES = PAYMENT_STATUSES.map((_, code) => code)
const PAIRS = CODES.flatMap((from) => CODES.map((to) => [from, to] as const))

/**
 * docs/algorithms/payment.md as a matrix: rows are the current status, columns the new one, `x` is allowed.
 */
const MATRIX = [
  //0123456789…
  '.xxxxxxxxx.x.x', // 0 pendente
  'x...xx......x.', // 1 recebido
  '.....x....xxx.', // 2 pago
  '..x..x....xxx.', // 3 confirmado
  'xxxx.xx.xx.x.x', // 4 vencido
  '..............', // 5 reembolsado
  'xxxxx.........', // 6 cancelado
  'x.....x.......', // 7 falhou
  'xxxxx.x.......', // 8 expirado
  'xxxxxxx.x..x.x', // 9 recusado
  '..xx.......x..', // 10 revertido
  'xxxxxxx..xx..x', // 11 aguardando
  '.....x....xx..', // 12 finalizado
  'xxxxxxx.xx.x..', // 13 rejeitado
]

const LOST_DISPUTE = '10→5'

test.each(PAIRS)('%i → %i follows the documented table', (from, to) => {
  const allowed = MATRIX[from]?.[to] === 'x'
  const step = nextStatus(from, to)
  if (from === to) return expect(step).toEqual({ to: from, outcome: 'unchanged', effect: 'none' })
  if (`${from}→${to}` === LOST_DISPUTE)
    return expect(step).toEqual({ to: 10, outcome: 'applied', effect: 'release' })
  if (!allowed) return expect(step).toEqual({ to: from, outcome: 'refused', effect: 'none' })
  expect(step).toMatchObject({ to, outcome: 'applied' })
})

test('the table contains every status once and nothing else', () => {
  expect(Object.keys(ALLOWED).map(Number)).toEqual(CODES)
  expect(CODES.map((from) => CODES.map((to) => (ALLOWED[from]?.includes(to) ? 'x' : '.')).join(''))).toEqual(
    MATRIX,
  )
})

test('every transition to a paid status confirms, none between paid statuses does', () => {
  for (const [from, to] of PAIRS) {
    const step = nextStatus(from, to)
    if (step.outcome !== 'applied' || !isPaid(to)) continue
    expect(step.effect, `${from}→${to}`).toBe(isPaid(from) ? 'none' : 'confirm')
  }
})

test('the refund of a dispute that was never reported reverses and releases', () => {
  for (const from of [2, 3, 11, 12])
    expect(nextStatus(from, 5, true)).toEqual({ to: 10, outcome: 'applied', effect: 'release' })
  for (const from of [0, 6, 8]) expect(nextStatus(from, 5, true).outcome).toBe('refused')
})

test('an unknown status changes nothing', () => {
  expect(nextStatus(0, 99)).toEqual({ to: 0, outcome: 'refused', effect: 'none' })
  expect(nextStatus(0, null)).toEqual({ to: 0, outcome: 'unchanged', effect: 'none' })
})

describe('the effect of each transition on the registration', () => {
  test.each([
    [0, 2, 'confirm'],
    [4, 3, 'confirm'],
    [6, 2, 'confirm'],
    [8, 3, 'confirm'],
    [10, 2, 'confirm'],
    [3, 2, 'none'],
    [2, 12, 'none'],
    [0, 4, 'none'],
    [0, 6, 'release'],
    [4, 8, 'release'],
    [8, 6, 'release'],
    [7, 6, 'release'],
    [0, 7, 'none'],
    [2, 5, 'release'],
    [0, 5, 'release'],
    [11, 5, 'release'],
    [3, 10, 'flag'],
    [10, 11, 'none'],
    [3, 11, 'none'],
    [1, 0, 'reopen'],
    [1, 4, 'reopen'],
    [6, 0, 'none'],
    [0, 9, 'none'],
  ] as const)('%i → %i: %s', (from, to, effect) => {
    expect(nextStatus(from, to).effect).toBe(effect)
  })
})

/** Documented sequences of gateway messages, and their final status. */
const FLOWS: [name: string, from: number, targets: (number | null)[], end: number][] = [
  ['Pix', 0, [null, 2], 2],
  ['Pix, late in the day', 0, [null, 4, 2], 2],
  ['Pix under precautionary block, released', 0, [3, 2], 2],
  ['Pix under precautionary block, given back', 0, [3, 5], 5],
  ['boleto', 0, [null, 3, 2], 2],
  ['boleto, past due', 0, [null, 4, 3, 2], 2],
  ['card', 0, [3, 2], 2],
  ['card, settled and paid out', 0, [3, 2, 12], 12],
  ['card refused, then approved', 0, [9, 3], 3],
  ['card refused twice', 0, [9, 9], 9],
  ['card in analysis, approved', 0, [11, 3, 2], 2],
  ['card in analysis, rejected, tried again', 0, [11, 13, 0, 3], 3],
  ['card in analysis, refused', 0, [11, 9], 9],
  ['refund', 0, [2, 5], 5],
  ['paid and refunded before we asked', 0, [5, 2], 5],
  ['refund asked for and denied', 0, [2, null, null], 2],
  ['partial refund', 0, [2, null], 2],
  ['dispute won', 0, [3, 10, 10, 11, 3, 2], 2],
  ['dispute lost', 0, [3, 10, 10, 5], 10],
  ['cancelled', 0, [6], 6],
  ['cancelled and restored', 0, [6, 0, 2], 2],
  ['cancelled past due', 0, [4, 6], 6],
  ['expired', 0, [4, 8], 8],
  ['registration of the boleto ended', 0, [8], 8],
  ['paid after it was cancelled', 0, [6, 2], 2],
  ['paid after it expired', 0, [4, 8, 3, 2], 2],
  ['received by hand', 0, [1], 1],
  ['received by hand, taken back', 0, [1, 0], 0],
  ['collected after dunning', 0, [4, 2], 2],
  ['refused for good', 0, [7], 7],
  ['refused for good, tried again', 0, [7, 0, 2], 2],
  ['every message twice', 0, [3, 3, 2, 2], 2],
  ['confirmed after received', 0, [2, 3], 2],
  ['overdue after paid', 0, [2, 4], 2],
  ['created after paid', 0, [2, 0], 2],
  ['cancelled after paid', 0, [2, 6], 2],
  ['refused after approved', 0, [3, 9], 3],
  ['analysis after rejected', 0, [13, 11], 11],
  ['anything after refunded', 0, [2, 5, 2, 3, 10, 6, 0], 5],
  ['an unknown status', 0, [77, 2], 2],
]

test.each(FLOWS)('%s', (_name, from, targets, end) => {
  expect(targets.reduce<number>((at, target) => nextStatus(at, target).to, from)).toBe(end)
})

test('repeating any message changes nothing', () => {
  for (const [from, target] of PAIRS) {
    const once = nextStatus(from, target).to
    expect(nextStatus(once, target).to, `${from}→${target}→${target}`).toBe(once)
  }
})
