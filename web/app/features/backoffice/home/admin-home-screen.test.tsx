// @module-tag operation
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import type { AdminOverview } from '#contract/backoffice/overview.ts'
import { answerCalls } from '#web-test/answers.ts'
import { button, expectText, renderScreen, signIn } from '#web-test/render-screen.tsx'
import AdminHomeScreen from './admin-home-screen.tsx'

// Specification, page 1, §2.11: Admin's home.

const OVERVIEW: AdminOverview = {
  version: '1.2.3',
  lacks_seller: false,
  events: { inactive: 1, active: 12, expired: 3, cancelled: 0 },
  registrations: 4_321,
  received: '98765.40',
  accounts: 2_000,
  blocked_accounts: 0,
  organizers: 4,
  enterprises: 1,
  next_events: [
    {
      id: 7,
      slug: 'corrida-da-ilha',
      title: 'Corrida da Ilha',
      date_event: '01/03/2031',
      city: 'São Paulo',
      state: 'SP',
      held: 3,
      capacity: 500,
    },
  ],
  jobs: { queued: 0, retrying: 0, failed: 0, oldest_waiting_since: null, failing_since: null },
  mail: { last_sent_at: null, failing_since_last: null, waiting: 0 },
  gateway: {
    unhandled_messages: 0,
    odd_messages: 0,
    refunds_for_a_person: 0,
    charges_without_link: 0,
    last_message_at: null,
    key_rejected_at: null,
    payments_without_message: 0,
    refunds_to_authorize: 0,
    missing_balance: '0.00',
    differences: 0,
    refused_payments: [],
    unmatched_refunds: [],
  },
}
const show = () => renderScreen(<AdminHomeScreen />, { route: '/admin/pagina-inicial' })
const answer = (overview: AdminOverview) =>
  answerCalls({ 'GET /admin/overview': { body: { data: overview } } })

test('shows totals, and that there are no failures', async () => {
  signIn(['Admin'])
  answer(OVERVIEW)
  await show()
  await expect.element(page.getByText('4.321')).toBeVisible()
  await expect.element(page.getByText(/^R\$\s98\.765,40$/)).toBeVisible()
  for (const figure of ['Eventos ativos', 'Inscrições', 'Bruto recebido', 'Contas'])
    await expect.element(page.getByRole('heading', { name: figure })).toBeVisible()
  for (const [name, path] of [
    ['4 organizadores', '/organizadores'],
    ['1 empresa', '/Empresas'],
    ['Corrida da Ilha', '/event/participants/7'],
  ] as const)
    await expect.element(page.getByRole('link', { name })).toHaveAttribute('href', path)
  const race = page.getByRole('region', { name: 'Próximos eventos' }).getByRole('listitem')
  expect(race.element().getBoundingClientRect().height).toBe(48)
  for (const part of ['Tarefas', 'E-mails', 'Gateway'])
    await expect.element(page.getByRole('heading', { name: part })).toBeVisible()
  expect(page.getByText('Tudo certo').elements()).toHaveLength(3)
  await expect
    .element(page.getByRole('link', { name: /expirado/ }))
    .toHaveAttribute('href', '/admin/eventos?status=2')
  await expect
    .element(page.getByRole('link', { name: 'Ver mensagens' }))
    .toHaveAttribute('href', '/admin/mensagens')
  await expect.element(page.getByText('Largada 1.2.3')).toBeVisible()
})

