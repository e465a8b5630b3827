import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import type { JobRow, LaneRow } from '#contract/backoffice/operations.ts'
import { answerCalls, listOf, sentCalls } from '../../../../test/answers.ts'
import { button, expectText, field, renderScreen, signIn, toast } from '../../../../test/render-screen.tsx'
import JobsScreen from './jobs-screen.tsx'

// Decision 12: background jobs that failed, wait or will be tried again.

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
const RUNNING: LaneRow = { lane: 'mail', state: 'running', since: '2026-11-01T12:00:00Z' }

async function open(rows: readonly JobRow[], lanes: readonly LaneRow[] = []) {
  signIn(['Admin'])
  answerCalls({ [LIST]: listOf(rows, {}, { lanes }) })
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
  await open([], [RUNNING, { lane: 'money', state: 'restarting', since: '2026-11-01T12:00:00Z' }])
  const lanes = page.getByRole('region', { name: 'Execução das tarefas' })
  await expectText(lanes, 'E-mailsEm funcionamento')
  await expectText(lanes, 'PagamentosParou')
})

test('jobs are searched by charge, record or person, and by event', async () => {
  const SEARCH = 'POST /admin/jobs/search'
  const location = await open([JOB])
  answerCalls({ [SEARCH]: listOf([], {}, { lanes: [] }) })
  await page.getByRole('searchbox').fill('bruna prado')
  await expect.element(page.getByText('Nenhuma tarefa combina com essa busca.')).toBeVisible()
  await field('Nº do evento').fill('7')
  await expect
    .poll(() => sentCalls(SEARCH).at(-1)?.body)
    .toMatchObject({ state: 'failed', search: 'bruna prado', event_id: '7' })
  expect(location().search).toBe('?busca=bruna+prado&evento=7')
})
