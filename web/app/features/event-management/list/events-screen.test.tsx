// @module-tag operation
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { addDays, dayIn, toBrazilianDate } from '#contract/dates.ts'
import type { OrganizerEventRow } from '#contract/event-management/organizer-events.ts'
import { readDay } from '#web/ui/typed-day.ts'
import { answerCalls, listOf, sentCalls } from '#web-test/answers.ts'
import {
  button,
  expectText,
  field,
  renderScreen,
  setScreenSize,
  signIn,
  signInOrganizer,
  toast,
} from '#web-test/render-screen.tsx'
import EventsScreen from './events-screen.tsx'

// Specification, page 2, §2: 'Listagem de Eventos'.

const LIST = 'GET /organizer/events'
const EVENT: OrganizerEventRow = {
  id: 7,
  slug: 'corrida-da-ilha',
  title: 'Corrida da Ilha',
  date_event: '01/03/2031',
  start_time: '07:00',
  city: 'São Paulo',
  state: 'SP',
  status: 1,
  event_image: null,
  picture: null,
  organizer: 'Ilha Run',
  held: 3,
  capacity: 80,
  missing: [],
  opened: true,
  registrations_over: false,
}
const show = (query = '') =>
  renderScreen(<EventsScreen />, { route: '/organizador/eventos', path: `/organizador/eventos${query}` })

async function open(permissions?: string[]) {
  signInOrganizer(permissions)
  answerCalls({ [LIST]: listOf([EVENT]) })
  const location = await show()
  await expect.element(row()).toBeVisible()
  return location
}
const row = () => page.getByRole('row').filter({ hasText: EVENT.title })
const item = (name: string) => page.getByRole('menuitem', { name })
const openMenu = () => button(`Ações de ${EVENT.title}`).click()
const entries = () =>
  page
    .getByRole('menuitem')
    .elements()
    .map((entry) => entry.textContent)

test('shows taken spots and capacity, day, city and status; Admin also sees the organizer', async () => {
  await open()
  for (const text of ['3 de 80', '01/03/2031 · 07:00', 'São Paulo, SP', 'Ativo'])
    await expectText(row(), text)
  expect(row().element().textContent).not.toContain('Ilha Run')
  signIn(['Admin'])
  await expectText(row(), 'Ilha Run')
})

test("title, date_event_start and date_event_end in the URL filter the list, 'Limpar' resets", async () => {
  const location = await open()
  await page.getByRole('searchbox', { name: 'Título' }).fill('Corrida')
  await field('Data inicial').fill('2031-03-01')
  await field('Data final').fill('2031-03-02')
  await button('Buscar').click()
  const query = 'title=Corrida&date_event_start=2031-03-01&date_event_end=2031-03-02'
  await expect.poll(() => location().search).toBe(`?${query}`)
  await expect.poll(() => sentCalls(`${LIST}?${query}&page=1&per_page=20`)).toHaveLength(1)
  await page.getByRole('link', { name: 'Limpar' }).click()
  await expect.poll(() => location().search).toBe('')
  await expect.element(page.getByRole('searchbox', { name: 'Título' })).toHaveValue('')
})

test('past races are folded below the others, with their number', async () => {
  signInOrganizer()
  const past = { ...EVENT, id: 8, title: 'Corrida do Ano Passado', date_event: '01/03/2020' }
  answerCalls({
    [`${LIST}?period=current&page=1&per_page=20`]: listOf([EVENT]),
    [`${LIST}?period=past&page=1&per_page=20`]: listOf([past], { total: 31, last_page: 2 }),
  })
  const location = await show()
  await expect.element(row()).toBeVisible()
  const link = page.getByRole('link', { name: past.title })
  expect(link.elements()).toHaveLength(0)
  await page.getByText('Passados (31)').click()
  await expect.element(link).toBeVisible()
  await page.getByRole('link', { name: 'Ver todos' }).click()
  await expect.poll(() => location().search).toMatch(/^\?date_event_end=\d{4}-\d\d-\d\d&ordem=-date$/)
})

test('a header sorts all events, another click reverses', async () => {
  const location = await open()
  await button('Evento').click()
  await expect.poll(() => location().search).toBe('?ordem=title')
  await button('Evento').click()
  await expect.poll(() => location().search).toBe('?ordem=-title')
  await expect.poll(() => sentCalls(`${LIST}?sort=title&order=desc&page=1&per_page=20`)).toHaveLength(1)
  await button('Inscrições').click()
  await expect.poll(() => location().search).toBe('?ordem=-held')
})

