import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { answerCalls, sentCalls } from '#web-test/answers.ts'
import { button, expectText, renderScreen, signIn, toast } from '#web-test/render-screen.tsx'
import { PayTogether } from './pay-together.tsx'

const PAYMENTS = '/participant/payments'
const group = (payment: { type: number; payment_link: string; total: string } | null = null) => ({
  event: { id: 9, title: 'Corrida das Dunas', slug: 'corrida-das-dunas' },
  payment_types: [0, 1],
  registrations: [
    { id: 1, name: 'Ana Lima', owed: '104.39' },
    { id: 2, name: 'Beto Lima', owed: '4.61' },
  ],
  payment,
})

async function show(...groups: ReturnType<typeof group>[]) {
  signIn(['Participante'])
  answerCalls({ [`GET ${PAYMENTS}`]: { body: { data: groups } } })
  await renderScreen(<PayTogether />, { route: '/participante/eventos', path: '/participante/eventos' })
}

const region = () => page.getByRole('region', { name: 'Corrida das Dunas' })
const pay = () => page.getByRole('button', { name: /^Gerar pagamento de/ })
const dialog = () => page.getByRole('dialog', { name: 'Pagar tudo de uma vez' })

test('unpaid registrations of one race: shows their number and sum, and a form with all of them selected', async () => {
  await show(group())
  await expectText(region(), '2 inscrições a pagar, R$ 109,00 ao todo.')
  await button('Pagar tudo de uma vez').click()
  await expect.element(page.getByRole('checkbox', { name: /Ana Lima/ })).toBeChecked()
  await expect.element(page.getByRole('checkbox', { name: /Beto Lima/ })).toBeChecked()
  await expectText(pay(), 'R$ 109,00')
})

test('asks for the payment method, then sends the selected registrations', async () => {
  await show(group())
  answerCalls({
    [`POST ${PAYMENTS}`]: {
      status: 201,
      body: { message: 'Novo pagamento gerado.', data: { payment_link: '/pagar' } },
    },
  })
  await button('Pagar tudo de uma vez').click()
  await pay().click()
  await expectText(dialog(), 'Escolha uma forma de pagamento')
  expect(sentCalls(`POST ${PAYMENTS}`)).toEqual([])
  await page.getByRole('radio', { name: /^Boleto/ }).click()
  await page.getByRole('checkbox', { name: /Beto Lima/ }).click()
  await expectText(pay(), 'R$ 104,39')
  await pay().click()
  await expect.element(toast('Novo pagamento gerado.')).toBeVisible()
  await expect.element(dialog()).not.toBeInTheDocument()
  expect(sentCalls(`POST ${PAYMENTS}`)).toMatchObject([{ body: { registration_ids: [1], payment_type: 1 } }])
})

test('at least one registration must be selected; a refusal is shown', async () => {
  await show(group())
  answerCalls({
    [`POST ${PAYMENTS}`]: {
      status: 409,
      body: { status: 409, message: 'Não há outro pagamento a gerar para esta inscrição.' },
    },
  })
  await button('Pagar tudo de uma vez').click()
  await page.getByRole('radio', { name: /^Pix/ }).click()
  for (const name of [/Ana Lima/, /Beto Lima/]) await page.getByRole('checkbox', { name }).click()
  await pay().click()
  await expect.element(page.getByRole('alert')).toHaveTextContent('Escolha ao menos uma inscrição.')
  expect(sentCalls(`POST ${PAYMENTS}`)).toEqual([])
  await page.getByRole('checkbox', { name: /Ana Lima/ }).click()
  await pay().click()
  await expect.element(toast('Não há outro pagamento a gerar para esta inscrição.')).toBeVisible()
})

test.each([
  ['there is nothing to pay together', []],
  [
    'the registrations share a payment already',
    [group({ type: 2, payment_link: 'https://gateway.test/pagar/1', total: '114.20' })],
  ],
])('renders nothing when %s', async (_case, groups) => {
  await show(...groups)
  await expect.poll(() => sentCalls(`GET ${PAYMENTS}`)).toHaveLength(1)
  expect(page.getByRole('region').elements()).toEqual([])
})
