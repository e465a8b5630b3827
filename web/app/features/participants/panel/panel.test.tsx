import { expect, onTestFinished, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import type { RegistrationRecord } from '#contract/participants/panel.ts'
import { REFUND_STATUSES } from '#contract/payment/refund.ts'
import { answerCalls, listOf, sentCalls } from '#web-test/answers.ts'
import { button, expectText, renderScreen, signInOrganizer, toast } from '#web-test/render-screen.tsx'
import { CLAIM } from '#web-test/right-claim.ts'
import ParticipantsScreen from '../list/participants-screen.tsx'
import RegistrationScreen from './registration-screen.tsx'

const PAID = {
  id: 2,
  value: '60.00',
  type: 0,
  status: 'pago',
  status_code: 2,
  payment_date: '2031-01-11T12:00:00Z',
  payment_link: 'https://largada.test/pagamento/a',
  created_at: '2031-01-10T12:00:00Z',
  due_date: '11/01/2031',
  is_open: false,
}
const REGISTRATION: RegistrationRecord = {
  id: 31,
  status: 'Confirmado',
  status_code: 1,
  status_color: 'success',
  participant: {
    name: 'Bruna Prado',
    cpf: '52998224725',
    emailResponsible: 'bruna@exemplo.test',
    phone: '11987654321',
  },
  person: {
    birth_date: '02/03/1991',
    sex: 1,
    emergency_contact: 'Marta Prado',
    emergency_contact_phone: '11933334444',
    email: null,
  },
  confirmation: null,
  guardian: null,
  buyer: { name: 'Bruna Prado', email: 'bruna@exemplo.test', phone: '11987654321' },
  products: [{ id: 21, name: 'Kit Completo', quantity: 1, shirt_size_id: 1, shirt_size: 'M' }],
  ineligible: null,
  group: null,
  team: null,
  category: { name: 'Geral', modality: '5 km' },
  event: { id: 7, title: 'Corrida da Ilha' },
  value: '110.00',
  money_sentence: 'R$ 60,00 de R$ 110,00 pagos, faltam R$ 50,00',
  credit: '0.00',
  payment: PAID,
  price_lines: [{ kind: 'kit', label: 'Kit Completo', amount: '110.00' }],
  deferral_reason: null,
  has_transfers: false,
  place_return: null,
  pending_change: null,
  changes: [],
  coupon: null,
  payments: [
    { ...PAID, id: 3, value: '50.00', status: 'pendente', status_code: 0, payment_date: null, is_open: true },
    PAID,
  ],
  refunds: [],
  answers: [
    {
      id: 5,
      question: 'Tem atestado?',
      accepted: true,
      value: null,
      kind: 'yes_no',
      options: [],
      has_file: true,
    },
    {
      id: 6,
      question: 'Como você vem?',
      accepted: true,
      value: 'De ônibus',
      kind: 'choices',
      options: ['De ônibus', 'A pé'],
      has_file: false,
    },
  ],
  unanswered: [],
  terms: [
    {
      id: 9,
      name: 'Regulamento',
      version: 2,
      sha256: 'a1b2c3d4e5f60718'.repeat(4),
      kind: 'contract',
      accepted_at: '2031-01-10T12:00:00Z',
      by_participant: true,
      revoked_at: null,
    },
  ],
  rights: [],
  grantable_rights: [{ id: 4, name: 'PCD' }],
  notes: [{ id: 1, text: 'Retira no sábado.', author: 'Helena Prado', created_at: '2031-01-12T12:00:00Z' }],
  history: [
    {
      at: '2031-01-12T12:00:00Z',
      actor: 'Helena Prado',
      action: 'registration.person_corrected',
      changes: [{ field: 'Motivo', before: null, after: 'Documento conferido' }],
    },
    { at: '2031-01-10T12:00:00Z', actor: 'Bruna Prado', action: 'registration.created', changes: [] },
  ],
  created_at: '2031-01-10T12:00:00Z',
  can_cancel: true,
  refundable: '60.00',
  cancellation_needs_reason: false,
  cancellation_requested: false,
}
const ROUTE = '/organizador/inscricoes/:id'
const PANEL = 'GET /organizer/registrations/31'

async function open(change: Partial<RegistrationRecord> = {}, permissions?: string[]) {
  signInOrganizer(permissions)
  answerCalls({ [PANEL]: { body: { data: { ...REGISTRATION, ...change } } } })
  const location = await renderScreen(<RegistrationScreen />, {
    route: ROUTE,
    path: '/organizador/inscricoes/31',
  })
  await expect.element(page.getByRole('heading', { name: 'Bruna Prado', level: 1 })).toBeVisible()
  return location
}
const main = () => page.getByRole('main')
const link = (name: string) => page.getByRole('link', { name, exact: true })

test('shows paid and due amounts, the emergency contact, answers, accepted terms and history', async () => {
  await open()
  for (const words of [
    'R$ 60,00 de R$ 110,00 pagos, faltam R$ 50,00',
    '5 km · Geral · Kit Completo · camisa M',
    '529.982.247-25',
    'Emergência: Marta Prado (11) 93333-4444',
    'Tem atestado? Sim',
    'Como você vem? De ônibus',
    'Kit CompletoR$ 110,00TotalR$ 110,00',
    'Regulamento, versão 2, aceito em 10/01/2031',
    'SHA-256 a1b2c3d4e5f6…',
    'Retira no sábado.',
    'Corrigiu os dados da pessoa',
    'Documento conferido',
    'Inscrição feita',
  ])
    await expectText(main(), words)
  const section = (name: string) => page.getByRole('region', { name })
  await expectText(section('Termos aceitos'), 'Regulamento, versão 2')
  await expect.element(section('Pagamentos')).not.toHaveTextContent('Regulamento')
  await expect.element(link('WhatsApp')).toHaveAttribute('href', 'https://wa.me/5511987654321')
  await expect.element(link('Ligar')).toHaveAttribute('href', 'tel:+5511987654321')
  await expect.element(link('E-mail')).toHaveAttribute('href', 'mailto:bruna@exemplo.test')
  await expect.element(link('Editar')).toHaveAttribute('href', '/organizador/evento/participante/editar/31')
  await expect.element(link('Voltar')).toHaveAttribute('href', '/organizador/eventos/7/participantes')
})

test('shows changes with their price lines, and makes links for missing signatures', async () => {
  const change = {
    at: '2031-01-12T12:00:00Z',
    modality: '10 km',
    category: '10 km Geral',
    product: 'Kit Premium',
    shirt_size: null,
    value: '165.00',
    price_lines: [{ kind: 'kit' as const, label: 'Kit Premium', amount: '165.00' }],
  }
  await open({
    pending_change: change,
    changes: [{ ...change, category: '10 km Elite' }],
    guardian: {
      due_at: '2031-01-20T12:00:00Z',
      missing: ['guardian'],
      signatures: [],
      refused_at: null,
      is_own: false,
    },
  })
  await expectText(page.getByRole('region', { name: 'Alteração à espera do pagamento' }), '10 km Geral')
  await expectText(page.getByRole('region', { name: 'Alterações', exact: true }), '10 km Elite')
  answerCalls({
    'POST /organizer/registrations/31/guardian/invitation': {
      status: 201,
      body: {
        data: {
          link: 'https://largada.test/autorizar-menor?token=a',
          text: 'Oi!',
          expires_at: '2031-01-20T12:00:00Z',
        },
      },
    },
  })
  await button('Criar link para assinar').click()
  await expectText(main(), 'O link vale até')
  expect(sentCalls('POST /organizer/registrations/31/guardian/invitation')).toMatchObject([
    { body: { role: 'guardian' } },
  ])
})

const REFUNDING = 'Para devolver R$ 60,00, cancele a inscrição.'

test('says how a payment is refunded', async () => {
  await open()
  await expectText(page.getByRole('region', { name: 'Pagamentos' }), REFUNDING)
})

test.each([
  ['a registration that cannot be cancelled', { can_cancel: false, refundable: null }, undefined],
  ['people who may not edit', {}, ['view-event-participants']],
])('does not say it for %s', async (_, change, permissions) => {
  await open(change, permissions)
  await expect.element(page.getByText(REFUNDING)).not.toBeInTheDocument()
})

const refunded = (status: 'approved' | 'done') => ({
  refunds: [
    {
      id: 8,
      amount: '60.00',
      reason: 'organizer' as const,
      reason_label: 'Cancelamento pela organização',
      status,
      status_label: REFUND_STATUSES[status].label,
      message: '',
      requested_at: '2031-01-12T12:00:00Z',
      done_at: null,
      request_url: null,
      receipt_url: null,
      failure_reason: null,
      pix_key: null,
    },
  ],
})

test('an approved refund is followed until it is done', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'setInterval', 'clearTimeout', 'clearInterval'] })
  onTestFinished(() => void vi.useRealTimers())
  await open(refunded('approved'))
  await expectText(page.getByRole('region', { name: 'Devoluções' }), 'Aprovada')
  answerCalls({ [PANEL]: { body: { data: { ...REGISTRATION, ...refunded('done') } } } })
  await vi.advanceTimersByTimeAsync(3_000)
  await expectText(page.getByRole('region', { name: 'Devoluções' }), 'Concluída')
  const asked = sentCalls(PANEL).length
  await vi.advanceTimersByTimeAsync(60_000)
  expect(sentCalls(PANEL).length).toBe(asked)
})

