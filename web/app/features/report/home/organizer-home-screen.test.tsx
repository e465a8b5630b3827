import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import type { OrganizerDashboard } from '#contract/report/dashboard.ts'
import type { OrganizerToday } from '#contract/report/home.ts'
import { answerCalls } from '#web-test/answers.ts'
import {
  button,
  expectText,
  renderScreen,
  setScreenSize,
  signInOrganizer,
  toast,
} from '#web-test/render-screen.tsx'
import OrganizerHomeScreen from './organizer-home-screen.tsx'

// The organizer's home: docs/algorithms/report.md.

const HOME = 'GET /organizer/dashboard'
const MORNING = 'GET /organizer/morning'
const FIGURES: OrganizerDashboard = {
  events: 1,
  current: { registrations: 3, received: '107.50', returned: '0.00' },
  previous: { registrations: 2, received: '60.00', returned: '0.00' },
  by_day: [{ day: '01/11/2026', registrations: 3, received: '107.50', returned: '0.00' }],
  by_event: [
    {
      id: 7,
      title: 'Corrida da Ilha',
      date_event: '01/03/2031',
      status: 1,
      registrations: 3,
      received: '107.50',
      returned: '0.00',
    },
  ],
  next_events: [
    {
      id: 7,
      slug: 'corrida-da-ilha',
      title: 'Corrida da Ilha',
      date_event: '01/03/2031',
      city: 'São Paulo',
      state: 'SP',
      held: 3,
      capacity: null,
    },
  ],
}
const NOTHING: OrganizerDashboard = {
  events: 1,
  current: { registrations: 0, received: null, returned: null },
  previous: null,
  by_day: [],
  by_event: [],
  next_events: [],
}
const summary = () => page.getByRole('region', { name: 'Resumo do período' })
const figures = () =>
  summary()
    .getByRole('heading', { level: 3 })
    .elements()
    .map((heading) => heading.textContent)

const ILHA = { event_id: 7, title: 'Corrida da Ilha' }
const TODAY: OrganizerToday = {
  today: { registrations: 2, received: '215.00' },
  waiting: [
    { type: 0, registrations: 1, amount: '100.00' },
    { type: 1, registrations: 4, amount: '430.00' },
  ],
  low_sizes: [
    { ...ILHA, kit: 'Completo', size: 'P', left: 2 },
    { ...ILHA, kit: 'Completo', size: 'M', left: 0 },
    { ...ILHA, kit: 'Completo', size: 'G', left: 1 },
    { ...ILHA, kit: 'Premium', size: 'G', left: 3 },
  ],
  incomplete: [
    {
      event_id: 9,
      title: 'Corrida Nova',
      date_event: '01/05/2031',
      missing: ['category_kit', 'price', 'payment'],
      categories_without_kit: 3,
    },
  ],
  cancellations: [{ ...ILHA, registrations: 1 }],
  stuck_refunds: [{ event_id: 8, title: 'Corrida do Farol', registrations: 32 }],
  failed_mails: [
    { ...ILHA, registration_id: 31, name: 'Bruna Prado' },
    { ...ILHA, registration_id: 30, name: 'Caio Lima' },
  ],
  unpaid_differences: [{ ...ILHA, registrations: 5 }],
  failed_payments: [{ ...ILHA, registrations: 3 }],
}
const CALM: OrganizerToday = {
  today: { registrations: 0, received: '0.00' },
  waiting: [],
  low_sizes: [],
  incomplete: [],
  cancellations: [],
  stuck_refunds: [],
  failed_mails: [],
  unpaid_differences: [],
  failed_payments: [],
}

function open(data: OrganizerDashboard, permissions?: string[], today = TODAY) {
  signInOrganizer(permissions)
  answerCalls({ [HOME]: { body: { data } }, [MORNING]: { body: { data: today } } })
  return renderScreen(<OrganizerHomeScreen />, { route: '/organizador/pagina-inicial' })
}

