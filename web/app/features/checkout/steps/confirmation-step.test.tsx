import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { PublicEvent } from '#contract/event/event.ts'
import { type CouponConditions, UNCONDITIONAL } from '#contract/pricing/coupon-rule.ts'
import { MY_EVENTS_PATH, ORDER_PLACED_PATH } from '#web/paths.ts'
import { answerCalls, holdCalls, sentCalls } from '#web-test/answers.ts'
import {
  button,
  expectFieldError,
  expectText,
  field,
  setScreenSize,
  toast,
} from '#web-test/render-screen.tsx'
import { EVENT, PROFILE } from '#web-test/sample-event.ts'
import {
  draftAt,
  expectLine,
  expectMessage,
  group,
  heading,
  next,
  openRegistration,
  openWizard,
  option,
  summary,
} from '#web-test/wizard.tsx'
import { FIRST_TIME } from '../queries.ts'
import { writeDraft } from '../wizard/draft-storage.ts'

// Specification, page 2: §4 and §5, the last step; §8, the server's responses.

const TERM = { kind: 'contract' as const, version: 1, sha256: 'c0ffee'.padEnd(64, '0') }
const FREE_KIT = 103
const BASIC_KIT = 102
const VALIDATE = 'POST /participant/validate-coupon'
const REGISTER = `POST /events/${EVENT.id}/register-participant`

const START = `GET /participant/events/${EVENT.id}/start`
const REGISTERED = {
  registration: { id: 77, status_code: 0, payment: null },
  last: FIRST_TIME.last,
  installments: null,
}

const register = () => button('Registrar').click()
const code = () => field('Código do cupom')
const terms = (name: string) => page.getByRole('checkbox', { name: `Li e aceito: ${name}` })
const acceptTerms = () => terms('Termo de responsabilidade').click()

test("requires payment method and terms: 'Escolha uma forma de pagamento' and 'Você deve aceitar todos os termos.'", async () => {
  const second = { ...TERM, id: 42, name: 'Uso de imagem', description: 'Autorizo.' }
  const event = {
    ...EVENT,
    terms: [...EVENT.terms, second],
    payment_methods: [...EVENT.payment_methods, { id: 52, type: 2 as const }],
  }
  await openWizard({ step: 3, event })
  await register()
  await expectMessage('Escolha uma forma de pagamento')
  await expectMessage('Você deve aceitar todos os termos.')
  await expect.element(option('Forma de pagamento', 'Pix')).toHaveFocus()
  await terms('Uso de imagem').click()
  await option('Forma de pagamento', 'Pix').click()
  await register()
  await expectMessage('Você deve aceitar todos os termos.')
  expect(sentCalls(REGISTER)).toEqual([])
})

test('the text of a term shows its version and hash, which the box does not', async () => {
  await openWizard({ step: 3 })
  await expect.element(terms('Termo de responsabilidade')).toBeVisible()
  expect(page.getByText('SHA-256').elements()).toEqual([])
  await button('Ler: Termo de responsabilidade').click()
  await expectText(page.getByRole('dialog'), `Versão 3 · SHA-256 ${'a1b2c3d4e5f60718'.repeat(4)}`)
})

test('a consent is an unticked box of its own, which registering does not need', async () => {
  const image = { ...TERM, id: 42, name: 'Uso de imagem', description: 'Autorizo.', kind: 'consent' as const }
  await openWizard({ step: 3, event: { ...EVENT, terms: [...EVENT.terms, image] } })
  const consent = page.getByRole('checkbox', { name: 'Autorizo: Uso de imagem' })
  await expect.element(page.getByRole('region', { name: 'Autorizações opcionais' })).toBeVisible()
  await expect.element(consent).not.toBeChecked()
  await expect.element(page.getByText('Aceitar todos os termos')).not.toBeInTheDocument()
  await button('Ler: Uso de imagem').click()
  await page.getByRole('dialog', { name: 'Uso de imagem' }).getByRole('button', { name: 'Autorizo' }).click()
  await expect.element(consent).toBeChecked()
  await consent.click()
  await acceptTerms()
  await option('Forma de pagamento', 'Pix').click()
  answerCalls({ [REGISTER]: { status: 500 } })
  await register()
  await expect.poll(() => sentCalls(REGISTER).length).toBeGreaterThan(0)
  expect(sentCalls(REGISTER)[0]?.body).toMatchObject({
    participant_term_acceptances: [
      { term_id: 41, accepted: true },
      { term_id: 42, accepted: false },
    ],
  })
})

