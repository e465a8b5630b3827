// @module-tag operation
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import type { PublicEvent, PublicRight } from '#contract/event/event.ts'
import { UNCONDITIONAL } from '#contract/pricing/coupon-rule.ts'
import { answerCalls, sentCalls } from '#web-test/answers.ts'
import { button, chooseFile, expectText } from '#web-test/render-screen.tsx'
import { DISABLED, EVENT, PROFILE, SENIOR } from '#web-test/sample-event.ts'
import {
  expectLine,
  expectMessage,
  fillPerson,
  group,
  heading,
  next,
  openWizard,
  option,
  others,
  summary,
} from '#web-test/wizard.tsx'

// Discounts by right in the wizard (docs/algorithms/pricing.md). Bruna, the buyer, is 34.

const REGISTER = `POST /events/${EVENT.id}/register-participant`
const READ = `GET /events/slug/${EVENT.slug}`
const RIGHTS = 'Descontos por direito'
const OLD = { ...PROFILE, birth_date: '10/05/1964' }
const BASIC_KIT = 102

const withRights = (...right_rules: PublicRight[]): PublicEvent => ({
  ...EVENT,
  date_event: '10/01/2027',
  questionnaires: [],
  right_rules,
})
const declaration = (text = DISABLED.declaration ?? '') => page.getByRole('checkbox', { name: text })
const sent = () => sentCalls(REGISTER).map(({ body }) => Object(body) as Record<string, unknown>)
const refusal = (message: string, field = 'right', status = 422) => ({
  status,
  body: { status, message, exception: message, errors: { [field]: [message] } },
})

async function confirmOrder(): Promise<void> {
  const pix = page.getByRole('radio', { name: /^Pix/ })
  if (pix.elements().length > 0) await pix.click()
  await page.getByRole('checkbox', { name: /^Li e aceito/ }).click()
  await button('Registrar').click()
}

test('a runner of 62 pays half without a claim, and the summary says why', async () => {
  await openWizard({ event: withRights(SENIOR), step: 2, profile: OLD })
  await expectText(page.getByRole('main'), 'Você tem direito a 50% de desconto: Pessoa idosa (60+)')
  await option('Kit', 'Kit Completo').click()
  await option('Tamanho da camisa', 'M').click()
  await expectText(page.getByRole('main'), 'Já está no preço: -R$ 50,00. Você paga R$ 53,75.')
  await expectText(page.getByRole('main'), 'O kit é entregue só à própria pessoa.')
  await expectLine('Pessoa idosa (60+)', '-R$ 50,00')
  await expectLine('Taxa de serviço', 'R$ 3,75')
  await expectLine('Total', 'R$ 53,75')
  await next()
  answerCalls({ [REGISTER]: refusal('Não.', 'event_id') })
  await confirmOrder()
  await expect.poll(sent).toMatchObject([{ expected_value: '53.75', right: null }])
})

test('a runner of 34 sees no discount for people of 60', async () => {
  await openWizard({ event: withRights(SENIOR), step: 3 })
  await expectLine('Total', 'R$ 107,50')
  expect(summary().getByText('Pessoa idosa (60+)').elements()).toEqual([])
})

test('a declared right: the declaration must be accepted, the proof may come later', async () => {
  await openWizard({ event: withRights(DISABLED), step: 2, kit: BASIC_KIT })
  await option('Kit', 'Kit Básico').click()
  await expectText(group(RIGHTS), 'PCD100% de descontorestam 37 vagasR$ 0,00')
  await option(RIGHTS, 'PCD').click()
  await expectLine('PCD', '-R$ 60,00')
  await expectText(page.getByRole('main'), 'Anexe agora, ou envie depois em Meus Eventos, até 03/01.')
  await next()
  await expectMessage('Aceite a declaração para ter o desconto.')
  await declaration().click()
  await expect.element(page.getByText('Aceite a declaração para ter o desconto.')).not.toBeInTheDocument()
  await next()
  await expect.element(heading(3)).toBeVisible()
  answerCalls({ [REGISTER]: refusal('Não.', 'event_id') })
  await confirmOrder()
  await expect
    .poll(sent)
    .toMatchObject([
      { expected_value: '0.00', right: { id: DISABLED.id, version: 1, companion: false, proof: null } },
    ])
})

test('the proof is sent at once, and with the deadline over it must be', async () => {
  const event = withRights({ ...DISABLED, proof_due_on: '01/01/2026' })
  await openWizard({ event, step: 2, kit: BASIC_KIT })
  await option('Kit', 'Kit Básico').click()
  await option(RIGHTS, 'PCD').click()
  await declaration().click()
  await next()
  await expectMessage('Anexe o comprovante para ter o desconto.')
  answerCalls({
    'POST /participant/answer-files': { status: 201, body: { data: { path: 'answers/1.pdf' } } },
  })
  chooseFile(
    page.getByLabelText(/^Anexar comprovante/),
    new File(['%PDF-'], 'laudo.pdf', { type: 'application/pdf' }),
  )
  await expect.element(page.getByText('laudo.pdf')).toBeVisible()
  await next()
  answerCalls({ [REGISTER]: refusal('Não.', 'event_id') })
  await confirmOrder()
  await expect.poll(sent).toMatchObject([{ right: { proof: 'answers/1.pdf' } }])
})