test('sends the filters and the page of the URL to the API', async () => {
  signInOrganizer()
  answerCalls({ [LIST]: listOf([]) })
  await show('?title=Noturna&pagina=2')
  await expect.element(page.getByText('Nenhum evento combina com essa busca.')).toBeVisible()
  await expect.element(page.getByRole('searchbox', { name: 'Título' })).toHaveValue('Noturna')
  expect(sentCalls(`${LIST}?title=Noturna&page=2&per_page=20`)).toHaveLength(1)
})

test("an empty list offers 'Novo Evento'", async () => {
  signInOrganizer()
  answerCalls({ [LIST]: listOf([]) })
  await show()
  await expect.element(page.getByText('Nenhum registro encontrado.')).toBeVisible()
})

test("a failure shows 'Erro ao listar os registros.' and can be retried", async () => {
  signInOrganizer()
  answerCalls({ [LIST]: { status: 500 } })
  await show()
  await expectText(page.getByRole('alert'), 'Erro ao listar os registros.')
  answerCalls({ [LIST]: listOf([EVENT]) })
  await button('Tentar novamente').click()
  await expect.element(page.getByText(/^Página 1 de 1/)).toBeVisible()
})

test("Fechar Evento and Abrir Evento: 'Status alterado com sucesso!', without a reload", async () => {
  await open()
  for (const [entry, status, word] of [
    ['Fechar Evento', 0, 'Inativo'],
    ['Abrir Evento', 1, 'Ativo'],
  ] as const) {
    answerCalls({ 'PUT /organizer/events/change-status/7': { body: { data: { id: 7, status } } } })
    await openMenu()
    await item(entry).click()
    await expectText(row(), word)
  }
  await expect.element(toast('Status alterado com sucesso!').first()).toBeVisible()
  expect(sentCalls(`${LIST}?period=current&page=1&per_page=20`)).toHaveLength(1)
  expect(sentCalls('PUT /organizer/events/change-status/7').map(({ body }) => body)).toEqual([
    { status: 0 },
    { status: 1 },
  ])
})

test("a failed status change shows 'Erro ao alterar status do evento.'", async () => {
  await open()
  answerCalls({ 'PUT /organizer/events/change-status/7': { status: 500 } })
  await openMenu()
  await item('Fechar Evento').click()
  await expect.element(toast('Erro ao alterar status do evento.')).toBeVisible()
  await expectText(row(), 'Ativo')
})

test('on a phone a row is at most 96 px high, and shows name, day, spots and status', async () => {
  await setScreenSize(390, 844)
  await open()
  for (const text of [EVENT.title, '01/03/2031 · 07:00', '3 de 80', 'Ativo'])
    await expect.element(row().getByText(text)).toBeVisible()
  expect(row().element().getBoundingClientRect().height).toBeLessThanOrEqual(96)
})

test('a long name of a city stays on one line beside the other columns', async () => {
  await setScreenSize(1000, 800)
  signInOrganizer()
  answerCalls({ [LIST]: listOf([{ ...EVENT, city: 'São José do Rio Preto' }]) })
  await show()
  await expect.element(row().first()).toBeVisible()
  const place = row().first().getByTitle('São José do Rio Preto, SP').element()
  expect(place.getBoundingClientRect().height).toBeLessThan(24)
  const table = page.getByRole('table').first().element()
  expect(table.scrollWidth).toBeLessThanOrEqual(table.parentElement?.clientWidth ?? 0)
})

test('the row menu leads to the pages of the event', async () => {
  await open()
  await openMenu()
  for (const [name, href] of [
    ['Realizadores', '/organizador/eventos/7/realizadores'],
    ['Editar', '/organizador/eventos/detalhe/7'],
    ['Participantes', '/organizador/eventos/7/participantes'],
    ['Painel', '/organizador/eventos/7/painel'],
    ['Histórico', '/organizador/eventos/7/historico'],
    ['Ver página', '/events/corrida-da-ilha'],
  ] as const)
    await expect.element(item(name)).toHaveAttribute('href', href)
})

const OF_PERMISSION = [
  ['nothing', []],
  ['view-realizadores', ['Realizadores']],
  ['view-event', ['Editar', 'Histórico']],
  ['view-event-participants', ['Participantes', 'Painel']],
  ['change-event-status', ['Fechar Evento']],
] as const
test.each(OF_PERMISSION)("§6 with %s the row menu has %j and the event's page", async (permission, names) => {
  await open([permission])
  await openMenu()
  await expect.element(item('Ver página')).toBeVisible()
  expect(entries()).toEqual([...names, 'Ver página'])
  await expect.element(page.getByRole('link', { name: 'Novo Evento' })).not.toBeInTheDocument()
})

