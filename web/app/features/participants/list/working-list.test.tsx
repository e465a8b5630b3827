import { expect, onTestFinished, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import type { ParticipantRow } from '#contract/participants/participants.ts'
import { answerCalls, listOf, sentCalls } from '#web-test/answers.ts'
import {
  button,
  closeToasts,
  expectText,
  renderScreen,
  setScreenSize,
  signInOrganizer,
  toast,
} from '#web-test/render-screen.tsx'
import ParticipantsScreen from './participants-screen.tsx'

/* What makes long lists quick to work through: selections, views and density. participants-screen.test.tsx
   tests what the specification asks of the list. */

const LIST = 'GET /organizer/events/7/participants'
const RESEND = 'POST /organizer/events/7/participants/resend'
const CANCEL = 'POST /organizer/events/7/participants/cancel'
const EXPORT = 'GET /organizer/events/7/export-event-participants'
const ROUTE = '/organizador/eventos/:id/participantes'
const CATEGORY = 'Revezamento misto de 40 a 49 anos'
const KIT = 'Kit Completo com medalha gravada'
const SIZE = 'Baby look extra grande'

const rowOf = (id: number, name: string): ParticipantRow => ({
  id,
  status: 'Confirmado',
  status_code: 1,
  status_color: 'success',
  participant: { name, cpf: '52998224725', emailResponsible: 'bruna@exemplo.test', phone: '11987654321' },
  products: [{ id: 21, name: KIT, quantity: 1, shirt_size_id: 1, shirt_size: SIZE }],
  ineligible: null,
  group: null,
  team: null,
  value: '0.00',
  money_sentence: 'Gratuito',
  credit: '0.00',
  payment: null,
  payments: [],
  created_at: '2031-01-10T12:00:00Z',
  category: { id: 111, name: CATEGORY, modality: '5 km' },
  event: { title: 'Corrida da Ilha', end_date: '20/02/2031', payment: null },
  can_cancel: true,
  refundable: null,
  cancellation_needs_reason: false,
  cancellation_requested: false,
  terms_accepted: [],
  questionnaires: [],
})
const NAMES = ['Bruna Prado', 'Caio Moura', 'Davi Luz']
const ROWS = NAMES.map((name, i) => rowOf(31 + i, name))
const TOTALS = {
  total_participants_registered: 3,
  total_participants_confirmed: 3,
  total_participants_pending: 0,
  total_participants_canceled: 0,
  total_paid_participants: 0,
  total_valor_paid_participants: '0.00',
  total_free_participants: 3,
}
const EVENT = { id: 7, title: 'Corrida da Ilha', modalities: [], products: [], groups: [] }

async function open(query = '', { permissions = undefined as string[] | undefined, rows = ROWS } = {}) {
  onTestFinished(() => localStorage.clear())
  signInOrganizer(permissions)
  const listed = listOf(rows, TOTALS, { event: EVENT })
  answerCalls({ [LIST]: listed, 'POST /organizer/events/7/participants/search': listed })
  const location = await renderScreen(<ParticipantsScreen />, {
    route: ROUTE,
    path: ROUTE.replace(':id', '7') + query,
  })
  await expect.element(row('Bruna Prado')).toBeVisible()
  return location
}
const row = (name: string) => page.getByRole('row').filter({ hasText: name })
const check = (name: string) => page.getByRole('checkbox', { name, exact: true })
const bar = () => page.getByRole('region', { name: 'Seleção' })
const dialog = (name: string) => page.getByRole('dialog', { name })

test('selected registrations are counted, also all of a page, and other filters end the selection', async () => {
  const location = await open()
  await expect.element(bar()).not.toBeInTheDocument()
  await check('Selecionar Bruna Prado').click()
  await expectText(bar(), '1 selecionada')
  expect(location().search).toBe('')
  await check('Selecionar todas desta página').click()
  await expectText(bar(), '3 selecionadas')
  await check('Selecionar Caio Moura').click()
  await expectText(bar(), '2 selecionadas')
  await page.getByRole('button').filter({ hasText: 'Confirmados' }).click()
  await expect.element(bar()).not.toBeInTheDocument()
  await check('Selecionar Davi Luz').click()
  await button('Limpar seleção').click()
  await expect.element(check('Selecionar Davi Luz')).not.toBeChecked()
})

test('a message is sent again to the selection after a question, and each registration has its result', async () => {
  await open()
  await check('Selecionar Bruna Prado').click()
  await check('Selecionar Caio Moura').click()
  await button('Reenviar mensagem').click()
  const question = dialog('Reenviar a mensagem de 2 inscrições?')
  await question.getByRole('button', { name: 'Voltar' }).click()
  await expect.element(question).not.toBeInTheDocument()
  expect(sentCalls(RESEND)).toEqual([])

  answerCalls({ [RESEND]: { status: 500 } })
  await button('Reenviar mensagem').click()
  await button('Reenviar 2 inscrições').click()
  await expect.element(toast('Erro ao enviar as mensagens.')).toBeVisible()
  await closeToasts()
  answerCalls({
    [RESEND]: {
      body: {
        data: [
          { id: 31, done: true, message: 'Confirmação enviada.' },
          { id: 32, done: false, message: 'Esta inscrição não tem mensagem a reenviar.' },
        ],
      },
    },
  })
  await button('Reenviar 2 inscrições').click()
  await expectText(dialog('Resultado').getByRole('status'), 'Feito em 1 de 2 inscrições.')
  const [first, second] = dialog('Resultado').getByRole('listitem').all()
  expect(first?.element().textContent).toBe('Caio Moura Nº 32Esta inscrição não tem mensagem a reenviar.')
  expect(second?.element().textContent).toBe('Bruna Prado Nº 31Confirmação enviada.')
  expect(sentCalls(RESEND).map(({ body }) => body)).toEqual([{ ids: [31, 32] }, { ids: [31, 32] }])
  await button('Pronto').click()
  await expectText(bar(), '2 selecionadas')
})

test('cancelling a selection names the number of registrations and stores a reason', async () => {
  await open()
  await check('Selecionar todas desta página').click()
  await button('Cancelar não pagas').click()
  const question = dialog('Cancelar 3 inscrições?')
  await expectText(question, 'Inscrições pagas não mudam')
  await question.getByLabelText('Motivo (opcional)').fill('Feitas em dobro')
  answerCalls({
    [CANCEL]: {
      body: { data: ROWS.map(({ id }) => ({ id, done: true, message: 'Inscrição cancelada.' })) },
    },
  })
  await question.getByRole('button', { name: 'Cancelar 3 inscrições' }).click()
  await expectText(dialog('Resultado'), 'Feito: 3 inscrições.')
  expect(sentCalls(CANCEL).map(({ body }) => body)).toEqual([{ ids: [31, 32, 33], note: 'Feitas em dobro' }])
})

test('the export of a selection has only its registrations', async () => {
  await open()
  await check('Selecionar Bruna Prado').click()
  await check('Selecionar Davi Luz').click()
  await button('Exportar seleção').click()
  await expectText(dialog('Exportar participantes'), '2 inscrições entre as selecionadas.')
  answerCalls({
    [EXPORT]: { status: 503, body: { message: 'Não.' } },
  })
  await button('Baixar arquivo').click()
  await expect.element(toast('Erro ao exportar o arquivo.')).toBeVisible()
  expect(sentCalls(EXPORT)[0]?.route).toContain('?ids=31%2C33&')
})

test('who may only view selects nothing', async () => {
  await open('', { permissions: ['view-event-participants'] })
  await expect.element(check('Selecionar Bruna Prado')).not.toBeInTheDocument()
})

test('who may export and not edit has no other action on a selection', async () => {
  await open('', { permissions: ['view-event-participants', 'export-listing-participants'] })
  await check('Selecionar Bruna Prado').click()
  await expect.element(button('Exportar seleção')).toBeVisible()
  await expect.element(button('Cancelar não pagas')).not.toBeInTheDocument()
  await expect.element(button('Reenviar mensagem')).not.toBeInTheDocument()
})

test('filters and sorting are saved as a view, which is opened, shared by link and removed', async () => {
  const location = await open('?registration_status=0&busca=Bruna&ordem=name')
  await button('Visões').click()
  const name = page.getByRole('textbox', { name: 'Guardar estes filtros como' })
  await expect.element(name).toHaveValue('Inscrição: Pendente')
  await name.fill('A cobrar')
  await button('Guardar').click()
  await expect.element(page.getByText('Estes filtros já estão guardados.')).toBeVisible()
  const copy = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue()
  await button('Copiar o link da visão A cobrar').click()
  await expect.element(toast('Link copiado.')).toBeVisible()
  const query = '?registration_status=0&ordem=name'
  expect(copy.mock.calls[0]?.[0]).toMatch(new RegExp(`/organizador/eventos/7/participantes\\${query}$`))

  await page.getByRole('button').filter({ hasText: 'Inscritos' }).click()
  await button('Visões').click()
  await page.getByRole('link', { name: 'A cobrar' }).click()
  await expect.poll(() => location().search).toBe(query)
  await expect.element(button('Remover o filtro Inscrição: Pendente')).toBeVisible()
  expect(localStorage.getItem('participant-views:1:7')).toBe(
    JSON.stringify([{ name: 'A cobrar', query: query.slice(1) }]),
  )
  await button('Visões').click()
  await button('Apagar a visão A cobrar').click()
  await expect.element(page.getByRole('link', { name: 'A cobrar' })).not.toBeInTheDocument()
  expect(localStorage.getItem('participant-views:1:7')).toBe('[]')
})

test('compact rows are lower and the choice is stored', async () => {
  const short = rowOf(31, 'Bruna Prado')
  const rows = [
    {
      ...short,
      category: { ...short.category, name: '5 km' },
      products: [{ ...short.products[0], name: 'Kit', shirt_size: 'M' }],
    },
  ] as ParticipantRow[]
  await setScreenSize(1280, 900)
  await open('', { rows })
  const height = () => row('Bruna Prado').element().getBoundingClientRect().height
  expect(height()).toBeGreaterThanOrEqual(44)
  await button('Exibição').click()
  await page.getByText('Compacta').click()
  await expect.poll(height).toBeLessThanOrEqual(37)
  expect(localStorage.getItem('participant-density')).toBe('{"compact":true}')
})

test.each([
  ['comfortable', false],
  ['compact', true],
])(
  'at 1280 px no category, kit or size is truncated in %s rows',
  { tags: 'operation' },
  async (_density, compact) => {
    localStorage.setItem('participant-density', JSON.stringify({ compact }))
    await setScreenSize(1280, 900)
    await open()
    for (const text of [CATEGORY, KIT, `Camisa ${SIZE}`]) {
      const cell = row('Bruna Prado').getByText(text).element()
      expect(cell.scrollWidth, text).toBeLessThanOrEqual(cell.clientWidth + 1)
      expect(getComputedStyle(cell).textOverflow, text).not.toBe('ellipsis')
    }
  },
)

test.each([
  ['the columns that fit', {}],
  ['all columns', { phone: true, ineligible: true, group: true, created: true }],
])(
  'the header stays in sight while the rows of %s scroll',
  { tags: 'operation' },
  async (_columns, columns) => {
    localStorage.setItem('participant-columns', JSON.stringify(columns))
    await setScreenSize(1280, 500)
    await open('', {
      rows: Array.from({ length: 20 }, (_, i) => rowOf(31 + i, i === 0 ? 'Bruna Prado' : `Runner ${i}`)),
    })
    row('Runner 19').element().scrollIntoView({ block: 'end' })
    const header = page.getByRole('columnheader', { name: 'Participante' })
    await expect.element(header).toBeInViewport({ ratio: 1 })
    const { x, y, width, height } = header.element().getBoundingClientRect()
    expect(header.element().contains(document.elementFromPoint(x + width / 2, y + height / 2))).toBe(true)
  },
)
