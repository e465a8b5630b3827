// @module-tag operation
import { expect, test } from 'vitest'
import { type Locator, page, userEvent } from 'vitest/browser'
import { permissionName } from '#contract/permissions.ts'
import { PERMISSION_PRESETS } from '#contract/producer/permission-presets.ts'
import { PERMISSIONS } from '#contract/roles.ts'
import { answerCalls, holdCalls, sentCalls } from '#web-test/answers.ts'
import { button, expectText, renderScreen, signIn, toast } from '#web-test/render-screen.tsx'
import PermissionsScreen from './permissions-screen.tsx'

// Specification, page 2, §2 Realizadores (permissions), §8 Permissions.

const OF_PRODUCER = '/organizer/producers/7/permissions'
const CATALOGUE = Object.entries(PERMISSIONS).map(([name, description], index) => ({
  id: index + 1,
  name,
  description: description as string | null,
}))
type Catalogue = typeof CATALOGUE
const named = (names: readonly string[]) => CATALOGUE.filter(({ name }) => names.includes(name))

const granted = (permissions: Catalogue) => ({
  body: { data: { organizer: { id: 7, fantasy_name: 'Passo Firme' }, permissions } },
})

const showScreen = (id: string) =>
  renderScreen(<PermissionsScreen />, { route: '/permissao/:id', path: `/permissao/${id}` })

async function openScreen(permissions: Catalogue = [], catalogue = CATALOGUE) {
  signIn(['Organizador'], Object.keys(PERMISSIONS))
  answerCalls({
    'GET /organizer/listPermissions': { body: { data: { permissions: catalogue } } },
    [`GET ${OF_PRODUCER}`]: granted(permissions),
  })
  await showScreen('7')
}

const picker = () => page.getByRole('combobox', { name: 'Permissões disponíveis' })
const details = () => page.getByLabelText('Permissões escolhidas')
const assigned = () => page.getByRole('table', { name: 'Permissões Atribuídas' })

const headersOf = (table: Locator) =>
  table
    .getByRole('columnheader')
    .elements()
    .map((header) => header.textContent)

async function choose(name: string) {
  await picker().fill(name)
  await page.getByRole('option', { name: new RegExp(`^${permissionName(name)} ${name}`) }).click()
}

test('searches descriptions too and does not offer assigned permissions', async () => {
  await openScreen(named(['view-fees']))
  await picker().fill('configuração de taxas')
  await expect.poll(() => page.getByRole('option').elements()).toHaveLength(1)
  await expectText(page.getByRole('option'), 'edit-fees')
})

test.each(PERMISSION_PRESETS)('the preset $name is chosen with one click', async ({ name, permissions }) => {
  await openScreen()
  const preset = page
    .getByRole('list', { name: 'Perfis prontos' })
    .getByRole('button', { name: new RegExp(`^${name}`) })
  await preset.click()
  answerCalls({
    [`POST ${OF_PRODUCER}`]: { body: { data: { permissions: [] } } },
    [`GET ${OF_PRODUCER}`]: granted(named(permissions)),
  })
  await button('Adicionar').click()
  await expect.poll(() => assigned().getByRole('row').elements()).toHaveLength(permissions.length + 1)
  for (const one of permissions)
    await expect
      .element(assigned().getByRole('cell', { name: `${permissionName(one)} ${one}`, exact: true }))
      .toBeVisible()
  await expect.element(preset).toBeDisabled()
  expect(sentCalls(`POST ${OF_PRODUCER}`)).toMatchObject([
    { body: { permissions: named(permissions).map(({ id }) => id) } },
  ])
})

test('selected permissions have details, can be deselected, and only the others are sent', async () => {
  await openScreen()
  await expect.element(page.getByRole('heading', { level: 1 })).toHaveTextContent('Permissões: Passo Firme')
  await expect.element(page.getByText('Nenhum registro encontrado.')).toBeVisible()
  await expect.element(button('Adicionar')).toBeDisabled()
  await choose('view-event-participants')
  await choose('view-fees')
  for (const name of ['view-event-participants', 'view-fees'] as const)
    await expectText(details(), PERMISSIONS[name])
  await button('Retirar Ver taxas').click()
  await expect
    .element(details())
    .toHaveTextContent(`Ver participantes view-event-participants${PERMISSIONS['view-event-participants']}`)
  answerCalls({
    [`POST ${OF_PRODUCER}`]: { body: { data: { permissions: [] } } },
    [`GET ${OF_PRODUCER}`]: granted(named(['view-event-participants'])),
  })
  await button('Adicionar').click()
  await expect.element(toast('Permissões adicionadas com sucesso!')).toBeVisible()
  await expect.poll(() => headersOf(assigned())).toEqual(['Permissão', 'Descrição', 'Ações'])
  await expectText(assigned(), PERMISSIONS['view-event-participants'])
  await expect.element(details()).not.toBeInTheDocument()
  expect(sentCalls(`POST ${OF_PRODUCER}`)[0]?.body).toEqual({
    permissions: named(['view-event-participants']).map(({ id }) => id),
  })
})