test('the list behind the panel is loaded again when a refund is made', async () => {
  signInOrganizer()
  vi.useFakeTimers({ toFake: ['setTimeout', 'setInterval', 'clearTimeout', 'clearInterval'] })
  onTestFinished(() => void vi.useRealTimers())
  const list = 'GET /organizer/events/7/participants'
  const answerPanel = (status: 'approved' | 'done') =>
    answerCalls({
      [list]: listOf(
        [],
        {},
        { event: { id: 7, title: 'Corrida da Ilha', modalities: [], products: [], groups: [] } },
      ),
      [PANEL]: { body: { data: { ...REGISTRATION, ...refunded(status) } } },
    })
  answerPanel('approved')
  const route = '/organizador/eventos/:id/participantes'
  await renderScreen(<ParticipantsScreen />, { route, path: `${route.replace(':id', '7')}?inscricao=31` })
  await expectText(page.getByRole('region', { name: 'Devoluções' }), 'Aprovada')
  const asked = sentCalls(list).length
  answerPanel('done')
  await vi.advanceTimersByTimeAsync(3_000)
  await expectText(page.getByRole('region', { name: 'Devoluções' }), 'Concluída')
  await expect.poll(() => sentCalls(list).length).toBe(asked + 1)
})

test('the link of an open payment is copied or sent again', async () => {
  await open()
  const copy = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue()
  await button('Copiar link').click()
  await expect.element(page.getByText('Link copiado')).toBeVisible()
  expect(copy).toHaveBeenCalledWith('https://largada.test/pagamento/a')
  answerCalls({
    'POST /organizer/registrations/31/resend': { body: { message: 'Link de pagamento enviado.' } },
  })
  await button('Reenviar link').click()
  await expect.element(toast('Link de pagamento enviado.')).toBeVisible()
})

