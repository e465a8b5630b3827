import { expect, onTestFinished, test } from 'vitest'
import { page } from 'vitest/browser'
import type { ParticipantRow } from '#contract/participants/participants.ts'
import { answerCalls, listOf, sentCalls } from '#web-test/answers.ts'
import {
  button,
  expectLostConnection,
  expectText,
  field,
  renderScreen,
  setScreenSize,
  signIn,
  signInOrganizer,
  toast,
} from '#web-test/render-screen.tsx'
import ParticipantsScreen from './participants-screen.tsx'

// Specification, page 2, §2 and §8: 'Event participants (organizer)'.

const LIST = 'GET /organizer/events/7/participants'
const PAYMENT = {
  value: '107.50',
  type: 0,
  status: 'pendente',
  status_code: 0,
  payment_date: null,
  payment_link: '/pagar',
}
const PENDING: ParticipantRow = {
  id: 31,
  status: 'Pendente',
  status_code: 0,
  status_color: 'warning',
  participant: {
    name: 'Bruna Prado',
    cpf: '52998224725',
    emailResponsible: 'bruna@exemplo.test',
    phone: '11987654321',
  },
  products: [{ id: 21, name: 'Kit Completo', quantity: 1, shirt_size_id: 1, shirt_size: 'M' }],
  ineligible: null,
  group: null,
  team: null,
  value: '107.50',
  money_sentence: 'R$ 107,50 a pagar',
  credit: '0.00',
  payment: PAYMENT,
  payments: [PAYMENT],
  created_at: '2031-01-10T12:00:00Z',
  category: { id: 111, name: '5 km Geral', modality: '5 km' },
  event: { title: 'Corrida da Ilha', end_date: '20/02/2031', payment: PAYMENT },
  can_cancel: true,
  refundable: null,
  cancellation_needs_reason: false,
  cancellation_requested: false,
  terms_accepted: [],
  questionnaires: [],
}
const FREE: ParticipantRow = {
  ...PENDING,
  id: 32,
  status: 'Confirmado',
  status_code: 1,
  status_color: 'success',
  participant: { ...PENDING.participant, name: 'Caio Moura', cpf: '11144477735' },
  products: [{ id: 22, name: 'Kit Gratuito', quantity: 1, shirt_size_id: null, shirt_size: null }],
  value: '0.00',
  payment: null,
  payments: [],
}
const EVENT = {
  id: 7,
  title: 'Corrida da Ilha',
  modalities: [
    {
      modality_id: 11,
      modality_name: '5 km',
      categories: [{ category_id: 111, category_name: '5 km Geral' }],
    },
    {
      modality_id: 12,
      modality_name: '10 km',
      categories: [{ category_id: 121, category_name: '10 km Geral' }],
    },
  ],
  products: [
    { id: 21, name: 'Kit Completo' },
    { id: 22, name: 'Kit Gratuito' },
  ],
  groups: [{ id: 41, name: 'Corredores da Ilha' }],
}
const TOTALS = {
  total_participants_registered: 1_002,
  total_participants_confirmed: 1,
  total_participants_pending: 1_001,
  total_participants_canceled: 0,
  total_paid_participants: 0,
  total_valor_paid_participants: '0.00',
  total_free_participants: 1,
}
const listed = (rows: readonly ParticipantRow[]) => listOf(rows, TOTALS, { event: EVENT })

const ROUTE = '/organizador/eventos/:id/participantes'
const show = (id = '7', query = '') =>
  renderScreen(<ParticipantsScreen />, { route: ROUTE, path: ROUTE.replace(':id', id) + query })
async function open(permissions?: string[]) {
  signInOrganizer(permissions)
  answerCalls({ [LIST]: listed([PENDING, FREE]) })
  const location = await show()
  await expect.element(row('Bruna Prado')).toBeVisible()
  return location
}
const row = (name: string) => page.getByRole('row').filter({ hasText: name })

