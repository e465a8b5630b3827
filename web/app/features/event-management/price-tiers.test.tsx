// @module-tag operation
import axe from 'axe-core'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { EventInput, OrganizerEvent } from '#contract/event-management/event-document.ts'
import { answerCalls, sentCalls } from '#web-test/answers.ts'
import { EVENT } from '#web-test/organizer-event.ts'
import { PLACES } from '#web-test/places.ts'
import {
  button,
  expectFieldError,
  expectText,
  renderScreen,
  setScreenSize,
  signInOrganizer,
} from '#web-test/render-screen.tsx'
import ManageEventScreen from './manage-event-screen.tsx'

// The price tiers (lotes) of a product in the editor (docs/algorithms/pricing.md).

const DETAIL = '/organizador/eventos/detalhe'
const PUT = 'PUT /organizer/events/7'

type Tier = OrganizerEvent['products'][number]['tiers'][number]
const tier = (id: number, value: string, changes: Partial<Tier> = {}): Tier => ({
  id,
  name: `${id}º lote`,
  value,
  ends_on: null,
  quantity: null,
  held: 0,
  in_use: false,
  closed: false,
  ...changes,
})

async function openProduct(tiers: Tier[] = []): Promise<void> {
  signInOrganizer()
  const [product, ...others] = EVENT.products
  if (!product) throw new Error('the sample event has no products')
  const event = { ...EVENT, products: [{ ...product, tiers }, ...others] }
  answerCalls({ ...PLACES, 'GET /organizer/events/7': { body: { data: event } } })
  await renderScreen(<ManageEventScreen />, { route: `${DETAIL}/:id`, path: `${DETAIL}/7?etapa=3` })
  await button('Kit Completo').click()
}

const row = (name: string) => page.getByRole('group', { name, exact: true })
/** Required fields have an asterisk after their label. */
const inRow = (name: string, label: string) => row(name).getByLabelText(new RegExp(`^${label}`))
const save = () => page.getByRole('toolbar').getByRole('button', { name: 'Salvar' }).click()
const refuse = (errors: Record<string, string[]>) =>
  answerCalls({ [PUT]: { status: 422, body: { message: 'Erro de validação', errors } } })

async function sentProduct() {
  await expect.poll(() => sentCalls(PUT)).not.toHaveLength(0)
  const { products = [] } = (sentCalls(PUT).at(-1)?.body ?? {}) as Partial<EventInput>
  return products[0]
}

test('one price becomes tiers with the keyboard; the fee is computed for each', async () => {
  await openProduct()
  await expect.element(page.getByRole('region', { name: 'Lotes' })).not.toBeInTheDocument()
  await button('Vender em lotes').click()
  await expect.element(inRow('1º lote', 'Até o dia')).toHaveFocus()
  await expect.element(inRow('1º lote', 'Valor')).toHaveValue('100,00')
  await expectText(row('2º lote'), 'até o fim das inscrições')
  await userEvent.keyboard('10/02/2031')
  await inRow('2º lote', 'Valor').fill('120')
  await button('Adicionar lote').click()
  await expect.element(inRow('3º lote', 'Valor')).toHaveFocus()
  await userEvent.keyboard('150')
  await inRow('2º lote', 'Até quantas inscrições').fill('80')
  await expectText(page.getByLabelText('Cálculo da taxa: 3º lote'), 'R$ 161,25')
  await expect.element(page.getByText(/1º lote R\$\s100,00 · 2º lote R\$\s120,00/).first()).toBeVisible()
  expect((await axe.run(document.body)).violations.map(({ id }) => id)).toEqual([])

  refuse({ 'products.0.tiers.1.value': ['O valor não serve.'] })
  await save()
  await expectFieldError(inRow('2º lote', 'Valor'), 'O valor não serve.')
  expect(await sentProduct()).toMatchObject({
    value: null,
    tiers: [
      { name: '1º lote', value: '100.00', ends_on: '2031-02-10', quantity: '' },
      { name: '2º lote', value: '120', ends_on: '', quantity: '80' },
      { name: '3º lote', value: '150', ends_on: '', quantity: '' },
    ],
  })
})

