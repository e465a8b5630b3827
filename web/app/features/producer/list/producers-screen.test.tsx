// @module-tag operation
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { answerCalls, sentCalls } from '#web-test/answers.ts'
import { PRODUCER } from '#web-test/producer.ts'
import {
  button,
  expectText,
  renderScreen,
  setScreenSize,
  signInOrganizer,
  toast,
} from '#web-test/render-screen.tsx'
import ProducersScreen from './producers-screen.tsx'

// Specification, page 2, §2 Realizadores, §8 Producers.

const OTHER = {
  ...PRODUCER,
  id: 8,
  fantasy_name: 'Trilha Azul',
  responsible: 'Otávio Reis',
  email: 'otavio@exemplo.test',
  email_verified: true,
  events: [],
}
const row = (name: string) => page.getByRole('row').filter({ hasText: name })
const rows = () => page.getByRole('table').getByRole('link').elements().length

async function open({
  permissions,
  producers = [PRODUCER, OTHER],
}: {
  permissions?: string[]
  producers?: object[]
} = {}) {
  signInOrganizer(permissions)
  answerCalls({
    'GET /organizer/producers': { body: { data: producers } },
    'GET /organizer/listEvents': {
      body: {
        data: [
          { id: 3, title: 'Corrida da Ilha' },
          { id: 4, title: 'Noturna' },
        ],
      },
    },
  })
  const location = await renderScreen(<ProducersScreen />, { route: '/organizador/realizadores' })
  if (producers.length > 0) await expect.element(row('Passo Firme')).toBeVisible()
  return location
}

test('shows each realizador with CNPJ, contact and events, and links to the form and to a new one', async () => {
  await open()
  for (const text of [
    '12.ABC.345/01DE-35',
    PRODUCER.email,
    '(11) 98765-4321',
    'Teresa Campos',
    'Corrida da Ilha',
  ])
    await expectText(row('Passo Firme'), text)
  await expectText(row('Passo Firme'), 'Convite enviado')
  await expectText(row('Trilha Azul'), 'Convite aceito')
  await expectText(row('Trilha Azul'), 'Nenhum evento')
  await expect
    .element(page.getByRole('link', { name: 'Editar Passo Firme' }))
    .toHaveAttribute('href', '/organizador/realizadores/detalhe/7?editar')
  await expect
    .element(page.getByRole('link', { name: 'Novo Realizador' }))
    .toHaveAttribute('href', '/organizador/realizadores/novo')
})

test('on a phone a row is at most 96 px high, and shows name, e-mail, status and number of events', async () => {
  await setScreenSize(390, 844)
  await open()
  for (const text of ['Passo Firme', PRODUCER.email, 'Convite enviado', '1 evento'])
    await expect.element(row('Passo Firme').getByText(text, { exact: true })).toBeVisible()
  expect(row('Passo Firme').element().getBoundingClientRect().height).toBeLessThanOrEqual(96)
})

test("the search finds names, contacts and e-mails; an e-mail is not added to the URL; 'Nenhum registro encontrado.'", async () => {
  const location = await open()
  const search = page.getByPlaceholder('Pesquisar...')
  await search.fill('trilha')
  await expect.poll(() => location().search).toBe('?busca=trilha')
  await expect.element(row('Passo Firme')).not.toBeInTheDocument()
  await search.fill(PRODUCER.email)
  await expect.poll(() => location().search).toBe('')
  await expect.element(row('Passo Firme')).toBeVisible()
  await expect.element(row('Trilha Azul')).not.toBeInTheDocument()
  expect(location().state).toEqual({ search: PRODUCER.email })
  await search.fill('ninguém se chama assim')
  await expect.element(page.getByText('Nenhum registro encontrado.')).toBeVisible()
})

test('an empty list offers to register the first realizador', async () => {
  await open({ producers: [] })
  await expect.element(page.getByText('Nenhum registro encontrado.')).toBeVisible()
  expect(page.getByRole('link', { name: 'Novo Realizador' }).elements()).toHaveLength(2)
})

test('without create-realizador and edit-realizador nothing can be changed', async () => {
  await open({ permissions: ['view-realizadores'] })
  await expect.element(page.getByRole('link', { name: 'Novo Realizador' })).not.toBeInTheDocument()
  await expect.element(page.getByRole('button', { name: /^Relacionar/ })).not.toBeInTheDocument()
  expect(rows()).toBe(2)
})

test("'Erro ao listar os registros.' can be retried", async () => {
  signInOrganizer()
  answerCalls({ 'GET /organizer/producers': { status: 500 } })
  await renderScreen(<ProducersScreen />)
  await expectText(page.getByRole('alert'), 'Erro ao listar os registros.')
  answerCalls({ 'GET /organizer/producers': { body: { data: [PRODUCER] } } })
  await button('Tentar novamente').click()
  await expect.element(row('Passo Firme')).toBeVisible()
})

test("linking: 'Selecione um evento para continuar!', a failure, 'Realizador relacionado ao evento com sucesso!'", async () => {
  await open()
  await button('Relacionar Passo Firme a um evento').click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Relacionar' }).click()
  await expect.element(toast('Selecione um evento para continuar!')).toBeVisible()
  await expect.element(dialog.getByText('Selecione um evento para continuar!')).toBeVisible()

  // Only events to which the realizador does not belong yet are offered.
  await dialog.getByRole('combobox', { name: 'Evento' }).click()
  expect(
    page
      .getByRole('option')
      .elements()
      .map((option) => option.textContent),
  ).toEqual(['Noturna'])
  await page.getByRole('option', { name: 'Noturna' }).click()
  answerCalls({ 'POST /organizer/producers/add-event': { status: 500 } })
  await dialog.getByRole('button', { name: 'Relacionar' }).click()
  await expect.element(toast('Erro ao relacionar o realizador ao evento.')).toBeVisible()

  answerCalls({ 'POST /organizer/producers/add-event': {} })
  await dialog.getByRole('button', { name: 'Relacionar' }).click()
  await expect.element(toast('Realizador relacionado ao evento com sucesso!')).toBeVisible()
  await expect.element(dialog).not.toBeInTheDocument()
  expect(sentCalls('POST /organizer/producers/add-event').at(-1)?.body).toEqual({
    organizer_id: 7,
    event_id: 4,
  })
})
