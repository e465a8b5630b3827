// @module-tag operation
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import type { EditableRegistration } from '#contract/participants/edit.ts'
import { answerCalls, listOf, sentCalls } from '#web-test/answers.ts'
import {
  button,
  closeToasts,
  expectLostConnection,
  expectText,
  renderScreen,
  signInOrganizer,
  toast,
} from '#web-test/render-screen.tsx'
import ParticipantsScreen from '../list/participants-screen.tsx'
import RegistrationEditScreen from './registration-edit-screen.tsx'

// Specification, page 2, §2, §5, §8: 'Edit registration'. e2e/registration-edit.spec.ts covers saving, which
// reloads the page.

const GET = 'GET /organizer/events/register/31'
const PUT = 'PUT /organizer/events/register/31'
const PAYMENT = {
  value: '107.50',
  type: 0,
  status: 'pendente',
  status_code: 0,
  payment_date: null,
  payment_link: '/pagar',
}
const kit = (id: number, name: string, total: string, category_id = 111) => ({
  id,
  name,
  ineligible: null,
  total,
  category_id,
  category_ids: [category_id],
  shirt_sizes: [],
})
const REGISTRATION: EditableRegistration = {
  id: 31,
  version: '5',
  status: 'Pendente',
  status_code: 0,
  status_color: 'warning',
  participant: {
    name: 'Bruna Prado',
    cpf: '52998224725',
    emailResponsible: 'bruna@exemplo.test',
    phone: '11987654321',
  },
  products: [{ id: 21, name: 'Kit Completo', quantity: 1, shirt_size_id: 2, shirt_size: 'M' }],
  ineligible: null,
  group: null,
  team: null,
  category: { id: 111, name: '5 km Geral', modality: '5 km', modality_id: 11 },
  value: '107.50',
  money_sentence: 'R$ 107,50 a pagar',
  credit: '0.00',
  paid: '0.00',
  coupon: null,
  price_lines: [],
  payment: PAYMENT,
  payments: [PAYMENT],
  refunds: [],
  cancellation_requested: false,
  payment_method_id: 41,
  created_at: '2031-01-10T12:00:00Z',
  terms_accepted: [],
  questionnaires: [],
  event: {
    id: 7,
    title: 'Corrida da Ilha',
    payment: null,
    end_date: '20/02/2031',
    modalities: [
      {
        modality_id: 11,
        modality_name: '5 km',
        ineligible: null,
        categories: [
          { category_id: 111, category_name: '5 km Geral', ineligible: null },
          { category_id: 112, category_name: '60+', ineligible: 'quem tiver 60 anos ou mais em 10/03/2031' },
        ],
      },
      {
        modality_id: 12,
        modality_name: '10 km',
        ineligible: null,
        categories: [{ category_id: 121, category_name: '10 km Geral', ineligible: null }],
      },
    ],
    products: [
      {
        ...kit(21, 'Kit Completo', '107.50'),
        shirt_sizes: [
          { id: 1, size: 'P', quantity: 3 },
          { id: 2, size: 'M', quantity: 3 },
          { id: 3, size: 'GG', quantity: 0 },
        ],
      },
      kit(22, 'Kit Básico', '60.00'),
      kit(23, 'Kit Gratuito', '0.00'),
      kit(24, 'Kit 10 km', '87.50', 121),
    ],
    payment_methods: [
      { id: 41, type: 0 },
      { id: 42, type: 1 },
    ],
  },
}

const ROUTE = '/organizador/evento/participante/editar/:id'
const show = (id = '31') =>
  renderScreen(<RegistrationEditScreen />, { route: ROUTE, path: ROUTE.replace(':id', id) })
async function open(changes: Partial<EditableRegistration> = {}) {
  signInOrganizer()
  answerCalls({ [GET]: { body: { data: { ...REGISTRATION, ...changes } } } })
  const location = await show()
  await expect
    .element(page.getByRole('heading', { level: 1 }))
    .toHaveTextContent('Editar Inscrição de: Bruna Prado')
  return location
}
const form = () => page.getByRole('form', { name: 'Nova Seleção' })
const current = () => page.getByRole('region', { name: 'Detalhes Atuais' })
const select = (label: string) => form().getByLabelText(new RegExp(`^${label}`))
const save = () => form().getByRole('button', { name: 'Salvar' }).click()