test('shows the totals of the event, and rows with contact, kit and payment', async () => {
  await open()
  const cards = page.getByRole('region', { name: 'Resumo do evento' })
  await expectText(cards, 'Inscritos1.002Confirmados1Pendentes1.001Cancelados0Pagos0R$ 0,00Gratuitos1')
  for (const text of [
    '529.982.247-25',
    'bruna@exemplo.test',
    '5 km Geral',
    'Kit Completo',
    'Camisa M',
    'R$ 107,50',
    'Pendente',
  ])
    await expectText(row('Bruna Prado'), text)
  await expectText(row('Caio Moura'), 'Gratuito')
})

test('a registration and its payment with the same status share one chip', async () => {
  signInOrganizer()
  answerCalls({ [LIST]: listed([PENDING]) })
  await show()
  await expect.element(row('Bruna Prado').getByText('Pendente')).toBeVisible()
  expect(row('Bruna Prado').getByText('Pendente').all()).toHaveLength(1)
})

test('the link to the claims of rights counts those that need a decision, for those who may edit', async () => {
  answerCalls({
    'GET /organizer/events/7/right-claims': listOf([], {}, { event: EVENT, rules: [], open: 3 }),
  })
  await open()
  await expect
    .element(page.getByRole('link', { name: 'Direitos (3)' }))
    .toHaveAttribute('href', '/organizador/eventos/7/direitos')
})

test('no row covers a control in engines that cannot position rows, such as WebKit', async () => {
  await open()
  const rows = document.createElement('style')
  rows.textContent = 'tr { position: static !important; }'
  document.head.append(rows)
  onTestFinished(() => rows.remove())
  const controls = page.getByRole('main').element().querySelectorAll('a, button, input')
  expect(controls.length).toBeGreaterThan(15)
  for (const control of controls) {
    const { x, y, width, height } = control.getBoundingClientRect()
    const found = document.elementFromPoint(x + width / 2, y + height / 2)
    expect(control.contains(found), control.textContent ?? '').toBe(true)
  }
  await page.getByText('Kit Completo').click()
  await expect.element(page.getByRole('dialog')).toBeVisible()
})

test('each filter takes effect immediately, is added to the URL and has a chip that removes it', async () => {
  const location = await open()
  await button('Filtros').click()
  let query = ''
  for (const [label, choice, written] of [
    ['Produto', 'Kit Gratuito', 'product_id=22'],
    ['Status da inscrição', 'Confirmado', 'registration_status=1'],
    ['Status do pagamento', 'Pendente', 'payment_status=0'],
    ['Pago a partir de', '2026-01-01', 'payment_date_start=2026-01-01'],
    ['Pago até', '2026-02-01', 'payment_date_end=2026-02-01'],
  ] as const) {
    if (label.startsWith('Pago')) await field(label).fill(choice)
    else await field(label).selectOptions(choice)
    query += `${written}&`
    await expect.poll(() => sentCalls(`${LIST}?${query}page=1&per_page=20`)).toHaveLength(1)
    expect(`${location().search}&`).toBe(`?${query}`)
  }
  await button('Remover o filtro Produto: Kit Gratuito').click()
  await expect.element(button('Remover o filtro Produto: Kit Gratuito')).not.toBeInTheDocument()
  expect(location().search).not.toContain('product_id')
  await expect.element(button('Remover o filtro Pago até 01/02/2026')).toBeVisible()
  await page.getByRole('link', { name: 'Limpar filtros' }).click()
  await expect.element(page.getByRole('list', { name: 'Filtros em uso' })).not.toBeInTheDocument()
  expect(location().search).toBe('')
})

test('registrations that do not meet a rule are marked in the list, which a filter reduces to them', async () => {
  const rule = 'A categoria "5 km Geral" é para mulheres.'
  const location = await open()
  await expect.element(page.getByText('Fora da regra')).not.toBeInTheDocument()
  answerCalls({ [LIST]: listed([{ ...PENDING, ineligible: rule }]) })
  await button('Filtros').click()
  await field('Sexo e idade').selectOptions('Fora da regra')
  await expect.poll(() => sentCalls(`${LIST}?ineligible=1&page=1&per_page=20`)).toHaveLength(1)
  await expectText(row('Bruna Prado'), '5 km · Fora da regra')
  await expect.element(row('Bruna Prado').getByTitle(rule)).toBeVisible()
  await button('Remover o filtro Sexo e idade: Fora da regra').click()
  expect(location().search).toBe('')
})