test('a companion has the right while somebody else of the order holds it', async () => {
  await openWizard({ event: withRights(DISABLED) })
  await others().click()
  await fillPerson()
  await next()
  await option('Sua modalidade', '5 km').click()
  await option('Sua categoria', 'Geral').click()
  await page.getByLabelText('Mesma categoria e kit para todos').click()
  await next()
  await option('Kit', 'Kit Básico').click()
  const own = page.getByRole('group', { name: RIGHTS, exact: true }).first()
  const anas = group('Ana Lima').getByRole('group', { name: RIGHTS, exact: true })
  const companion = anas.getByRole('radio', { name: /^Acompanhante: PCD/ })
  expect(companion.elements()).toEqual([])
  await own.getByRole('radio', { name: /^PCD/ }).click()
  await declaration().click()
  await companion.click()
  await expectText(anas, 'Acompanhante: PCD100% de desconto, com Bruna Costa')
  await expectLine('Total', 'Gratuito')
  await group('Ana Lima').getByRole('checkbox').click()

  await own.getByRole('radio', { name: /^Sem desconto/ }).click()
  await next()
  await expectMessage(
    'O desconto de acompanhante precisa de alguém com o direito nesta inscrição, um para cada acompanhante.',
  )
  await own.getByRole('radio', { name: /^PCD/ }).click()
  await declaration().first().click()
  await next()
  await expect.element(heading(3)).toBeVisible()
  answerCalls({ [REGISTER]: refusal('Não.', 'event_id') })
  await confirmOrder()
  await expect.poll(sent).toMatchObject([
    {
      expected_value: '0.00',
      right: { id: DISABLED.id, companion: false },
      participants: [{ right: { id: DISABLED.id, companion: true, version: 1 } }],
    },
  ])
})

test('a quota that is used up cannot be chosen', async () => {
  await openWizard({ event: withRights({ ...DISABLED, remaining: 0 }), step: 2 })
  await expect.element(option(RIGHTS, 'PCD')).toBeDisabled()
  await expectText(group(RIGHTS), 'vagas esgotadas')
})

async function openWithClaim(): Promise<void> {
  await openWizard({ event: withRights(DISABLED), step: 2 })
  await option('Kit', 'Kit Básico').click()
  await option(RIGHTS, 'PCD').click()
  await declaration().click()
  await next()
  await expect.element(heading(3)).toBeVisible()
}

test('a quota that is used up meanwhile: one press continues without the discount, at the price shown', async () => {
  await openWithClaim()
  const message = 'As vagas com o desconto "PCD" se esgotaram. Você pode continuar sem ele.'
  answerCalls({
    [REGISTER]: refusal(message, 'right', 409),
    [READ]: { body: { data: withRights({ ...DISABLED, remaining: 0 }) } },
  })
  await confirmOrder()
  await expectText(page.getByRole('main').getByRole('alert'), message)
  await button('Continuar sem o desconto').click()
  await expectLine('Total', 'R$ 60,00')
  await expect.element(page.getByRole('main').getByRole('alert')).not.toBeInTheDocument()
  await option('Forma de pagamento', 'Pix').click()
  await button('Registrar').click()
  await expect.poll(() => sent().at(-1)).toMatchObject({ expected_value: '60.00', right: null })
})

test('a declaration that changed meanwhile is shown to be accepted again', async () => {
  await openWithClaim()
  const message = 'O texto da declaração mudou. Leia e aceite de novo.'
  const changed = { ...DISABLED, version: 2, declaration: 'Declaro e apresentarei o laudo.' }
  answerCalls({
    [REGISTER]: refusal(message),
    [READ]: { body: { data: { ...withRights(changed), version: 2 } } },
  })
  await confirmOrder()
  await button('Ir para Kit').click()
  await expectMessage(message)
  await expect.element(declaration('Declaro e apresentarei o laudo.')).not.toBeChecked()
  await declaration('Declaro e apresentarei o laudo.').click()
  await next()
  await button('Registrar').click()
  await expect.poll(() => sent().at(-1)).toMatchObject({ right: { id: DISABLED.id, version: 2 } })
})

test('a refused claim of another participant shows at that participant', async () => {
  await openWizard({ event: withRights(DISABLED) })
  await others().click()
  await fillPerson()
  await next()
  await option('Sua modalidade', '5 km').click()
  await option('Sua categoria', 'Geral').click()
  await page.getByLabelText('Mesma categoria e kit para todos').click()
  await next()
  await option('Kit', 'Kit Básico').click()
  const ana = group('Ana Lima')
  await ana.getByRole('radio', { name: /^PCD/ }).click()
  await ana.getByRole('checkbox').click()
  await next()
  const message = 'Arquivo não encontrado. Envie-o de novo.'
  answerCalls({ [REGISTER]: refusal(message, 'participants.0.right') })
  await confirmOrder()
  await button('Ir para Kit').click()
  await expectText(ana, message)
  await ana.getByRole('button', { name: 'Continuar sem este desconto' }).click()
  await expectLine('Total', 'R$ 120,00')
})

test('of a right and a coupon the cheaper counts, and the coupon says that it does not', async () => {
  const coupon = {
    success: true,
    discountId: 9,
    discountType: 0,
    discountValue: '10.00',
    conditions: UNCONDITIONAL,
  }
  answerCalls({ 'POST /participant/validate-coupon': { body: { data: coupon } } })
  await openWizard({ event: withRights(SENIOR), step: 3, kit: BASIC_KIT, profile: OLD })
  await page.getByLabelText('Código do cupom').fill('DEZ')
  await button('Aplicar').click()
  await expectText(page.getByRole('main'), 'O desconto por direito sai mais barato e vale no lugar do cupom.')
  await expectLine('Total', 'R$ 30,00')
})

test('a right that takes off no more than the one without a claim is not offered', async () => {
  const half = { ...DISABLED, rate: '50.00', companion: false }
  await openWizard({ event: withRights(SENIOR, half), step: 2, profile: OLD })
  await expect.element(option(RIGHTS, 'PCD')).toBeVisible()
  await option('Kit', 'Kit Básico').click()
  await expectLine('Total', 'R$ 30,00')
  await expect.element(group(RIGHTS)).not.toBeInTheDocument()
})