test('lists failures with links to them', async () => {
  signIn(['Admin'])
  answer({
    ...OVERVIEW,
    blocked_accounts: 2,
    jobs: {
      ...OVERVIEW.jobs,
      queued: 3,
      retrying: 1,
      failed: 2,
      oldest_waiting_since: '2026-01-01T00:00:00Z',
    },
    mail: {
      last_sent_at: null,
      failing_since_last: { at: '2026-01-01T00:00:00Z', reason: 'connect ECONNREFUSED' },
      waiting: 1,
    },
    gateway: { ...OVERVIEW.gateway, odd_messages: 1 },
  })
  await show()
  const tasks = page.getByRole('region', { name: 'Precisa de você' })
  for (const [words, path] of [
    ['2 tarefas falharam de vez', '/admin/tarefas?estado=failed'],
    ['1 mensagem precisa de uma pessoa', '/admin/mensagens?estado=odd'],
  ] as const)
    await expect
      .element(tasks.getByRole('listitem').filter({ hasText: words }).getByRole('link'))
      .toHaveAttribute('href', path)
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

test('counts the refunds that need manual attention, with a link to them', async () => {
  signIn(['Admin'])
  answer({ ...OVERVIEW, gateway: { ...OVERVIEW.gateway, refunds_for_a_person: 32 } })
  await show()
  await expect.element(page.getByText('Pendência')).toBeVisible()
  await expectText(page.getByRole('main'), 'Devoluções à espera de uma pessoa')
  await expectText(page.getByRole('region', { name: 'Precisa de você' }), '32 devoluções paradas')
  await expect
    .element(page.getByRole('link', { name: 'Ver devoluções' }))
    .toHaveAttribute('href', '/empresa/devolucoes?prazo=stuck')
})

test('lists what somebody has to do, each with a next step and a link', async () => {
  signIn(['Admin'])
  const before = new Date(Date.now() - 2 * 3_600_000).toISOString()
  answer({
    ...OVERVIEW,
    jobs: { ...OVERVIEW.jobs, retrying: 1, failing_since: before },
    gateway: {
      ...OVERVIEW.gateway,
      key_rejected_at: new Date(Date.now() - 180_000).toISOString(),
      payments_without_message: 12,
      refunds_to_authorize: 1,
      missing_balance: '1250.00',
      differences: 3,
      refused_payments: [{ payment_id: 7, charge_id: 'pay_9', status_code: 5, reported_code: 10 }],
      unmatched_refunds: [{ payment_id: 8, charge_id: 'pay_8', amount: '110.00' }],
    },
  })
  await show()
  const tasks = page.getByRole('region', { name: 'Precisa de você' })
  await expect.poll(() => tasks.getByRole('listitem').elements().length).toBe(6)
  await button('Mostrar 2 outras pendências').click()
  const headings = tasks.getByRole('heading', { level: 3 }).elements()
  expect(headings.map(({ textContent }) => textContent?.replaceAll('\u00a0', ' '))).toEqual([
    'O gateway recusou a chave de API há 3 minutos',
    '12 pagamentos chegaram sem aviso do gateway desde ontem',
    '1 tarefa falha: a primeira vez foi há 2 horas',
    '1 devolução espera a sua autorização no gateway',
    'Faltam R$ 1.250,00 de saldo para devoluções',
    'O gateway informa outra situação para 1 pagamento',
    'O gateway devolveu mais do que era devido de 1 pagamento',
    '3 cobranças diferem do gateway',
  ])
  await expectText(tasks, 'Pagamento 7, cobrança pay_9: aqui Reembolsado, no gateway Revertido')
  await expectText(tasks, 'Pagamento 8, cobrança pay_8: R$ 110,00 a mais')
  await expectText(tasks, 'reative-a')
  expect(
    tasks
      .getByRole('link')
      .elements()
      .map((link) => link.getAttribute('href')),
  ).toEqual([
    '/admin/tarefas',
    '/admin/mensagens',
    '/admin/tarefas?estado=retrying',
    '/empresa/devolucoes',
    '/empresa/devolucoes',
    '/empresa/movimento-diario',
    '/empresa/movimento-diario',
    '/empresa/movimento-diario',
  ])
})

test('a job that has just failed, and tasks that are done, are not listed', async () => {
  signIn(['Admin'])
  answer({
    ...OVERVIEW,
    jobs: { ...OVERVIEW.jobs, retrying: 1, failing_since: new Date(Date.now() - 60_000).toISOString() },
  })
  await show()
  await expect.element(page.getByRole('heading', { name: 'Tarefas' })).toBeVisible()
  await expect.element(page.getByText('Nada precisa de você agora.')).toBeVisible()
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

test('without the legal data of the platform: says which settings are missing', async () => {
  answer({ ...OVERVIEW, lacks_seller: true })
  await show()
  await expect.element(page.getByText('Faltam os dados legais da plataforma')).toBeVisible()
  await expect.element(page.getByText(/LEGAL_NAME, LEGAL_DOCUMENT/)).toBeVisible()
})
