// @module-tag operation
import { afterEach, expect, test, vi } from 'vitest'
import { type Locator, page, userEvent } from 'vitest/browser'
import type { RegistrationRow } from '#contract/my-registrations/my-registrations.ts'
import { PAYMENT_STATUS, PAYMENT_STATUSES } from '#contract/payment/payment-status.ts'
import { answerCalls, listOf, sentCalls } from '#web-test/answers.ts'
import {
  button,
  expectText,
  field,
  renderScreen,
  setScreenSize,
  signIn,
  stopTimers,
} from '#web-test/render-screen.tsx'
import MyEventsScreen from './my-events-screen.tsx'

// Specification, page 1: §2.9 'Meus Eventos', §4 chips, §8 messages, §9 tooltips.

type Payment = RegistrationRow['event']['payment']

const LIST = 'GET /participant/list-events'
const PATH = '/participante/eventos'

const rowWith = (id: number, payment: Payment): RegistrationRow => ({
  id,
  status: 'Pendente',
  status_code: 0,
  status_color: 'warning',
  can_cancel: false,
  is_over: false,
  lacks_bank_data: false,
  awaits_choice: false,
  money_sentence: 'R$ 107,50 a pagar',
  confirmation: null,
  guardian: null,
  credit_from: null,
  undo_until: null,
  event: {
    id,
    slug: 'corrida',
    title: `Corrida ${id}`,
    date_event: '12/12/2027',
    start_place: null,
    city: 'Gramado',
    state: 'RS',
    start_time: '07:00',
    event_image: null,
    picture: null,
    days_left: 14,
    payment,
  },
  participant: { name: 'Ana Lima' },
  category: { name: '5 km Geral' },
  price_lines: [{ kind: 'kit', label: 'Kit Completo', amount: '107.50' }],
})

const owing = (status: string, value = '50.00') => ({
  payment_link: '/pagar',
  value,
  people: [{ id: 1, name: 'Ana Lima', amount: value }],
  installments: 1,
  interest: '0.00',
  total: value,
  due_date: '06/12/2027',
  payable_until: '2027-12-07T03:00:00.000Z',
  type: 0 as const,
  status,
  status_code: Math.max(
    0,
    PAYMENT_STATUSES.findIndex(({ word }) => word === status),
  ),
})

async function open(rows: readonly RegistrationRow[], meta?: object, state?: object) {
  signIn(['Participante'])
  answerCalls({ [LIST]: listOf(rows, meta) })
  return renderScreen(<MyEventsScreen />, { route: PATH, state })
}

/** The texts of a column's cells; `position` starts at 0. */
const column = (position: number) =>
  page
    .getByRole('row')
    .elements()
    .slice(1)
    .map((row) => row.children[position]?.textContent)

afterEach(() => {
  vi.useRealTimers()
})

test("without registrations: a link to the events, and 'Lista de Eventos' goes to /", async () => {
  const location = await open([])
  await expectText(page.getByRole('main'), 'Nenhum registro encontrado.')
  await expect.element(page.getByRole('link', { name: 'Encontrar uma corrida' })).toHaveAttribute('href', '/')
  await page.getByRole('link', { name: 'Lista de Eventos' }).click()
  await expect.poll(() => location().pathname).toBe('/')
})

test('on a phone the links above the list share a row', async () => {
  await setScreenSize(360, 740)
  await open([])
  const tops = ['Meus grupos', 'Lista de Eventos'].map(
    (name) => page.getByRole('link', { name }).element().getBoundingClientRect().top,
  )
  expect(new Set(tops).size).toBe(1)
})