test('the period is stored in the URL; each figure shows its change from the previous period', async () => {
  const location = await open(FIGURES)
  await expectText(summary(), 'período anterior')
  expect(figures()).toEqual(['Inscrições', 'Recebido', 'Devolvido', 'Em aberto'])
  await expect.element(page.getByRole('radio', { name: '30 dias' })).toBeChecked()
  await expect
    .element(page.getByRole('region', { name: 'Por evento' }).getByRole('link', { name: 'Corrida da Ilha' }))
    .toHaveAttribute('href', '/organizador/eventos/7/painel')
  await expect.element(page.getByRole('heading', { name: 'Próximos eventos' })).toBeVisible()
  answerCalls({ [HOME]: { body: { data: { ...FIGURES, previous: null } } } })
  await page.getByText('Tudo', { exact: true }).click()
  await expect.poll(() => location().search).toBe('?periodo=tudo')
  await expect.poll(() => summary().element().textContent).not.toContain('período anterior')
})

test('without view-event-finances: no money, no statement', async () => {
  await open({ ...FIGURES, current: { registrations: 3, received: null, returned: null } }, [
    'view-event-participants',
  ])
  await expectText(summary(), '3')
  expect(figures()).toEqual(['Inscrições', 'Em aberto'])
  await expect.element(page.getByRole('link', { name: 'Extrato' })).not.toBeInTheDocument()
})

const inbox = () => page.getByRole('region', { name: 'Precisa de você' })
/** The tasks as shown, each with the target of its only link. */
const tasks = () =>
  inbox()
    .getByRole('listitem')
    .elements()
    .map((row) => {
      const links = [...row.querySelectorAll('a')]
      expect(links).toHaveLength(1)
      const [words, note] = [row.querySelector('h3'), row.querySelector('p')].map((one) => one?.textContent)
      return [words, note, links[0]?.getAttribute('href')]
    })

test('the inbox comes first: each kind of task has a count and one link, with the filter applied', async () => {
  await open(FIGURES)
  await button('Mostrar 2 outras pendências').click()
  const ilha = '/organizador/eventos/7'
  expect(tasks()).toEqual([
    ['32 devoluções paradas', 'Corrida do Farol', '/organizador/eventos/8/devolucoes?situacao=needs_person'],
    ['1 pedido de cancelamento', 'Corrida da Ilha', `${ilha}/devolucoes?situacao=requested`],
    ['5 diferenças não pagas', 'Corrida da Ilha', `${ilha}/participantes?money=owing`],
    ['3 cobranças que falharam', 'Corrida da Ilha', `${ilha}/participantes?payment_status=7`],
    [
      '4 tamanhos acabando',
      'Corrida da Ilha: Completo P (restam 2), Completo M (esgotado), Completo G (resta 1) e mais 1',
      '/organizador/eventos/detalhe/7?etapa=3',
    ],
    ['3 categorias sem kit', 'Corrida Nova', '/organizador/eventos/detalhe/9?etapa=3'],
    [
      '2 itens faltam para vender',
      expect.stringMatching(/^Corrida Nova: falta um total .* e uma forma de pagamento$/),
      '/organizador/eventos/detalhe/9',
    ],
    [
      '2 e-mails não chegaram',
      'Corrida da Ilha: confira o endereço de Bruna Prado e Caio Lima',
      `${ilha}/participantes?ids=31,30`,
    ],
  ])
  const headings = page.getByRole('heading', { level: 2 }).elements()
  expect(headings.slice(0, 3).map(({ textContent }) => textContent)).toEqual([
    'Precisa de você',
    'Em números',
    'Próximos eventos',
  ])
})

test('e-mails that did not arrive are sent again from the inbox, if one may edit registrations', async () => {
  await open(FIGURES)
  await button('Mostrar 2 outras pendências').click()
  answerCalls({
    'POST /organizer/events/7/failed-mails/retry': {
      body: { data: { retried: 2 }, message: '2 e-mails serão enviados de novo em instantes.' },
    },
    [MORNING]: { body: { data: { ...TODAY, failed_mails: [] } } },
  })
  await inbox().getByRole('button', { name: 'Enviar de novo: Corrida da Ilha' }).click()
  await expect.element(toast('2 e-mails serão enviados de novo em instantes.')).toBeVisible()
  await expect.element(inbox().getByText('2 e-mails não chegaram')).not.toBeInTheDocument()
})

