// @module-tag operation
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import type { JobRow, QueueRow } from '#contract/backoffice/operations.ts'
import { answerCalls, listOf, sentCalls } from '#web-test/answers.ts'
import { button, expectText, field, renderScreen, signIn, toast } from '#web-test/render-screen.tsx'
import JobsScreen from './jobs-screen.tsx'

// The list of background jobs.

const LIST = 'GET /admin/jobs'
const JOB: JobRow = {
  id: 4711,
  task: 'send-verification-mail',
  state: 'failed',
  attempts: 25,
  max_attempts: 25,
  created_at: '2026-11-01T12:00:00Z',
  run_at: '2026-11-01T12:00:00Z',
  last_error: '550 5.1.1 <[e-mail]>: unknown recipient',
  payload: [{ name: 'userId', value: '7' }],
}
const RUNNING: QueueRow = { queue: 'mail', state: 'running', since: '2026-11-01T12:00:00Z' }

async function open(rows: readonly JobRow[], queues: readonly QueueRow[] = []) {
  signIn(['Admin'])
  answerCalls({ [LIST]: listOf(rows, {}, { queues }) })
  return renderScreen(<JobsScreen />, { route: '/admin/tarefas' })
}
const row = () => page.getByRole('row').filter({ hasText: 'E-mail de verificação' })

test('failed jobs are retried, or discarded after a confirmation', async () => {
  await open([JOB, { ...JOB, id: 4714, task: 'create-charge', last_error: null }])
  for (const text of ['nº 4711', 'conta 7', '25 de 25', 'unknown recipient', 'Falhou'])
    await expectText(row(), text)
  answerCalls({
    'POST /admin/jobs/retry-failed': { body: { message: 'Tarefas de volta à fila.', data: { retried: 2 } } },
    'POST /admin/jobs/4711/retry': { body: { message: 'Feito mesmo.' } },
    'DELETE /admin/jobs/4711': { body: { message: 'Descartada mesmo.' } },
  })
  const dialog = page.getByRole('dialog')
  await button('Tentar todas de novo').click()
  await dialog.getByRole('button', { name: 'Tentar todas' }).click()
  await expect.element(toast('Tarefas de volta à fila.')).toBeVisible()
  await expect.element(dialog).not.toBeInTheDocument()
  await button('Tentar de novo: E-mail de verificação nº 4711').click()
  await expect.element(toast('Feito mesmo.')).toBeVisible()

  const discard = button('Descartar: E-mail de verificação nº 4711')
  await discard.click()
  await dialog.getByRole('button', { name: 'Cancelar' }).click()
  await expect.element(dialog).not.toBeInTheDocument()
  expect(sentCalls('DELETE /admin/jobs/4711')).toEqual([])
  await discard.click()
  await dialog.getByRole('button', { name: 'Descartar' }).click()
  await expect.element(toast('Descartada mesmo.')).toBeVisible()
  expect(sentCalls('POST /admin/jobs/4711/retry')).toHaveLength(1)
  expect(sentCalls('DELETE /admin/jobs/4711')).toHaveLength(1)
})

test('an empty job list shows a message for each filter', async () => {
  const location = await open([])
  await expect.element(page.getByText('Nenhuma tarefa falhou de vez.')).toBeVisible()
  await expect.element(page.getByText('Nenhum registro encontrado.')).toBeVisible()
  await field('Situação das tarefas').selectOptions('Vão tentar de novo')
  await expect.element(page.getByText('Nenhuma tarefa espera uma nova tentativa.')).toBeVisible()
  await field('Situação das tarefas').selectOptions('Na fila')
  await expect.poll(() => sentCalls(`${LIST}?per_page=20&state=waiting&page=1`)).toHaveLength(1)
  await expect.element(page.getByText('A fila está vazia.')).toBeVisible()
  expect(location().search).toBe('?estado=waiting')
})

test('shows which workers run and which have stopped', async () => {
  await open([], [RUNNING, { queue: 'money', state: 'restarting', since: '2026-11-01T12:00:00Z' }])
  const queues = page.getByRole('region', { name: 'Execução das tarefas' })
  await expectText(queues, 'E-mailsEm funcionamento')
  await expectText(queues, 'PagamentosParou')
})

test('jobs are searched by charge, record or person, and by event', async () => {
  const SEARCH = 'POST /admin/jobs/search'
  const location = await open([JOB])
  answerCalls({ [SEARCH]: listOf([], {}, { queues: [] }) })
  await page.getByRole('searchbox').fill('bruna prado')
  await expect.element(page.getByText('Nenhuma tarefa combina com essa busca.')).toBeVisible()
  await field('Nº do evento').fill('7')
  await expect
    .poll(() => sentCalls(SEARCH).at(-1)?.body)
    .toMatchObject({ state: 'failed', search: 'bruna prado', event_id: '7' })
  expect(location().search).toBe('?busca=bruna+prado&evento=7')
})