test('shows the columns, one row per registration, and the footer', async () => {
  await open([rowWith(1, owing('pendente', '107.50'))])
  await expectText(page.getByRole('main'), 'Página 1 de 1, total de 1 registros')
  expect(
    page
      .getByRole('columnheader')
      .elements()
      .map((header) => header.textContent),
  ).toEqual([
    'Título/Participante',
    'Data do Evento',
    'Cidade',
    'Horario',
    'Categorias',
    'Pagamento',
    'Valor',
    'Status do Pagamento',
    'Status Registro',
  ])
  expect(Array.from(Array(9), (_, i) => column(i)[0])).toEqual([
    'Corrida 1Ana Lima',
    '12/12/2027',
    'Gramado, RS',
    '07:00',
    '5 km Geral',
    '',
    'R$\u00a0107,50',
    'Pendente',
    'Pendente',
  ])
  expect(page.getByRole('navigation', { name: 'Paginação' }).elements()).toHaveLength(0)
  expect(sentCalls(`${LIST}?page=1&per_page=20`)).toHaveLength(1)
})

test('refetches the list while a payment may arrive, and stops once it has', async () => {
  const [pass, asked] = [stopTimers('Interval'), () => sentCalls(LIST).length]
  await open([rowWith(1, owing('pendente', '107.50'))])
  await expect.poll(() => column(7)).toEqual(['Pendente'])
  answerCalls({ [LIST]: listOf([rowWith(1, { ...owing('confirmado', '107.50'), status_code: 2 })]) })
  await pass(14_000)
  expect(asked()).toBe(1)
  await pass(1_500)
  await expect.poll(() => column(7)).toEqual(['Confirmado'])
  await pass(120_000)
  expect(asked()).toBe(2)
})

test('filters are in the URL; Buscar applies, Limpar resets them', async () => {
  const location = await open([rowWith(1, null)])
  const query = 'title=nenhuma+assim&date_event_start=2026-01-01&date_event_end=2030-12-31'
  answerCalls({ [`${LIST}?${query}&page=1&per_page=20`]: listOf([]) })
  await field('Título').fill('nenhuma assim')
  await field('Data inicial').fill('2026-01-01')
  await field('Data final').fill('2030-12-31')
  await button('Buscar').click()
  await expectText(page.getByRole('main'), 'Nenhum registro encontrado.')
  expect(location().search).toBe(`?${query}`)
  await page.getByRole('link', { name: 'Limpar', exact: true }).click()
  await expect.element(page.getByRole('link', { name: 'Corrida 1' })).toBeVisible()
  expect(location().search).toBe('')
  await expect.element(field('Título')).toHaveValue('')
})

test('the fields show the filters of the URL', async () => {
  signIn(['Participante'])
  answerCalls({ [LIST]: listOf([]) })
  await renderScreen(<MyEventsScreen />, {
    route: PATH,
    path: `${PATH}?title=nenhuma+assim&date_event_start=2026-01-01&date_event_end=invalida`,
  })
  await expect.element(field('Título')).toHaveValue('nenhuma assim')
  await expect.element(field('Data inicial')).toHaveValue('01/01/2026')
  await expect.element(field('Data final')).toHaveValue('')
})

test("the link icon says 'Ver pagamento' or 'Pagamento indisponível', §9 after 100 ms, 700 ms by touch", async () => {
  await open([
    rowWith(1, owing('pendente')),
    rowWith(2, owing('vencido')),
    rowWith(3, owing('cancelado')),
    rowWith(4, null),
  ])
  const link = page.getByRole('link', { name: /^Ver pagamento/ })
  await expect.element(link).toHaveAttribute('href', '/pagar')
  const dead = button('Pagamento indisponível')
  expect(dead.elements()).toHaveLength(3)

  const tip = page.getByRole('tooltip', { name: 'Ver pagamento' })
  // A test before this one may have left the pointer where the link is now.
  await userEvent.unhover(link)
  await expect.element(tip).not.toBeInTheDocument()
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const after = async (ms: number, shown: boolean) => {
    vi.advanceTimersByTime(ms - 1)
    if (shown) await expect.element(tip).not.toBeInTheDocument()
    else await expect.element(tip).toBeVisible()
    vi.advanceTimersByTime(1)
    await expect.poll(() => tip.elements().length).toBe(shown ? 1 : 0)
  }
  await link.hover()
  await after(100, true)
  await userEvent.unhover(link)
  vi.advanceTimersByTime(0)
  await expect.element(tip).not.toBeInTheDocument()

  const byFinger = (type: string) =>
    link.element().dispatchEvent(new PointerEvent(type, { pointerType: 'touch', bubbles: true }))
  byFinger('pointerdown')
  await after(700, true)
  byFinger('pointerup')
  await after(1500, false)

  vi.useRealTimers()
  await dead.first().hover({ force: true })
  await expect.element(page.getByRole('tooltip', { name: 'Pagamento indisponível' })).toBeVisible()
})

