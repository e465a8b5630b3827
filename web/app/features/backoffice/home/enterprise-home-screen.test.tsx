// @module-tag operation
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import type { EnterpriseOverview } from '#contract/backoffice/overview.ts'
import { answerCalls } from '#web-test/answers.ts'
import { renderScreen, signIn } from '#web-test/render-screen.tsx'
import EnterpriseHomeScreen from './enterprise-home-screen.tsx'

const NO_TASKS = {
  stuck_refunds: 0,
  requested_refunds: 0,
  overdue_refunds: 0,
  requested_payouts: 0,
  approved_payouts: 0,
}
const OVERVIEW: EnterpriseOverview = {
  enterprise: { id: 1, name: 'Largada' },
  events: { inactive: 1, active: 12, expired: 3, cancelled: 0 },
  registrations: 4_321,
  received: '98765.40',
  cities: 5,
  organizers: 4,
  tasks: NO_TASKS,
  next_events: [
    {
      id: 7,
      slug: 'corrida-da-ilha',
      title: 'Corrida da Ilha',
      date_event: '01/03/2031',
      city: null,
      state: null,
      held: 3,
      capacity: null,
    },
  ],
}
async function open(tasks: EnterpriseOverview['tasks']) {
  signIn(['Empresa'])
  answerCalls({ 'GET /enterprise/overview': { body: { data: { ...OVERVIEW, tasks } } } })
  await renderScreen(<EnterpriseHomeScreen />, { route: '/empresa/pagina-inicial' })
}
const inbox = () => page.getByRole('region', { name: 'Precisa de você' })

test('counts what waits for the enterprise, each with a link to exactly that', async () => {
  await open({
    stuck_refunds: 32,
    overdue_refunds: 1,
    requested_refunds: 2,
    requested_payouts: 3,
    approved_payouts: 1,
  })
  await expect.element(inbox().getByText('32 devoluções paradas', { exact: true })).toBeVisible()
  const rows = inbox().getByRole('listitem').elements()
  expect(
    rows.map((row) => [row.querySelector('h3')?.textContent, row.querySelector('a')?.getAttribute('href')]),
  ).toEqual([
    ['32 devoluções paradas', '/empresa/devolucoes?situacao=needs_person'],
    ['1 devolução atrasada', '/empresa/devolucoes?prazo=overdue'],
    ['2 devoluções em aprovação', '/empresa/devolucoes?situacao=requested'],
    ['3 repasses pedidos', '/empresa/repasses?situacao=requested'],
    ['1 repasse aprovado', '/empresa/repasses?situacao=approved'],
  ])
})

test('then four figures, and races as rows of 48 px', async () => {
  await open(NO_TASKS)
  await expect.element(inbox().getByText('Nada precisa de você agora.')).toBeVisible()
  const headings = page.getByRole('heading', { level: 3 }).elements()
  expect(headings.map(({ textContent }) => textContent)).toEqual([
    'Eventos ativos',
    'Inscrições',
    'Bruto recebido',
    'Organizadores',
  ])
  await expect.element(page.getByRole('link', { name: '5 cidades' })).toHaveAttribute('href', '/cidades')
  const race = page.getByRole('region', { name: 'Próximos eventos' }).getByRole('listitem')
  expect(race.element().getBoundingClientRect().height).toBe(48)
})
