import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { cleanup } from 'vitest-browser-react'
import type { MyRegistration } from '#contract/my-registrations/my-registrations.ts'
import { answerCalls, sentCalls } from '#web-test/answers.ts'
import {
  button,
  chooseFile,
  expectText,
  renderScreen,
  setScreenSize,
  signIn,
  toast,
} from '#web-test/render-screen.tsx'
import {
  REGISTERED_AT as AT,
  PENDING_PAYMENT as PENDING,
  REGISTRATION,
} from '#web-test/sample-registration.ts'
import MyRegistrationScreen from './my-registration-screen.tsx'

// The page of one registration.

const ONE = 'GET /participant/registrations/7'
const RENEW = 'POST /participant/registrations/7/payment'
const REVOKE = 'POST /participant/registrations/7/consents/61/revoke'
const CANCEL = 'POST /participant/registrations/7/cancel'
const PROOF = 'PUT /participant/registrations/7/right-proof'

const SHA256 = 'a1b2c3d4e5f60718'.repeat(4)
const RECEIPT: NonNullable<MyRegistration['receipt']> = {
  number: 'LRG-00000007',
  organizer: { name: 'Corre', cnpj: null, phone: null, seller: null },
  payer: { name: 'Bruna Prado', cpf: null },
  confirmed_at: AT,
}
const REFUSED = { ...PENDING, status: 'falhou', status_code: 7 }

const answerWith = (changes: Partial<MyRegistration>) =>
  answerCalls({ [ONE]: { body: { data: { ...REGISTRATION, ...changes } } } })
const showScreen = (id: string) =>
  renderScreen(<MyRegistrationScreen />, {
    route: '/participante/inscricoes/:id',
    path: `/participante/inscricoes/${id}`,
  })

async function open(changes: Partial<MyRegistration> = {}) {
  signIn(['Participante'])
  answerWith(changes)
  const location = await showScreen('7')
  await expect.element(page.getByRole('heading', { level: 1 })).toHaveTextContent('Corrida do Farol')
  return location
}

const section = (name: string) => page.getByRole('region', { name })

test('shows price lines, size, answers, terms with version and time, and the payment once', async () => {
  await open()
  await expectText(section('Prova e kit'), 'Kit Completo')
  await expectText(section('Prova e kit'), 'CamisaM')
  await expectText(section('Valor'), 'Taxa de serviçoR$ 7,50')
  await expectText(section('Valor'), 'TotalR$ 107,50')
  const promises = section('Respostas e termos')
  await expectText(promises, 'Vai usar o guarda-volumes?Sim')
  await expectText(promises, 'Versão 1, aceita em 20/11/2026 às 10:21')
  await expect.element(promises.getByText('Autorizo o uso.')).not.toBeVisible()
  await promises.getByText('Ler o termo').click()
  await expect.element(promises.getByText('Autorizo o uso.')).toBeVisible()
  // The receipt shows the hash.
  expect(page.getByText('SHA-256').elements()).toEqual([])
  const payment = section('Pagamento')
  await expectText(payment, 'PagamentoPix · R$ 107,50Vencimento em 23/11/2026Ir para pagamento')
  await expect.element(payment.getByRole('link', { name: 'Ir para pagamento' })).toBeVisible()
})

