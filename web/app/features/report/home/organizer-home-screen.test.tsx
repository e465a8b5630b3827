import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import type { OrganizerDashboard } from '#contract/report/dashboard.ts'
import { answerCalls } from '../../../../test/answers.ts'
import { button, expectText, renderScreen, signInOrganizer } from '../../../../test/render-screen.tsx'
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

function open(data: OrganizerDashboard, permissions?: string[]) {
  signInOrganizer(permissions)
  answerCalls({ [HOME]: { body: { data } } })
  return renderScreen(<OrganizerHomeScreen />, { route: '/organizador/pagina-inicial' })
}

test('the period is kept in the URL; each figure tells its change since the period before', async () => {
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

test('an empty period offers all of the time', async () => {
  await open(NOTHING)
  await expect.element(page.getByText('Nenhuma inscrição neste período.')).toBeVisible()
  await expect
    .element(page.getByRole('link', { name: 'Ver tudo' }))
    .toHaveAttribute('href', '/organizador/pagina-inicial?periodo=tudo')
})

test('without events the first one is offered', async () => {
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
