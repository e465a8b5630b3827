import { expect, test } from 'vitest'
import { type Locator, page } from 'vitest/browser'
import type { WizardStart } from '#contract/checkout/checkout.ts'
import { MY_REGISTRATION_PATH, pathTo } from '#web/paths.ts'
import { answerCalls, sentCalls } from '#web-test/answers.ts'
import { button, expectText, field } from '#web-test/render-screen.tsx'
import { EVENT } from '#web-test/sample-event.ts'
import { fillPerson, group, heading, next, openRegistration, openWizard, option } from '#web-test/wizard.tsx'
import { FIRST_TIME } from './queries.ts'

// A runner who has registered before: what the wizard shows and what it fills in.

const REGISTER = `POST /events/${EVENT.id}/register-participant`
const LAST: WizardStart['last'] = { ...FIRST_TIME.last, shirt_size: 'M', payment_type: 0 }
const WAITING: WizardStart = {
  installments: null,
  pass: null,
  registration: {
    id: 77,
    status_code: 0,
    payment: { payment_link: 'https://largada.test/pagamento/77', value: '107.50' },
  },
  last: LAST,
}

const SIMPLE = {
  ...EVENT,
  questionnaires: [],
  terms: [...EVENT.terms, ...EVENT.terms.map((term) => ({ ...term, id: 42, name: 'Uso de imagem' }))],
  payment_methods: [
    { id: 52, type: 2 },
    { id: 51, type: 0 },
  ],
} satisfies typeof EVENT
const AGAIN = { ...LAST, modality: '5 KM', category: 'Geral', product: 'Kit Completo' }
const review = () => page.getByRole('region', { name: 'Inscrever como da última vez' })
const change = (step: string) => button(`Mudar: ${step}`)

async function press(...presses: Locator[]) {
  for (const one of presses) await one.click()
  await expect.poll(() => sentCalls(REGISTER)).toHaveLength(1)
}

test('a returning runner accepts the terms and registers with what was chosen last time', async () => {
  await openWizard({ event: SIMPLE, start: { ...FIRST_TIME, last: AGAIN }, opensAt: 3 })
  await expectText(review(), '5 km · Geral')
  await expectText(review(), 'Kit Completo · camisa M')
  await press(field('Aceitar todos os termos'), button('Registrar'))
  expect(sentCalls(REGISTER)).toMatchObject([
    {
      body: { modality_id: 1, category_id: 11, product_id: 101, shirt_size_id: 1001, payment_method_id: 51 },
    },
  ])
})

test('a first registration lists its choice before it is confirmed', async () => {
  await openWizard({ step: 3 })
  const choice = page.getByRole('region', { name: 'Sua escolha' })
  await expectText(choice, '5 km · Geral')
  await expectText(choice, 'Kit Completo · camisa M · R$ 107,50')
})

test('the only kit of a category is chosen', async () => {
  const event = {
    ...EVENT,
    products: EVENT.products.map((kit) => ({ ...kit, category_ids: [kit.id === 102 ? 12 : 11] })),
  }
  await openWizard({ event, step: 1 })
  await option('Modalidade', '5 km').click()
  await option('Categoria', '60+').click()
  await next()
  await expect.element(option('Kit', 'Kit Básico')).toBeChecked()
})

test('each line can be changed', async () => {
  await openWizard({ event: SIMPLE, start: { ...FIRST_TIME, last: AGAIN }, opensAt: 3 })
  await change('Kit').click()
  await option('Kit', 'Kit Básico').click()
  await next()
  await expectText(page.getByRole('region', { name: 'Sua escolha' }), 'Kit Básico')
  await change('Participante').click()
  await expect.element(heading(0)).toBeVisible()
})

test('earlier answers are suggested; a question without one opens the first step', async () => {
  const answered = { ...AGAIN, answers: [{ questionnaire_id: 31, accepted: false, value: null }] }
  await openWizard({ event: EVENT, start: { ...FIRST_TIME, last: answered }, opensAt: 3 })
  await change('Kit').click()
  await expect.element(group('É a sua primeira corrida?').getByLabelText('Não')).toBeChecked()
})

test('what is missing keeps the wizard at the first step, with the choices made', async () => {
  await openWizard({ event: EVENT, start: { ...FIRST_TIME, last: AGAIN } })
  await next()
  await expect.element(option('Modalidade', '5 km')).toBeChecked()
})

test('a runner who is already registered can pay, see that registration or register another person', async () => {
  await openRegistration(EVENT, WAITING)
  await expect
    .element(page.getByRole('heading', { name: 'Você já está inscrito nesta corrida' }))
    .toBeVisible()
  await expect.element(heading(0)).not.toBeInTheDocument()
  const pay = page.getByRole('link', { name: /^Pagar R\$\s107,50/ })
  await expect.element(pay).toHaveAttribute('href', 'https://largada.test/pagamento/77')
  await expect.element(pay).toHaveAttribute('target', '_blank')
  await expect
    .element(page.getByRole('link', { name: 'Ver minha inscrição' }))
    .toHaveAttribute('href', pathTo(MY_REGISTRATION_PATH, 77))
})

test('a registration without anything to pay has no payment button', async () => {
  await openRegistration(EVENT, { ...WAITING, registration: { id: 77, status_code: 1, payment: null } })
  await expect.element(page.getByRole('link', { name: 'Ver minha inscrição' })).toBeVisible()
  await expect.element(page.getByText(/^Pagar/)).not.toBeInTheDocument()
})

test("'Inscrever outra pessoa' registers only the others", { tags: 'operation' }, async () => {
  await openRegistration(EVENT, WAITING)
  await button('Inscrever outra pessoa').click()
  await expect.element(heading(0)).toBeVisible()
  await expectText(page.getByRole('main').getByRole('alert'), 'Você já está inscrito.')
  await expect.element(page.getByRole('button', { name: /^Remover/ })).not.toBeInTheDocument()
  await expect.element(page.getByLabelText('Desejo registrar')).not.toBeInTheDocument()
  await fillPerson({}, 'Participante 1')
  await next()
  await option('Modalidade', '5 km').click()
  await option('Categoria', 'Geral').click()
  await next()
  await option('Kit', 'Kit Completo').click()
  await expect.element(group('Tamanho da camisa')).toBeVisible()
  await option('Tamanho da camisa', 'G').click()
  await page.getByRole('radio', { name: 'Não' }).click()
  await next()
  await page.getByRole('checkbox', { name: /^Li e aceito/ }).click()
  await button('Registrar').click()
  await expect.poll(() => sentCalls(REGISTER)).toHaveLength(1)
  expect(sentCalls(REGISTER)).toMatchObject([
    { body: { without_buyer: true, shirt_size_id: 1002, participants: [{ name: 'Ana Lima' }] } },
  ])
})

test('a runner who leaves themselves out can still register others', async () => {
  await openWizard()
  await field('Desejo registrar outros participantes').click()
  await expect.element(group('Participante 2')).toBeVisible()
  await field('Eu também vou participar').click()
  await expect.element(group('Participante 1')).toBeVisible()
  await expect.element(page.getByText('Você', { exact: true })).not.toBeInTheDocument()
})

test('the wizard opens when the data of earlier registrations cannot be loaded', async () => {
  await openWizard()
  answerCalls({ [`GET /participant/events/${EVENT.id}/start`]: { status: 500 } })
  await openRegistration(EVENT)
  await expect.element(heading(0)).toBeVisible()
})