test('a paid payment is told once, with its history on demand; more than it says is a sentence', async () => {
  const history = [...PENDING.history, { status: 'pago', at: AT }]
  const payment = { ...PENDING, status: 'pago', status_code: 2, payment_date: AT, history }
  const isPaid = { status: 'Confirmado', status_code: 1, payments: [payment], payment_choices: [] }
  await open({ ...isPaid, money_sentence: 'R$\u00a0107,50 pagos' })
  await expectText(
    section('Pagamento'),
    'PagamentoPix · R$ 107,50PagoEm 20/11/2026 às 10:21HistóricoPendente',
  )
  const list = section('Pagamento').getByRole('list', { name: 'Histórico do pagamento' })
  await expect.element(list).not.toBeInTheDocument()
  await section('Pagamento').getByText('Histórico').click()
  await expectText(list, 'Pago · 20/11/2026')
  await cleanup()
  await open({ ...isPaid, money_sentence: 'R$\u00a0107,50 pagos, a devolver' })
  await expectText(section('Pagamento'), 'PagamentoR$ 107,50 pagos, a devolverPix')
  await cleanup()
  const refunded = { ...payment, status: 'reembolsado', status_code: 5, history: [] }
  await open({ ...isPaid, payments: [refunded], money_sentence: 'R$\u00a0107,50 pagos e devolvidos' })
  await expectText(section('Pagamento'), 'PagamentoPix · R$ 107,50ReembolsadoPago em 20/11/2026 às 10:21')
})

const sections = () =>
  page
    .getByRole('main')
    .getByRole('heading', { level: 2 })
    .elements()
    .map((heading) => heading.textContent)

test('shows the payment first and cancelling last', async () => {
  await open({ can_cancel: true, cancellation_policy: ['Até 7 dias antes: tudo.'] })
  expect(sections()).toEqual([
    'Pagamento',
    'Valor',
    'Prova e kit',
    'Participante',
    'Respostas e termos',
    'Cancelamento e devolução',
  ])
  await expect
    .element(section('Cancelamento e devolução').getByRole('button', { name: 'Cancelar inscrição' }))
    .toBeVisible()
})

test('the new payment method must be chosen', { tags: 'operation' }, async () => {
  await open({ payment_choices: [1, 2] })
  await button('Pagar de outra forma').click()
  const dialog = page.getByRole('dialog', { name: 'Pagar de outra forma' })
  await dialog.getByRole('button', { name: 'Gerar novo pagamento' }).click()
  await expect.element(dialog.getByText('Escolha uma forma de pagamento')).toBeVisible()
  expect(sentCalls(RENEW)).toEqual([])

  answerCalls({ [RENEW]: { status: 201, body: { data: { payment_link: '/pagar' } } } })
  await dialog.getByRole('radio', { name: /^Boleto/ }).click()
  await dialog.getByRole('button', { name: 'Gerar novo pagamento' }).click()
  await expect.element(toast('Novo pagamento gerado.')).toBeVisible()
  await expect.element(dialog).not.toBeInTheDocument()
  expect(sentCalls(RENEW).map(({ body }) => body)).toEqual([{ payment_type: 1 }])
})

test('a registration that a captain pays has no link, and its runner may pay alone', async () => {
  const by = { payment_link: null, value: '110.00', total: '110.00' }
  await open({
    payments: REGISTRATION.payments.map((payment) => ({ ...payment, ...by })),
    payment_choices: [0],
    value: '99.00',
    price_lines: [
      { kind: 'kit', label: 'Kit', amount: '100.00' },
      { kind: 'group', label: 'Preço de grupo (10%)', amount: '-10.00' },
      { kind: 'group_free', label: 'Parte da inscrição grátis do grupo', amount: '-1.00' },
      { kind: 'fee', label: 'Taxa de serviço', amount: '10.00' },
    ],
  })
  const payment = section('Pagamento')
  await expectText(payment, 'Pago por outra pessoa.')
  expect(payment.getByRole('link', { name: 'Ir para pagamento' }).elements()).toHaveLength(0)
  await button('Pagar eu mesmo').click()
  await expectText(
    page.getByRole('dialog'),
    'Esta inscrição sai do pagamento do capitão e volta a custar R$ 110,00, sem o preço de grupo.',
  )
})