test('§2 the panels and §5 every validation message of the selects', async () => {
  const location = await open()
  for (const text of ['5 km', '5 km Geral', 'Kit Completo', 'R$ 107,50', 'Pix', 'Pendente'])
    await expectText(current(), text)
  await expect.element(select('Modalidade')).toHaveValue('11')
  await expectText(form(), 'A cobrança em aberto continua a mesma.')

  const missing = async (label: string, message: string) => {
    await save()
    await expect.element(toast(message)).toBeVisible()
    await expect.element(select(label)).toHaveAccessibleDescription(expect.stringContaining(message))
    await expect.element(select(label)).toHaveFocus()
    await closeToasts()
  }
  await select('Tamanho da camisa').selectOptions('Selecione')
  await missing('Tamanho da camisa', 'Por favor, selecione o tamanho da camisa.')
  await expect
    .element(select('Tamanho da camisa').getByRole('option', { name: 'GG · esgotado' }))
    .toBeDisabled()

  await select('Produto').selectOptions('Kit Básico')
  await expect.element(select('Tamanho da camisa')).not.toBeInTheDocument()
  await select('Método de pagamento').selectOptions('Selecione')
  await missing('Método de pagamento', 'Por favor, selecione um método de pagamento.')

  await select('Produto').selectOptions('Kit Gratuito')
  await expectText(form(), 'O produto selecionado não tem custo. Não é necessário um método de pagamento.')
  await expect.element(select('Método de pagamento')).not.toBeInTheDocument()

  await select('Modalidade').selectOptions('10 km')
  await expect.element(select('Categoria')).toHaveValue('')
  await missing('Categoria', 'Por favor, preencha todos os campos obrigatórios.')
  expect(sentCalls(PUT)).toEqual([])

  await form().getByRole('link', { name: 'Cancelar' }).click()
  await expect.poll(() => location().pathname).toBe('/organizador/eventos')
})

test('§24 a paid registration shows the difference for a more expensive kit, the credit for a cheaper one', async () => {
  await open({ paid: '80.00', value: '80.00', payment: { ...PAYMENT, status: 'pago', status_code: 2 } })
  await expectText(current(), 'Já pagoR$ 80,00')
  await expectText(form(), 'Diferença a cobrarR$ 27,50')
  await select('Produto').selectOptions('Kit Básico')
  await expectText(form(), 'Crédito do participanteR$ 20,00')
})

test('a category that excludes the runner says whom it is for, and can be chosen', async () => {
  await open()
  await select('Categoria').selectOptions('60+ · para quem tiver 60 anos ou mais em 10/03/2031')
  await expect.element(select('Categoria')).toHaveValue('112')
})

test('§8 a sold-out choice shows an error at its field', async () => {
  await open()
  const message = 'O kit "Kit Básico" se esgotou.'
  answerCalls({
    [PUT]: { status: 409, body: { message, exception: message, errors: { 'products.0.id': [message] } } },
  })
  await select('Produto').selectOptions('Kit Básico')
  await save()
  await expect.element(toast(message)).toBeVisible()
  await expect.element(select('Produto')).toHaveAccessibleDescription(expect.stringContaining(message))
  expect(sentCalls(PUT)[0]?.body).toMatchObject({ version: '5', products: [{ id: 22, shirt_size_id: null }] })
})

test("§8 not saved: 'Erro ao atualizar o registro.'", async () => {
  await open()
  answerCalls({ [PUT]: { status: 500 } })
  await select('Tamanho da camisa').selectOptions('P')
  await save()
  await expect.element(toast('Erro ao atualizar o registro.')).toBeVisible()
})

test("§8 not found: 'Erro ao consultar o registro.' and redirect to /participante/eventos", async () => {
  signInOrganizer()
  answerCalls({ [GET]: { status: 404 } })
  const location = await show()
  await expect.element(toast('Erro ao consultar o registro.')).toBeVisible()
  await expect.poll(() => location().pathname).toBe('/participante/eventos')
})

const NOT_LOADED = 'Erro ao carregar dados do registro ou registro não encontrado.'
test(`§8 an id that is no number: '${NOT_LOADED}'`, async () => {
  signInOrganizer()
  await show('nenhum')
  await expectText(page.getByRole('alert'), NOT_LOADED)
  await expect.element(button('Tentar novamente')).not.toBeInTheDocument()
})

test(`§8 a lost connection: '${NOT_LOADED}' can be retried`, async () => {
  signInOrganizer()
  await expectLostConnection(show, NOT_LOADED)
  answerCalls({ [GET]: { body: { data: REGISTRATION } } })
  await button('Tentar novamente').click()
  await expect.element(current()).toBeVisible()
})

test('a cancelled registration is shown and cannot be edited', async () => {
  await open({ status: 'Cancelado', status_code: 2 })
  await expectText(current(), 'Kit Completo')
  await expect.element(page.getByText('Uma inscrição cancelada não pode ser editada.')).toBeVisible()
  await expect.element(form()).not.toBeInTheDocument()
})

