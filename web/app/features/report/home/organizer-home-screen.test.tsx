import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import type { OrganizerDashboard } from '#contract/report/dashboard.ts'
import type { OrganizerToday } from '#contract/report/home.ts'
import { answerCalls } from '#web-test/answers.ts'
import { button, expectText, renderScreen, signInOrganizer } from '#web-test/render-screen.tsx'
import OrganizerHomeScreen from './organizer-home-screen.tsx'

// The organizer's home: docs/algorithms/report.md.

const HOME = 'GET /organizer/dashboard'
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

const TODAY: OrganizerToday = {
  today: { registrations: 2, received: '215.00' },
  waiting: [{ type: 0, registrations: 4, amount: '430.00' }],
  low_sizes: [{ event_id: 7, title: 'Corrida da Ilha', kit: 'Completo', size: 'P', left: 2 }],
  incomplete: [{ event_id: 9, title: 'Corrida Nova', date_event: '01/05/2031', missing: ['kit', 'payment'] }],
  cancellations: [{ event_id: 7, title: 'Corrida da Ilha', registrations: 1 }],
  stuck_refunds: [{ event_id: 8, title: 'Corrida do Farol', registrations: 32 }],
  failed_mails: [{ event_id: 7, title: 'Corrida da Ilha', registration_id: 31, name: 'Bruna Prado' }],
  failed_payments: [{ event_id: 7, title: 'Corrida da Ilha', registrations: 3 }],
}

function open(data: OrganizerDashboard, permissions?: string[]) {
  signInOrganizer(permissions)
  answerCalls({ [HOME]: { body: { data } }, 'GET /organizer/morning': { body: { data: TODAY } } })
  return renderScreen(<OrganizerHomeScreen />, { route: '/organizador/pagina-inicial' })
}

test('the period is stored in the URL; each figure shows its change from the previous period', async () => {
  const location = await open(FIGURES)
  await expectText(summary(), 'período anterior')
  expect(figures()).toEqual(['Inscrições', 'Recebido', 'Devolvido'])
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
  expect(figures()).toEqual(['Inscrições'])
  await expect.element(page.getByRole('link', { name: 'Extrato' })).not.toBeInTheDocument()
})

test('without permission there are no links: to the figures instead of the editor, to the participants instead of the refunds', async () => {
  await open(FIGURES, ['view-event-participants'])
  const needs = page.getByRole('region', { name: 'Precisa de você' })
  for (const [name, href] of [
    ['Corrida Nova', '/organizador/eventos/9/painel'],
    ['1 pedido de cancelamento', '/organizador/eventos/7/participantes'],
  ] as const)
    await expect.element(needs.getByRole('link', { name })).toHaveAttribute('href', href)
  await expect
    .element(page.getByRole('link', { name: 'Completo, P' }))
    .toHaveAttribute('href', '/organizador/eventos/7/painel')
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
  answerCalls({ [HOME]: { status: 500 } })
  await renderScreen(<OrganizerHomeScreen />)
  await expectText(page.getByRole('alert'), 'Erro ao consultar o registro.')
  answerCalls({ [HOME]: { body: { data: FIGURES } } })
  await button('Tentar novamente').click()
  await expect.element(summary()).toBeVisible()
})

test("shows the next race first, then pending tasks, today's figures and sizes that are running out", async () => {
  await open(FIGURES)
  const needs = page.getByRole('region', { name: 'Precisa de você' })
  await expectText(needs, '1 pedido de cancelamento em Corrida da Ilha')
  await expectText(needs, '32 devoluções paradas em Corrida do Farol')
  await expect
    .element(needs.getByRole('link', { name: '32 devoluções paradas' }))
    .toHaveAttribute('href', '/organizador/eventos/8/devolucoes')
  await expectText(needs, 'Corrida Nova não vende: falta um produto ativo e uma forma de pagamento')
  await expectText(needs, 'O e-mail para Bruna Prado não chegou em Corrida da Ilha: confira o endereço')
  await expect
    .element(needs.getByRole('link', { name: /Bruna Prado/ }))
    .toHaveAttribute('href', '/organizador/inscricoes/31')
  await expectText(needs, '3 cobranças que falharam em Corrida da Ilha')
  await expect
    .element(needs.getByRole('link', { name: 'Corrida Nova' }))
    .toHaveAttribute('href', '/organizador/eventos/detalhe/9')
  const today = page.getByRole('region', { name: 'Hoje' })
  await expectText(today, '2 inscrições, R$ 215,00 recebidos')
  await expectText(today, 'Pix em aberto: 4, R$ 430,00')
  await expectText(
    page.getByRole('region', { name: 'Tamanhos acabando' }),
    'Completo, P: restam 2 em Corrida da Ilha',
  )
  const headings = page
    .getByRole('heading', { level: 2 })
    .elements()
    .map(({ textContent }) => textContent)
  expect(headings.slice(0, 4)).toEqual(['Próximos eventos', 'Precisa de você', 'Hoje', 'Tamanhos acabando'])
})