test('a charge refused by the gateway can be replaced; the page reloads its data, also after a failure', async () => {
  const type = { ...REGISTRATION.event, payment: { ...PENDING, type: 1 as const, payable_until: null } }
  await open({ payments: [REFUSED], event: type })
  const payment = section('Pagamento')
  await expect.element(payment.getByText('Falhou').first()).toBeVisible()
  expect(payment.getByRole('link', { name: 'Ir para pagamento' }).elements()).toHaveLength(0)
  await expect.element(payment.getByRole('radio', { name: /^Boleto/ })).toBeChecked()

  const message = 'Não há outro pagamento a gerar para esta inscrição.'
  answerCalls({ [RENEW]: { status: 409, body: { message, exception: message } } })
  answerWith({})
  await button('Gerar novo pagamento').click()
  await expect.element(toast(message)).toBeVisible()
  await expect.element(payment.getByRole('link', { name: 'Ir para pagamento' })).toBeVisible()
})

test("a cancellation is confirmed in a dialog that can be closed; 'Erro ao cancelar a inscrição.'", async () => {
  await open()
  await button('Cancelar inscrição').click()
  const dialog = page.getByRole('dialog', { name: 'Cancelar esta inscrição?' })
  await dialog.getByRole('button', { name: 'Manter inscrição' }).click()
  await expect.element(dialog).not.toBeInTheDocument()
  await expect.element(button('Cancelar inscrição')).toHaveFocus()
  expect(sentCalls(CANCEL)).toEqual([])

  answerCalls({ [CANCEL]: { status: 500 } })
  await button('Cancelar inscrição').click()
  await dialog.getByRole('button', { name: 'Sim, cancelar' }).click()
  await expect.element(toast('Erro ao cancelar a inscrição.')).toBeVisible()

  answerCalls({ [CANCEL]: {} })
  answerWith({ can_cancel: false, status: 'Cancelado', status_color: 'error' })
  await button('Cancelar inscrição').click()
  await dialog.getByRole('button', { name: 'Sim, cancelar' }).click()
  await expect.element(toast('Inscrição cancelada com sucesso.')).toBeVisible()
  await expect.element(button('Cancelar inscrição')).not.toBeInTheDocument()
})

const MISSING = [
  ['7', ONE, 404],
  ['abc', 'GET /participant/registrations/0', 422],
] as const
test.each(MISSING)("'Inscrição não encontrada.': %s", async (id, call, status) => {
  signIn(['Participante'])
  answerCalls({ [call]: { status } })
  await showScreen(id)
  await expect.element(page.getByText('Inscrição não encontrada.')).toBeVisible()
})

test('a shared payment: shows everybody it pays for and exactly what is charged', async () => {
  const people = [
    ...PENDING.people,
    { id: 8, name: 'Lia Prado', amount: '107.50' },
    { id: 9, name: 'Davi Prado', amount: '107.50' },
  ]
  await open({
    payments: [{ ...PENDING, type: 2, people, installments: 3, interest: '12.90', total: '335.40' }],
  })
  const payment = section('Pagamento')
  await expect.element(payment.getByRole('heading', { name: 'Cartão de Crédito · R$ 335,40' })).toBeVisible()
  await expectText(
    payment,
    'Bruna PradoR$ 107,50Lia PradoR$ 107,50Davi PradoR$ 107,50Juros do parcelamentoR$ 12,90Total em 3xR$ 335,40',
  )
  await expect
    .element(payment.getByRole('link', { name: 'Lia Prado' }))
    .toHaveAttribute('href', '/participante/inscricoes/8')
})

test.each([
  ['7.50', 'Em 6x no cartão, com R$ 7,50 de juros. Numa devolução eles voltam na mesma proporção.'],
  ['0.00', 'Em 6x no cartão, sem juros.'],
])('a payment in installments with %s of interest', async (interest, words) => {
  await open({ payments: [{ ...PENDING, type: 2, installments: 6, interest }] })
  await expectText(section('Pagamento'), words)
})

