// @module-tag operation
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { PERMISSIONS } from '#contract/roles.ts'
import { answerCalls, sentCalls } from '#web-test/answers.ts'
import { PLACES } from '#web-test/places.ts'
import { PRODUCER } from '#web-test/producer.ts'
import {
  button,
  expectText,
  field,
  renderScreen,
  signIn,
  signInOrganizer,
  toast,
} from '#web-test/render-screen.tsx'
import ProducerScreen from './producer-screen.tsx'

// Specification, page 2, §4 view and edit, §6, §8 Producers.

const ONE = 'GET /organizer/producers/7'
const DETAIL = '/organizador/realizadores/detalhe'
const show = (path = `${DETAIL}/7`) => renderScreen(<ProducerScreen />, { route: `${DETAIL}/:id`, path })

function answerProducer() {
  answerCalls({
    ...PLACES,
    [ONE]: { body: { data: [PRODUCER] } },
    'GET /organizer/producers/7/sessions': { body: { data: [] } },
  })
}

test('shows the record, with links to the form and to the permissions', async () => {
  signInOrganizer()
  answerProducer()
  await show()
  await expect.element(page.getByRole('heading', { level: 1 })).toHaveTextContent('Passo Firme')
  await expect.element(page.getByText('Convite enviado')).toBeVisible()
  for (const text of ['12.ABC.345/01DE-35', 'Teresa Campos', 'Corrida da Ilha'])
    await expect.element(page.getByText(text)).toBeVisible()
  await expect.element(page.getByText('Nenhuma sessão aberta agora.')).toBeVisible()
  await expect
    .element(page.getByRole('link', { name: 'Editar' }))
    .toHaveAttribute('href', `${DETAIL}/7?editar`)
  await expect
    .element(page.getByRole('link', { name: 'Permissões' }))
    .toHaveAttribute('href', '/organizador/realizador/permissao/7')
})

test("§8 'Organizador atualizado com sucesso!' returns to the view; the form has no password", async () => {
  signInOrganizer()
  answerProducer()
  const location = await show(`${DETAIL}/7?editar`)
  await expect.element(field('Cidade')).toHaveValue('São Paulo')
  await expect.element(field('CNPJ')).toHaveValue('12.ABC.345/01DE-35')
  await expect.element(field('Senha')).not.toBeInTheDocument()
  await field('Apelido (opcional)').fill('Tetê')
  answerCalls({
    'PUT /organizer/producers/7': { body: { data: { id: 7 } } },
    [ONE]: { body: { data: [{ ...PRODUCER, nickname: 'Tetê' }] } },
  })
  await button('Salvar').click()
  await expect.element(toast('Organizador atualizado com sucesso!')).toBeVisible()
  await expect.element(page.getByText('Tetê')).toBeVisible()
  expect(location()).toMatchObject({ pathname: `${DETAIL}/7`, search: '' })
  expect(sentCalls('PUT /organizer/producers/7')[0]?.body).toMatchObject({
    nickname: 'Tetê',
    email: PRODUCER.email,
  })
})

test('Voltar discards the changes', async () => {
  signInOrganizer()
  answerProducer()
  await show(`${DETAIL}/7?editar`)
  await field('Nome fantasia').fill('Outra')
  await button('Voltar').click()
  await expect.element(page.getByRole('heading', { level: 1 })).toHaveTextContent('Passo Firme')
  expect(sentCalls('PUT /organizer/producers/7')).toEqual([])
})

test("§6 a realizador may change a colleague's contact data; e-mail and company are read-only", async () => {
  signIn(['Organizador'], Object.keys(PERMISSIONS), { id: 2, type: 1, fantasy_name: 'Trilha Azul' })
  answerProducer()
  await show(`${DETAIL}/7?editar`)
  await expect.element(page.getByText(/quem muda é o organizador/)).toBeVisible()
  for (const label of ['Email', 'CNPJ', 'Nome fantasia', 'Razão Social'])
    await expect.element(field(label)).toHaveAttribute('readonly')
  await expect.element(field('Nome do responsável')).not.toHaveAttribute('readonly')
  await button('Voltar').click()
  await expect.element(page.getByRole('link', { name: 'Editar' })).toBeVisible()
  await expect.element(page.getByText('Sessões abertas')).not.toBeInTheDocument()
})