test('offers the registration to another runner, by e-mail or by a link', async () => {
  const START = 'POST /organizer/registrations/31/transfer'
  await open({ has_transfers: true })
  const link = 'https://largada.test/receber-inscricao?token=x'
  answerCalls({
    [START]: {
      status: 201,
      body: { data: { link, text: `Oi! ${link}`, expires_at: '2031-01-20T12:00:00Z' } },
    },
  })
  await button('Transferir para outra pessoa').click()
  const dialog = page.getByRole('dialog', { name: 'Transferir para outra pessoa' })
  await dialog.getByRole('button', { name: 'Criar link para copiar' }).click()
  await expect.element(dialog.getByRole('button', { name: 'Copiar link' })).toBeVisible()
  answerCalls({ [START]: { status: 201, body: { data: null, message: 'Convite enviado por e-mail.' } } })
  await dialog.getByRole('textbox', { name: 'E-mail de quem vai receber' }).fill('bruno@exemplo.test')
  await dialog.getByRole('button', { name: 'Enviar convite' }).click()
  await expect.element(toast('Convite enviado por e-mail.')).toBeVisible()
  expect(sentCalls(START).map(({ body }) => body)).toEqual([{ email: null }, { email: 'bruno@exemplo.test' }])
})

test("a correction requires a reason and shows the server's refusals", async () => {
  await open()
  await button('Corrigir dados').click()
  const dialog = page.getByRole('dialog', { name: 'Corrigir dados' })
  await dialog.getByLabelText('Nome').fill('Bruna Prado Lima')
  answerCalls({
    'PUT /organizer/registrations/31/person': {
      status: 422,
      body: { message: 'Erro de validação', errors: { reason: ['Escreva o motivo da correção.'] } },
    },
  })
  await dialog.getByRole('button', { name: 'Corrigir' }).click()
  await expect.element(dialog.getByText('Escreva o motivo da correção.')).toBeVisible()
  await dialog.getByRole('textbox', { name: 'Motivo' }).fill('Documento')
  const corrected = {
    ...REGISTRATION,
    participant: { ...REGISTRATION.participant, name: 'Bruna Prado Lima' },
  }
  answerCalls({
    'PUT /organizer/registrations/31/person': { body: { data: corrected, message: 'Dados corrigidos.' } },
    [PANEL]: { body: { data: corrected } },
  })
  await dialog.getByRole('button', { name: 'Corrigir' }).click()
  await expect.element(page.getByRole('heading', { name: 'Bruna Prado Lima', level: 1 })).toBeVisible()
  expect(sentCalls('PUT /organizer/registrations/31/person').at(-1)?.body).toEqual({
    name: 'Bruna Prado Lima',
    birth_date: '02/03/1991',
    sex: '1',
    reason: 'Documento',
  })
})