const PAID = { ...PENDING, status: 'pago', status_code: 2, payment_date: AT }
const OFFER = {
  reason: 'withdrawal',
  refund: '107.50',
  kept: '0.00',
  until: '27/11/2026',
  needs_approval: false,
  next: { from: '28/11/2026', refund: '80.00' },
} as const
const paid = (cancellation: MyRegistration['cancellation'], more: Partial<MyRegistration> = {}) => ({
  status: 'Confirmado',
  status_code: 1,
  status_color: 'success',
  can_cancel: false,
  payment_choices: [],
  payments: [PAID],
  cancellation,
  ...more,
})

test('a consent can be revoked after a question; a revoked one shows when', async () => {
  const consent = {
    id: 61,
    name: 'Uso de imagem',
    version: 1,
    sha256: SHA256,
    description: 'Autorizo o uso.',
    kind: 'consent',
    accepted_at: AT,
    revoked_at: null,
  } as const
  await open({ terms: [consent] })
  const promises = section('Respostas e termos')
  await expectText(promises, 'Autorização opcional: versão 1, dada em 20/11/2026 às 10:21')
  await button('Revogar: Uso de imagem').click()
  const dialog = page.getByRole('dialog', { name: 'Revogar esta autorização?' })
  await expectText(dialog, 'A sua inscrição continua valendo')
  answerCalls({ [REVOKE]: { body: { message: 'Autorização revogada.' } } })
  answerWith({ terms: [{ ...consent, revoked_at: '2026-11-21T13:21:00.000Z' }] })
  await dialog.getByRole('button', { name: 'Sim, revogar' }).click()
  await expect.element(toast('Autorização revogada.')).toBeVisible()
  await expectText(promises, 'e revogada em 21/11/2026 às 10:21')
  expect(button('Revogar: Uso de imagem').elements()).toEqual([])
  expect(sentCalls(REVOKE)).toHaveLength(1)
})

test('withdrawing: shows the refund, its reason and its date before the confirmation', async () => {
  await open(paid(OFFER))
  await expectText(
    section('Cancelamento e devolução'),
    'Hoje, o cancelamento devolve R$ 107,50. A partir de 28/11/2026, a devolução é de R$ 80,00.',
  )
  await button('Cancelar inscrição').click()
  const dialog = page.getByRole('dialog', { name: 'Cancelar esta inscrição?' })
  await expectText(dialog, 'Cancelar esta inscrição?O cancelamento não pode ser desfeito.')
  await expectText(dialog, 'Você recebe de voltaR$ 107,50')
  await expectText(
    dialog,
    'Até 27/11/2026 você pode desistir e receber tudo o que pagou, com a taxa de serviço',
  )
  await expectText(dialog, 'O Pix devolvido chega em minutos')
  await expect.element(dialog.getByText('Não é devolvido')).not.toBeInTheDocument()
  answerCalls({ [CANCEL]: { body: { message: 'Inscrição cancelada com sucesso.' } } })
  await dialog.getByRole('button', { name: 'Sim, cancelar' }).click()
  await expect.element(toast('Inscrição cancelada com sucesso.')).toBeVisible()
  expect(sentCalls(CANCEL).map(({ body }) => body)).toEqual([{ expected_refund: '107.50' }])
})

test('after a rejected right: shows that everything comes back', async () => {
  await open(
    paid({
      reason: 'right_rejected',
      refund: '55.00',
      kept: '0.00',
      until: null,
      needs_approval: false,
      next: null,
    }),
  )
  await button('Cancelar inscrição').click()
  const dialog = page.getByRole('dialog', { name: 'Cancelar esta inscrição?' })
  await expectText(dialog, 'Você recebe de voltaR$ 55,00')
  await expectText(dialog, 'O desconto por direito desta inscrição foi recusado.')
})

