import { expect, test } from 'vitest'
import {
  isFreeValue,
  isLinkShown,
  isLinkUsable,
  isOpen,
  isPaid,
  isVoid,
  PAYMENT_STATUS,
  PAYMENT_STATUSES,
  paymentChip,
} from './payment-status.ts'

// The words and colours of specification page 1 §4 and page 2 §4, in the order of their codes.
test.each([
  [0, 'pendente', 'Pendente', 'warning', 'open'],
  [1, 'recebido', 'Recebido', 'success', 'paid'],
  [2, 'pago', 'Pago', 'success', 'paid'],
  [3, 'confirmado', 'Confirmado', 'success', 'paid'],
  [4, 'vencido', 'Vencido', 'error', 'open'],
  [5, 'reembolsado', 'Reembolsado', 'secondary', 'reversed'],
  [6, 'cancelado', 'Cancelado', 'error', 'void'],
  [7, 'falhou', 'Falhou', 'error', 'void'],
  [8, 'expirado', 'Expirado', 'warning', 'void'],
  [9, 'recusado', 'Recusado', 'error', 'open'],
  [10, 'revertido', 'Revertido', 'info', 'reversed'],
  [11, 'aguardando', 'Aguardando', 'info', 'open'],
  [12, 'finalizado', 'Finalizado', 'primary', 'paid'],
  [13, 'rejeitado', 'Rejeitado', 'error', 'open'],
])('%i %s', (code, word, label, color, kind) => {
  expect(PAYMENT_STATUSES[code]).toEqual({ word, label, color })
  expect(paymentChip(` ${word.toUpperCase()} `)).toMatchObject({ label, color })
  expect([isOpen(code), isPaid(code), isVoid(code)]).toEqual([
    kind === 'open',
    kind === 'paid',
    kind === 'void',
  ])
})

test('there are fourteen statuses, each with a name in the code', () => {
  expect(PAYMENT_STATUSES).toHaveLength(14)
  expect(Object.values(PAYMENT_STATUS)).toEqual(PAYMENT_STATUSES.map((_, code) => code))
})

test.each(['liquidado', '', null, undefined])('%s is unknown', (word) => {
  expect(paymentChip(word)).toEqual({ label: 'Desconhecido', color: 'default' })
})

test.each([
  [0, true],
  ['0', true],
  ['0.00', true],
  [null, true],
  [undefined, true],
  ['', true],
  ['0.01', false],
  ['129.90', false],
])('%s is free: %s', (value, free) => {
  expect(isFreeValue(value)).toBe(free)
})

test('a link is usable only while the payment can be paid', () => {
  const usable = PAYMENT_STATUSES.filter(({ word }) => isLinkUsable('http://pagar.test', word)).map(
    ({ word }) => word,
  )
  expect(usable).toEqual(['pendente', 'recusado', 'aguardando', 'rejeitado'])
  expect(isLinkUsable(null, 'pendente')).toBe(false)
  expect(isLinkUsable('http://pagar.test', 'liquidado')).toBe(false)
})

test('a link to the payment is shown unless it is Vencido or Cancelado', () => {
  const hidden = PAYMENT_STATUSES.filter(({ word }) => !isLinkShown('http://pagar.test', word)).map(
    ({ word }) => word,
  )
  expect(hidden).toEqual(['vencido', 'cancelado'])
  expect(isLinkShown('http://pagar.test', ' Pago ')).toBe(true)
  expect(isLinkShown('', 'pendente')).toBe(false)
  expect(isLinkShown(null, 'pago')).toBe(false)
})
