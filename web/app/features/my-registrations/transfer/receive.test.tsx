import axe from 'axe-core'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import type { TransferOffer } from '#contract/my-registrations/transfer.ts'
import { answerCalls, sentCalls } from '#web-test/answers.ts'
import { button, expectText, renderScreen, signIn } from '#web-test/render-screen.tsx'
import { REGISTRATION } from '#web-test/sample-registration.ts'
import MyRegistrationScreen from '../detail/my-registration-screen.tsx'
import ReceiveScreen from './receive-screen.tsx'

const PREVIEW = 'POST /registrations/transfer'
const OFFERED = 'POST /participant/transfers/offer'
const ACCEPT = 'POST /participant/transfers'
const OFFER: TransferOffer = {
  event: {
    title: 'Corrida da Serra',
    slug: 'corrida-da-serra',
    date_event: '10/05/2031',
    start_time: '07:00',
    city: 'Petrópolis',
    state: 'RJ',
  },
  from: 'Ana',
  modality: '10 km',
  category: 'Geral',
  product: 'Kit Completo',
  shirt_size: 'M',
  expires_at: '2031-05-01T03:00:00Z',
  modality_id: 1,
  category_id: 2,
  product_id: 3,
  shirt_size_id: 5,
  problem: null,
  price: {
    value: '110.00',
    price_lines: [{ kind: 'kit', label: 'Kit Completo', amount: '110.00' }],
    to_pay: '0.00',
    to_refund: '0.00',
  },
  rights: [
    {
      id: 9,
      name: 'PCD',
      version: 1,
      declaration: 'Declaro que sou pessoa com deficiência.',
      proof: null,
      value: '55.00',
      price_lines: [{ kind: 'kit', label: 'Kit Completo', amount: '55.00' }],
      to_pay: '0.00',
      to_refund: '55.00',
    },
  ],
  sizes: [
    { id: 5, name: 'M', is_sold_out: false },
    { id: 6, name: 'G', is_sold_out: true },
  ],
  terms: [
    {
      id: 1,
      name: 'Regulamento',
      version: 2,
      sha256: 'ab'.repeat(32),
      description: 'As regras.',
      kind: 'contract',
    },
  ],
  questions: [],
  payment_types: [0, 2],
  payment_link: null,
}
const open = () =>
  renderScreen(<ReceiveScreen />, { route: '/receber-inscricao', path: '/receber-inscricao?token=certo' })

test('a guest sees what is offered and logs in', async () => {
  answerCalls({ [PREVIEW]: { body: { data: OFFER } } })
  await open()
  await expectText(page.getByRole('main'), 'Ana passa para você a inscrição em 10 km')
  await expect.element(page.getByRole('link', { name: 'Entrar para receber' })).toBeVisible()
})

test('a link that is over says so', async () => {
  signIn(['Participante'])
  answerCalls({ [OFFERED]: { status: 400, body: { message: 'Link inválido.' } } })
  await open()
  await expectText(page.getByRole('main'), 'Este link já foi usado')
})

test('the new runner accepts terms, declares a right and sends what the page showed', async () => {
  signIn(['Participante'])
  answerCalls({ [OFFERED]: { body: { data: OFFER } } })
  await open()
  await expectText(page.getByRole('region', { name: 'Valor' }), 'Já está pago')
  expect((await axe.run(document.body)).violations).toEqual([])
  await page.getByRole('radio', { name: 'PCD' }).click()
  await expectText(page.getByRole('region', { name: 'Valor' }), 'R$ 55,00 é devolvida a quem pagou')
  await page.getByRole('checkbox', { name: 'Li e aceito: Regulamento' }).click()
  await button('Receber a inscrição').click()
  await expectText(page.getByRole('main'), 'Leia e aceite a declaração.')
  expect(sentCalls(ACCEPT)).toHaveLength(0)
  await page.getByRole('checkbox', { name: /^Declaro/ }).click()
  answerCalls({
    [ACCEPT]: {
      body: { message: 'A inscrição agora é sua.', data: { payment_link: null, registration_id: 7 } },
    },
  })
  await button('Receber a inscrição').click()
  await expect.element(page.getByRole('link', { name: 'Ver a minha inscrição' })).toBeVisible()
  expect(sentCalls(ACCEPT).map(({ body }) => body)).toEqual([
    {
      token: 'certo',
      runner: null,
      shirt_size_id: 5,
      right: { id: 9, version: 1 },
      terms: [{ id: 1, version: 2 }],
      answers: [],
      payment_type: null,
      expected_to_pay: '0.00',
    },
  ])
})