test('cancelling by the policy: shows the retained amount and asks the organizer', async () => {
  const policy = ['Até 12/11/2027 (30 dias antes): devolução de 80% do valor pago, menos a taxa de serviço.']
  await open(
    paid(
      {
        reason: 'policy',
        refund: '80.00',
        kept: '27.50',
        until: null,
        needs_approval: true,
        next: { from: '13/11/2027', refund: '0.00' },
      },
      { cancellation_policy: policy },
    ),
  )
  await expectText(section('Cancelamento e devolução'), policy[0] ?? '')
  await button('Pedir cancelamento').click()
  const dialog = page.getByRole('dialog', { name: 'Pedir o cancelamento desta inscrição?' })
  await expectText(dialog, 'Depois de enviado, ele não pode ser desfeito.')
  await expectText(dialog, 'Você recebe de voltaR$ 80,00')
  await expectText(dialog, 'Não é devolvidoR$ 27,50')
  await expectText(dialog, 'É o que a política de cancelamento deste evento prevê hoje.')
  await expectText(dialog, 'A partir de 13/11/2027, nada é devolvido.')
  await expectText(dialog, 'Até lá, a inscrição de Bruna Prado em Corrida do Farol continua valendo.')

  const changed = 'O valor da devolução mudou. Confira o novo valor e confirme de novo.'
  answerCalls({ [CANCEL]: { status: 409, body: { message: changed, exception: changed } } })
  answerWith(
    paid({ reason: 'policy', refund: '40.00', kept: '67.50', until: null, needs_approval: true, next: null }),
  )
  await dialog.getByRole('button', { name: 'Sim, pedir' }).click()
  await expect.element(toast(changed)).toBeVisible()
  await button('Pedir cancelamento').click()
  await expectText(dialog, 'Você recebe de voltaR$ 40,00')
})

test('without a refund a paid registration cannot be cancelled', async () => {
  await open(paid(null))
  await expect.element(section('Pagamento').getByText('Pago', { exact: true }).first()).toBeVisible()
  await expect.element(button('Cancelar inscrição')).not.toBeInTheDocument()
  await expect.element(section('Cancelamento e devolução')).not.toBeInTheDocument()
})

test('refunds: status, required action of the payer, receipt', async () => {
  const refund = {
    id: 5,
    amount: '107.50',
    reason: 'withdrawal',
    reason_label: 'Desistência dentro do prazo legal',
    status: 'sent',
    status_label: 'Em andamento',
    requested_at: AT,
    done_at: null,
    request_url: 'https://banco.exemplo/dados',
    receipt_url: null,
    pix_key: null,
    message: 'Falta informar os dados bancários para receber a devolução do boleto.',
  } as const
  const done = {
    ...refund,
    id: 4,
    status: 'done',
    done_at: AT,
    request_url: null,
    receipt_url: 'https://banco.exemplo/comprovante',
    message: '',
  } as const
  await open(
    paid(null, { refunds: [refund, done], status: 'Cancelado', status_code: 2, status_color: 'error' }),
  )
  const refunds = section('Cancelamento e devolução')
  await expectText(refunds, 'Em andamento')
  await expectText(refunds, 'Falta informar os dados bancários')
  await expect
    .element(refunds.getByRole('link', { name: 'Informar dados bancários' }))
    .toHaveAttribute('href', 'https://banco.exemplo/dados')
  await expectText(
    refunds,
    'ConcluídaDesistência dentro do prazo legalEm 20/11/2026 às 10:21Ver comprovante da devolução',
  )
  await expect
    .element(refunds.getByRole('link', { name: 'Ver comprovante da devolução' }))
    .toHaveAttribute('href', 'https://banco.exemplo/comprovante')
  expect(sections()[0]).toBe('Cancelamento e devolução')
})

test('the head has cover, days left and a link to the race, and its buttons share a row on a phone', async () => {
  await setScreenSize(390, 844)
  await open({ receipt: RECEIPT, status: 'Confirmado', status_code: 1 })
  await expectText(page.getByRole('main'), 'faltam 14 dias')
  await expect
    .element(page.getByRole('heading', { level: 1 }).getByRole('link', { name: 'Corrida do Farol' }))
    .toHaveAttribute('href', '/events/corrida-do-farol')
  const tops = [
    button('Adicionar ao calendário'),
    page.getByRole('link', { name: 'Comprovante', exact: true }),
  ].map((one) => one.element().getBoundingClientRect().top)
  expect(new Set(tops).size).toBe(1)
})

