// @module-tag operation
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import type { OrganizerAccount } from '#contract/backoffice/organizers.ts'
import { answerCalls, listOf, sentCalls } from '#web-test/answers.ts'
import { PLACES } from '#web-test/places.ts'
import { PRODUCER } from '#web-test/producer.ts'
import {
  button,
  expectFieldErrors,
  expectText,
  field,
  renderScreen,
  signIn,
  toast,
} from '#web-test/render-screen.tsx'
import OrganizerScreen from './organizer-screen.tsx'

// `/organizadores`, the organizers for Admin.

const ONE = 'GET /admin/organizers/7'
const PUT = 'PUT /admin/organizers/7'
const {
  type: _type,
  enterprise_id: _enterprise,
  events: _events,
  blocked_at: _at,
  blocked_reason: _why,
  ...COMPANY
} = PRODUCER
const ORGANIZER: OrganizerAccount = {
  ...COMPANY,
  user_id: 70,
  enterprise: { id: 1, name: 'Largada' },
  suspended_at: null,
  suspended_reason: null,
  events: 3,
  open_events: 2,
  producers: 1,
  created_at: '2026-11-01T12:00:00Z',
}
function show(path: string) {
  signIn(['Admin'])
  answerCalls({
    ...PLACES,
    'GET /admin/enterprises': listOf([{ id: 1, name: 'Largada' }]),
    [ONE]: { body: { data: ORGANIZER } },
  })
  return renderScreen(<OrganizerScreen />, { route: '/organizadores/:id', path: `/organizadores/${path}` })
}

test("a new organizer: 'Erro de validação, verifique os campos.' and no password", async () => {
  await show('novo')
  await button('Salvar').click()
  await expect.element(toast('Erro de validação, verifique os campos.')).toBeVisible()
  await expectFieldErrors([
    ['Nome fantasia', 'Nome fantasia é obrigatório'],
    ['CNPJ', 'CNPJ obrigatório'],
    ['Email', 'Email obrigatório'],
  ])
  await expect.element(field('Senha')).not.toBeInTheDocument()
})

test.each([422, 200])(
  '%i: the current password is required for a changed e-mail or CNPJ; refused fields show the reason',
  async (status) => {
    await show('7?editar')
    await field('Apelido (opcional)').fill('Tetê')
    await expect.element(field('Sua senha atual')).not.toBeInTheDocument()
    await field('CNPJ').fill('11.222.333/0001-81')
    await field('Sua senha atual').fill('largada-demo')
    answerCalls({
      [PUT]: {
        status,
        body: {
          errors: { cnpj: ['Este CNPJ já está cadastrado.'], email: ['Este e-mail já está cadastrado.'] },
        },
      },
    })
    await button('Salvar').click()
    await expect.element(toast('Campo "CNPJ": Este CNPJ já está cadastrado.')).toBeVisible()
    await expectFieldErrors([['Email', 'Este e-mail já está cadastrado.']])
    await expect.element(field('CNPJ')).toHaveFocus()
    expect(sentCalls(PUT)[0]?.body).toMatchObject({
      nickname: 'Tetê',
      cnpj: '11222333000181',
      current_password: 'largada-demo',
    })
  },
)

test('suspending shows its effects; a suspended organizer can only be reinstated', async () => {
  await show('7')
  await expect.element(page.getByText('Convite enviado')).toBeVisible()
  await button('Suspender').click()
  const dialog = page.getByRole('dialog')
  await expectText(dialog, 'O organizador e 1 realizador saem de todos os aparelhos e não entram mais.')
  await expectText(dialog, 'As inscrições dos 2 eventos ativos são fechadas.')
  answerCalls({
    'PATCH /admin/organizers/7/suspension': { body: { message: 'Organizador suspenso.' } },
    [ONE]: { body: { data: { ...ORGANIZER, suspended_at: '2026-11-02T12:00:00Z' } } },
  })
  await dialog.getByRole('button', { name: 'Suspender' }).click()
  await expectText(dialog, 'Informe o motivo')
  expect(sentCalls('PATCH /admin/organizers/7/suspension')).toEqual([])
  await dialog.getByRole('textbox').fill('Denúncias de participantes')
  await dialog.getByRole('button', { name: 'Suspender' }).click()
  await expect.element(toast('Organizador suspenso.')).toBeVisible()
  await expect.element(button('Reativar')).toBeVisible()
  await expect.element(button('Reenviar convite')).not.toBeInTheDocument()
  expect(sentCalls('PATCH /admin/organizers/7/suspension')[0]?.body).toEqual({
    suspended: true,
    reason: 'Denúncias de participantes',
  })
})

test('an organizer without events is deleted after a confirmation; one with events cannot be deleted', async () => {
  await show('7')
  await expect.element(button('Suspender')).toBeVisible()
  await expect.element(button('Apagar')).not.toBeInTheDocument()
})

test('deleting leads to the list; a refusal shows the reason', async () => {
  signIn(['Admin'])
  answerCalls({ [ONE]: { body: { data: { ...ORGANIZER, events: 0, open_events: 0, producers: 0 } } } })
  const location = await renderScreen(<OrganizerScreen />, {
    route: '/organizadores/:id',
    path: '/organizadores/7',
  })
  await button('Apagar').click()
  answerCalls({
    'DELETE /admin/organizers/7': { status: 409, body: { exception: 'Este organizador tem eventos.' } },
  })
  await page.getByRole('dialog').getByRole('button', { name: 'Apagar' }).click()
  await expect.element(toast('Este organizador tem eventos.')).toBeVisible()
  answerCalls({ 'DELETE /admin/organizers/7': { body: { message: 'Organizador apagado.' } } })
  await button('Apagar').click()
  await page.getByRole('dialog').getByRole('button', { name: 'Apagar' }).click()
  await expect.element(toast('Organizador apagado.')).toBeVisible()
  expect(location().pathname).toBe('/organizadores')
})

test('reports an unknown organizer', async () => {
  answerCalls({
    'GET /admin/organizers/9': { status: 404, body: { message: 'Dados do organizador não encontrados.' } },
  })
  await show('9')
  await expect.element(page.getByText('Dados do organizador não encontrados.')).toBeVisible()
  await expect
    .element(page.getByRole('link', { name: 'Ver organizadores' }))
    .toHaveAttribute('href', '/organizadores')
})

test('leaving the form with unsaved changes asks for confirmation, also when returning to the view; saving does not', async () => {
  const location = await show('7?editar')
  await field('Telefone').fill('(11) 90000-0000')
  await button('Voltar').click()
  const dialog = page.getByRole('dialog', { name: 'Sair sem salvar?' })
  await dialog.getByRole('button', { name: 'Continuar editando' }).click()
  expect(location().search).toBe('?editar')
  answerCalls({ [PUT]: { body: { data: ORGANIZER, message: 'Organizador atualizado com sucesso!' } } })
  await button('Salvar').click()
  await expect.element(toast('Organizador atualizado com sucesso!')).toBeVisible()
  await expect.poll(() => location().search).toBe('')
})
