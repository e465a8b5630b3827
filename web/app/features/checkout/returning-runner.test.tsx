import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import type { WizardStart } from '#contract/checkout/checkout.ts'
import { MY_REGISTRATION_PATH, pathTo } from '#web/paths.ts'
import { answerCalls, sentCalls } from '#web-test/answers.ts'
import { button, expectText, field, setScreenSize } from '#web-test/render-screen.tsx'
import { EVENT } from '#web-test/sample-event.ts'
import { fillPerson, group, heading, next, openRegistration, openWizard, option } from '#web-test/wizard.tsx'
import { FIRST_TIME } from './queries.ts'

// A runner who has registered before: what the wizard shows and what it fills in.

const REGISTER = `POST /events/${EVENT.id}/register-participant`
const LAST: WizardStart['last'] = { shirt_size: 'M', payment_type: 0 }
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

test('a returning runner who registers alone needs eight clicks: size and payment method are those of the last registration', async () => {
  await setScreenSize(390, 844)
  const event = {
    ...EVENT,
    questionnaires: [],
    terms: [...EVENT.terms, ...EVENT.terms.map((term) => ({ ...term, id: 42, name: 'Uso de imagem' }))],
    payment_methods: [
      { id: 52, type: 2 },
      { id: 51, type: 0 },
    ],
  } satisfies typeof EVENT
  await openWizard({ event, start: { ...FIRST_TIME, last: LAST } })
  const presses = [
    button('Próximo'),
    option('Modalidade', '5 km'),
    option('Categoria', 'Geral'),
    button('Próximo'),
    option('Kit', 'Kit Completo'),
    button('Próximo'),
    field('Aceitar todos os termos'),
    button('Registrar'),
  ]
  for (const press of presses) await press.click()
  await expect.poll(() => sentCalls(REGISTER)).toHaveLength(1)
  expect(presses.length).toBeLessThanOrEqual(8)
  expect(sentCalls(REGISTER)).toMatchObject([{ body: { shirt_size_id: 1001, payment_method_id: 51 } }])
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

test("'Inscrever outra pessoa' registers only the others", async () => {
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