test('the course of the distance is drawn as on the page of the event', async () => {
  const course = {
    length_m: 5_020,
    ascent_m: 46,
    lat: -27.6,
    lon: -48.5,
    gpx: 'routes/p.gpx',
    drawing: 'routes/p.svg',
  }
  await open({ category: { ...REGISTRATION.category, course } })
  await expect
    .element(section('Percurso').getByRole('img', { name: 'Percurso de 5 km, 5,02 km · 46 m de subida' }))
    .toHaveAttribute('src', '/storage/routes/p.svg')
})

test('two columns of a wide screen have about the same height, and all answers stand below their questions', async () => {
  await setScreenSize(1280, 900)
  await open({
    answers: [
      ...REGISTRATION.answers,
      { questionnaire_id: 2, question: 'Equipe?', accepted: true, value: 'Pé de Vento', file: null },
    ],
  })
  const boxes = page
    .getByRole('main')
    .getByRole('region')
    .elements()
    .map((one) => one.getBoundingClientRect())
  const lefts = [...new Set(boxes.map(({ left }) => Math.round(left)))]
  expect(lefts).toHaveLength(2)
  const below = lefts.map((left) =>
    Math.max(...boxes.filter((box) => Math.round(box.left) === left).map(({ bottom }) => bottom)),
  )
  const first = Math.min(...boxes.map(({ top }) => top))
  const [shorter = 0, longer = 1] = below.map((bottom) => bottom - first).sort((a, b) => a - b)
  expect(shorter / longer).toBeGreaterThan(0.6)
  for (const question of ['Vai usar o guarda-volumes?', 'Equipe?']) {
    const asked = page.getByText(question).element()
    expect(asked.nextElementSibling?.getBoundingClientRect().top).toBeGreaterThanOrEqual(
      asked.getBoundingClientRect().bottom,
    )
  }
})

test('the place of the start stands before the city', async () => {
  await open({ event: { ...REGISTRATION.event, start_place: 'Farol da Barra' } })
  await expect.element(page.getByText(/^Farol da Barra, /)).toBeVisible()
})

test('a cancelled registration links to its race and has no calendar button', async () => {
  await open({ status: 'Cancelado', status_code: 2, status_color: 'error' })
  await expect
    .element(page.getByRole('link', { name: 'Página da corrida' }))
    .toHaveAttribute('href', '/events/corrida-do-farol')
  await expect.element(button('Adicionar ao calendário')).not.toBeInTheDocument()
})

test('a refund to a Pix key asks its payer to confirm the CPF as key', async () => {
  const refund = {
    id: 5,
    amount: '107.50',
    reason: 'event_cancelled',
    reason_label: 'Evento cancelado',
    status: 'needs_person',
    status_label: 'Em tratamento',
    requested_at: AT,
    done_at: null,
    request_url: null,
    receipt_url: null,
    pix_key: 'asked',
    message: 'Confirme a sua chave Pix na página da inscrição.',
  } as const
  const changes = { status: 'Cancelado', status_code: 2, status_color: 'error' }
  await open(paid(null, { refunds: [refund], ...changes }))
  const form = page.getByRole('form', { name: 'Chave Pix para a devolução' })
  await button('Confirmar chave Pix').click()
  await expect.element(form.getByText('Confirme que o seu CPF é uma chave Pix sua.')).toBeVisible()
  const KEY = 'POST /participant/registrations/7/pix-key'
  expect(sentCalls(KEY)).toEqual([])
  answerCalls({ [KEY]: { body: { message: 'Chave Pix confirmada.' } } })
  answerWith(paid(null, { refunds: [{ ...refund, pix_key: 'confirmed' }], ...changes }))
  await form.getByRole('checkbox', { name: 'O meu CPF é uma chave Pix minha' }).click()
  await button('Confirmar chave Pix').click()
  await expect.element(toast('Chave Pix confirmada.')).toBeVisible()
  expect(sentCalls(KEY).map(({ body }) => body)).toEqual([{ is_my_key: true }])
  await expect.element(form).not.toBeInTheDocument()
})