test('a tier without an end and one without a price are reported at their fields when saving', async () => {
  await openProduct()
  await button('Vender em lotes').click()
  await save()
  await expectFieldError(
    inRow('1º lote', 'Até o dia'),
    'Diga até que dia ou para quantas inscrições este lote vale.',
  )
  await expectFieldError(inRow('2º lote', 'Valor'), 'O campo é obrigatório')
  await expect.element(page.getByText(/Produto "Kit Completo", Lote "2º lote", Valor/).first()).toBeVisible()
  expect(sentCalls(PUT)).toEqual([])
})

const STORED = [
  tier(1, '80.00', { quantity: 12, held: 12, in_use: true, closed: true }),
  tier(2, '100.00', { ends_on: '10/02/2031', held: 1, in_use: true }),
  tier(3, '120.00'),
]

test('a tier that has ended is read-only; the others show how many registrations they have', async () => {
  await openProduct(STORED)
  const ended = page.getByRole('region', { name: 'Lotes' }).getByRole('listitem').first()
  await expectText(ended, '1º lote')
  await expectText(ended, 'Encerrado')
  await expectText(ended, 'R$ 80,00')
  await expectText(ended, 'até 12 inscrições')
  await expectText(ended, '12 vendidas')
  expect(ended.getByRole('textbox').elements()).toEqual([])
  await expect.element(button('Remover 1º lote')).not.toBeInTheDocument()
  await expectText(row('2º lote'), '1 vendida')
  await expectText(row('3º lote'), '0 vendidas')
})

test('a tier is added before a last one with a name of its own', async () => {
  await openProduct([tier(1, '80.00', { quantity: 12 }), tier(2, '100.00', { name: 'Lote final' })])
  await button('Adicionar lote').click()
  await expect.element(inRow('3º lote', 'Até o dia')).toBeVisible()
  await expectText(row('Lote final'), 'até o fim das inscrições')
})

test('a removed tier can be restored; removing all but one leaves one price, which can be undone', async () => {
  await openProduct([
    tier(1, '80.00', { quantity: 12 }),
    tier(2, '100.00', { quantity: 30 }),
    tier(3, '120.00'),
  ])
  await button('Remover 3º lote').click()
  await expectText(row('2º lote'), 'até o fim das inscrições')
  await button('Desfazer a remoção de 3º lote').click()
  await expect.element(inRow('2º lote', 'Até quantas inscrições')).toHaveValue('30')
  await button('Remover 3º lote').click()
  await button('Remover 2º lote').click()
  const value = page.getByLabelText(/^Valor/).first()
  await expect.element(value).toHaveValue('80,00')
  await expect.element(value).toHaveFocus()
  await button('Desfazer a remoção dos lotes').click()
  await expect.element(inRow('3º lote', 'Valor')).toHaveValue('120,00')

  await button('Remover 3º lote').click()
  await button('Remover 2º lote').click()
  refuse({ title: ['Não.'] })
  await save()
  expect(await sentProduct()).toMatchObject({ value: '80.00', tiers: [] })
})

test('a tier that registrations use is not removed: it is closed, unless it is the last', async () => {
  await openProduct([
    tier(1, '80.00', { quantity: 12, held: 4, in_use: true }),
    tier(2, '100.00', { held: 1, in_use: true }),
  ])
  await button('Remover 2º lote').click()
  await expectText(page.getByRole('dialog'), 'O último lote vale até o fim das inscrições.')
  await button('Entendi').click()
  await button('Remover 1º lote').click()
  await button('Encerrar as vagas').click()
  await expect.element(inRow('1º lote', 'Até quantas inscrições')).toHaveValue('4')
})

test('the tiers fit a phone', async () => {
  await setScreenSize(390, 844)
  await openProduct(STORED)
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390)
})
