// @module-tag operation
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { formatCents } from '#contract/money.ts'
import { answerCalls, holdCalls, sentCalls } from '#web-test/answers.ts'
import {
  button,
  expectFieldError,
  expectText,
  field,
  renderScreen,
  signIn,
  toast,
} from '#web-test/render-screen.tsx'
import FeesScreen from './fees-screen.tsx'

// Specification, page 2, §2 Fee configuration, §5 Fee inputs, §8.

const FIELDS = ['Taxa mínima gratuita', 'Taxa de Setup', 'Taxa mínima paga', 'Percentual da taxa máxima']
const SOME = { min_fee_free: '1.50', setup_fee: '99.90', min_fee_paid: '2.50', max_fee_percentage: '20.00' }
const NONE = { min_fee_free: null, setup_fee: null, min_fee_paid: null, max_fee_percentage: null }
const fees = (data: object) => ({ body: { data: { ...data, bounds: null } } })

const shownIn = (label: string) => (field(label).element() as HTMLInputElement).value

async function openFees(data: object) {
  signIn(['Organizador'], ['view-fees', 'edit-fees'])
  answerCalls({ 'GET /enterprise/fees': fees(data) })
  const location = await renderScreen(<FeesScreen />, { route: '/organizador/taxas' })
  await expect.element(field('Taxa de Setup')).toBeVisible()
  return location
}

test('missing amounts are shown and sent as 0', async () => {
  await openFees(NONE)
  for (const label of FIELDS) await expect.poll(() => shownIn(label)).toMatch(/^0(,00)?$/)
  await field('Taxa mínima paga').fill('')
  const zeros = { min_fee_free: '0', setup_fee: '0', min_fee_paid: '0', max_fee_percentage: '0' }
  answerCalls({ 'POST /enterprise/fees': fees(zeros) })
  await button('Salvar').click()
  await expect.poll(() => sentCalls('POST /enterprise/fees')).toMatchObject([{ body: zeros }])
  await expect.poll(() => shownIn('Taxa mínima paga')).toMatch(/^0(,00)?$/)
})

test('§5 accepts only digits', async () => {
  await openFees(SOME)
  for (const label of FIELDS) {
    await field(label).fill('')
    await userEvent.type(field(label), 'a1b2,c5-')
    await userEvent.tab()
    await expect.poll(() => shownIn(label)).toMatch(/^12,50?$/)
  }
})

test('a percentage over 100 shows a message', async () => {
  await openFees(SOME)
  await field('Percentual da taxa máxima').fill('100,01')
  await button('Salvar').click()
  await expect.element(page.getByText('O campo precisa ser de 0 a 100')).toBeVisible()
  await expect.element(field('Percentual da taxa máxima')).toHaveFocus()
})

test.each([422, 200])(
  "%i: a value beyond the enterprise's bound is refused with that bound under the field",
  async (status) => {
    signIn(['Organizador'], ['view-fees', 'edit-fees'])
    answerCalls({ 'GET /enterprise/fees': { body: { data: { ...SOME, bounds: SOME } } } })
    await renderScreen(<FeesScreen />)
    await expect.element(page.getByText(/Mínimo da empresa: R\$\s2,50\./)).toBeVisible()
    await expect.element(page.getByText(/Máximo da empresa: 20%\./)).toBeVisible()
    const refusal = 'O campo precisa ser maior ou igual a R$ 2,50, o mínimo da empresa'
    answerCalls({ 'POST /enterprise/fees': { status, body: { errors: { min_fee_paid: [refusal] } } } })
    // The enterprise raised the bound after the form was loaded.
    await field('Taxa mínima paga').fill('2,60')
    await button('Salvar').click()
    await expectFieldError(field('Taxa mínima paga'), refusal)
    await expect.element(field('Taxa mínima paga')).toHaveFocus()
    await expect.element(field('Sua senha atual')).not.toBeInTheDocument()
  },
)

test('§6 without edit-fees the fees are read-only', async () => {
  signIn(['Organizador'], ['view-fees'])
  answerCalls({ 'GET /enterprise/fees': fees(SOME) })
  await renderScreen(<FeesScreen />)
  for (const label of FIELDS) await expect.element(field(label)).toHaveAttribute('readonly')
  await expect.element(button('Salvar')).not.toBeInTheDocument()
})