test('the icon of a paid registration opens its receipt, the icon of a failed or expired payment its page', async () => {
  const code = PAYMENT_STATUS
  await open([
    { ...rowWith(1, { ...owing('pago'), status_code: code.paid }), status: 'Confirmado', status_code: 1 },
    rowWith(2, { ...owing('falhou'), payment_link: '/pagamento/dois', status_code: code.failed }),
    rowWith(3, { ...owing('expirado'), payment_link: '/pagamento/tres', status_code: code.expired }),
    // A payment that arrived too late: its page explains what happens to the money.
    {
      ...rowWith(4, { ...owing('pago'), payment_link: '/pagamento/quatro', status_code: code.paid }),
      status: 'Cancelado',
      status_code: 2,
    },
  ])
  const icons = page.getByRole('link', { name: /^Ver pagamento/ })
  await expect.poll(() => icons.elements().length).toBe(4)
  expect(icons.elements().map((icon) => icon.getAttribute('href'))).toEqual([
    '/participante/inscricoes/1/comprovante',
    '/pagamento/dois',
    '/pagamento/tres',
    '/pagamento/quatro',
  ])
  expect(button('Pagamento indisponível').elements()).toHaveLength(0)
})

test("§4 chips: all 14 statuses, 'Desconhecido', 'Gratuito'; pagination with several pages", async () => {
  const cases: [payment: Payment, label: string][] = [
    ...PAYMENT_STATUSES.map(({ word, label }): (typeof cases)[number] => [
      owing(` ${word.toUpperCase()} `),
      label,
    ]),
    [owing('estranho'), 'Desconhecido'],
    [owing('pendente', '0'), 'Gratuito'],
    [owing('pendente', '0.00'), 'Gratuito'],
    [null, 'Gratuito'],
  ]
  await open(
    cases.map(([payment], i) => rowWith(i + 1, payment)),
    { total: 45, last_page: 3 },
  )
  await expectText(page.getByRole('main'), 'Página 1 de 3, total de 45 registros')
  await expect.element(page.getByRole('navigation', { name: 'Paginação' })).toBeVisible()
  expect(column(7)).toEqual(cases.map(([, label]) => label))
})

test('each row of a wide screen has one action, described by the race', async () => {
  const renew = { ...owing('expirado'), payment_link: '/pagamento/dois', status_code: PAYMENT_STATUS.expired }
  await open([
    rowWith(1, owing('pendente')),
    rowWith(2, { ...renew, payment_link: null }),
    { ...rowWith(3, null), status: 'Confirmado', status_code: 1 },
  ])
  await expect.poll(() => column(5)).toEqual(['', 'Pagar de novo', 'Comprovante'])
  expect(page.getByRole('link', { name: /^Ver pagamento/ }).elements()).toHaveLength(1)
  const again = page.getByRole('link', { name: 'Pagar de novo', exact: true })
  await expect.element(again).toHaveAccessibleDescription('Corrida 2')
  const receipt = page.getByRole('link', { name: 'Comprovante', exact: true })
  await expect.element(receipt).toHaveAttribute('href', '/participante/inscricoes/3/comprovante')
})

