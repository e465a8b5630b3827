// @module-tag operation
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import type { OrganizerRefund } from '#contract/payment/refund.ts'
import { answerCalls, listOf, sentCalls } from '#web-test/answers.ts'
import { expectText, renderScreen, signInOrganizer } from '#web-test/render-screen.tsx'
import OrganizerRefundsScreen from './organizer-refunds-screen.tsx'

const LIST = 'GET /organizer/refunds'
const REFUND: OrganizerRefund = {
  id: 5,
  amount: '80.00',
  reason: 'policy',
  reason_label: 'Cancelamento pela política do evento',
  status: 'requested',
  status_label: 'Em aprovação',
  requested_at: '2026-11-20T13:21:00Z',
  done_at: null,
  request_url: null,
  receipt_url: null,
  pix_key: null,
  message: 'O pedido de devolução está em aprovação.',
  registration: { id: 31, participant: 'Bruna Prado' },
  payment_type: 0,
  asked_by: 'Bruna Prado',
  failure_reason: null,
  obstacle: null,
  event: { id: 7, name: 'Corrida da Ilha' },
}
const show = (search = '') =>
  renderScreen(<OrganizerRefundsScreen />, {
    route: '/organizador/devolucoes',
    path: `/organizador/devolucoes${search}`,
  })

test('lists the refunds of all events, each with links to its registration and event', async () => {
  signInOrganizer()
  answerCalls({ [LIST]: listOf([REFUND], {}, { sums: [] }) })
  await show()
  const row = page.getByRole('row').filter({ hasText: 'Bruna Prado' })
  await expectText(row, 'R$ 80,00Pix')
  await expect
    .element(row.getByRole('link', { name: 'Bruna Prado' }))
    .toHaveAttribute('href', '/organizador/evento/participante/editar/31')
  await expect
    .element(row.getByRole('link', { name: 'Corrida da Ilha' }))
    .toHaveAttribute('href', '/organizador/eventos/7/devolucoes')
  const tabs = page.getByRole('navigation', { name: 'Financeiro' }).getByRole('link')
  await expect
    .poll(() => tabs.elements().map(({ textContent }) => textContent))
    .toEqual(['Extrato', 'Repasses', 'Devoluções'])
})

test('the state in the URL filters the list', async () => {
  signInOrganizer()
  answerCalls({ [LIST]: listOf([], {}, { sums: [] }) })
  await show('?situacao=done')
  await expect.element(page.getByText('Nenhuma devolução aqui.')).toBeVisible()
  expect(sentCalls(`${LIST}?status=done&page=1&per_page=20`)).toHaveLength(1)
})