test('members of a team that lacks somebody are marked in the list, which a filter reduces to them', async () => {
  await open()
  const team = { name: 'Pé na Areia', leg: 1, leg_name: 'Praia', size: 2, active: 1 }
  answerCalls({ [LIST]: listed([{ ...PENDING, team }]) })
  await button('Filtros').click()
  await field('Equipe').selectOptions('Incompleta')
  await expect.poll(() => sentCalls(`${LIST}?team=incomplete&page=1&per_page=20`)).toHaveLength(1)
  await expectText(row('Bruna Prado'), 'Equipe incompleta: 1 de 2 · Pé na Areia')
  await expect.element(row('Bruna Prado').getByTitle('Trecho 1 · Praia')).toBeVisible()
})

test('a day is selected in the calendar of a filter, which stays open', async () => {
  const location = await open()
  await button('Filtros').click()
  await page.getByRole('button', { name: 'Abrir calendário' }).first().click()
  await page.getByRole('dialog', { name: 'Calendário' }).getByText('15', { exact: true }).click()
  await expect.poll(() => location().search).toMatch(/^\?payment_date_start=\d{4}-\d\d-15$/)
  await expect.element(field('Produto')).toBeVisible()
})

test('a list that cannot be loaded shows no totals and can be retried', async () => {
  signInOrganizer()
  answerCalls({ [LIST]: { status: 500 } })
  await show()
  await expectText(page.getByRole('alert'), 'Erro ao listar os registros.')
  await expect.element(page.getByRole('region', { name: 'Resumo do evento' })).not.toBeInTheDocument()
  answerCalls({ [LIST]: listed([PENDING]) })
  await button('Tentar novamente').click()
  await expect.element(page.getByRole('region', { name: 'Resumo do evento' })).toBeVisible()
  await expect.element(row('Bruna Prado')).toBeVisible()
})

test('clicking a total filters the list by what it counts', async () => {
  const location = await open()
  for (const [label, query] of [
    ['Pendentes', 'registration_status=0&'],
    ['Pagos', 'money=paid&'],
    ['Gratuitos', 'money=free&'],
    ['Inscritos', ''],
  ] as const) {
    const strip = page.getByRole('region', { name: 'Resumo do evento' })
    const total = strip.getByRole('button').filter({ hasText: label })
    await total.click()
    await expect.element(total).toHaveAttribute('aria-pressed', 'true')
    await expect.poll(() => sentCalls(`${LIST}?${query}page=1&per_page=20`)).not.toEqual([])
    expect(location().search).toBe(query && `?${query.slice(0, -1)}`)
  }
})

test('clicking a column header sorts, and clicking again reverses', async () => {
  const location = await open()
  const header = page.getByRole('columnheader', { name: 'Participante' })
  await header.getByRole('button').click()
  await expect.element(header).toHaveAttribute('aria-sort', 'ascending')
  await expect.poll(() => sentCalls(`${LIST}?sort=name&order=asc&page=1&per_page=20`)).toHaveLength(1)
  await header.getByRole('button').click()
  await expect.element(header).toHaveAttribute('aria-sort', 'descending')
  expect(location().search).toBe('?ordem=-name')
  await page.getByRole('columnheader', { name: 'Inscrição' }).getByRole('button').click()
  await expect.poll(() => location().search).toBe('')
})

test('shows where a sorted list ends', async () => {
  signInOrganizer()
  const totals = { ...TOTALS, total: 2_500, last_page: 100, per_page: 20 }
  answerCalls({ [LIST]: listOf([PENDING], totals, { event: EVENT }) })
  await show('7', '?ordem=name')
  await expect.element(page.getByText(/mostra as primeiras 2.000 inscrições/)).toBeVisible()
})

test('columns are selected and stored', async () => {
  await open()
  await button('Exibição').click()
  await page.getByRole('checkbox', { name: 'Valor' }).click()
  await page.getByRole('checkbox', { name: 'Telefone' }).click()
  await expect.element(page.getByRole('columnheader', { name: 'Valor' })).not.toBeInTheDocument()
  await expectText(row('Bruna Prado'), '(11) 98765-4321')
  expect(JSON.parse(localStorage.getItem('participant-columns') ?? '')).toEqual({ value: false, phone: true })
  localStorage.removeItem('participant-columns')
})