test('on a wide screen the name of the race is the largest text, and a row has two lines', async () => {
  await setScreenSize(1280, 800)
  const row = rowWith(1, owing('pendente'))
  const title = 'Corrida Noturna Internacional da Cidade do Rio de Janeiro'
  await open([
    {
      ...row,
      event: { ...row.event, title },
      participant: { name: 'Maria Aparecida dos Santos Nascimento' },
    },
  ])
  const line = page.getByRole('row', { name: new RegExp(title) })
  await expect.element(line).toBeVisible()
  const sizes = [...line.element().querySelectorAll('td, td *')].map((element) =>
    parseFloat(getComputedStyle(element).fontSize),
  )
  const name = line.getByRole('link', { name: title }).element()
  expect(parseFloat(getComputedStyle(name).fontSize)).toBe(Math.max(...sizes))
  expect(name.getBoundingClientRect().height).toBeLessThanOrEqual(24)
  expect(line.element().getBoundingClientRect().height).toBeLessThanOrEqual(64)
})

function middleOf(locator: Locator): number {
  const { top, bottom } = locator.element().getBoundingClientRect()
  return (top + bottom) / 2
}

test('a phone shows cards with the remaining days and the next action; past and cancelled ones are collapsed', async () => {
  await setScreenSize(390, 844)
  const past = rowWith(3, null)
  await open([
    rowWith(1, { ...owing('expirado', '109.90'), status_code: PAYMENT_STATUS.expired }),
    { ...rowWith(2, null), status: 'Confirmado', status_code: 1 },
    { ...past, is_over: true, status: 'Cancelado', status_code: 2 },
  ])
  const cards = page.getByRole('list', { name: 'Minhas inscrições' }).getByRole('article')
  await expect.poll(() => cards.elements().length).toBe(2)
  expect(page.getByRole('table').elements()).toHaveLength(0)
  const card = page.getByRole('article', { name: 'Corrida 1' })
  await expectText(card, 'faltam 14 dias')
  await expectText(card, 'Ana Lima · 5 km Geral')
  await expectText(card, 'Inscrição' + 'Pendente')
  const renew = card.getByRole('link', { name: 'Gerar novo pagamento' })
  await expect.element(renew).toHaveAttribute('href', '/participante/inscricoes/1')
  expect(middleOf(card.getByText('Gerar novo pagamento'))).toBeCloseTo(middleOf(renew), 0)
  await expect
    .element(page.getByRole('article', { name: 'Corrida 2' }).getByRole('link', { name: /^Ver comprovante/ }))
    .toBeVisible()
  const folded = page.getByRole('article', { name: 'Corrida 3' })
  expect(folded.elements()).toHaveLength(0)
  await page.getByText('Passadas e canceladas (1)').click()
  await expect.element(folded.getByRole('link', { name: 'Corrida 3' })).toBeVisible()
  await expectText(page.getByRole('main'), 'Página 1 de 1, total de 3 registros')
})

test('a paid and cancelled registration explains what happened to its money', async () => {
  const money_sentence = 'R$ 50,00 pagos e devolvidos'
  await open([{ ...rowWith(1, owing('reembolsado')), status: 'Cancelado', status_code: 2, money_sentence }])
  await expectText(page.getByRole('row').filter({ hasText: 'Corrida 1' }), money_sentence)
})

test("§8 a failure shows its message or 'Erro ao listar os registros.', with a retry", async () => {
  signIn(['Participante'])
  answerCalls({ [LIST]: { status: 500 } })
  await renderScreen(<MyEventsScreen />, { route: PATH })
  await expectText(page.getByRole('alert'), 'Erro ao listar os registros.')
  answerCalls({ [LIST]: { status: 500, body: { message: 'Banco em manutenção.' } } })
  await button('Tentar novamente').click()
  await expectText(page.getByRole('alert'), 'Banco em manutenção.')
  answerCalls({ [LIST]: listOf([]) })
  await button('Tentar novamente').click()
  await expectText(page.getByRole('main'), 'Nenhum registro encontrado.')
})

