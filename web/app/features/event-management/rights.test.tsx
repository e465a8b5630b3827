// @module-tag operation
import axe from 'axe-core'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import type { OrganizerEvent } from '#contract/event-management/event-document.ts'
import { PERMISSIONS } from '#contract/roles.ts'
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

// Discounts by right in the editor (docs/algorithms/pricing.md).

const DETAIL = '/organizador/eventos/detalhe'
const PUT = 'PUT /organizer/events/7'
const SENIOR = 'Pessoa idosa (60+)'
const [RIGHT] = EVENT.right_rules
if (!RIGHT) throw new Error('the sample event has a right')

interface Opened {
  event?: Partial<OrganizerEvent>
  step?: number
  permissions?: string[]
  /** A simulated answer. */
  cost?: object
}
async function open({ event = {}, step = 4, permissions, cost = NONE }: Opened = {}): Promise<void> {
  signInOrganizer(permissions)
  answerCalls({
    ...PLACES,
    'GET /organizer/events/7': { body: { data: { ...EVENT, ...event } } },
    [PUT]: { status: 200, body: { data: EVENT } },
    [SIMULATE]: { body: { data: cost } },
  })
  await renderScreen(<ManageEventScreen />, { route: `${DETAIL}/:id`, path: `${DETAIL}/7?etapa=${step}` })
}
const NONE = { registrations: 0, total: '0.00', off: '0.00', cost: '0.00' }
const SIMULATE = 'GET /organizer/events/7/right-simulation'
const section = () => page.getByRole('region', { name: 'Descontos por direito' })
const labelled = (label: string) =>
  section()
    .getByLabelText(new RegExp(`^${label}`))
    .last()
const dialog = () => page.getByRole('dialog', { name: 'Descontos previstos em lei' })
const more = () => section().getByText('Mais opções').last()
const toggle = (name: string) =>
  section()
    .getByRole('switch', { name: new RegExp(`^${name}`) })
    .last()
    .click({ force: true })
const step = (name: string) =>
  page
    .getByRole('navigation', { name: 'Etapas' })
    .getByRole('button', { name: new RegExp(name) })
    .click()
const save = () => page.getByRole('toolbar').getByRole('button', { name: 'Salvar' }).click()
async function sent() {
  await expect.poll(() => sentCalls(PUT)).not.toHaveLength(0)
  return sentCalls(PUT).at(-1)?.body
}

test('a new event gives the discount that the law demands', async () => {
  signInOrganizer()
  answerCalls({ ...PLACES, 'GET /enterprise/fees': { body: { data: EVENT.fee_bounds } } })
  await renderScreen(<ManageEventScreen />, { route: `${DETAIL}/:id`, path: `${DETAIL}/novo?etapa=4` })
  await expectText(section(), SENIOR)
  await expectText(section(), '50%')
  await expectText(section(), '60 anos ou mais')
  await expectText(section(), 'Pedido por lei')
  await button(SENIOR).click()
  await expectText(section(), 'Estatuto da Pessoa Idosa')
  await expectText(section(), 'por isso este desconto não tem lixeira')
  await expect.element(section().getByText('Inativo')).not.toBeInTheDocument()
})

test('it can only be switched off, with a reason', async () => {
  await open()
  await expect.element(button(`Remover ${SENIOR}`)).not.toBeInTheDocument()
  await button(SENIOR).click()
  await toggle('Ativo')
  const reason = labelled('Motivo de não dar o desconto')
  await expectFieldError(reason, 'A lei pede este desconto. Escreva por que o evento não o dá.')
  await expectFieldError(reason, 'O motivo fica no histórico do evento.')
  await save()
  expect(sentCalls(PUT)).toEqual([])
  await reason.fill('A prova é fechada, só para sócios.')
  expect((await axe.run(document.body)).violations.map(({ id }) => id)).toEqual([])
  await save()
  expect(await sent()).toMatchObject({
    right_rules: [{ id: 35, status: 0, off_reason: 'A prova é fechada, só para sócios.' }],
  })
})

test('a rule in use is switched off instead of removed; another one is removed', async () => {
  const own = { ...RIGHT, law: null, declaration: 'Declaro que sou sócio.' }
  const rights = [
    RIGHT,
    { ...own, id: 36, name: 'Sócios', in_use: true },
    { ...own, id: 37, name: 'Vizinhos' },
  ]
  await open({ event: { right_rules: rights } })
  await button('Remover Sócios').click()
  await button('Desativar').click()
  await button('Remover Vizinhos').click()
  await save()
  const body = (await sent()) as Pick<OrganizerEvent, 'right_rules'>
  expect(body.right_rules).toMatchObject([{ id: 35 }, { id: 36, status: 0 }])
})

