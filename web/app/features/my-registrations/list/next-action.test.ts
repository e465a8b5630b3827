import { expect, test } from 'vitest'
import type { RegistrationRow } from '#contract/my-registrations/my-registrations.ts'
import { PAYMENT_STATUS, PAYMENT_STATUSES, REGISTRATION_STATUS } from '#contract/payment/payment-status.ts'
import { daysLeftWords, nextAction } from './next-action.ts'

const LINK = 'https://largada.test/pagamento/um'
const DETAILS = '/participante/inscricoes/7'

const registration = (
  status: keyof typeof REGISTRATION_STATUS,
  payment: keyof typeof PAYMENT_STATUS | null,
  changes: Partial<RegistrationRow> = {},
): RegistrationRow => ({
  id: 7,
  status: '',
  status_code: REGISTRATION_STATUS[status],
  status_color: '',
  can_cancel: false,
  is_over: status === 'cancelled',
  lacks_bank_data: false,
  awaits_choice: false,
  money_sentence: 'R$ 107,50 a pagar',
  confirmation: null,
  guardian: null,
  credit_from: null,
  undo_until: null,
  event: {
    id: 1,
    slug: 'corrida',
    title: 'Corrida',
    date_event: '12/12/2027',
    start_place: null,
    city: null,
    state: null,
    start_time: null,
    event_image: null,
    picture: null,
    days_left: 14,
    payment: payment && {
      payment_link: LINK,
      value: '109.90',
      people: [{ id: 7, name: 'Ana', amount: '109.90' }],
      installments: 1,
      interest: '0.00',
      total: '109.90',
      due_date: null,
      payable_until: null,
      type: 0,
      status: PAYMENT_STATUSES[PAYMENT_STATUS[payment]]?.word ?? '',
      status_code: PAYMENT_STATUS[payment],
    },
  },
  participant: { name: 'Ana' },
  category: { name: '5 km' },
  price_lines: [],
  ...changes,
})

test.each<[string, RegistrationRow, label: string, to: string]>([
  ['waits for its payment', registration('pending', 'pending'), 'Pagar R$ 109,90', LINK],
  ['a card that was refused', registration('pending', 'refused'), 'Pagar R$ 109,90', LINK],
  ['a difference is owed', registration('confirmed', 'pending'), 'Pagar R$ 109,90', LINK],
  ['no charge was made', registration('pending', 'failed'), 'Gerar novo pagamento', DETAILS],
  ['a boleto past its day may still come', registration('pending', 'overdue'), 'Ver inscrição', DETAILS],
  ['in analysis', registration('pending', 'awaiting'), 'Ver inscrição', DETAILS],
  ['paid', registration('confirmed', 'paid'), 'Ver comprovante', `${DETAILS}/comprovante`],
  ['free', registration('confirmed', null), 'Ver comprovante', `${DETAILS}/comprovante`],
  ['cancelled', registration('cancelled', 'pending'), 'Ver inscrição', DETAILS],
  [
    'unpaid when the race was run',
    registration('pending', 'pending', { is_over: true }),
    'Ver inscrição',
    DETAILS,
  ],
  [
    'a refund waits for bank data',
    registration('cancelled', 'refunded', { lacks_bank_data: true }),
    'Completar os dados da devolução',
    DETAILS,
  ],
  [
    'money waits for a decision',
    registration('cancelled', 'paid', { awaits_choice: true }),
    'Decidir sobre o valor pago',
    DETAILS,
  ],
  [
    'the credit of a cancelled event can pay for it',
    registration('pending', 'pending', { credit_from: 3 }),
    'Usar o crédito',
    DETAILS,
  ],
  [
    'paid although there is a credit',
    registration('confirmed', 'paid', { credit_from: 3 }),
    'Ver comprovante',
    `${DETAILS}/comprovante`,
  ],
])('%s', (_case, row, label, to) => {
  const action = nextAction(row)
  expect({ label: action.label.replace('\u00a0', ' '), to: action.to }).toEqual({ label, to })
  expect(action.isDue).toBe(/^(Pagar|Gerar|Completar|Decidir|Usar)/.test(label))
})

test('the remaining days in words', () => {
  expect([14, 1, 0, -1].map(daysLeftWords)).toEqual(['faltam 14 dias', 'é amanhã', 'é hoje', null])
})