// e2e/participants.spec.ts counts how many rows fit on a desktop screen.
test('rows are 44 to 52 px high, on a phone at most 96 px, and a click anywhere opens them', async () => {
  const location = await open()
  const height = () => row('Bruna Prado').element().getBoundingClientRect().height
  expect(height()).toBeGreaterThanOrEqual(44)
  expect(height()).toBeLessThanOrEqual(52)
  await setScreenSize(390, 844)
  expect(height()).toBeLessThanOrEqual(96)
  await row('Bruna Prado').click({ position: { x: 300, y: 60 } })
  await expect.poll(() => location().search).toBe('?inscricao=31')
})

test('another modality clears the category; categories name their modality only while none is selected', async () => {
  const location = await open()
  await button('Filtros').click()
  await field('Categoria').selectOptions('10 km Geral · 10 km')
  await expect.poll(() => location().search).toBe('?category_id=121')
  await field('Modalidade').selectOptions('5 km')
  await expect.poll(() => location().search).toBe('?modality_id=11')
  await expect.element(field('Categoria')).toHaveValue('')
  await field('Categoria').selectOptions('5 km Geral')
  await expect.poll(() => location().search).toBe('?modality_id=11&category_id=111')
})

test('a search by CPF is sent in the body and is not added to the URL', async () => {
  const location = await open()
  answerCalls({ 'POST /organizer/events/7/participants/search': listed([PENDING]) })
  await page.getByRole('searchbox').fill('529.982.247-25')
  await expect.element(row('Caio Moura')).not.toBeInTheDocument()
  await expect.element(row('Bruna Prado')).toBeVisible()
  expect(location().search).toBe('')
  expect(sentCalls('POST /organizer/events/7/participants/search').at(-1)?.body).toMatchObject({
    search: '529.982.247-25',
  })
})

test('the row menu: Editar, and Cancelar Inscrição with a confirmation', async () => {
  await open()
  await button('Ações de Bruna Prado').click()
  await expect
    .element(page.getByRole('menuitem', { name: 'Editar' }))
    .toHaveAttribute('href', '/organizador/evento/participante/editar/31')
  await page.getByRole('menuitem', { name: 'Cancelar Inscrição' }).click()
  const dialog = page.getByRole('dialog', { name: 'Cancelar esta inscrição?' })
  await dialog.getByRole('button', { name: 'Manter inscrição' }).click()
  await expect.element(dialog).not.toBeInTheDocument()
  expect(sentCalls('PATCH /organizer/registrations/31/status')).toEqual([])

  await button('Ações de Bruna Prado').click()
  await page.getByRole('menuitem', { name: 'Cancelar Inscrição' }).click()
  const cancelled: ParticipantRow = { ...PENDING, status: 'Cancelado', status_code: 2, can_cancel: false }
  answerCalls({
    'PATCH /organizer/registrations/31/status': { body: { data: { id: 31, status: 2 } } },
    [LIST]: listed([cancelled, FREE]),
  })
  await dialog.getByRole('button', { name: 'Sim, cancelar' }).click()
  await expect.element(toast('Inscrição cancelada com sucesso.')).toBeVisible()
  await expectText(row('Bruna Prado'), 'Cancelado')
  await button('Ações de Bruna Prado').click()
  await expect.element(page.getByRole('menuitem', { name: 'Editar' })).toBeVisible()
  await expect.element(page.getByRole('menuitem', { name: 'Cancelar Inscrição' })).not.toBeInTheDocument()
})

test("§8 a failed status change shows 'Erro ao atualizar status.'", async () => {
  await open()
  answerCalls({ 'PATCH /organizer/registrations/31/status': { status: 500 } })
  await button('Ações de Bruna Prado').click()
  await page.getByRole('menuitem', { name: 'Cancelar Inscrição' }).click()
  await button('Sim, cancelar').click()
  await expect.element(toast('Erro ao atualizar status.')).toBeVisible()
})