test("the figures show today's part and what is not paid yet", async () => {
  await open(FIGURES)
  await expectText(summary(), '2 hoje')
  await expectText(summary(), 'R$ 215,00 hoje')
  await expectText(summary(), 'R$ 530,00')
  await expectText(summary(), 'Pix: 1 · Boleto: 4')
})

test.each([1280, 390])('a race is a row of 48 px at %i px, and the whole row opens it', async (width) => {
  await setScreenSize(width, 900)
  const title = 'Corrida da Ilha de nome tão comprido que não cabe numa linha de telefone, nem de computador'
  const [race] = FIGURES.next_events
  if (!race) throw new Error('no race')
  await open({ ...FIGURES, next_events: [race, { ...race, id: 8, title, capacity: 1_500, held: 1_200 }] })
  const races = page.getByRole('region', { name: 'Próximos eventos' }).getByRole('listitem')
  await expect.poll(() => races.elements().length).toBe(2)
  expect(races.elements().map((row) => row.getBoundingClientRect().height)).toEqual([48, 48])
  await expectText(races.nth(1), '1.200 de 1.500')
  races.nth(1).element().scrollIntoView()
  const box = races.nth(1).element().getBoundingClientRect()
  expect(document.elementFromPoint(box.right - 8, box.top + 24)?.getAttribute('href')).toBe(
    '/organizador/eventos/8/painel',
  )
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width)
})

test('an empty inbox says so', async () => {
  await open(FIGURES, undefined, CALM)
  await expect.element(inbox().getByText('Nada precisa de você agora.')).toBeVisible()
  await expectText(summary(), 'nenhum pagamento espera')
})

test('without permission the links lead to the figures and the participants', async () => {
  await open(FIGURES, ['view-event-participants'], { ...TODAY, stuck_refunds: [] })
  await expect.element(inbox()).toBeVisible()
  await button('Mostrar 1 outra pendência').click()
  const targets = new Map(tasks().map(([words, , target]) => [words, target]))
  expect(targets.get('1 pedido de cancelamento')).toBe('/organizador/eventos/7/participantes')
  expect(targets.get('4 tamanhos acabando')).toBe('/organizador/eventos/7/painel')
  expect(targets.get('3 categorias sem kit')).toBe('/organizador/eventos/9/painel')
})

test('tasks that cannot be loaded do not hide the figures, and can be loaded again', async () => {
  signInOrganizer()
  answerCalls({ [HOME]: { body: { data: FIGURES } }, [MORNING]: { status: 500 } })
  await renderScreen(<OrganizerHomeScreen />)
  await expect.element(summary()).toBeVisible()
  answerCalls({ [MORNING]: { body: { data: CALM } } })
  await button('Tentar novamente').click()
  await expect.element(inbox().getByText('Nada precisa de você agora.')).toBeVisible()
})

test("an empty period offers the period 'Tudo'", async () => {
  await open(NOTHING)
  await expect.element(page.getByText('Nenhuma inscrição neste período.')).toBeVisible()
  await expect
    .element(page.getByRole('link', { name: 'Ver tudo' }))
    .toHaveAttribute('href', '/organizador/pagina-inicial?periodo=tudo')
})

test('without events it offers to create the first one', async () => {
  await open({ ...NOTHING, events: 0 })
  await expect.element(page.getByText('Que tal dar a primeira largada?')).toBeVisible()
  await expect.element(page.getByRole('link', { name: 'Novo Evento' })).toBeVisible()
})

test('a failure can be retried', async () => {
  signInOrganizer()
  answerCalls({ [HOME]: { status: 500 }, [MORNING]: { body: { data: CALM } } })
  await renderScreen(<OrganizerHomeScreen />)
  await expectText(page.getByRole('alert'), 'Erro ao consultar o registro.')
  answerCalls({ [HOME]: { body: { data: FIGURES } } })
  await button('Tentar novamente').click()
  await expect.element(summary()).toBeVisible()
})