const ANSWERS = 'PUT /participant/registrations/7/answers'
const LATER: NonNullable<MyRegistration['questionnaire']>['questions'][number] = {
  id: 1,
  description: 'Vai usar o guarda-volumes?',
  attach_file: 0,
  kind: 'yes_no',
  required: true,
  options: [],
  modality_id: null,
  category_id: null,
  product_id: null,
  asked: 'order',
  condition_question_id: null,
  condition_value: null,
  delete_on: null,
}
const QUESTIONNAIRE: NonNullable<MyRegistration['questionnaire']> = {
  modality_id: 11,
  category_id: 21,
  product_id: 31,
  questions: [
    LATER,
    {
      ...LATER,
      id: 2,
      description: 'Precisa de transporte?',
      asked: 'later',
      condition_question_id: 1,
      condition_value: 'Sim',
    },
    {
      ...LATER,
      id: 3,
      description: 'De onde?',
      kind: 'text',
      asked: 'later',
      condition_question_id: 2,
      condition_value: 'Sim',
    },
    { ...LATER, id: 4, description: 'Atestado', kind: 'file', required: false, asked: 'later' },
    { ...LATER, id: 5, description: 'Só dos 10 km', asked: 'later', modality_id: 12 },
  ],
}
const questions = () => section('Perguntas da organização')
const question = (name: string) => questions().getByRole('group', { name })

test("the organizer's later questions are answered on the page, by the rules of the form", async () => {
  await open({ questionnaire: QUESTIONNAIRE })
  await expect.element(question('Precisa de transporte?')).toBeVisible()
  for (const name of [LATER.description, 'De onde?', 'Só dos 10 km'])
    await expect.element(question(name)).not.toBeInTheDocument()
  await button('Salvar respostas').click()
  await expectText(questions(), 'Responda todas as perguntas')
  expect(sentCalls(ANSWERS)).toEqual([])

  await question('Precisa de transporte?').getByText('Sim').click()
  await expect.element(questions().getByText('Responda todas as perguntas')).not.toBeInTheDocument()
  await questions().getByRole('textbox', { name: 'De onde?' }).fill('Centro')
  const message = 'A prova já começou. Para mudar uma resposta, fale com a organização.'
  answerCalls({ [ANSWERS]: { status: 409, body: { message, exception: message } } })
  await button('Salvar respostas').click()
  await expect.element(toast(message)).toBeVisible()
  answerCalls({ [ANSWERS]: { body: { message: 'Respostas guardadas.' } } })
  await button('Salvar respostas').click()
  await expect.element(toast('Respostas guardadas.')).toBeVisible()
  expect(sentCalls(ANSWERS).at(-1)?.body).toEqual({
    answers: [
      { questionnaire_id: 2, accepted: true },
      { questionnaire_id: 3, value: 'Centro' },
    ],
  })
})