test("§2 'Carregando dados do registro...'", async () => {
  signIn(['Organizador'], ['view-fees'])
  answerCalls({ 'GET /enterprise/fees': fees(SOME) })
  const release = holdCalls()
  await renderScreen(<FeesScreen />)
  await expect.element(page.getByText('Carregando dados do registro...')).toBeVisible()
  release()
  await expect.element(field('Taxa de Setup')).toBeVisible()
})

test("§2 'Salvando...' while saving", async () => {
  await openFees(SOME)
  answerCalls({ 'POST /enterprise/fees': fees(SOME) })
  const release = holdCalls()
  await button('Salvar').click()
  await expect.element(button('Salvando...')).toBeDisabled()
  release()
  await expect.element(button('Salvar')).toBeEnabled()
})

test('the back button leads to the events', async () => {
  const location = await openFees(SOME)
  await page.getByRole('link', { name: 'Voltar' }).click()
  await expect.poll(() => location().pathname).toBe('/organizador/eventos')
})

test('a failure to save is shown and keeps the typed values', async () => {
  await openFees(SOME)
  answerCalls({ 'POST /enterprise/fees': { status: 500 } })
  await field('Taxa de Setup').fill('10,00')
  await button('Salvar').click()
  await expect.element(toast('Erro ao salvar as taxas.')).toBeVisible()
  await expect.element(field('Taxa de Setup')).toHaveValue('10,00')
})

test('a failure to load is shown and can be retried', async () => {
  signIn(['Organizador'], ['view-fees'])
  answerCalls({ 'GET /enterprise/fees': { status: 500 } })
  await renderScreen(<FeesScreen />)
  await expectText(page.getByRole('alert'), 'Erro ao consultar o registro.')
  answerCalls({ 'GET /enterprise/fees': fees(SOME) })
  await button('Tentar novamente').click()
  await expect.element(field('Taxa de Setup')).toBeVisible()
})

test('the effect of a fee is shown while the user types', async () => {
  await openFees(SOME)
  await expect.element(page.getByText('Num kit de R$ 129,90, a taxa vai até R$ 25,98.')).toBeVisible()
  await field('Percentual da taxa máxima').fill('10')
  await expect.element(page.getByText('Num kit de R$ 129,90, a taxa vai até R$ 12,99.')).toBeVisible()
})

test("values beyond the enterprise's bounds are not sent, and the examples apply the bounds", async () => {
  signIn(['Organizador'], ['view-fees', 'edit-fees'])
  answerCalls({ 'GET /enterprise/fees': { body: { data: { ...SOME, bounds: SOME } } } })
  await renderScreen(<FeesScreen />)
  await field('Taxa mínima paga').fill('1,00')
  await field('Percentual da taxa máxima').fill('150')
  await expect
    .element(page.getByRole('status'))
    .toHaveTextContent('A taxa deste kit pode ir de R$ 2,50 a R$ 20,00')
  await expect.element(page.getByText(/só é salvo com pelo menos R\$\s2,50\./)).toBeVisible()
  await button('Salvar').click()
  await expectFieldError(
    field('Taxa mínima paga'),
    `O campo precisa ser maior ou igual a ${formatCents(250)}, o mínimo da empresa`,
  )
  await expectFieldError(field('Percentual da taxa máxima'), 'O campo precisa ser de 0 a 100')
  await field('Percentual da taxa máxima').fill('21')
  await expectFieldError(
    field('Percentual da taxa máxima'),
    'O campo precisa ser menor ou igual a 20%, o máximo da empresa',
  )
  expect(sentCalls('POST /enterprise/fees')).toEqual([])
})

test('the fee of an example kit is calculated', async () => {
  await openFees(SOME)
  for (const [value, words] of [
    ['100,00', 'A taxa deste kit pode ir de R$ 2,50 a R$ 20,00'],
    ['10,00', 'A taxa deste kit só pode ser de R$ 2,50'],
    ['0', 'Kit gratuito: taxa a partir de R$ 1,50'],
  ] as const) {
    await field('Valor do kit').fill(value)
    await expect.element(page.getByRole('status')).toHaveTextContent(words)
  }
})

