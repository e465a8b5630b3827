// @module-tag operation
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import type { RemovalPreview } from '#contract/backoffice/accounts.ts'
import { answerCalls, sentCalls } from '#web-test/answers.ts'
import { button, expectFieldError, field, renderScreen, signIn, toast } from '#web-test/render-screen.tsx'
import RemovalScreen from './removal-screen.tsx'

// `/participantes/apagar-dados`: removes the data of the person with a CPF.

const PREVIEW = 'POST /admin/people/removal-preview'
const REMOVAL = 'POST /admin/people/removal'
const GUEST: RemovalPreview = {
  account: null,
  registrations: [
    {
      id: 31,
      event: { id: 3, title: 'Corrida da Ilha', date_event: '01/02/2026' },
      name: 'Carla Dias',
      category: '10 km Geral',
      status_code: 1,
      created_at: '2026-01-01T12:00:00Z',
    },
  ],
}

const remove = () => page.getByRole('main').getByRole('button', { name: 'Apagar' })

async function search(cpf: string, preview: RemovalPreview) {
  signIn(['Admin'])
  answerCalls({ [PREVIEW]: { body: { data: preview } } })
  const location = await renderScreen(<RemovalScreen />, {
    route: '/participantes/apagar-dados',
    path: '/participantes/apagar-dados',
  })
  await field('CPF').fill(cpf)
  await button('Buscar').click()
  return location
}

test('a person without an account is found by CPF and removed with a reason', async () => {
  const location = await search('529.982.247-25', GUEST)
  await expect.element(page.getByText('Nenhuma conta tem este CPF.')).toBeVisible()
  await expect.element(page.getByRole('link', { name: 'Corrida da Ilha' })).toBeVisible()
  expect(location().search).toBe('')

  await remove().click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox').fill('Pedido por e-mail, documento conferido')
  const refusal = 'Há inscrição ativa em corrida que ainda vai acontecer: 31 (Corrida da Ilha).'
  answerCalls({ [REMOVAL]: { status: 409, body: { message: refusal, exception: refusal } } })
  await dialog.getByRole('button', { name: 'Apagar' }).click()
  await expect.element(toast(refusal)).toBeVisible()

  await remove().click()
  await dialog.getByRole('textbox').fill('Pedido por e-mail, documento conferido')
  answerCalls({
    [REMOVAL]: {
      body: { message: 'Dados da pessoa removidos.', data: { account: false, registrations: 1 } },
    },
  })
  await dialog.getByRole('button', { name: 'Apagar' }).click()
  await expect.element(toast('Dados da pessoa removidos.')).toBeVisible()
  await expect.poll(() => location().pathname).toBe('/participantes')
  expect(sentCalls(REMOVAL).at(-1)?.body).toEqual({
    cpf: '52998224725',
    reason: 'Pedido por e-mail, documento conferido',
  })
})

test('a CPF without data, and an invalid one', async () => {
  await search('529.982.247-25', { account: null, registrations: [] })
  await expect
    .element(page.getByText('Não há conta nem inscrição com o CPF 529.982.247-25: nada a apagar.'))
    .toBeVisible()
  await expect.element(remove()).not.toBeInTheDocument()
  await field('CPF').fill('111.111.111-11')
  await button('Buscar').click()
  await expectFieldError(field('CPF'), 'CPF inválido')
})
