// @module-tag operation
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import type { GatewayMessageRow } from '#contract/backoffice/operations.ts'
import { answerCalls, listOf, sentCalls } from '#web-test/answers.ts'
import { expectText, field, renderScreen, signIn, toast } from '#web-test/render-screen.tsx'
import MessagesScreen from './messages-screen.tsx'

// The messages of the payment gateways.

const LIST = 'GET /admin/gateway-messages'
const MESSAGE: GatewayMessageRow = {
  id: 4712,
  provider: 'sandbox',
  kind: 'CHARGE_RECEIVED',
  charge_id: 'cob_9f8e7d6c5b4a39281706',
  received_at: '2026-11-01T12:00:00Z',
  handled_at: '2026-11-01T12:00:01Z',
  outcome: 'amount_mismatch',
  payment: { id: 3, value: '110.00', status: 'pendente', event: { id: 5, title: 'Corrida do Teste' } },
}
const row = (text: string) => page.getByRole('row').filter({ hasText: text })

test('a message can be applied again; each filter has a text for its empty list', async () => {
  signIn(['Admin'])
  answerCalls({
    [LIST]: listOf([MESSAGE, { ...MESSAGE, id: 4713, payment: null, outcome: null }]),
    'POST /admin/gateway-messages/4712/apply': {
      body: { message: 'A mensagem será aplicada de novo em instantes.' },
    },
  })
  const location = await renderScreen(<MessagesScreen />, { route: '/admin/mensagens' })
  await expectText(row('Valor diferente'), 'Corrida do Teste')
  await expectText(row('Cobrança desconhecida'), 'Por aplicar')
  await expectText(row('Valor diferente'), 'Pagamento recebido')
  // Searches by person and event. A CPF is never part of a URL.
  const SEARCH = 'POST /admin/gateway-messages/search'
  answerCalls({ [SEARCH]: listOf([]) })
  await page.getByRole('searchbox').fill('529.982.247-25')
  await expect.element(page.getByText('Nenhuma mensagem combina com essa busca.')).toBeVisible()
  expect(sentCalls(SEARCH).at(-1)?.body).toMatchObject({ state: 'unhandled', search: '529.982.247-25' })
  expect(location().search).toBe('')
  await field('Nº do evento').fill('5')
  await expect.poll(() => sentCalls(SEARCH).at(-1)?.body).toMatchObject({ event_id: '5' })
  await page.getByRole('searchbox').fill('')
  await expect.poll(() => sentCalls(`${LIST}?per_page=20&state=unhandled&page=1&event_id=5`)).toHaveLength(1)
  await field('Nº do evento').fill('')
  await expect.poll(() => location().search).toBe('')
  await row('Valor diferente')
    .getByRole('button', { name: /^Aplicar de novo/ })
    .click()
  await expect.element(toast('A mensagem será aplicada de novo em instantes.')).toBeVisible()
  expect(sentCalls('POST /admin/gateway-messages/4712/apply')).toHaveLength(1)

  answerCalls({ [LIST]: listOf([]) })
  await field('Situação das mensagens').selectOptions('Precisam de uma pessoa')
  await expect.element(page.getByText('Nenhum dinheiro espera por uma decisão.')).toBeVisible()
  await field('Situação das mensagens').selectOptions('Todas')
  await expect.element(page.getByText('O gateway ainda não disse nada.')).toBeVisible()
  expect(location().search).toBe('?estado=all')
})