test("no payment methods: 'Nenhum método de pagamento disponível para este evento.'", async () => {
  await openWizard({ step: 3, event: { ...EVENT, payment_methods: [] } })
  await acceptTerms()
  await expectMessage('Nenhum método de pagamento disponível para este evento.')
  await register()
  await expect.element(heading(3)).toBeVisible()
  expect(sentCalls(REGISTER)).toEqual([])
})

test('shows in how many installments a card pays, of which amount, and who bears the interest', async () => {
  const installments = { max: 3, minimum: '10.00', with_interest: true, rates: [300, 450] }
  const event: PublicEvent = { ...EVENT, payment_methods: [{ id: 53, type: 2 }] }
  await openWizard({ step: 3, event, start: { ...FIRST_TIME, installments } })
  // 4.50 % of 107.50 reais.
  await expectText(group('Forma de pagamento'), 'em até 3x de R$ 37,44 com juros, R$ 112,34 no total')
})

test('a free kit requires neither payment method nor coupon', async () => {
  await openWizard({ step: 3, kit: FREE_KIT })
  await expectLine('Total', 'Gratuito')
  await expect.element(group('Forma de pagamento')).not.toBeInTheDocument()
  await expect.element(page.getByText('Cupom de desconto')).not.toBeInTheDocument()
})

test('a term is read in a dialog and accepted there', async () => {
  await openWizard({ step: 3 })
  await button('Ler: Termo de responsabilidade').click()
  const dialog = page.getByRole('dialog', { name: 'Termo de responsabilidade' })
  await expectText(dialog, 'Declaro estar apto.')
  await dialog.getByRole('button', { name: 'Li e aceito' }).click()
  await expect.element(terms('Termo de responsabilidade')).toBeChecked()
  await expect.element(button('Ler: Termo de responsabilidade')).toHaveFocus()
})

test('on a small screen a bar with the total opens the summary', async () => {
  await setScreenSize(390, 844)
  await openWizard({ step: 3 })
  const bar = page.getByRole('button', { name: /^Total/ })
  await expectText(bar, 'R$ 107,50')
  await expect.element(page.getByText('Taxa de serviço')).not.toBeVisible()
  await bar.click()
  await expect.element(page.getByText('Taxa de serviço')).toBeVisible()
})

/** Answers the validation of a code; discount type 0 is a percentage, 1 an amount in reais. */
function answerCoupon(
  discountType: 0 | 1,
  discountValue: string,
  conditions: CouponConditions = UNCONDITIONAL,
): void {
  const coupon = { success: true, discountId: 9, discountValue, discountType, conditions }
  answerCalls({ [VALIDATE]: { body: { data: coupon, ...coupon } } })
}

async function addCoupon(typed: string): Promise<void> {
  await code().fill(typed)
  await button('Aplicar').click()
}

const REFUSED_CODES = [
  ['', {}, 'Por favor, insira um código de cupom.'],
  ['NADA', { status: 422, body: { message: 'Cupom inválido.' } }, 'Cupom inválido.'],
  ['NADA', { body: { data: { success: false } } }, 'Cupom inválido.'],
  ['DEZ', { status: 500, body: { message: 'Serviço indisponível.' } }, 'Serviço indisponível.'],
  ['DEZ', { status: 500 }, 'Ocorreu um erro ao validar o cupom.'],
] as const
test('shows coupon errors below the code', { tags: 'operation' }, async () => {
  await openWizard({ step: 3 })
  for (const [typed, answer, message] of REFUSED_CODES) {
    answerCalls({ [VALIDATE]: answer })
    await addCoupon(typed)
    await expectFieldError(code(), message)
    await expect.element(code()).toHaveFocus()
  }
  await expectLine('Total', 'R$ 107,50')
})

