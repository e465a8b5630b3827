import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import type { AdminOverview } from '#contract/backoffice/overview.ts'
import { answerCalls } from '../../../../test/answers.ts'
import { button, expectText, renderScreen, signIn } from '../../../../test/render-screen.tsx'
import AdminHomeScreen from './admin-home-screen.tsx'

// Specification, page 1, §2.11; decision 13: the home of Admin.

const OVERVIEW: AdminOverview = {
  events: { inactive: 1, active: 12, expired: 3, cancelled: 0 },
  registrations: 4_321,
  received: '98765.40',
  accounts: 2_000,
  blocked_accounts: 0,
  organizers: 4,
  enterprises: 1,
  jobs: { queued: 0, retrying: 0, failed: 0, oldest_waiting_since: null },
  mail: { last_sent_at: null, failing_since_last: null, waiting: 0 },
  gateway: {
    unhandled_messages: 0,
    odd_messages: 0,
    refunds_for_a_person: 0,
    charges_without_link: 0,
    last_message_at: null,
  },
}
const show = () => renderScreen(<AdminHomeScreen />, { route: '/admin/pagina-inicial' })
const answer = (overview: AdminOverview) =>
  answerCalls({ 'GET /admin/overview': { body: { data: overview } } })

test('shows totals, and that everything is in order', async () => {
  signIn(['Admin'])
  answer(OVERVIEW)
  await show()
  await expect.element(page.getByText('4.321')).toBeVisible()
  await expect.element(page.getByText(/^R\$\s98\.765,40$/)).toBeVisible()
  for (const figure of [
    'Eventos ativos',
    'Inscrições',
    'Bruto recebido',
    'Contas',
    'Organizadores',
    'Empresas',
  ])
    await expect.element(page.getByRole('heading', { name: figure })).toBeVisible()
  for (const part of ['Tarefas', 'E-mails', 'Gateway'])
    await expect.element(page.getByRole('heading', { name: part })).toBeVisible()
  expect(page.getByText('Tudo certo').elements()).toHaveLength(3)
  await expect
    .element(page.getByRole('link', { name: /expirado/ }))
    .toHaveAttribute('href', '/admin/eventos?status=2')
  await expect
    .element(page.getByRole('link', { name: 'Ver mensagens' }))
    .toHaveAttribute('href', '/admin/mensagens')
})

test('lists failures with links to them', async () => {
  signIn(['Admin'])
  answer({
    ...OVERVIEW,
    blocked_accounts: 2,
    jobs: { queued: 3, retrying: 1, failed: 2, oldest_waiting_since: '2026-01-01T00:00:00Z' },
    mail: {
      last_sent_at: null,
      failing_since_last: { at: '2026-01-01T00:00:00Z', reason: 'connect ECONNREFUSED' },
      waiting: 1,
    },
    gateway: { ...OVERVIEW.gateway, odd_messages: 1 },
  })
  await show()
  await expect.poll(() => page.getByText('Com falhas').elements()).toHaveLength(2)
  await expect.element(page.getByText('connect ECONNREFUSED')).toBeVisible()
  await expect.element(page.getByText('Pendência')).toBeVisible()
  await expect
    .element(page.getByRole('link', { name: 'Ver mensagens' }))
    .toHaveAttribute('href', '/admin/mensagens?estado=odd')
  await expect
    .element(page.getByRole('link', { name: '2 bloqueadas' }))
    .toHaveAttribute('href', '/participantes?estado=blocked')
})

test('refunds that need a person are counted, with a link to them', async () => {
  signIn(['Admin'])
  answer({ ...OVERVIEW, gateway: { ...OVERVIEW.gateway, refunds_for_a_person: 32 } })
  await show()
  await expect.element(page.getByText('Pendência')).toBeVisible()
  await expectText(page.getByRole('main'), 'Devoluções à espera de uma pessoa')
  await expect
    .element(page.getByRole('link', { name: 'Ver devoluções' }))
    .toHaveAttribute('href', '/empresa/devolucoes')
})

test("'Erro ao consultar o registro.' can be retried", async () => {
  signIn(['Admin'])
  answerCalls({ 'GET /admin/overview': { status: 500 } })
  await show()
  await expectText(page.getByRole('alert'), 'Erro ao consultar o registro.')
  answer(OVERVIEW)
  await button('Tentar novamente').click()
  await expect.element(page.getByText('4.321')).toBeVisible()
})
