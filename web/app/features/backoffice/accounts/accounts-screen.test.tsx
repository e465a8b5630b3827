// @module-tag operation
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { AccountRow } from '#contract/backoffice/accounts.ts'
import { answerCalls, listOf, sentCalls } from '#web-test/answers.ts'
import {
  button,
  expectLostConnection,
  expectText,
  field,
  renderScreen,
  signIn,
} from '#web-test/render-screen.tsx'
import AccountsScreen from './accounts-screen.tsx'

// `/participantes`, the list of accounts for Admin.

const SEARCH = 'POST /admin/participants/search'
const ACCOUNT: AccountRow = {
  id: 9,
  name: 'Bruna Prado',
  email: 'bruna@exemplo.test',
  masked_cpf: '***.982.247-**',
  phone: '11987654321',
  email_verified: true,
  blocked_at: null,
  created_at: '2026-11-01T12:00:00Z',
}
const row = () => page.getByRole('row').filter({ hasText: 'Bruna Prado' })
const lastSearch = () => sentCalls(SEARCH).at(-1)?.body

async function open(query = '') {
  signIn(['Admin'])
  answerCalls({ [SEARCH]: listOf([ACCOUNT]) })
  const location = await renderScreen(<AccountsScreen />, {
    route: '/participantes',
    path: `/participantes${query}`,
  })
  await expect.element(row()).toBeVisible()
  return location
}

test('a search by name is added to the URL, by e-mail or CPF it is not; the list masks half of the CPF', async () => {
  const location = await open()
  const search = page.getByRole('searchbox')
  await search.fill('Bruna')
  await expect.poll(() => location().search).toBe('?busca=Bruna')
  for (const personal of [ACCOUNT.email, '529.982.247-25']) {
    await search.fill(personal)
    await expect.poll(() => location().state).toEqual({ search: personal })
    expect(location().search).toBe('')
    await expect.poll(lastSearch).toMatchObject({ search: personal })
  }
  await expectText(row(), 'CPF ***.982.247-**')
  answerCalls({ [SEARCH]: listOf([]) })
  await search.fill('ninguém se chama assim')
  await expect.element(page.getByText('Nenhum registro encontrado.')).toBeVisible()
  await expect.element(page.getByText('Nenhum participante combina com essa pesquisa.')).toBeVisible()
})

test('the filter is added to the URL', async () => {
  const location = await open('?estado=blocked')
  await expect.element(field('Situação')).toHaveValue('blocked')
  expect(lastSearch()).toMatchObject({ state: 'blocked' })
  await field('Situação').selectOptions('E-mail não verificado')
  await expect.poll(() => location().search).toBe('?estado=unverified')
})

test('a list that fails to load shows an error and can be retried', async () => {
  signIn(['Admin'])
  await expectLostConnection(() => renderScreen(<AccountsScreen />), 'Erro de conexão.')
  answerCalls({ [SEARCH]: listOf([ACCOUNT]) })
  await button('Tentar novamente').click()
  await expect.element(row()).toBeVisible()
})

test('search and results can be reached with the keyboard alone', async () => {
  const location = await open()
  await page.getByRole('searchbox').click()
  await userEvent.keyboard(ACCOUNT.email)
  await expect.poll(lastSearch).toMatchObject({ search: ACCOUNT.email })
  // Tab stops: the button that clears the field, the filter, the removal by CPF, the name.
  await userEvent.keyboard('{Tab}{Tab}{Tab}{Tab}')
  await expect.element(page.getByRole('link', { name: 'Bruna Prado' })).toHaveFocus()
  await userEvent.keyboard('{Enter}')
  await expect.poll(() => location().pathname).toBe('/participantes/9')
})