test('a registered runner reads why it is not possible', async () => {
  signIn(['Participante'])
  const problem = 'Já há uma inscrição com o seu CPF neste evento.'
  answerCalls({ [OFFERED]: { body: { data: { ...OFFER, problem, price: null, rights: [] } } } })
  await open()
  await expectText(page.getByRole('main'), problem)
  await expect.element(button('Receber a inscrição')).not.toBeInTheDocument()
})

test('a parent names a child, sees the child’s price and receives the registration for it', async () => {
  signIn(['Participante'])
  const problem = 'Já há uma inscrição com o seu CPF neste evento.'
  answerCalls({ [OFFERED]: { body: { data: { ...OFFER, problem, price: null, rights: [] } } } })
  await open()
  await page.getByRole('radio', { name: 'Outra pessoa, como um filho' }).click()
  await expect.element(page.getByText(problem)).not.toBeInTheDocument()
  const errors = { 'runner.cpf': ['Preencha o CPF do participante.'] }
  answerCalls({ [OFFERED]: { status: 422, body: { message: 'Erro de validação', errors } } })
  await page.getByRole('textbox', { name: 'Nome' }).fill('Davi Lima')
  await button('Continuar').click()
  await expectText(page.getByRole('region', { name: 'Quem vai correr' }), 'Preencha o CPF do participante.')
  expect((await axe.run(document.body)).violations).toEqual([])
  answerCalls({ [OFFERED]: { body: { data: OFFER } } })
  await page.getByRole('textbox', { name: 'CPF' }).fill('529.982.247-25')
  await page.getByRole('textbox', { name: 'Telefone' }).fill('(11) 98765-4321')
  await page.getByRole('textbox', { name: 'Data de nascimento' }).fill('10/02/2021')
  await page.getByRole('combobox', { name: 'Sexo' }).selectOptions('0')
  await button('Continuar').click()
  await page.getByRole('checkbox', { name: 'Li e aceito: Regulamento' }).click()
  answerCalls({ [ACCEPT]: { body: { message: 'Feito.', data: { payment_link: null, registration_id: 7 } } } })
  await button('Receber a inscrição').click()
  await expect.element(page.getByRole('link', { name: 'Ver a minha inscrição' })).toBeVisible()
  const runner = {
    name: 'Davi Lima',
    cpf: '529.982.247-25',
    phone: '(11) 98765-4321',
    birth_date: '10/02/2021',
    sex: '0',
  }
  expect(sentCalls(ACCEPT).at(-1)?.body).toMatchObject({ token: 'certo', runner })
})

test('the runner before creates a link, and withdraws an invitation', async () => {
  signIn(['Participante'])
  const transfer = { problem: null, until: '30/04/2031', fee: '12.00', pending: null }
  const ONE = 'GET /participant/registrations/7'
  answerCalls({
    [ONE]: { body: { data: { ...REGISTRATION, transfer } } },
    'POST /participant/registrations/7/transfer': {
      status: 201,
      body: {
        data: {
          link: 'http://x/receber-inscricao?token=y',
          text: 'Oi! http://x',
          expires_at: OFFER.expires_at,
        },
      },
    },
  })
  await renderScreen(<MyRegistrationScreen />, {
    route: '/participante/inscricoes/:id',
    path: '/participante/inscricoes/7',
  })
  await button('Transferir para outra pessoa').click()
  const section = page.getByRole('region', { name: 'Transferência' })
  await expectText(section, 'a taxa de R$ 12,00')
  await section.getByRole('button', { name: 'Criar link' }).click()
  await expect.element(section.getByRole('link', { name: 'Enviar por WhatsApp' })).toBeVisible()
})
