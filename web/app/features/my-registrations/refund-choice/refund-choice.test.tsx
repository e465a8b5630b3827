import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import type { RefundChoice as Held } from '#contract/my-registrations/refund-choice.ts'
import { answerCalls, sentCalls } from '#web-test/answers.ts'
import { button, expectText, renderScreen, signIn, toast } from '#web-test/render-screen.tsx'
import { RefundChoice } from './refund-choice.tsx'

// The choice of the runner of a cancelled registration about the amount paid.

const PATH = '/participant/registrations/7/refund-choice'
const HELD: Held = {
  kind: 'event_cancelled',
  amount: '107.50',
  fee: '0.00',
  refund: '107.50',
  ends_on: '30/11/2026',
  reason: 'A prefeitura retirou a licença.',
  donation_to: 'APAE de Joinville',
  credit: null,
  choice: null,
  places: [],
  payment_types: [],
}

async function show(held: Partial<Held> = {}) {
  signIn(['Participante'])
  answerCalls({ [`GET ${PATH}`]: { body: { data: { ...HELD, ...held } } } })
  await renderScreen(<RefundChoice registrationId={7} />)
}
const section = (name: string) => page.getByRole('region', { name })

test('shows reason, amount and deadline; a donation asks for confirmation', async () => {
  await show()
  const open = section('Escolha o que fazer')
  await expectText(open, 'A organização cancelou o evento: A prefeitura retirou a licença.')
  await expectText(open, 'Sem resposta, devolvemos tudo.')
  await expectText(open, '30/11/2026')

  answerCalls({
    [`POST ${PATH}`]: { body: { message: 'Obrigado! O valor foi doado.' } },
    [`GET ${PATH}`]: { body: { data: { ...HELD, choice: 'donation' } } },
  })
  await button('Doar').click()
  await expectText(page.getByRole('dialog'), 'APAE de Joinville')
  await button('Sim, doar').click()
  await expect.element(toast('Obrigado! O valor foi doado.')).toBeVisible()
  expect(sentCalls(`POST ${PATH}`).map(({ body }) => body)).toEqual([{ choice: 'donation' }])
  await expectText(section('A sua escolha'), 'a APAE de Joinville. Obrigado!')
})

test('a refund; a refused choice is reported and loaded again', async () => {
  await show()
  answerCalls({
    [`POST ${PATH}`]: {
      status: 409,
      body: { message: 'O estado deste registro mudou. Recarregue a página.' },
    },
  })
  await button('Receber de volta').click()
  answerCalls({ [`GET ${PATH}`]: { body: { data: { ...HELD, choice: 'refund' } } } })
  await button('Sim, receber').click()
  await expect.element(toast('O estado deste registro mudou. Recarregue a página.')).toBeVisible()
  await expectText(section('A sua escolha'), 'O que você pagou volta para você')
})

test('another kit: missing choices are reported, the difference is shown and paid', async () => {
  const late: Partial<Held> = {
    kind: 'late',
    reason: null,
    donation_to: null,
    places: [
      { product: { id: 3, name: 'Premium' }, sizes: [{ id: 31, name: 'M' }], total: '160.00' },
      { product: { id: 4, name: 'Básico' }, sizes: [], total: '60.00' },
    ],
    payment_types: [0, 1],
  }
  await show(late)
  const open = section('Escolha o que fazer')
  await expectText(open, 'chegou depois do prazo')
  await button('Ficar com a vaga').click()
  await expectText(open, 'Escolha um kit')
  await expectText(open, 'de volta')
  await page.getByRole('radio', { name: /^Premium/ }).click({ force: true })
  await button('Ficar e pagar a diferença').click()
  await expectText(open, 'Por favor, selecione o tamanho da camisa.')
  await expectText(open, 'Escolha uma forma de pagamento')
  await page.getByLabelText('Tamanho da camisa').selectOptions('M')
  await page.getByRole('radio', { name: /^Pix/ }).click({ force: true })
  answerCalls({
    [`POST ${PATH}`]: { status: 409, body: { message: 'O kit "Premium" se esgotou.' } },
    [`GET ${PATH}`]: { body: { data: { ...HELD, ...late, places: [] } } },
  })
  await button('Ficar e pagar a diferença').click()
  await expect.element(toast('O kit "Premium" se esgotou.')).toBeVisible()
  expect(sentCalls(`POST ${PATH}`).map(({ body }) => body)).toEqual([
    { choice: 'place', product_id: 3, shirt_size_id: 31, payment_type: 0, expected_value: '160.00' },
  ])
  await expectText(open, 'Não há mais outra vaga nesta categoria.')
  await expect.element(button('Receber de volta')).toBeVisible()
})

const CREDIT: NonNullable<Held['credit']> = {
  until: '20/12/2026',
  is_kept: false,
  event: { id: 9, slug: 'nova-data', title: 'Corrida, nova data', date_event: '10/05/2027', is_open: true },
  registration: null,
}

test('a credit: retained for the new date, then it pays for the registration there, with the difference', async () => {
  await show({ credit: { ...CREDIT, event: null } })
  const open = section('Escolha o que fazer')
  await expectText(open, 'usar na nova data')
  await expectText(open, 'A organização ainda vai indicar a nova data.')
  answerCalls({
    [`POST ${PATH}`]: { body: { message: 'O crédito está guardado.' } },
    [`GET ${PATH}`]: {
      body: { data: { ...HELD, ends_on: '20/12/2026', credit: { ...CREDIT, is_kept: true } } },
    },
  })
  await button('Guardar o crédito').click()
  await expect.element(toast('O crédito está guardado.')).toBeVisible()
  await expectText(open, 'O seu crédito está guardado até 20/12/2026.')
  await expect
    .element(page.getByRole('link', { name: 'Inscrever-se na nova data' }))
    .toHaveAttribute('href', '/events/nova-data')
})

test('a credit in use: shows what it pays, what is missing and what is refunded', async () => {
  const registration = { id: 12, owed: '160.00', used: '107.50', missing: '52.50', left: '0.00' }
  await show({ credit: { ...CREDIT, registration } })
  const open = section('Escolha o que fazer')
  await expectText(open, 'O crédito paga')
  await expectText(open, 'R$ 52,50')
  answerCalls({
    [`POST ${PATH}`]: { body: { message: 'O crédito foi usado.', data: { payment_link: null } } },
    [`GET ${PATH}`]: {
      body: { data: { ...HELD, choice: 'credit', credit: { ...CREDIT, registration } } },
    },
  })
  await button('Usar e pagar a diferença').click()
  await expect.element(toast('O crédito foi usado.')).toBeVisible()
  expect(sentCalls(`POST ${PATH}`).map(({ body }) => body)).toEqual([
    { choice: 'credit', registration_id: 12, expected_owed: '160.00' },
  ])
  await expectText(section('A sua escolha'), 'inscrição em Corrida, nova data')
})
