// @module-tag operation
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import type { StaffUser } from '#contract/backoffice/staff.ts'
import { answerCalls, listOf, sentCalls } from '#web-test/answers.ts'
import {
  button,
  expectFieldErrors,
  expectText,
  field,
  renderScreen,
  signIn,
  toast,
} from '#web-test/render-screen.tsx'
import StaffScreen from './staff-screen.tsx'
import StaffUserScreen from './staff-user-screen.tsx'

const USER: StaffUser = {
  id: 9,
  name: 'Lia Prado',
  email: 'lia@exemplo.test',
  role: 'Empresa',
  enterprise: { id: 3, name: 'Empresa do Sul' },
  email_verified: true,
  has_second_factor: true,
  blocked_at: null,
  blocked_reason: null,
  last_seen_at: null,
  created_at: '2026-11-01T12:00:00Z',
}
const ONE = 'GET /admin/staff/9'

function show(path: string, user: Partial<StaffUser> = {}) {
  signIn(['Admin'])
  answerCalls({
    [ONE]: { body: { data: { ...USER, ...user } } },
    'GET /admin/enterprises': listOf([{ id: 3, name: 'Empresa do Sul' }]),
  })
  return renderScreen(<StaffUserScreen />, { route: '/admin/usuarios/:id', path: `/admin/usuarios/${path}` })
}

test("the list shows the users' roles, filters by role, and has a button for a new user", async () => {
  signIn(['Admin'])
  answerCalls({ 'POST /admin/staff/search': listOf([USER, { ...USER, id: 10, email_verified: false }]) })
  await renderScreen(<StaffScreen />)
  for (const words of ['lia@exemplo.test', 'Empresa do Sul', 'nunca entrou', 'Ativo'])
    await expectText(page.getByRole('table'), words)
  await expect.element(page.getByText('Convite enviado')).toBeVisible()
  await expect
    .element(page.getByRole('link', { name: 'Novo usuário' }))
    .toHaveAttribute('href', '/admin/usuarios/novo')
  await page.getByLabelText('Papel', { exact: true }).selectOptions('Empresa')
  await expect
    .poll(() => sentCalls('POST /admin/staff/search').at(-1)?.body)
    .toMatchObject({ role: 'Empresa' })
})

test('a new user has no role until one is selected', async () => {
  await show('novo')
  await expect.element(field('Papel')).toHaveValue('')
  await button('Salvar').click()
  await expectFieldErrors([['Papel', 'Escolha o papel']])
  await field('Papel').selectOptions('Admin')
  await expect.element(field('Papel')).toHaveValue('Admin')
})

test("a new user of an enterprise: reports missing fields, and requires the inviting user's password", async () => {
  const location = await show('novo?empresa=3')
  await button('Salvar').click()
  await expectFieldErrors([
    ['Nome', 'Nome obrigatório'],
    ['Email', 'Email obrigatório'],
  ])
  await field('Nome').fill('Lia Prado')
  await field('Email').fill('lia@exemplo.test')
  await field('Sua senha atual').fill('errada')
  answerCalls({
    'POST /admin/staff': { status: 422, body: { errors: { current_password: ['Senha incorreta.'] } } },
  })
  await button('Salvar').click()
  await expectFieldErrors([['Sua senha atual', 'Senha incorreta.']])
  answerCalls({
    'POST /admin/staff': {
      status: 201,
      body: { data: { id: 9 }, message: 'Usuário criado. O convite segue por e-mail.' },
    },
  })
  await button('Salvar').click()
  await expect.element(toast('Usuário criado. O convite segue por e-mail.')).toBeVisible()
  expect(location().pathname).toBe('/admin/usuarios/9')
  expect(sentCalls('POST /admin/staff').at(-1)?.body).toEqual({
    name: 'Lia Prado',
    email: 'lia@exemplo.test',
    role: 'Empresa',
    enterprise_id: 3,
    current_password: 'errada',
  })
})

test('an enterprise is only selected for the role Empresa', async () => {
  await show('novo')
  await expect.element(field('Empresa')).not.toBeInTheDocument()
  await field('Papel').selectOptions('Empresa')
  await button('Salvar').click()
  await expectFieldErrors([['Nome', 'Nome obrigatório']])
  await field('Nome').fill('Lia Prado')
  await field('Email').fill('lia@exemplo.test')
  await button('Salvar').click()
  await expectFieldErrors([['Empresa', 'Escolha a empresa']])
})

test('blocking asks for a reason, which is then shown; unblocking does not', async () => {
  await show('9')
  await button('Bloquear').click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Bloquear' }).click()
  await expectText(dialog, 'Informe o motivo')
  await dialog.getByRole('textbox').fill('Férias')
  answerCalls({
    'PATCH /admin/staff/9/block': { body: { message: 'Usuário bloqueado.' } },
    [ONE]: { body: { data: { ...USER, blocked_at: '2026-11-02T12:00:00Z', blocked_reason: 'Férias' } } },
  })
  await dialog.getByRole('button', { name: 'Bloquear' }).click()
  await expect.element(toast('Usuário bloqueado.')).toBeVisible()
  expect(sentCalls('PATCH /admin/staff/9/block')[0]?.body).toEqual({ blocked: true, reason: 'Férias' })
  await expectText(page.getByRole('region', { name: 'Acesso' }), 'Férias')
  await expect.element(button('Redefinir acesso')).not.toBeInTheDocument()
  answerCalls({ 'PATCH /admin/staff/9/block': {}, [ONE]: { body: { data: USER } } })
  await button('Desbloquear').click()
  await dialog.getByRole('button', { name: 'Desbloquear' }).click()
  await expect.element(button('Bloquear')).toBeVisible()
  expect(sentCalls('PATCH /admin/staff/9/block').at(-1)?.body).toEqual({ blocked: false })
})

test('removing asks for a reason and leads to the list', async () => {
  const location = await show('9')
  await button('Remover').click()
  await page.getByRole('dialog').getByRole('textbox').fill('Saiu da empresa')
  answerCalls({ 'DELETE /admin/staff/9': { body: { message: 'Usuário removido.' } } })
  await page.getByRole('dialog').getByRole('button', { name: 'Remover' }).click()
  await expect.element(toast('Usuário removido.')).toBeVisible()
  expect(location().pathname).toBe('/admin/usuarios')
  expect(sentCalls('DELETE /admin/staff/9')[0]?.body).toEqual({ reason: 'Saiu da empresa' })
})

test('an invitation is sent again; users cannot block or remove themselves', async () => {
  await show('9', { email_verified: false })
  await button('Reenviar convite').click()
  answerCalls({ 'POST /admin/staff/9/reset-access': { body: { message: 'Convite enviado de novo.' } } })
  await page.getByRole('dialog').getByRole('button', { name: 'Enviar' }).click()
  await expect.element(toast('Convite enviado de novo.')).toBeVisible()
})

test("a user's own record has no actions", async () => {
  signIn(['Admin'])
  answerCalls({ 'GET /admin/staff/1': { body: { data: { ...USER, id: 1 } } } })
  await renderScreen(<StaffUserScreen />, { route: '/admin/usuarios/:id', path: '/admin/usuarios/1' })
  await expect.element(page.getByRole('link', { name: 'Histórico' })).toBeVisible()
  for (const name of ['Bloquear', 'Remover', 'Redefinir acesso'])
    await expect.element(button(name)).not.toBeInTheDocument()
})
