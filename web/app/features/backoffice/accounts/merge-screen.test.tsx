// @module-tag operation
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import type { AccountDetail, AccountRow, MergePreview } from '#contract/backoffice/accounts.ts'
import { answerCalls, listOf, sentCalls } from '#web-test/answers.ts'
import { button, expectText, renderScreen, signIn, toast } from '#web-test/render-screen.tsx'
import MergeScreen from './merge-screen.tsx'

// Merging two accounts of one person.

const MERGE = 'POST /admin/participants/9/merge'
const PREVIEW = 'POST /admin/participants/9/merge-preview'
const KEPT: AccountRow = {
  id: 9,
  name: 'Bruna Prado',
  email: 'bruna@exemplo.test',
  masked_cpf: '***.982.247-**',
  phone: null,
  email_verified: true,
  blocked_at: null,
  created_at: '2026-11-01T12:00:00Z',
}
const DUPLICATE: AccountRow = {
  ...KEPT,
  id: 10,
  name: 'Bruna P.',
  email: 'bruna@antigo.test',
  masked_cpf: null,
}
const DETAIL: AccountDetail = {
  ...KEPT,
  blocked_reason: null,
  cpf: '52998224725',
  birth_date: '14/08/1991',
  sex: 1,
  emergency_contact: null,
  emergency_contact_phone: null,
  address: null,
  open_sessions: 0,
  last_seen_at: null,
  has_second_factor: false,
  receives_promotions: null,
  receives_event_updates: null,
  registrations: [],
  similar_accounts: [],
}
const EMPTY: MergePreview = {
  kept: KEPT,
  duplicate: DUPLICATE,
  orders: 0,
  registrations: [],
  consents: 0,
  fills: [],
  ended_sessions: 0,
  conflicts: [],
}

function show(query: string, preview: Partial<MergePreview> = {}) {
  signIn(['Admin'])
  answerCalls({
    'GET /admin/participants/9': { body: { data: DETAIL } },
    'POST /admin/participants/search': listOf([KEPT, DUPLICATE]),
    [PREVIEW]: { body: { data: { ...EMPTY, ...preview } } },
  })
  return renderScreen(<MergeScreen />, {
    route: '/participantes/:id/unificar',
    path: `/participantes/9/unificar${query}`,
  })
}

test('the other account is found by a search, compared and merged after a confirmation', async () => {
  const location = await show('', { orders: 2, consents: 1, fills: ['telefone'], ended_sessions: 1 })
  await expect.element(page.getByText('Qual é a outra conta?')).toBeVisible()
  await page.getByRole('searchbox').fill('bruna')
  await expect.element(button(`Comparar com ${KEPT.email}`)).not.toBeInTheDocument()
  await button(`Comparar com ${DUPLICATE.email}`).click()
  for (const change of [
    '2 pedidos com 0 inscrições para a conta que fica.',
    '1 consentimento com data, texto e origem.',
    'A conta que fica completa o que lhe falta: telefone.',
    '1 sessão aberta de bruna@antigo.test termina já.',
  ])
    await expect.element(page.getByText(change)).toBeVisible()
  await expect.element(page.getByText('É mesmo a mesma pessoa?')).toBeVisible()
  await expect.element(page.getByText('Os nomes são diferentes.')).toBeVisible()
  expect(location().search).toBe('?com=10')

  await button('Unificar contas').click()
  answerCalls({ [MERGE]: { status: 500 } })
  await button('Unificar').click()
  await expect.element(toast('Erro ao unificar as contas.')).toBeVisible()
  answerCalls({ [MERGE]: { body: { data: { id: 9 } } } })
  await button('Unificar contas').click()
  await button('Unificar').click()
  await expect.element(toast('Contas unificadas com sucesso!')).toBeVisible()
  await expect.poll(() => location().pathname).toBe('/participantes/9')
  expect(sentCalls(MERGE).at(-1)?.body).toEqual({ duplicate_id: 10 })
})

test("two accounts registered in the same event cannot be merged; 'Inverter' swaps them", async () => {
  await show('?com=10', {
    conflicts: [{ event: 'Corrida da Ilha', kept_registration: 31, duplicate_registration: 32 }],
  })
  const conflict = page
    .getByRole('alert')
    .filter({ hasText: 'As duas contas estão inscritas no mesmo evento' })
  await expectText(conflict, 'Corrida da Ilha')
  await expect
    .element(conflict.getByRole('link', { name: 'a da conta que fica' }))
    .toHaveAttribute('href', '/organizador/evento/participante/editar/31')
  await expect.element(button('Unificar contas')).toBeDisabled()
  await expect
    .element(page.getByRole('link', { name: 'Inverter' }))
    .toHaveAttribute('href', '/participantes/10/unificar?com=9')
})