test("§2 the row menu lists the specification's entries first, the others below a line", async () => {
  await open()
  await expect.element(page.getByRole('columnheader', { name: 'Ações' })).toBeVisible()
  await openMenu()
  await expect.element(item('Ver página')).toBeVisible()
  const line = document.querySelector('.mantine-Menu-divider')
  const isAbove = (entry: Element) =>
    line !== null && (entry.compareDocumentPosition(line) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0
  const above = page.getByRole('menuitem').elements().filter(isAbove)
  expect(above.map((entry) => entry.textContent)).toEqual([
    'Realizadores',
    'Editar',
    'Participantes',
    'Fechar Evento',
  ])
  expect(entries().slice(above.length)).toEqual(['Painel', 'Histórico', 'Ver página', 'Duplicar'])
})

test("§6 create-event shows 'Novo Evento'", async () => {
  await open(['create-event'])
  await expect
    .element(page.getByRole('link', { name: 'Novo Evento' }))
    .toHaveAttribute('href', '/organizador/eventos/detalhe/novo')
})

test('Duplicar asks for the new date; a lost answer does not make a second copy', async () => {
  const location = await open()
  await openMenu()
  await item('Duplicar').click()
  const dialog = page.getByRole('dialog', { name: 'Duplicar evento' })
  const duplicate = dialog.getByRole('button', { name: 'Duplicar' })
  await duplicate.click()
  await expect.element(dialog.getByText('O campo é obrigatório')).toBeVisible()
  await dialog.getByLabelText('Data da nova edição').fill('2031-05-18')
  await duplicate.click()
  await expect.element(toast('Erro de conexão.')).toBeVisible()
  answerCalls({ 'POST /organizer/events/7/duplicate': { status: 201, body: { data: { id: 8 } } } })
  await duplicate.click()
  await expect.poll(() => location().pathname).toBe('/organizador/eventos/detalhe/8')
  const sent = sentCalls('POST /organizer/events/7/duplicate')
  expect(sent.map(({ body }) => body)).toEqual([{ date_event: '2031-05-18' }, { date_event: '2031-05-18' }])
})

test("§8 a copy that fails without a message says 'Erro ao cadastrar o evento.'", async () => {
  await open()
  await openMenu()
  await item('Duplicar').click()
  const dialog = page.getByRole('dialog', { name: 'Duplicar evento' })
  await dialog.getByLabelText('Data da nova edição').fill('2031-05-18')
  answerCalls({ 'POST /organizer/events/7/duplicate': { status: 500 } })
  await dialog.getByRole('button', { name: 'Duplicar' }).click()
  await expect.element(toast('Erro ao cadastrar o evento.')).toBeVisible()
})

const DELETE = 'DELETE /organizer/events/7'

async function openEmpty(permissions?: string[], events = [{ ...EVENT, held: 0 }]) {
  signInOrganizer(permissions)
  answerCalls({ [LIST]: listOf(events) })
  await show()
  await openMenu()
}

test('an event without registrations is deleted after confirmation and leaves the list', async () => {
  await openEmpty()
  await item('Apagar').click()
  const dialog = page.getByRole('dialog', { name: 'Apagar Corrida da Ilha?' })
  await expectText(dialog, 'Isso não pode ser desfeito.')
  await dialog.getByRole('button', { name: 'Cancelar' }).click()
  await expect.element(dialog).not.toBeInTheDocument()
  expect(sentCalls(DELETE)).toHaveLength(0)
  await openMenu()
  await item('Apagar').click()
  answerCalls({ [DELETE]: { body: { message: 'Evento apagado.' } }, [LIST]: listOf([]) })
  await dialog.getByRole('button', { name: 'Apagar' }).click()
  await expect.element(toast('Evento apagado.')).toBeVisible()
  await expect.element(row()).not.toBeInTheDocument()
})

test('shows why an event cannot be deleted, and keeps it in the list', async () => {
  await openEmpty()
  await item('Apagar').click()
  answerCalls({ [DELETE]: { status: 409, body: { message: 'Este evento já tem história.' } } })
  await page.getByRole('dialog').getByRole('button', { name: 'Apagar' }).click()
  await expect.element(toast('Este evento já tem história.')).toBeVisible()
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument()
  await expect.element(row()).toBeVisible()
})

test.each([
  ['registrations', undefined, EVENT],
  ['no right to close it', ['view-event'], { ...EVENT, held: 0 }],
])("with %s the menu has no 'Apagar'", async (_, permissions, event) => {
  await openEmpty(permissions, [event])
  await expect.element(page.getByRole('menuitem').first()).toBeVisible()
  expect(entries()).not.toContain('Apagar')
})

test('shows what an incomplete event lacks and marks drafts; neither links to a public page', async () => {
  signInOrganizer()
  answerCalls({ [LIST]: listOf([{ ...EVENT, missing: ['category', 'kit'], opened: false }]) })
  await show()
  await expectText(row(), 'Incompleto')
  await expectText(row(), 'Falta uma categoria e um produto ativo')
  await openMenu()
  await expect.element(item('Ver página')).not.toBeInTheDocument()
})

const DRAFT = {
  id: '48548710-9baa-4ec1-a11f-9010193527c6',
  event_id: null,
  title: 'Noturna da Orla',
  organizer: 'Ilha Run',
  version: 3,
  updated_at: '2030-01-01T12:00:00.000Z',
  updated_by: 'Rita Prado',
}
const DRAFTS = 'GET /organizer/event-drafts'

test.each([
  ['yesterday', -1],
  ['tomorrow', 1],
])('a day without a year means the next one: %s', async (_, shift) => {
  await open()
  const today = dayIn(undefined, new Date())
  const typed = toBrazilianDate(addDays(today, shift)).slice(0, 5)
  await field('Data inicial').fill(typed)
  await userEvent.tab()
  await expect.element(field('Data inicial')).toHaveValue(toBrazilianDate(readDay(typed, today).day ?? today))
})

test('drafts are listed above the events and open in the editor; deleting one can be cancelled', async () => {
  answerCalls({ [DRAFTS]: listOf([DRAFT]) })
  const location = await open()
  await expect.element(page.getByRole('heading', { name: 'Rascunhos' })).toBeVisible()
  const list = page.getByRole('region', { name: 'Rascunhos' })
  for (const text of ['Rascunho', 'Rita Prado', '01/01/2030']) await expectText(list, text)
  await button(`Apagar rascunho ${DRAFT.title}`).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Cancelar' }).click()
  expect(sentCalls(`DELETE /organizer/event-drafts/${DRAFT.id}`)).toEqual([])
  await list.getByRole('link', { name: DRAFT.title }).click()
  await expect
    .poll(() => location().pathname + location().search)
    .toBe(`/organizador/eventos/detalhe/novo?rascunho=${DRAFT.id}`)
})

test('deleting a draft asks first', async () => {
  answerCalls({ [DRAFTS]: listOf([DRAFT]) })
  await open()
  await button(`Apagar rascunho ${DRAFT.title}`).click()
  answerCalls({
    [`DELETE /organizer/event-drafts/${DRAFT.id}`]: { body: { message: 'Rascunho apagado.' } },
    [DRAFTS]: listOf([]),
  })
  await page.getByRole('dialog').getByRole('button', { name: 'Apagar' }).click()
  await expect.element(toast('Rascunho apagado.')).toBeVisible()
  await expect.element(page.getByRole('region', { name: 'Rascunhos' })).not.toBeInTheDocument()
})

test('a filter that a draft does not have hides them; without the right to create they are not asked for', async () => {
  answerCalls({ [DRAFTS]: listOf([DRAFT]), [LIST]: listOf([EVENT]) })
  signInOrganizer()
  await show('?date_event_start=2031-03-01')
  await expect.element(row()).toBeVisible()
  expect(sentCalls(DRAFTS)).toEqual([])
})

test('an event that was never opened is a draft in the list', async () => {
  signInOrganizer()
  answerCalls({ [LIST]: listOf([{ ...EVENT, status: 0, opened: false, missing: ['kit'] }]) })
  await show()
  await expectText(row(), 'Rascunho')
  await expectText(row(), 'Falta um produto ativo')
})

test('closing a dialog returns the focus to the menu that opened it', async () => {
  await open()
  await openMenu()
  await item('Duplicar').click()
  await page
    .getByRole('dialog', { name: 'Duplicar evento' })
    .getByRole('button', { name: 'Cancelar' })
    .click()
  await expect.element(button(`Ações de ${EVENT.title}`)).toHaveFocus()
})
