// @module-tag operation
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import type { Enterprise } from '#contract/backoffice/enterprises.ts'
import { answerCalls, sentCalls } from '#web-test/answers.ts'
import { button, expectFieldErrors, field, renderScreen, signIn, toast } from '#web-test/render-screen.tsx'
import EnterpriseScreen from './enterprise-screen.tsx'

// `/Empresas`, the enterprises for Admin.

const ENTERPRISE: Enterprise = {
  id: 3,
  name: 'Empresa do Sul',
  cnpj: '12ABC34501DE35',
  organizers: 2,
  events: 5,
  created_at: '2026-11-01T12:00:00Z',
}
function show(path: string) {
  signIn(['Admin'])
  return renderScreen(<EnterpriseScreen />, { route: '/Empresas/:id', path: `/Empresas/${path}` })
}

test.each([422, 200])(
  '%i: a new enterprise: required fields, a CNPJ in use, and the page of the saved enterprise',
  async (status) => {
    const location = await show('novo')
    await button('Salvar').click()
    await expectFieldErrors([
      ['Nome', 'Nome obrigatório'],
      ['CNPJ', 'CNPJ obrigatório'],
    ])
    await expect.element(field('Nome')).toHaveFocus()
    await field('Nome').fill('Empresa do Sul')
    await field('CNPJ').fill('12.ABC.345/01DE-35')
    answerCalls({
      'POST /admin/enterprises': { status, body: { errors: { cnpj: ['Este CNPJ já está cadastrado.'] } } },
    })
    await button('Salvar').click()
    await expectFieldErrors([['CNPJ', 'Este CNPJ já está cadastrado.']])
    await expect.element(field('CNPJ')).toHaveFocus()
    answerCalls({
      'POST /admin/enterprises': {
        status: 201,
        body: { data: { id: 3 }, message: 'Empresa cadastrada com sucesso!' },
      },
      'GET /admin/enterprises/3': { body: { data: ENTERPRISE } },
    })
    await button('Salvar').click()
    await expect.element(toast('Empresa cadastrada com sucesso!')).toBeVisible()
    expect(location().pathname).toBe('/Empresas/3')
    await expect.element(page.getByRole('heading', { level: 1 })).toHaveTextContent('Empresa do Sul')
  },
)

test('the current password is only required for a changed CNPJ', async () => {
  answerCalls({
    'GET /admin/enterprises/3': { body: { data: ENTERPRISE } },
    'PUT /admin/enterprises/3': { body: { data: { id: 3 }, message: 'Empresa atualizada com sucesso!' } },
  })
  await show('3?editar')
  await field('Nome').fill('Empresa do Sul S.A.')
  await expect.element(field('Sua senha atual')).not.toBeInTheDocument()
  await field('CNPJ').fill('11.222.333/0001-81')
  await field('Sua senha atual').fill('largada-demo')
  await button('Salvar').click()
  await expect.element(toast('Empresa atualizada com sucesso!')).toBeVisible()
  expect(sentCalls('PUT /admin/enterprises/3')).toMatchObject([
    { body: { name: 'Empresa do Sul S.A.', cnpj: '11222333000181', current_password: 'largada-demo' } },
  ])
})

test('reports an unknown enterprise', async () => {
  answerCalls({ 'GET /admin/enterprises/9': { status: 404, body: { message: 'Registro não encontrado.' } } })
  await show('9')
  await expect.element(page.getByText('Registro não encontrado.')).toBeVisible()
  await expect.element(page.getByRole('link', { name: 'Ver empresas' })).toHaveAttribute('href', '/Empresas')
})

test('leaving the form with unsaved changes asks for confirmation, also when returning to the view', async () => {
  answerCalls({ 'GET /admin/enterprises/3': { body: { data: ENTERPRISE } } })
  signIn(['Admin'])
  const location = await renderScreen(<EnterpriseScreen />, {
    route: '/Empresas/:id',
    path: '/Empresas/3?editar',
  })
  await field('Nome').fill('Outra')
  await button('Voltar').click()
  const dialog = page.getByRole('dialog', { name: 'Sair sem salvar?' })
  await expect.element(dialog).toBeVisible()
  expect(location().search).toBe('?editar')
  await dialog.getByRole('button', { name: 'Sair sem salvar' }).click()
  await expect.poll(() => location().search).toBe('')
})