test("a percentage: 'Cupom aplicado com sucesso!' reduces the value; the fee is charged on the full value", async () => {
  answerCoupon(0, '10.00')
  await openWizard({ step: 3 })
  await expectLine('Kit Completo', 'R$ 100,00')
  await expectLine('Taxa de serviço', 'R$ 7,50')
  await expectLine('Total', 'R$ 107,50')
  await addCoupon('dez')
  await expect.element(toast('Cupom aplicado com sucesso!')).toBeVisible()
  await expectLine('Cupom DEZ', '-R$ 10,00')
  await expectLine('Total', 'R$ 97,50')
  expect(sentCalls(VALIDATE)).toMatchObject([{ body: { code: 'DEZ', event_id: EVENT.id, product_id: 101 } }])
  await button('Remover cupom DEZ').click()
  await expectLine('Total', 'R$ 107,50')
})

test('an amount, applied with Enter; a fee borne by the organizer is not added', async () => {
  answerCoupon(1, '30.00')
  await openWizard({ step: 3, kit: BASIC_KIT })
  await code().fill('TRINTA')
  await userEvent.keyboard('{Enter}')
  await expectLine('Cupom TRINTA', '-R$ 30,00')
  await expectLine('Total', 'R$ 30,00')
  await expect.element(summary().getByText('Taxa de serviço')).not.toBeInTheDocument()
})

test('the discount is at most the kit’s value; a total of zero requires no payment method', {
  tags: 'operation',
}, async () => {
  answerCoupon(1, '500.00')
  await openWizard({ step: 3, kit: BASIC_KIT })
  await addCoupon('ENORME')
  await expectLine('Cupom ENORME', '-R$ 60,00')
  await expectLine('Total', 'Gratuito')
  await expect.element(group('Forma de pagamento')).not.toBeInTheDocument()
})

test('changing the kit resets coupon, discount and final value', { tags: 'operation' }, async () => {
  answerCoupon(0, '10.00')
  await openWizard({ step: 3 })
  await addCoupon('DEZ')
  await expectLine('Total', 'R$ 97,50')
  await button('Voltar').click()
  await option('Kit', 'Kit Básico').click()
  await expectLine('Total', 'R$ 60,00')
  await expect.element(summary().getByText('Cupom DEZ')).not.toBeInTheDocument()
  await next()
  await expect.element(code()).toBeVisible()
})

test('the coupon of a link is applied at the confirmation, and not again after it was removed', {
  tags: 'operation',
}, async () => {
  answerCoupon(0, '10.00')
  await openWizard({ step: 3, coupon: 'dez' })
  await expectLine('Cupom DEZ', '-R$ 10,00')
  await expectLine('Total', 'R$ 97,50')
  await expect.element(heading(3)).toBeVisible()
  await button('Remover cupom DEZ').click()
  await expectLine('Total', 'R$ 107,50')
  await button('Voltar').click()
  await next()
  await expect.element(code()).toHaveValue('')
  expect(sentCalls(VALIDATE)).toHaveLength(1)
})

test('a coupon of a link that does not apply says why, and is tried again with another kit', {
  tags: 'operation',
}, async () => {
  const message = 'Este cupom não vale para o kit escolhido.'
  answerCalls({ [VALIDATE]: { status: 422, body: { message } } })
  await openWizard({ step: 3, coupon: 'DEZ' })
  await expectFieldError(code(), message)
  await expect.element(code()).toHaveValue('DEZ')
  await expectLine('Total', 'R$ 107,50')
  answerCoupon(0, '10.00')
  await button('Voltar').click()
  await option('Kit', 'Kit Básico').click()
  await next()
  await expectLine('Cupom DEZ', '-R$ 6,00')
})

test('a coupon for somebody else is refused with its condition', async () => {
  const sex = PROFILE.sex === 1 ? 0 : 1
  answerCoupon(0, '10.00', { ...UNCONDITIONAL, sex })
  await openWizard({ step: 3 })
  await addCoupon('DEZ')
  await expectFieldError(
    code(),
    sex === 1
      ? 'Este cupom é para mulheres; o sexo do seu cadastro é masculino.'
      : 'Este cupom é para homens; o sexo do seu cadastro é feminino.',
  )
})