test('without edit-registration-participant-event and export-listing-participants there is no menu and no export', async () => {
  await open(['view-event-participants'])
  await expect.element(button('Ações de Bruna Prado')).not.toBeInTheDocument()
  await expect.element(button('Exportar')).not.toBeInTheDocument()
})

test("§8 'ID do evento não fornecido na URL.'", async () => {
  signInOrganizer()
  await show('nenhum')
  await expectText(page.getByRole('alert'), 'ID do evento não fornecido na URL.')
})

test("§8 'Nenhum participante encontrado.', with a link that clears the filters", async () => {
  signInOrganizer()
  answerCalls({ [LIST]: listed([]) })
  const location = await show('7', '?payment_status=2')
  await expect.element(page.getByText('Nenhum participante encontrado.')).toBeVisible()
  await page.getByRole('link', { name: 'Ver todos' }).click()
  await expect.element(page.getByText('Assim que alguém se inscrever, aparece aqui.')).toBeVisible()
  expect(location().search).toBe('')
})

test('§8 a failure and a lost connection can be retried', async () => {
  signInOrganizer()
  await expectLostConnection(show, 'Erro de conexão.')
  answerCalls({ [LIST]: { status: 500 } })
  await button('Tentar novamente').click()
  await expectText(page.getByRole('alert'), 'Erro ao listar os registros.')
  answerCalls({ [LIST]: listed([]) })
  await button('Tentar novamente').click()
  await expect.element(page.getByText('Nenhum participante encontrado.')).toBeVisible()
})

test('§6 opening the list refreshes the user and their permissions', async () => {
  await open()
  await expect.poll(() => sentCalls('GET /me')).toHaveLength(1)
})

test('after the registration period Admin must give a reason to cancel a paid registration', {
  tags: 'operation',
}, async () => {
  signIn(['Admin'], ['edit-registration-participant-event'])
  const paid: ParticipantRow = {
    ...PENDING,
    status: 'Confirmado',
    status_code: 1,
    refundable: '107.50',
    cancellation_needs_reason: true,
  }
  answerCalls({ [LIST]: listed([paid]) })
  await show('7')
  await button('Ações de Bruna Prado').click()
  await page.getByRole('menuitem', { name: 'Cancelar Inscrição' }).click()
  await expectText(page.getByRole('dialog'), 'As inscrições já terminaram')
  answerCalls({ 'PATCH /organizer/registrations/31/status': { body: { data: { id: 31, status: 2 } } } })
  await button('Sim, cancelar').click()
  await expectText(page.getByRole('dialog'), 'Diga por que a inscrição é cancelada.')
  expect(sentCalls('PATCH /organizer/registrations/31/status')).toEqual([])
  await page.getByRole('textbox', { name: 'Motivo' }).fill('Atestado médico')
  await button('Sim, cancelar').click()
  await expect
    .poll(() => sentCalls('PATCH /organizer/registrations/31/status').map(({ body }) => body))
    .toEqual([{ status: 2, refund: true, note: 'Atestado médico' }])
})

test('cancelling a paid registration shows the refund', async () => {
  signInOrganizer()
  const paid: ParticipantRow = {
    ...PENDING,
    status: 'Confirmado',
    status_code: 1,
    can_cancel: true,
    refundable: '107.50',
    cancellation_requested: true,
  }
  answerCalls({ [LIST]: listed([paid]) })
  await show('7')
  await expectText(row('Bruna Prado'), 'Pediu o cancelamento')
  await button('Ações de Bruna Prado').click()
  await page.getByRole('menuitem', { name: 'Cancelar Inscrição' }).click()
  await expectText(page.getByRole('dialog'), 'R$ 107,50 voltam a quem pagou')
  await expectText(page.getByRole('dialog'), 'Não há devolução de só uma parte.')
  answerCalls({ 'PATCH /organizer/registrations/31/status': { body: { data: { id: 31, status: 2 } } } })
  await button('Sim, cancelar').click()
  await expect.element(toast('Inscrição cancelada com sucesso.')).toBeVisible()
  expect(sentCalls('PATCH /organizer/registrations/31/status').map(({ body }) => body)).toEqual([
    { status: 2, refund: true },
  ])
})