test('a file is sent with the answers; one that was sent before is kept or removed', {
  tags: 'operation',
}, async () => {
  const answer = {
    questionnaire_id: 4,
    question: 'Atestado',
    accepted: true,
    value: 'Arquivo enviado',
    file: 'pdf' as const,
  }
  const transport = { questionnaire_id: 2, question: '', accepted: false, value: null, file: null }
  await open({ questionnaire: QUESTIONNAIRE, answers: [...REGISTRATION.answers, transport, answer] })
  answerCalls({
    [ANSWERS]: {},
    'POST /participant/answer-files': { status: 201, body: { data: { path: 'answers/b.pdf' } } },
  })
  const sent = () => sentCalls(ANSWERS).map(({ body }) => (body as { answers: unknown[] }).answers[1])
  await expectText(question('Atestado (opcional)'), 'Arquivo enviado')
  await button('Salvar respostas').click()
  await expect.poll(sent).toEqual([{ questionnaire_id: 4 }])
  const file = new File(['%PDF-'], 'laudo.pdf', { type: 'application/pdf' })
  chooseFile(question('Atestado (opcional)').getByLabelText(/^Trocar arquivo/), file)
  await expectText(question('Atestado (opcional)'), 'laudo.pdf')
  await button('Salvar respostas').click()
  await expect.poll(sent).toHaveLength(2)
  expect(sent()[1]).toEqual({ questionnaire_id: 4, file: 'answers/b.pdf' })
  await question('Atestado (opcional)').getByRole('button', { name: 'Remover' }).click()
  await button('Salvar respostas').click()
  await expect.poll(sent).toHaveLength(3)
  expect(sent()[2]).toBeUndefined()
})

test('without a question that applies there is no section', async () => {
  await open({
    questionnaire: { ...QUESTIONNAIRE, questions: QUESTIONNAIRE.questions.filter(({ id }) => id !== 4) },
    answers: [],
  })
  await expect.element(questions()).not.toBeInTheDocument()
})

const RIGHT: NonNullable<MyRegistration['right']> = {
  name: 'PCD',
  status: 'awaiting_proof',
  declaration: 'Declaro que sou pessoa com deficiência.',
  proof: 'Laudo médico',
  proof_due_on: '05/12/2027',
  proof_sent_at: null,
  can_send_proof: true,
  review_reason: null,
}
const right = () => section('Desconto por direito')

test('the proof of a right that is missing can be sent, and replaced until staff decide', async () => {
  await open({ right: RIGHT })
  await expectText(right(), 'PCDFalta o comprovante (até 05/12)')
  await expectText(right(), 'Envie uma foto ou PDF: Laudo médico.')
  await expect.element(right().getByText('Declaro que sou', { exact: false })).not.toBeVisible()
  const file = new File(['%PDF-'], 'laudo.pdf', { type: 'application/pdf' })
  const refusal = 'O prazo para enviar o comprovante terminou em 05/12/2027.'
  answerCalls({ [PROOF]: { status: 409, body: { message: refusal, exception: refusal } } })
  chooseFile(right().getByLabelText(/^Enviar comprovante/), file)
  await expectText(right(), refusal)
  answerCalls({ [PROOF]: { body: { message: 'Comprovante enviado. A organização vai conferir.' } } })
  answerWith({ right: { ...RIGHT, status: 'in_review', proof_sent_at: AT } })
  chooseFile(right().getByLabelText(/^Enviar comprovante/), file)
  await expect.element(toast('Comprovante enviado. A organização vai conferir.')).toBeVisible()
  await expectText(right(), 'Comprovante em análise')
  await expectText(right(), 'Trocar comprovanteEnviado em 20/11/2026 às 10:21')
  expect(right().getByText(refusal).elements()).toEqual([])
})

test.each([
  [{ status: 'approved' }, 'Aprovado'],
  [{ status: 'granted', proof: null, declaration: null }, 'Aplicado'],
  [{ status: 'rejected', review_reason: 'Ilegível.' }, 'RecusadoMotivo: Ilegível.'],
  [{ status: 'awaiting_proof' }, 'O prazo para enviar por aqui terminou. Fale com a organização.'],
] as const)('a right without anything to send: %o', async (changes, words) => {
  await open({ right: { ...RIGHT, can_send_proof: false, ...changes } })
  await expectText(right(), words)
  expect(
    right()
      .getByLabelText(/comprovante/)
      .elements(),
  ).toEqual([])
})