const REQUESTED = {
  cancellation_requested: true,
  refunds: [
    {
      id: 5,
      amount: '80.00',
      reason: 'policy',
      reason_label: 'Cancelamento pela política do evento',
      status: 'requested',
      status_label: 'Em aprovação',
      requested_at: '2031-01-12T12:00:00Z',
      done_at: null,
      request_url: null,
      receipt_url: null,
      pix_key: null,
      message: 'O pedido de devolução está em aprovação.',
      failure_reason: null,
    },
  ],
} satisfies Partial<EditableRegistration>

test('a requested cancellation is approved, or refused with a reason', async () => {
  await open(REQUESTED)
  const panel = page.getByRole('region', { name: 'Devoluções' })
  await expectText(panel, 'Bruna Prado pediu o cancelamento.')
  await expectText(panel, 'R$ 80,00')
  await button('Recusar').click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Recusar' }).click()
  await expect.element(dialog.getByText('Diga por que a devolução foi recusada.')).toBeVisible()
  await dialog.getByRole('button', { name: 'Voltar' }).click()

  const approve = 'POST /organizer/registrations/31/cancellation/approve'
  answerCalls({
    [approve]: { body: { message: 'Cancelamento aprovado. O valor será devolvido.' } },
    [GET]: { body: { data: { ...REGISTRATION, status: 'Cancelado', status_code: 2 } } },
  })
  await button('Aprovar').click()
  await dialog.getByRole('button', { name: 'Sim, aprovar' }).click()
  await expect.element(toast('Cancelamento aprovado. O valor será devolvido.')).toBeVisible()
  expect(sentCalls(approve)).toHaveLength(1)
  await expect.element(page.getByText('Uma inscrição cancelada não pode ser editada.')).toBeVisible()
})

test('a refusal sends its reason', async () => {
  await open(REQUESTED)
  const refuse = 'POST /organizer/registrations/31/cancellation/refuse'
  answerCalls({ [refuse]: { body: { message: 'Cancelamento recusado.' } } })
  await button('Recusar').click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox').fill('O kit já foi retirado.')
  await dialog.getByRole('button', { name: 'Recusar' }).click()
  await expect.element(toast('Cancelamento recusado.')).toBeVisible()
  expect(sentCalls(refuse).map(({ body }) => body)).toEqual([{ note: 'O kit já foi retirado.' }])
})

test('Voltar leads to the page it was opened from, or else to the participants', async () => {
  await open()
  await expect
    .element(page.getByRole('link', { name: 'Voltar' }))
    .toHaveAttribute('href', '/organizador/eventos/7/participantes')
})

test('Voltar leads back to the same filtered list at the same scroll position', async () => {
  signInOrganizer()
  const row = (id: number, name: string) => ({
    ...REGISTRATION,
    id,
    participant: { ...REGISTRATION.participant, name },
    event: { title: 'Corrida da Ilha', end_date: '20/02/2031', payment: PAYMENT },
    can_cancel: true,
    refundable: null,
  })
  const rows = Array.from({ length: 60 }, (_, i) => row(100 + i, `Pessoa ${i}`))
  const totals = {
    total_participants_registered: 61,
    total_participants_confirmed: 1,
    total_participants_pending: 60,
    total_participants_canceled: 0,
    total_paid_participants: 0,
    total_valor_paid_participants: '0.00',
    total_free_participants: 0,
  }
  answerCalls({
    [GET]: { body: { data: REGISTRATION } },
    'GET /organizer/events/7/participants': listOf([...rows, row(31, 'Bruna Prado')], totals, {
      event: { ...REGISTRATION.event, products: [] },
    }),
  })
  const path = '/organizador/eventos/7/participantes?payment_status=0'
  const location = await renderScreen(<ParticipantsScreen />, {
    route: '/organizador/eventos/:id/participantes',
    path,
    others: [{ path: ROUTE, element: <RegistrationEditScreen /> }],
  })
  await button('Ações de Bruna Prado').click()
  const place = window.scrollY
  expect(place).toBeGreaterThan(500)
  await page.getByRole('menuitem', { name: 'Editar' }).click()
  await expect.element(form()).toBeVisible()
  window.scrollTo(0, 0)
  await button('Voltar').click()
  await expect.element(page.getByText('Bruna Prado')).toBeVisible()
  expect(location().pathname + location().search).toBe(path)
  await expect.poll(() => window.scrollY).toBe(place)
})
