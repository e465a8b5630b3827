// @module-tag operation
import { expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import type { AuditRow } from '#contract/backoffice/operations.ts'
import { answerCalls, listOf, sentCalls } from '#web-test/answers.ts'
import { button, expectText, field, renderScreen, signIn } from '#web-test/render-screen.tsx'
import AuditScreen from './audit-screen.tsx'

// The audit log.

const SEARCH = 'POST /admin/audit/search'
const ENTRY: AuditRow = {
  id: 1,
  at: '2026-11-01T12:00:00Z',
  actor: { id: 2, name: 'Administração Largada' },
  action: 'organizer.created',
  entity: 'organizer',
  entity_id: 7,
  event: null,
  before: null,
  after: { fantasy_name: 'Passo Firme' },
  ip: null,
}

test('the audit log is searched by person, action and date; the person is not added to the URL', async () => {
  signIn(['Admin'])
  answerCalls({ [SEARCH]: listOf([ENTRY]) })
  const location = await renderScreen(<AuditScreen />, {
    route: '/admin/auditoria',
    path: '/admin/auditoria?entidade=organizer&registro=7',
  })
  const entry = page.getByRole('listitem').filter({ hasText: 'Cadastrou o organizador' })
  await expectText(entry, 'Administração Largada')
  await expectText(entry, 'Passo Firme')
  await expect
    .element(entry.getByRole('link', { name: 'Organizador nº 7' }))
    .toHaveAttribute('href', '/organizadores/7')
  await expect.element(page.getByText(/Só o que aconteceu com o registro nº 7/)).toBeVisible()

  answerCalls({ [SEARCH]: listOf([]) })
  await field('Quem').fill('admin@largada.test')
  await field('O que fez').selectOptions('Cadastrou o organizador')
  await field('De').fill('2020-01-01')
  await field('Até').fill('2020-01-02')
  await button('Buscar').click()
  await expect.element(page.getByText('Nada combina com essa busca.')).toBeVisible()
  expect(location().search).not.toContain('largada.test')
  expect(location().search).toContain('acao=organizer.created')
  await expect.element(field('Quem')).toHaveValue('admin@largada.test')
  expect(sentCalls(SEARCH).at(-1)?.body).toMatchObject({
    actor: 'admin@largada.test',
    action: 'organizer.created',
    entity: 'organizer',
    entity_id: '7',
    from: '2020-01-01',
    to: '2020-01-02',
  })
})

test('the audit log is searched by charge, and the results are exported', async () => {
  signIn(['Admin'])
  answerCalls({ [SEARCH]: listOf([ENTRY]), 'POST /admin/audit/export': { body: { data: [ENTRY] } } })
  await renderScreen(<AuditScreen />, {
    route: '/admin/auditoria',
    path: '/admin/auditoria?cobranca=cob_9f8e',
  })
  await expect.element(field('Cobrança do gateway')).toHaveValue('cob_9f8e')
  expect(sentCalls(SEARCH).at(-1)?.body).toMatchObject({ charge: 'cob_9f8e' })
  const saved = vi.spyOn(URL, 'createObjectURL')
  await button('Exportar CSV').click()
  await expect.poll(() => saved.mock.calls.length).toBe(1)
  const text = await new Response(saved.mock.calls[0]?.[0] as Blob).text()
  expect(text).toContain('Quando;Quem;O que fez;')
  expect(text).toContain(
    'Administração Largada;Cadastrou o organizador;Organizador;7;;;Nome fantasia: — → Passo Firme;',
  )
  expect(sentCalls('POST /admin/audit/export').at(-1)?.body).toMatchObject({ charge: 'cob_9f8e' })
})
