import axe from 'axe-core'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import type { Confirmation } from '#contract/people/confirmation.ts'
import { answerCalls, sentCalls } from '#web-test/answers.ts'
import { button, chooseFile, expectText, field, renderScreen, toast } from '#web-test/render-screen.tsx'
import ConfirmScreen from './confirm-screen.tsx'

const READ = 'POST /registrations/confirmation/read'
const CONFIRM = 'POST /registrations/confirmation'
const open = (query = '?token=certo') =>
  renderScreen(<ConfirmScreen />, { route: '/confirmar-inscricao', path: `/confirmar-inscricao${query}` })

const CONFIRMATION: Confirmation = {
  event: {
    title: 'Corrida da Serra',
    slug: 'corrida-da-serra',
    date_event: '10/05/2031',
    start_time: '07:00',
    city: 'Petrópolis',
    state: 'RJ',
  },
  buyer: 'Ana',
  person: { name: 'Carla Dias', phone: '11987654321', email: null },
  choice: {
    modality: '10 km',
    category: 'Geral',
    kit: 'Kit Completo',
    shirt_size: 'M',
    modality_id: 1,
    category_id: 2,
    product_id: 3,
  },
  terms: [
    {
      id: 1,
      name: 'Regulamento',
      version: 2,
      sha256: 'ab'.repeat(32),
      description: 'As regras.',
      kind: 'contract',
      accepted: false,
    },
    {
      id: 2,
      name: 'Uso de imagem',
      version: 1,
      sha256: 'cd'.repeat(32),
      description: 'Fotos.',
      kind: 'consent',
      accepted: false,
    },
  ],
  questions: [
    {
      id: 7,
      description: 'Tem atestado médico?',
      kind: 'yes_no',
      required: true,
      options: [],
      attach_file: 1,
      modality_id: null,
      category_id: null,
      product_id: null,
      asked: 'order',
      condition_question_id: null,
      condition_value: null,
      delete_on: null,
      answer: null,
    },
  ],
  proof: { right: 'Estudante', document: 'Carteira de estudante', due_on: '01/05/2031' },
  confirmed_at: null,
  has_account: false,
}

async function identified(changes: Partial<Confirmation> = {}): Promise<void> {
  answerCalls({ [READ]: { body: { status: 200, data: { ...CONFIRMATION, ...changes } } } })
  await open()
  await field('CPF').fill('529.982.247-25')
  await field('Data de nascimento').fill('12/03/1990')
  await button('Continuar').click()
  await expect.element(page.getByRole('heading', { level: 1, name: 'Corrida da Serra' })).toBeVisible()
}

test('asks for CPF and birth date before anything is shown', async () => {
  await identified()
  expect(sentCalls(READ).map(({ body }) => body)).toEqual([
    { token: 'certo', cpf: '52998224725', birth_date: '1990-03-12' },
  ])
  await expect.element(page.getByText('10 km · Geral · Kit Completo · camisa M')).toBeVisible()
  expect((await axe.run(document.body)).violations).toEqual([])
})

test.each([
  ['', undefined, 'Este link já foi usado ou passou do prazo.'],
  ['?token=usado', { status: 400, body: { message: 'O link é inválido' } }, 'Este link já foi usado'],
  [
    '?token=cancelado',
    { status: 409, body: { message: 'Esta inscrição foi cancelada.' } },
    'Esta inscrição foi cancelada.',
  ],
])('a link that ended says so: %s', async (query, answer, words) => {
  if (answer) answerCalls({ [READ]: answer })
  await open(query)
  if (answer) {
    await field('CPF').fill('529.982.247-25')
    await field('Data de nascimento').fill('12/03/1990')
    await button('Continuar').click()
  }
  await expectText(page.getByRole('status'), words)
})

test('another person gets the sentence of the server, and may try again', async () => {
  const message = 'O CPF e a data de nascimento não são os desta inscrição.'
  answerCalls({ [READ]: { status: 422, body: { message } } })
  await open()
  await field('CPF').fill('529.982.247-25')
  await field('Data de nascimento').fill('12/03/1990')
  await button('Continuar').click()
  await expect.element(toast(message)).toBeVisible()
  await expect.element(field('CPF')).toHaveFocus()
})

test('sends data, terms, consents, answers and files, and offers an account', async () => {
  answerCalls({
    [CONFIRM]: { body: { status: 200, message: 'Inscrição confirmada. Nos vemos na largada!' } },
    'POST /registrations/confirmation/files': {
      status: 201,
      body: { status: 201, data: { path: 'answers/a.pdf' } },
    },
  })
  await identified()
  await field('Telefone').fill('(11) 91234-5678')
  await field('E-mail (opcional)').fill('carla@exemplo.test')
  await page.getByRole('group', { name: 'Tem atestado médico?' }).getByText('Sim').click()
  const pdf = new File(['%PDF-1.7'], 'atestado.pdf', { type: 'application/pdf' })
  chooseFile(page.getByLabelText(/^Anexar arquivo/), pdf)
  await expect.element(page.getByText('atestado.pdf')).toBeVisible()
  await page.getByRole('checkbox', { name: 'Li e aceito: Regulamento' }).click()
  await page.getByRole('checkbox', { name: 'Autorizo: Uso de imagem' }).click()
  await button('Confirmar a minha inscrição').click()
  await expect.element(page.getByRole('heading', { level: 1, name: 'Inscrição confirmada' })).toBeVisible()
  expect(sentCalls(CONFIRM).map(({ body }) => body)).toEqual([
    {
      token: 'certo',
      cpf: '52998224725',
      birth_date: '1990-03-12',
      name: 'Carla Dias',
      phone: '(11) 91234-5678',
      email: 'carla@exemplo.test',
      terms: [
        { id: 1, version: 2 },
        { id: 2, version: 1 },
      ],
      answers: [{ questionnaire_id: 7, accepted: true, file: 'answers/a.pdf' }],
      proof: null,
    },
  ])
  await button('Criar a minha conta').click()
  const { draft } = JSON.parse(sessionStorage.getItem('account-registration') ?? '{}')
  expect(draft).toEqual({
    name: 'Carla Dias',
    phone: '(11) 91234-5678',
    email: 'carla@exemplo.test',
    cpf: '52998224725',
    birth_date: '1990-03-12',
  })
})

test('what is missing is marked, and the first of it takes the focus', async () => {
  const errors = {
    questionnaire_acceptances: ['Responda todas as perguntas'],
    participant_term_acceptances: ['Você deve aceitar todos os termos.'],
  }
  answerCalls({ [CONFIRM]: { status: 422, body: { message: 'Erro de validação', errors } } })
  await identified()
  await button('Confirmar a minha inscrição').click()
  await expect.element(page.getByText('Responda todas as perguntas')).toBeVisible()
  await expect.element(page.getByText('Você deve aceitar todos os termos.')).toBeVisible()
  await expect
    .element(page.getByRole('group', { name: 'Tem atestado médico?' }).getByRole('radio').first())
    .toHaveFocus()
})

test('who has confirmed before reads so, and whoever has an account is not offered another', async () => {
  answerCalls({ [CONFIRM]: { body: { status: 200, message: 'Inscrição confirmada.' } } })
  await identified({ confirmed_at: '2031-01-02T12:00:00Z', has_account: true, questions: [], proof: null })
  await expect.element(page.getByText(/^Você já confirmou esta inscrição\./)).toBeVisible()
  await button('Confirmar a minha inscrição').click()
  await expect.element(page.getByRole('link', { name: 'Ver a corrida' })).toBeVisible()
  expect(button('Criar a minha conta').elements()).toHaveLength(0)
})