test('Empresa sets the period in which runners may withdraw, with the text of the law beside it', async () => {
  signIn(['Empresa'])
  const saved = {
    withdrawal_days: 7,
    withdrawal_ends_days_before: 1,
    approval_from: null,
    choice_days: 7,
    law: 'Código de Defesa do Consumidor, art. 49: o consumidor pode desistir.',
  }
  answerCalls({
    'GET /enterprise/fees': fees(SOME),
    'GET /admin/refund-settings': { body: { data: saved } },
    'GET /admin/installment-rates': { body: { data: { rates: Array(11).fill('3.00') } } },
  })
  await renderScreen(<FeesScreen />)
  const rules = page.getByRole('region', { name: 'Desistência e devolução' })
  await expectText(rules, 'art. 49')
  await field('Dias para desistir').fill('6')
  await button('Atualizar regras').click()
  await expectFieldError(field('Dias para desistir'), 'O prazo precisa ser de 7 a 60 dias: a lei garante 7.')

  answerCalls({
    'PUT /admin/refund-settings': {
      body: { data: { ...saved, withdrawal_days: 10, approval_from: '500.00' } },
    },
  })
  await field('Dias para desistir').fill('10')
  await field('Aprovar devoluções a partir de').fill('500,00')
  await field('Dias para escolher').fill('5')
  await button('Atualizar regras').click()
  await expect.element(toast('Regras de devolução salvas com sucesso!')).toBeVisible()
  expect(sentCalls('PUT /admin/refund-settings').map(({ body }) => body)).toEqual([
    { withdrawal_days: 10, withdrawal_ends_days_before: 1, approval_from: '500', choice_days: 5 },
  ])
  await expect.element(field('Dias para desistir')).toHaveValue('10')
})

test('Empresa sets the interest of each number of installments', async () => {
  signIn(['Empresa'])
  const rates = Array.from({ length: 11 }, (_, i) => `${i + 2}.50`)
  answerCalls({
    'GET /enterprise/fees': fees(SOME),
    'GET /admin/refund-settings': { status: 500, body: {} },
    'GET /admin/installment-rates': { body: { data: { rates } } },
  })
  await renderScreen(<FeesScreen />)
  await expect.element(field('12x')).toHaveValue('12,50')
  await field('2x').fill('51,00')
  await button('Atualizar juros').click()
  await expectFieldError(field('2x'), 'O campo precisa ser de 0 a 50')

  answerCalls({
    'PUT /admin/installment-rates': { body: { data: { rates: ['1.99', ...rates.slice(1)] } } },
  })
  await field('2x').fill('1,99')
  await button('Atualizar juros').click()
  await expect.element(toast('Juros do parcelamento salvos com sucesso!')).toBeVisible()
  expect(sentCalls('PUT /admin/installment-rates').map(({ body }) => body)).toEqual([
    { rates: ['1.99', ...rates.slice(1).map((rate) => rate.replace('.50', '.5'))] },
  ])
})

test("an organizer does not see the enterprise's settings", async () => {
  await openFees(SOME)
  await expect.element(page.getByText('Desistência e devolução')).not.toBeInTheDocument()
})

test('leaving with unsaved changes asks for confirmation', async () => {
  const location = await openFees(SOME)
  await field('Taxa mínima paga').fill('3,00')
  await page.getByRole('link', { name: 'Voltar' }).click()
  const dialog = page.getByRole('dialog', { name: 'Sair sem salvar?' })
  await dialog.getByRole('button', { name: 'Continuar editando' }).click()
  expect(location().pathname).toBe('/organizador/taxas')
  answerCalls({ 'POST /enterprise/fees': fees({ ...SOME, min_fee_paid: '3.00' }) })
  await button('Salvar').click()
  await expect.element(toast('Taxas salvas com sucesso!')).toBeVisible()
  await page.getByRole('link', { name: 'Voltar' }).click()
  await expect.poll(() => location().pathname).not.toBe('/organizador/taxas')
})