test('a rule of the organizer is added with all of its options', async () => {
  await open()
  await button('Adicionar desconto').click()
  await expect.element(labelled('Nome')).toHaveFocus()
  await labelled('Nome').fill('Sócios')
  await labelled('Desconto').fill('100')
  await expectFieldError(
    labelled('Declaração'),
    'Escreva a declaração, ou diga a idade ou o sexo de quem tem o desconto.',
  )
  await labelled('Declaração').fill('Declaro que sou sócio do clube.')
  await section().getByLabelText('Comprovante', { exact: true }).fill('Carteira do clube')
  await labelled('Comprovante até').fill('3')
  await toggle('Soma com cupom')
  await labelled('Calculado sobre').selectOptions('Preço sem a camiseta')
  await labelled('Estado').selectOptions('BA')
  expect((await axe.run(document.body)).violations.map(({ id }) => id)).toEqual([])
  await save()
  expect(await sent()).toMatchObject({
    right_rules: [
      { id: 35 },
      {
        name: 'Sócios',
        rate: '100',
        law: '',
        base: 'service',
        declaration: 'Declaro que sou sócio do clube.',
        proof: 'Carteira do clube',
        proof_days_before: '3',
        stackable: true,
        companion: false,
        state: 'BA',
        city: '',
        status: 1,
      },
    ],
  })
})

test('a suggested law fills a card, with its share of the spots', async () => {
  await open({ event: { vacancy_limit: 500 } })
  await button('Sugestões').click()
  await expectText(dialog(), 'Já está no evento.')
  await expectText(dialog(), 'Planalto, Lei 12.933/2013, consultado em 26/11/2026')
  expect((await axe.run(document.body)).violations.map(({ id }) => id)).toEqual([])
  await dialog()
    .getByRole('button', { name: /^Adicionar: Meia-entrada para estudantes/ })
    .click()
  await expect.element(dialog()).not.toBeInTheDocument()
  await expectText(section(), '200 de 500 vagas, 40%')
  await labelled('Vagas com o desconto').fill('50')
  await expectText(section(), '50 de 500 vagas, 10%')
  await save()
  expect(await sent()).toMatchObject({
    right_rules: [{ id: 35 }, { law: 'lei-12933-estudante', rate: '50.00', base: 'service', quantity: '50' }],
  })
})

test('the laws of the place come first, and reserve spots until registrations end', async () => {
  await open({ event: { vacancy_limit: 500, state: 'MT', city: 'Cuiabá' } })
  await button('Sugestões').click()
  await expectText(dialog().getByRole('listitem').first(), 'Cuiabá: pessoas com deficiência')
  await expect.element(dialog().getByText(/^Belo Horizonte/)).not.toBeVisible()
  await dialog()
    .getByRole('button', { name: /^Adicionar: Mato Grosso/ })
    .click()
  await expectText(section(), '25 de 500 vagas, 5%')
  await more().click()
  await expect.element(labelled('Reservar as vagas até')).toHaveValue('20/02/2031')
})

test('the part of the shirt is asked while a rule depends on it', async () => {
  const club = { ...RIGHT, id: 36, law: null, name: 'Sócios do clube' }
  await open({ step: 3, event: { right_rules: [RIGHT, club] } })
  await button('Kit Completo').click()
  await expect.element(page.getByLabelText('Parte da camiseta')).not.toBeInTheDocument()
  await step('Formas de Pagamento e Cupons')
  await button('Sócios do clube').click()
  await more().click()
  await labelled('Calculado sobre').selectOptions('Preço sem a camiseta')
  await step('Produtos')
  await button('Kit Completo').click()
  await page.getByLabelText('Parte da camiseta').fill('40')
  await save()
  expect(await sent()).toMatchObject({ products: [{ shirt_value: '40' }, { shirt_value: '' }] })
})

test('a rule that applies without a claim tells what it costs from the registrations so far', async () => {
  await open({ cost: { registrations: 12, total: '1320.00', off: '660.00', cost: '600.00' } })
  await button(SENIOR).click()
  await expectText(
    section().getByRole('region', { name: 'Quanto custaria' }),
    '12 inscrições ativas cumprem a regra e somam R$ 1.320,00; com o desconto, os corredores pagariam R$ 660,00 a menos, e você receberia R$ 600,00 a menos.',
  )
  await labelled('Idade mínima').fill('65')
  await expect.poll(() => sentCalls(SIMULATE).at(-1)?.route).toContain('min_age=65')
})

test('a declared rule is estimated for a number of uses', async () => {
  await open({
    event: { vacancy_limit: 500 },
    cost: { registrations: 200, total: '22000.00', off: '11000.00', cost: '10000.00' },
  })
  await button('Sugestões').click()
  await dialog()
    .getByRole('button', { name: /^Adicionar: Meia-entrada para estudantes/ })
    .click()
  await expectText(
    section().getByRole('region', { name: 'Quanto custaria' }),
    'Ao preço médio do evento, os corredores pagariam R$ 11.000,00 a menos, e você receberia R$ 10.000,00 a menos.',
  )
  await labelled('Se tantas pessoas o usarem').fill('20')
  await expect.poll(() => sentCalls(SIMULATE).at(-1)?.route).toMatch(/rate=50\.00&base=service&uses=20$/)
})

test('who may not see the money of the event gets no simulation', async () => {
  await open({ permissions: Object.keys(PERMISSIONS).filter((one) => one !== 'view-event-finances') })
  await button(SENIOR).click()
  await expect.element(labelled('Idade mínima')).toBeVisible()
  await expect.element(page.getByText('Quanto custaria')).not.toBeInTheDocument()
})

test('the card and its options fit a phone', async () => {
  await setScreenSize(390, 844)
  await open({ event: { vacancy_limit: 500 } })
  await button(SENIOR).click()
  await more().click()
  await expect.element(labelled('Declaração')).toBeVisible()
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390)
})