test('a question that is asked at pick-up is answered by staff who may edit', async () => {
  const unanswered: RegistrationRecord['unanswered'] = [
    { id: 8, question: 'Quem retira?', kind: 'text', options: [], asked: 'pickup' },
    { id: 9, question: 'Levou o boné?', kind: 'yes_no', options: [], asked: 'pickup' },
    { id: 10, question: 'Laudo', kind: 'file', options: [], asked: 'later' },
  ]
  await open({ unanswered })
  await expectText(main(), 'Quem retira? Na retirada do kit')
  await expectText(main(), 'Laudo Depois, pela página da inscrição')
  await expect.element(button('Anotar a resposta: Laudo')).not.toBeInTheDocument()
  const dialog = page.getByRole('dialog', { name: 'Anotar resposta' })
  const putAnswer = (id: number) => `PUT /organizer/registrations/31/answers/${id}`
  answerCalls({
    [putAnswer(8)]: {
      status: 422,
      body: { message: 'Erro de validação', errors: { value: ['O campo é obrigatório'] } },
    },
    [putAnswer(9)]: { body: { data: { ...REGISTRATION, unanswered: [] }, message: 'Resposta guardada.' } },
  })
  await button('Anotar a resposta: Quem retira?').click()
  await dialog.getByRole('button', { name: 'Guardar' }).click()
  await expect.element(dialog.getByText('O campo é obrigatório')).toBeVisible()
  await dialog.getByRole('button', { name: 'Cancelar' }).click()

  await button('Anotar a resposta: Levou o boné?').click()
  await dialog.getByLabelText('Levou o boné?').selectOptions('Não')
  await dialog.getByRole('button', { name: 'Guardar' }).click()
  await expect.element(toast('Resposta guardada.')).toBeVisible()
  expect(sentCalls(putAnswer(9)).at(-1)?.body).toEqual({ accepted: false })
  await expect.element(page.getByText('Levou o boné?')).not.toBeInTheDocument()
})