test('a coupon for groups needs more participants', async () => {
  answerCoupon(0, '10.00', { ...UNCONDITIONAL, min_people: 3 })
  await openWizard({ step: 3 })
  await addCoupon('DEZ')
  await expectFieldError(
    code(),
    'Este cupom vale a partir de 3 participantes no mesmo pedido, e só 1 atende às condições dele.',
  )
})

const REFUSALS = [
  [409, { exception: 'O evento foi remarcado.' }, 'O evento foi remarcado.'],
  [409, { message: 'O evento mudou.' }, 'O evento mudou.'],
  [409, {}, 'Conflito: Participante já registrado nesse evento.'],
  [422, { message: 'Faltou algo.' }, 'Faltou algo.'],
  [422, {}, 'Erro de validação'],
  [400, { exception: 'Requisição estranha.' }, 'Requisição estranha.'],
  [500, { message: 'Falha nossa.' }, 'Falha nossa.'],
  [500, {}, 'Erro ao criar o registro.'],
] as const
test('409, 422, 400, 500: shows the exception, the message or the default, and the wizard stays open', {
  tags: 'operation',
}, async () => {
  await openWizard({ step: 3 })
  await option('Forma de pagamento', 'Pix').click()
  await acceptTerms()
  answerCalls({ 'GET /participant/orders/*': { status: 404 } })
  for (const [status, body, message] of REFUSALS) {
    answerCalls({ [REGISTER]: { status, body: { status, ...body } } })
    await register()
    await expect.element(toast(message)).toBeVisible()
    await expect.element(button('Registrar')).toBeEnabled()
    await expect.element(heading(3)).toBeVisible()
    await expect.element(option('Forma de pagamento', 'Pix')).toBeChecked()
  }
})

test('after a lost response it says that trying again is safe; after a refusal it does not', {
  tags: 'operation',
}, async () => {
  await openWizard({ step: 3 })
  await option('Forma de pagamento', 'Pix').click()
  await acceptTerms()
  const said = page.getByRole('main').getByRole('alert')
  answerCalls({ [REGISTER]: { status: 500 } })
  await register()
  await expectText(said, 'Pode tentar de novo: a inscrição não se repete.')
  answerCalls({ [REGISTER]: { status: 400, body: { exception: 'Requisição estranha.' } } })
  await register()
  await expectText(said, 'Requisição estranha.')
  await expect.element(said).not.toHaveTextContent('tentar de novo')
})

const FIELD_REFUSALS = [
  [0, 'cpf', 'Participante já registrado nesse evento.', 'Ir para Participante'],
  [1, 'category_id', 'As vagas desta categoria se esgotaram.', 'Ir para Modalidade'],
  [2, 'product_id', 'Este kit se esgotou.', 'Ir para Kit'],
] as const
test.each(FIELD_REFUSALS)(
  'after a refusal that concerns step %i (%s: %s) the wizard stays on its step, shows the reason and goes there by %j',
  async (step, name, message, way) => {
    answerCalls({
      [REGISTER]: { status: 409, body: { message: 'Conflito.', errors: { [name]: [message] } } },
    })
    await openWizard({ step: 3 })
    await option('Forma de pagamento', 'Pix').click()
    await acceptTerms()
    await register()
    await expect.element(toast('Conflito.')).toBeVisible()
    await expect.element(heading(3)).toBeVisible()
    await expect.element(page.getByRole('main').getByRole('alert')).toHaveFocus()
    await expectMessage(message)
    await button(way).click()
    await expect.element(heading(step)).toBeVisible()
    await expectMessage(message)
    await expect.poll(() => document.activeElement?.closest('form')).not.toBeNull()
  },
)

test('shows a refusal that concerns the last step at its field', async () => {
  const errors = { discount_coupon_id: ['Este cupom se esgotou.'] }
  answerCalls({ [REGISTER]: { status: 409, body: { message: 'Conflito.', errors } } })
  await openWizard({ step: 3 })
  await option('Forma de pagamento', 'Pix').click()
  await acceptTerms()
  await register()
  await expectFieldError(code(), 'Este cupom se esgotou.')
  await expect.element(page.getByRole('main').getByRole('alert')).not.toBeInTheDocument()
})