test.each(['abc', '999'])("§8 'Dados do organizador não encontrados.' for the id %s", async (id) => {
  signInOrganizer()
  answerCalls({ 'GET /organizer/producers/999': { status: 404, body: { message: 'Não encontrado.' } } })
  await show(`${DETAIL}/${id}`)
  await expect.element(page.getByText('Dados do organizador não encontrados.')).toBeVisible()
})

test("§8 'Erro ao carregar os dados do organizador.' can be retried", async () => {
  signInOrganizer()
  answerCalls({ [ONE]: { status: 500 } })
  await show()
  await expectText(page.getByRole('alert'), 'Erro ao carregar os dados do organizador.')
  answerProducer()
  await button('Tentar novamente').click()
  await expect.element(page.getByRole('heading', { level: 1 })).toHaveTextContent('Passo Firme')
})

test('the organizer blocks with a reason, which is shown, and unblocks', async () => {
  signInOrganizer()
  answerProducer()
  await show()
  await button('Bloquear').click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Bloquear' }).click()
  await expectText(dialog, 'Informe o motivo')
  await dialog.getByRole('textbox').fill('Saiu da prova')
  const blocked = { ...PRODUCER, blocked_at: '2026-11-02T12:00:00Z', blocked_reason: 'Saiu da prova' }
  answerCalls({
    'PATCH /organizer/producers/7/block': { body: { message: 'Realizador bloqueado.' } },
    [ONE]: { body: { data: [blocked] } },
  })
  await dialog.getByRole('button', { name: 'Bloquear' }).click()
  await expect.element(toast('Realizador bloqueado.')).toBeVisible()
  await expectText(page.getByRole('region', { name: 'Bloqueado' }), 'Saiu da prova')
  await expect.element(button('Reenviar convite')).not.toBeInTheDocument()
  answerCalls({ 'PATCH /organizer/producers/7/block': {}, [ONE]: { body: { data: [PRODUCER] } } })
  await button('Desbloquear').click()
  await dialog.getByRole('button', { name: 'Desbloquear' }).click()
  await expect.element(button('Bloquear')).toBeVisible()
  expect(sentCalls('PATCH /organizer/producers/7/block').map(({ body }) => body)).toEqual([
    { blocked: true, reason: 'Saiu da prova' },
    { blocked: false },
  ])
})

test('the organizer resends the invitation, and removes the realizador with a reason', async () => {
  signInOrganizer()
  answerProducer()
  const location = await show()
  answerCalls({
    'POST /organizer/producers/7/reset-access': { body: { message: 'Convite enviado de novo.' } },
    'DELETE /organizer/producers/7': { body: { message: 'Realizador removido.' } },
  })
  await button('Reenviar convite').click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Enviar' }).click()
  await expect.element(toast('Convite enviado de novo.')).toBeVisible()
  await button('Remover').click()
  await dialog.getByRole('textbox').fill('Fim do contrato')
  await dialog.getByRole('button', { name: 'Remover' }).click()
  await expect.element(toast('Realizador removido.')).toBeVisible()
  expect(location().pathname).toBe('/organizador/realizadores')
  expect(sentCalls('DELETE /organizer/producers/7')[0]?.body).toEqual({ reason: 'Fim do contrato' })
})

test('a colleague with the permission to edit can neither block nor remove', async () => {
  signIn(['Organizador'], Object.keys(PERMISSIONS), { id: 2, type: 1, fantasy_name: 'Trilha Azul' })
  answerProducer()
  await show()
  await expect.element(page.getByRole('link', { name: 'Editar' })).toBeVisible()
  for (const name of ['Bloquear', 'Remover', 'Reenviar convite'])
    await expect.element(button(name)).not.toBeInTheDocument()
})