test('staff who may not edit see unanswered questions only', async () => {
  await open(
    { unanswered: [{ id: 8, question: 'Quem retira?', kind: 'text', options: [], asked: 'pickup' }] },
    ['view-event-participants'],
  )
  await expectText(main(), 'Quem retira? Na retirada do kit')
  await expect.element(button('Anotar a resposta: Quem retira?')).not.toBeInTheDocument()
})

test('an answer is corrected with a reason', async () => {
  await open()
  await button('Corrigir a resposta: Como você vem?').click()
  const dialog = page.getByRole('dialog', { name: 'Corrigir resposta' })
  await dialog.getByLabelText('A pé').click()
  await dialog.getByLabelText('De ônibus').click()
  await dialog.getByRole('textbox', { name: 'Motivo' }).fill('Pediu por telefone')
  const PUT = 'PUT /organizer/registrations/31/answers/6'
  const [first, second] = REGISTRATION.answers as [
    RegistrationRecord['answers'][number],
    RegistrationRecord['answers'][number],
  ]
  answerCalls({
    [PUT]: {
      body: {
        data: { ...REGISTRATION, answers: [first, { ...second, value: 'A pé' }] },
        message: 'Resposta corrigida.',
      },
    },
  })
  await dialog.getByRole('button', { name: 'Corrigir' }).click()
  await expectText(main(), 'Como você vem? A pé')
  expect(sentCalls(PUT).at(-1)?.body).toEqual({ value: 'A pé', reason: 'Pediu por telefone' })
})

test.each([
  ['text', 'Passo Firme', 'Equipe Azul', null],
  ['number', '27,5', '31', 'decimal'],
  ['date', '01/03/2026', '02/04/2026', 'numeric'],
] as const)(
  'an answer of the kind %s is corrected in the same kind of field',
  async (kind, value, typed, keyboard) => {
    const answer = { id: 6, question: 'Qual?', accepted: true, value, kind, options: [], has_file: false }
    await open({ answers: [answer] })
    await button('Corrigir a resposta: Qual?').click()
    const dialog = page.getByRole('dialog', { name: 'Corrigir resposta' })
    const given = dialog.getByRole('textbox', { name: 'Qual?' })
    await expect.element(given).toHaveValue(value)
    if (keyboard) await expect.element(given).toHaveAttribute('inputmode', keyboard)
    await given.fill(typed)
    await dialog.getByRole('textbox', { name: 'Motivo' }).fill('Pediu por telefone')
    await dialog.getByRole('button', { name: 'Corrigir' }).click()
    const PUT = 'PUT /organizer/registrations/31/answers/6'
    await expect
      .poll(() => sentCalls(PUT).at(-1)?.body)
      .toEqual({ value: typed, reason: 'Pediu por telefone' })
  },
)

test('the rule that the runner does not meet is told', async () => {
  await open({ ineligible: 'A categoria "Geral" é para homens.' })
  await expectText(main(), 'Fora da regra: A categoria "Geral" é para homens.')
})

test('a note is saved and shown immediately', async () => {
  await open()
  const note = { id: 2, text: 'Ligou.', author: 'Helena Prado', created_at: '2031-01-13T12:00:00Z' }
  answerCalls({
    'POST /organizer/registrations/31/notes': {
      body: { data: { ...REGISTRATION, notes: [note, ...REGISTRATION.notes] } },
    },
  })
  await page.getByLabelText('Nova anotação').fill('Ligou.')
  await button('Anotar').click()
  await expect.element(page.getByText('Ligou.')).toBeVisible()
  await expect.element(page.getByLabelText('Nova anotação')).toHaveValue('')
})

