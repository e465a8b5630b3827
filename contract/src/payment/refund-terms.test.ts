import { expect, test } from 'vitest'
import { DEFAULT_WITHDRAWAL, withdrawalSentence } from '../registration/withdrawal.ts'
import { refundTerms } from './refund-terms.ts'

const paid = {
  status: 1,
  paidCents: 11_000,
  feeCents: 1_000,
  isDisputed: false,
  paidOn: '2026-11-10',
  eventOn: '2027-03-07',
  today: '2026-11-30',
  hasStarted: false,
  rule: DEFAULT_WITHDRAWAL,
  tiers: [
    { days_before: 30, refund_rate: 8_000, keeps_fee: true },
    { days_before: 0, refund_rate: 0, keeps_fee: false },
  ],
  approves: false,
  isRequested: false,
  owesRejectedRight: false,
}
const POLICY = {
  reason: 'policy',
  refundCents: 8_000,
  keptCents: 3_000,
  until: null,
  needsApproval: false,
  next: { from: '2027-02-06', refundCents: 0 },
}
const WITHDRAWAL = {
  reason: 'withdrawal',
  refundCents: 11_000,
  keptCents: 0,
  until: '2026-11-17',
  needsApproval: false,
  next: { from: '2026-11-18', refundCents: 8_000 },
}

test.each<[string, Partial<typeof paid>, object | null]>([
  ['within the days of the law everything comes back', { today: '2026-11-17' }, WITHDRAWAL],
  ['and the organizer does not decide on it', { today: '2026-11-17', approves: true }, WITHDRAWAL],
  ['after them the policy gives its part', { today: '2026-11-18' }, POLICY],
  ['on which the organizer may decide', { approves: true }, { ...POLICY, needsApproval: true }],
  ['a tier that gives nothing back', { today: '2027-02-10' }, null],
  ['after the race', { today: '2027-03-08' }, null],
  ['no policy', { tiers: [] }, null],
  [
    'instead of paying for a rejected right everything comes back, whatever the policy',
    { owesRejectedRight: true, approves: true, tiers: [] },
    { ...WITHDRAWAL, reason: 'right_rejected', until: null, next: null },
  ],
  [
    'within both deadlines, a full refund by the policy follows the right of withdrawal unchanged',
    { today: '2026-11-17', tiers: [{ days_before: 10, refund_rate: 10_000, keeps_fee: false }] },
    { ...WITHDRAWAL, next: { from: '2027-02-26', refundCents: 0 } },
  ],
  [
    'the right of withdrawal lasts until the race, so nothing changes before it',
    { today: '2027-03-05', paidOn: '2027-03-04', tiers: [] },
    { ...WITHDRAWAL, until: '2027-03-07', next: null },
  ],
  ['asked for and not decided', { isRequested: true }, null],
  ['asked for, within the days of the law', { isRequested: true, today: '2026-11-17' }, null],
  ['disputed', { isDisputed: true }, null],
  ['cancelled', { status: 2 }, null],
  ['nothing was paid', { paidCents: 0 }, null],
])('%s', (_name, change, offer) => {
  expect(refundTerms({ ...paid, ...change })).toEqual(offer)
})

test.each([
  [
    DEFAULT_WITHDRAWAL,
    'Em até 7 dias depois do pagamento, se a prova ainda não tiver começado, você pode desistir e receber tudo de volta (Código de Defesa do Consumidor, art. 49).',
  ],
  [
    { days: 30, endsDaysBefore: 0 },
    'Em até 7 dias depois do pagamento, se a prova ainda não tiver começado, você pode desistir e receber tudo de volta (Código de Defesa do Consumidor, art. 49). O prazo aqui é maior: até 30 dias depois do pagamento, até o dia do evento.',
  ],
])('the right of withdrawal as a sentence: %o', (rule, sentence) => {
  expect(withdrawalSentence(rule)).toBe(sentence)
})
