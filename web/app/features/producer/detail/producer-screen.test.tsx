import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { PERMISSIONS } from '#contract/roles.ts'
import { answerCalls, sentCalls } from '../../../../test/answers.ts'
import { PLACES } from '../../../../test/places.ts'
import { PRODUCER } from '../../../../test/producer.ts'
import {
  button,
  expectText,
  field,
  renderScreen,
  signIn,
  signInOrganizer,
  toast,
} from '../../../../test/render-screen.tsx'
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

test("§6 a realizador changes a colleague's contact data; e-mail and company are read-only", async () => {
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