test("a note remains after its author's account is removed; without notes there is no list", async () => {
  await open({
    notes: [{ id: 2, text: 'Ligou.', author: null, created_at: '2031-01-13T12:00:00Z' }],
  })
  await expectText(main(), 'Ligou.')
  await expectText(main(), 'Conta excluída, 13/01/2031')
})

test('a user with read access has no actions, and a missing permission is named', async () => {
  await open({}, ['view-event-participants'])
  for (const name of [
    'Corrigir dados',
    'Corrigir a resposta: Tem atestado?',
    'Reenviar link',
    'Cancelar Inscrição',
    'Anotar',
  ])
    await expect.element(button(name)).not.toBeInTheDocument()
})

test.each([
  ['31', { status: 404, body: { message: 'Registro não encontrado.' } }],
  ['x', {}],
])('reports a registration that does not exist, without a retry: %s', async (id, answer) => {
  signInOrganizer()
  answerCalls({ [PANEL]: answer })
  await renderScreen(<RegistrationScreen />, { route: ROUTE, path: `/organizador/inscricoes/${id}` })
  await expectText(page.getByRole('alert'), 'Registro não encontrado.')
  await expect.element(link('Ir para o meu início')).toBeVisible()
  await expect.element(button('Tentar novamente')).not.toBeInTheDocument()
})

test('a claimed right is shown with its declaration, and decided on', async () => {
  await open({ rights: [CLAIM] })
  for (const words of ['PCD', 'Em análise', 'Declaração, versão 2', 'Laudo médico'])
    await expectText(main(), words)
  await expect.element(button('Baixar comprovante')).toBeVisible()
  await expect.element(button('Conceder direito')).not.toBeInTheDocument()
  const REVIEW = 'POST /organizer/registrations/31/right-review'
  const approved = {
    ...REGISTRATION,
    rights: [
      {
        ...CLAIM,
        status: 'approved' as const,
        reviewer: 'Helena Prado',
        reviewed_at: '2031-01-13T12:00:00Z',
      },
    ],
  }
  answerCalls({
    [REVIEW]: { body: { data: approved, message: 'Desconto aprovado.' } },
    [PANEL]: { body: { data: approved } },
  })
  await button('Aprovar').click()
  await expectText(main(), 'por Helena Prado')
  await expect.element(button('Recusar')).not.toBeInTheDocument()
})

test('a right is granted later with a reason, also after a rejection', async () => {
  const rejected = {
    ...CLAIM,
    status: 'rejected' as const,
    is_current: false,
    review_reason: 'Laudo vencido.',
  }
  await open({ rights: [rejected] })
  await expectText(main(), 'Laudo vencido.')
  await button('Conceder direito').click()
  const dialog = page.getByRole('dialog', { name: 'Conceder um desconto por direito' })
  await dialog.getByRole('textbox', { name: 'Motivo' }).fill('Mostrou o laudo.')
  const GRANT = 'POST /organizer/registrations/31/right'
  answerCalls({ [GRANT]: { status: 409, body: { message: 'As vagas com o desconto "PCD" se esgotaram.' } } })
  await dialog.getByRole('button', { name: 'Conceder' }).click()
  await expect.element(dialog.getByText('As vagas com o desconto "PCD" se esgotaram.')).toBeVisible()
  answerCalls({ [GRANT]: { body: { message: 'Desconto concedido. Avisamos por e-mail.' } } })
  await dialog.getByRole('button', { name: 'Conceder' }).click()
  await expect.element(toast('Desconto concedido. Avisamos por e-mail.')).toBeVisible()
  expect(sentCalls(GRANT).at(-1)?.body).toEqual({ right_rule_id: 4, reason: 'Mostrou o laudo.' })
})

test('without the permission to edit, a claimed right is only shown', async () => {
  await open({ rights: [CLAIM] }, ['view-event-participants'])
  await expectText(main(), 'Declaro que sou pessoa com deficiência.')
  for (const name of ['Aprovar', 'Recusar', 'Baixar comprovante', 'Conceder direito'])
    await expect.element(button(name)).not.toBeInTheDocument()
})