test('selects, deselects and assigns with the keyboard alone', async () => {
  await openScreen()
  await picker().click()
  for (const name of ['view-fees', 'edit-fees']) await userEvent.keyboard(`${name}{ArrowDown}{Enter}`)
  await expectText(details(), 'edit-fees')
  await userEvent.keyboard('{Backspace}{Escape}')
  await expect.element(details()).toHaveTextContent(`Ver taxas view-fees${PERMISSIONS['view-fees']}`)
  answerCalls({ [`POST ${OF_PRODUCER}`]: { body: { data: { permissions: [] } } } })
  await expect.element(button('Adicionar')).toBeEnabled()
  button('Adicionar').element().focus()
  await userEvent.keyboard('{Enter}')
  await expect.element(toast('Permissões adicionadas com sucesso!')).toBeVisible()
})

test("'Permissão removida com sucesso!' empties the table", async () => {
  await openScreen(named(['view-event']))
  answerCalls({ [`DELETE ${OF_PRODUCER}/view-event`]: {}, [`GET ${OF_PRODUCER}`]: granted([]) })
  await button('Remover a permissão Ver eventos').click()
  await expect.element(toast('Permissão removida com sucesso!')).toBeVisible()
  await expect.element(page.getByText('Nenhum registro encontrado.')).toBeVisible()
})

test('selecting a permission also selects those it requires and says why; deselecting a required one deselects it too', async () => {
  await openScreen()
  await choose('create-event')
  for (const words of [
    'Vem com Criar eventos: quem cria um evento volta a ele para completar.',
    'Vem com Editar eventos: só edita um evento quem o vê.',
  ])
    await expectText(details(), words)
  await button('Retirar Editar eventos').click()
  await expect.element(details()).toHaveTextContent(`Ver eventos view-event${PERMISSIONS['view-event']}`)
})

test('removing a permission that others require names them and asks first', async () => {
  await openScreen(named(['create-event', 'view-event', 'edit-event', 'view-fees']))
  await button('Remover a permissão Ver eventos').click()
  const dialog = page.getByRole('dialog')
  await expectText(dialog, 'Ver eventos sai junto com o que depende dela: Criar eventos, Editar eventos.')
  expect(sentCalls(`DELETE ${OF_PRODUCER}/view-event`)).toEqual([])
  answerCalls({
    [`DELETE ${OF_PRODUCER}/view-event`]: {},
    [`GET ${OF_PRODUCER}`]: granted(named(['view-fees'])),
  })
  await dialog.getByRole('button', { name: 'Remover' }).click()
  await expect.element(toast('Permissão removida com sucesso!')).toBeVisible()
  await expect.poll(() => assigned().getByRole('row').elements()).toHaveLength(2)
})

test('shows why a realizador is refused', async () => {
  answerCalls({
    [`GET ${OF_PRODUCER}`]: { status: 404, body: { message: 'Dados do organizador não encontrados.' } },
  })
  await showScreen('7')
  await expectText(page.getByRole('alert'), 'Dados do organizador não encontrados.')
})

test("'Descrição não disponível.' and 'N/A' for permissions without a description", async () => {
  const undescribed = CATALOGUE.map((one) => ({ ...one, description: null }))
  await openScreen(
    undescribed.filter(({ name }) => name === 'view-event'),
    undescribed,
  )
  await expect.element(assigned().getByRole('cell', { name: /N\/A/ })).toBeVisible()
  await choose('view-fees')
  await expect.element(details()).toHaveTextContent('Ver taxas view-feesDescrição não disponível.')
})

test("'Erro ao adicionar permissões.' keeps the selection", async () => {
  await openScreen()
  await choose('view-fees')
  answerCalls({ [`POST ${OF_PRODUCER}`]: { status: 500 } })
  await button('Adicionar').click()
  await expect.element(toast('Erro ao adicionar permissões.')).toBeVisible()
  await expectText(details(), 'view-fees')
})

test("'Erro ao remover permissão.' leaves it assigned", async () => {
  await openScreen(named(['view-event']))
  answerCalls({ [`DELETE ${OF_PRODUCER}/view-event`]: { status: 500 } })
  await button('Remover a permissão Ver eventos').click()
  await expect.element(toast('Erro ao remover permissão.')).toBeVisible()
  await expectText(assigned(), 'view-event')
})

test("'Carregando Permissões...'", async () => {
  const release = holdCalls()
  await openScreen()
  await expect.element(page.getByText('Carregando Permissões...')).toBeVisible()
  release()
  await expect.element(page.getByText('Carregando Permissões...')).not.toBeInTheDocument()
})

test.each(['abc', '0', '1.5'])("'Erro!' and 'ID do organizador/produtor inválido.' of %s", async (id) => {
  await showScreen(id)
  await expect.element(page.getByRole('heading', { level: 1 })).toHaveTextContent('Erro!')
  await expect.element(page.getByText('ID do organizador/produtor inválido.')).toBeVisible()
})