test('errors in an answer of status 200 are a refusal too', async () => {
  answerCalls({ [REGISTER]: { body: { status: 200, errors: { product_id: ['Este kit se esgotou.'] } } } })
  await openWizard({ step: 3 })
  await option('Forma de pagamento', 'Pix').click()
  await acceptTerms()
  await register()
  await expect.element(button('Ir para Kit')).toBeVisible()
  await expect.element(heading(3)).toBeVisible()
})

test("a 409 response for the buyer's own earlier registration links to it", async () => {
  await openWizard({ step: 3 })
  await option('Forma de pagamento', 'Pix').click()
  await acceptTerms()
  const errors = { cpf: ['Participante já registrado nesse evento.'] }
  const exception = 'Conflito: Participante já registrado nesse evento.'
  answerCalls({
    [REGISTER]: { status: 409, body: { exception, errors } },
    [START]: { body: { data: REGISTERED } },
  })
  await register()
  await expect.element(toast(exception)).toBeVisible()
  await expect
    .element(page.getByRole('link', { name: 'Ver minha inscrição' }))
    .toHaveAttribute('href', '/participante/inscricoes/77')
  await expect.element(heading(3)).toBeVisible()
})

const PLACED = { id: 1, name: 'Bruna Costa', held_until: null, status: 'pending' }
const OUTCOMES = [
  ['with a payment link', ORDER_PLACED_PATH, { ...PLACED, payment_link: '/pagar/1', value: '107.50' }],
  ['with nothing to pay', MY_EVENTS_PATH, { ...PLACED, payment_link: null, value: '0.00' }],
] as const
test.each(OUTCOMES)(
  "shows 'Registrando...' while it sends the order once; an order %s leads to %s",
  async (_, to, placed) => {
    answerCalls({
      [REGISTER]: {
        status: 201,
        body: { message: 'Participante registrado!', data: { registrations: [placed], payment_link: null } },
      },
    })
    const location = await openWizard({ step: 3 })
    await option('Forma de pagamento', 'Pix').click()
    await acceptTerms()
    const release = holdCalls()
    await button('Registrar').dblClick()
    await expect.element(button('Registrando...')).toBeDisabled()
    await expect.element(button('Voltar')).toBeDisabled()
    release()
    await expect
      .poll(location)
      .toMatchObject({ pathname: to, state: { message: 'Participante registrado!' } })
    if (to === MY_EVENTS_PATH)
      expect(location().state).toMatchObject({ registered: { id: 1, title: EVENT.title } })
    expect(sentCalls(REGISTER)).toHaveLength(1)
    expect(sessionStorage).toHaveLength(0)
  },
)

test('nothing is wider than a phone with several participants', async () => {
  await setScreenSize(378, 800)
  const draft = draftAt(3, BASIC_KIT)
  const [buyer] = draft.participants
  const friend = {
    name: 'Ana Lima',
    cpf: '111.444.777-35',
    phone: '(11) 98888-7777',
    birth_date: '10/05/1995',
  }
  writeDraft(
    { user: PROFILE.id, slug: EVENT.slug },
    {
      ...draft,
      withOthers: true,
      participants: [
        buyer,
        { key: 1, person: { ...buyer.person, ...friend, sex: '1' }, choice: buyer.choice, claim: null },
      ],
    },
  )
  await openRegistration(EVENT)
  await expect.element(page.getByRole('switch', { name: /^Pagar tudo de uma vez/ })).toBeInTheDocument()
  expect(document.documentElement.scrollWidth).toBe(378)
})

const signatures = () => page.getByRole('alert', { name: 'Autorização para menores de 18 anos' })

test('announces the signatures for whoever is under 18 on race day', async () => {
  const event = { ...EVENT, date_event: '10/05/2027' }
  await openWizard({ step: 3, event, profile: { ...PROFILE, birth_date: '11/05/2009' } })
  await expectText(signatures(), `Terá menos de 18 anos no dia da corrida: ${PROFILE.name}.`)
})

test('announces no signatures for whoever is 18 on race day', async () => {
  const event = { ...EVENT, date_event: '11/05/2027' }
  await openWizard({ step: 3, event, profile: { ...PROFILE, birth_date: '11/05/2009' } })
  await expect.element(signatures()).not.toBeInTheDocument()
})