test('a card per payment lists the people, the interest and exactly what is charged, instead of their own cards', async () => {
  const people = [
    { id: 1, name: 'Ana Lima', amount: '107.50' },
    { id: 2, name: 'Beto Lima', amount: '107.50' },
  ]
  const shared = {
    ...owing('pendente'),
    people,
    type: 2 as const,
    installments: 3,
    interest: '14.69',
    total: '229.69',
  }
  await open([rowWith(1, shared), { ...rowWith(2, shared), participant: { name: 'Beto Lima' } }])
  const card = page.getByRole('region', { name: 'A pagar' }).getByRole('article')
  await expect.poll(() => card.elements().length).toBe(1)
  await expectText(
    card,
    'Ana LimaR$ 107,50Beto LimaR$ 107,50Juros do parcelamentoR$ 14,69Total em 3xR$ 229,69',
  )
  await expectText(card, 'Pague até 06/12/2027 às 23:59')
  await expect.element(card.getByRole('link', { name: 'Pagar R$ 229,69' })).toHaveAttribute('href', '/pagar')
  await expect
    .element(card.getByRole('link', { name: 'Beto Lima' }))
    .toHaveAttribute('href', '/participante/inscricoes/2')
  await setScreenSize(390, 844)
  await expect.poll(() => page.getByRole('article').elements().length).toBe(1)
})

test('on a phone with only payments there is nothing to filter or to page through', async () => {
  await setScreenSize(390, 844)
  await open([rowWith(1, owing('pendente'))])
  await expect.element(page.getByRole('region', { name: 'A pagar' })).toBeVisible()
  await expect.element(page.getByText('Filtrar', { exact: true })).not.toBeInTheDocument()
  await expect.element(page.getByText('Página 1 de 1', { exact: false })).not.toBeInTheDocument()
})

test('the title of a payment for one person opens the registration', async () => {
  const people = [{ id: 1, name: 'Ana Lima', amount: '107.50' }]
  await open([rowWith(1, { ...owing('pendente'), people })])
  const card = page.getByRole('region', { name: 'A pagar' }).getByRole('article')
  await expect
    .element(card.getByRole('heading').getByRole('link'))
    .toHaveAttribute('href', '/participante/inscricoes/1')
})

test('a payment that cannot be made now has no card', async () => {
  const { paid, overdue, cancelled } = PAYMENT_STATUS
  await open([
    rowWith(1, { ...owing('pago'), status_code: paid }),
    rowWith(2, { ...owing('vencido'), status_code: overdue }),
    rowWith(3, { ...owing('cancelado'), status_code: cancelled }),
    { ...rowWith(4, owing('pendente')), credit_from: 9 },
    { ...rowWith(5, { ...owing('pendente'), payment_link: null }) },
  ])
  await expect.poll(() => page.getByRole('row').elements().length).toBe(6)
  expect(page.getByRole('region', { name: 'A pagar' }).elements()).toHaveLength(0)
})

test('a free registration is confirmed above all others, with a link to it', async () => {
  await open([], {}, { registered: { id: 7, title: 'Corrida das Serras' } })
  const note = page.getByRole('alert').filter({ hasText: 'Inscrição confirmada: Corrida das Serras' })
  await expect.element(note).toBeVisible()
  await expect
    .element(note.getByRole('link', { name: 'Ver minha inscrição' }))
    .toHaveAttribute('href', '/participante/inscricoes/7')
})

test('lists the registrations that were transferred', async () => {
  const one = { id: 3, title: 'Corrida da Serra', slug: 'corrida-da-serra', date_event: '10/05/2031' }
  answerCalls({
    'GET /participant/transfers': { body: { data: [{ ...one, to: 'Bruno', at: '2031-04-01T15:00:00Z' }] } },
  })
  await open([])
  const section = page.getByRole('region', { name: 'Transferidas' })
  await expect.element(section.getByRole('link', { name: 'Corrida da Serra' })).toBeVisible()
  await expectText(section, 'para Bruno')
})
