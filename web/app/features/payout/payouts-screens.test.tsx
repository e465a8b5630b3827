// @module-tag operation
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import type { Balance, OrganizerBalance, Payout } from '#contract/payout/payout.ts'
import { answerCalls, sentCalls } from '#web-test/answers.ts'
import {
  button,
  chooseFile,
  expectFieldError,
  expectText,
  renderScreen,
  signIn,
  signInOrganizer,
  toast,
} from '#web-test/render-screen.tsx'
import EnterprisePayoutsScreen from './enterprise-payouts-screen.tsx'
import OrganizerPayoutsScreen from './organizer-payouts-screen.tsx'

// `/organizador/repasses` and `/empresa/repasses`: docs/algorithms/payout.md.

const BALANCE: Balance = {
  net: '1000.00',
  split: '0.00',
  paid: '300.00',
  paying: '100.00',
  unsettled: '150.00',
  asked: '0.00',
  reserve: '50.00',
  available: '400.00',
  owing: '0.00',
}
const ACCOUNT: OrganizerBalance = {
  organizer: { id: 7, name: 'Ilha Run' },
  total: BALANCE,
  payable: '400.00',
  destination: { pix_key_type: 'email', pix_key: 'financeiro@ilha.test', bank_account: null },
  destination_state: {
    saved_at: '2026-01-10T12:00:00Z',
    held_until: null,
    awaits_holder: false,
    previous: null,
  },
  wallet: null,
  wallet_change: null,
  reserve: { percentage: '10.00', days: 7, own: false },
  events: [
    { ...BALANCE, id: 3, title: 'Volta à Ilha', date_event: '05/12/2026', reserve_until: '12/12/2026' },
  ],
}
const PAYOUT: Payout = {
  id: 41,
  organizer: { id: 7, name: 'Ilha Run' },
  amount: '100.00',
  status: 'requested',
  destination: { pix_key_type: 'email', pix_key: 'financeiro@ilha.test', bank_account: null },
  destination_saved_at: '2026-11-10T12:00:00Z',
  previous_destination: 'Pix 112***181',
  destination_changed_at: null,
  requested_at: '2026-11-20T12:00:00Z',
  requested_by: 'Bruna Prado',
  by_organizer: true,
  approved_at: null,
  approved_by: null,
  closed_at: null,
  closed_by: null,
  note: null,
  has_receipt: false,
  items: [{ event_id: 3, title: 'Volta à Ilha', amount: '100.00' }],
}
const secondFactor = (enabled_at: string | null) => ({
  'GET /me/second-factor': { body: { data: { enabled_at, required: false, recovery_codes_left: 10 } } },
})
const SECOND_FACTOR_ON = secondFactor('2026-01-01T12:00:00Z')
const WALLET = { id: '48548710-9baa-4ec1-a11f-9010193527c6', percentage: '80.00' }
const WALLET_CHANGE = {
  id: 12,
  wallet: WALLET,
  requested_at: '2026-11-20T12:00:00Z',
  requested_by: 'Bruna Prado',
}
const META = { current_page: 1, per_page: 20, last_page: 1, total: 1 }

function openOrganizer(account = ACCOUNT, payout = PAYOUT, factor = SECOND_FACTOR_ON) {
  signInOrganizer()
  answerCalls(factor)
  answerCalls({
    'GET /organizer/payout-balance': { body: { data: account } },
    'GET /organizer/payouts': { body: { data: [payout], meta: META } },
  })
  return renderScreen(<OrganizerPayoutsScreen />, { route: '/organizador/repasses' })
}
function openEnterprise(payout = PAYOUT, account = ACCOUNT) {
  signIn(['Empresa'])
  const { events: _, ...row } = account
  answerCalls({
    'GET /enterprise/payouts': { body: { data: [payout], meta: META } },
    'GET /enterprise/payout-balances': { body: { data: [row] } },
    'GET /enterprise/payout-settings': { body: { data: { reserve_percentage: '10.00', reserve_days: 7 } } },
  })
  return renderScreen(<EnterprisePayoutsScreen />, { route: '/empresa/repasses' })
}
const dialog = () => page.getByRole('dialog')
const field = (label: string) => dialog().getByLabelText(label, { exact: true })

test('the organizer sees the available and the retained amounts with reasons, and the history', async () => {
  await openOrganizer()
  const totals = page.getByRole('region', { name: 'Saldo' })
  for (const words of ['R$ 400,00', 'R$ 200,00', 'a compensar R$ 150,00 · reserva R$ 50,00', 'R$ 300,00'])
    await expectText(totals, words)
  await expectText(page.getByRole('main'), 'ficam retidos 10% do que entrou')
  await expectText(page.getByRole('table', { name: 'Saldo por evento' }), 'reserva até 12/12/2026')
  const history = page.getByRole('table', { name: 'Repasses' })
  for (const words of ['Repasse nº 41', 'Volta à Ilha', 'R$ 100,00', 'Pedido', 'por Bruna Prado'])
    await expectText(history, words)
})

for (const [type, key, words] of [
  ['cnpj', '11222333000181', 'CNPJ: 11.222.333/0001-81'],
  ['cpf', '52998224725', 'CPF: 529.982.247-25'],
  ['phone', '+5511987654321', 'Celular: (11) 98765-4321'],
  ['email', 'financeiro@ilha.test', 'E-mail: financeiro@ilha.test'],
] as const)
  test(`the account for payouts shows a Pix key as people write it: ${type}`, async () => {
    await openOrganizer({
      ...ACCOUNT,
      destination: { pix_key_type: type, pix_key: key, bank_account: null },
    })
    await expectText(page.getByRole('region', { name: 'Onde você recebe' }), words)
  })

test('an event with a negative balance reduces the payout', async () => {
  const owes = { ...BALANCE, available: '0.00', owing: '80.00' }
  const event = { ...owes, id: 4, title: 'Noturna', date_event: '01/02/2026', reserve_until: '08/02/2026' }
  await openOrganizer({
    ...ACCOUNT,
    total: { ...BALANCE, owing: '80.00' },
    payable: '320.00',
    events: [event],
  })
  await expectText(page.getByRole('region', { name: 'Saldo' }), 'já sem R$ 80,00')
  await expectText(page.getByRole('table', { name: 'Saldo por evento' }), '-R$ 80,00')
})

test('a payout is requested for the available amount or less; a refusal stays in the dialog', async () => {
  await openOrganizer()
  await button('Pedir repasse').click()
  await expect.element(field('Valor do repasse')).toHaveValue('400,00')
  answerCalls({
    'POST /organizer/payouts': { status: 409, body: { message: 'O valor disponível agora é R$ 390,00.' } },
  })
  await dialog().getByRole('button', { name: 'Pedir' }).click()
  await expectText(dialog().getByRole('alert'), 'R$ 390,00')
  answerCalls({
    'POST /organizer/payouts': { status: 201, body: { data: { id: 42 }, message: 'Repasse pedido.' } },
  })
  await field('Valor do repasse').fill('390,00')
  await dialog().getByRole('button', { name: 'Pedir' }).click()
  await expect.element(toast('Repasse pedido.')).toBeVisible()
  expect(sentCalls('POST /organizer/payouts').map(({ body }) => body)).toEqual([
    { amount: '400' },
    { amount: '390' },
  ])
})

test.each([422, 200])(
  '%i: nothing can be requested without an account; a Pix key is saved with the password',
  async (status) => {
    await openOrganizer({ ...ACCOUNT, destination: null, destination_state: null })
    await expect.element(button('Pedir repasse')).toBeDisabled()
    await button('Cadastrar conta').click()
    await field('Chave Pix').fill('123')
    await field('Sua senha').fill('errada')
    await field('Código de verificação').fill('123456')
    const errors = { pix_key: ['Chave Pix inválida'] }
    answerCalls({ 'PUT /organizer/payout-destination': { status, body: { errors } } })
    await dialog().getByRole('button', { name: 'Salvar' }).click()
    await expectFieldError(field('Chave Pix'), 'Chave Pix inválida')
    answerCalls({ 'PUT /organizer/payout-destination': { body: { message: 'Conta dos repasses salva.' } } })
    await field('Chave Pix').fill('11.222.333/0001-81')
    await dialog().getByRole('button', { name: 'Salvar' }).click()
    await expect.element(toast('Conta dos repasses salva.')).toBeVisible()
    expect(sentCalls('PUT /organizer/payout-destination').at(-1)?.body).toEqual({
      pix_key_type: 'cnpj',
      pix_key: '11.222.333/0001-81',
      bank_account: null,
      current_password: 'errada',
      code: '123456',
    })
  },
)

test('without a second factor there is a link to turn it on instead of the form', async () => {
  await openOrganizer(ACCOUNT, PAYOUT, secondFactor(null))
  await expectText(page.getByRole('main'), 'Ative a verificação em duas etapas em Minha conta para trocá-la.')
  await expect
    .element(page.getByRole('link', { name: 'Ativar a verificação' }))
    .toHaveAttribute('href', '/minha-conta')
  await expect.element(button('Trocar conta')).not.toBeInTheDocument()
})

const NEW_DESTINATION = {
  saved_at: '2026-11-20T12:00:00Z',
  held_until: '2026-11-23T12:00:00Z',
  awaits_holder: true,
  previous: 'Pix 112***181',
}

test('a new account says when it receives and that its holder is looked up; nothing can be requested', async () => {
  await openOrganizer({ ...ACCOUNT, destination_state: NEW_DESTINATION })
  await expect.element(button('Pedir repasse')).toBeDisabled()
  const card = page.getByRole('region', { name: 'Onde você recebe' })
  await expectText(card, 'a partir de 23/11/2026')
  await expectText(card, 'A empresa ainda vai confirmar que esta conta é sua.')
})

test('the platform confirms the holder of a new account with password and code', async () => {
  answerCalls(SECOND_FACTOR_ON)
  await openEnterprise(PAYOUT, { ...ACCOUNT, destination_state: NEW_DESTINATION })
  const item = page.getByRole('listitem').filter({ hasText: 'Pix financeiro@ilha.test' })
  await expectText(item, 'no lugar de Pix 112***181')
  await expect.element(button('Criar repasse')).toBeDisabled()
  await expectText(page.getByRole('table', { name: 'Saldo por organizador' }), 'titular a confirmar')
  await button('Confirmar titular').click()
  await field('Sua senha').fill('segredo')
  await field('Código de verificação').fill('123456')
  const path = 'POST /enterprise/payout-balances/7/destination/confirm'
  answerCalls({ [path]: { body: { message: 'Titular confirmado.' } } })
  await dialog().getByRole('button', { name: 'Confirmar titular' }).click()
  await expect.element(toast('Titular confirmado.')).toBeVisible()
  expect(sentCalls(path)[0]?.body).toEqual({
    saved_at: NEW_DESTINATION.saved_at,
    current_password: 'segredo',
    code: '123456',
  })
})

test('a user with a second factor also confirms a new account with a code', async () => {
  answerCalls({
    ...SECOND_FACTOR_ON,
    'PUT /organizer/payout-destination': {
      status: 422,
      body: { errors: { code: ['Código incorreto ou já usado. Confira o código atual do aplicativo.'] } },
    },
  })
  await openOrganizer(ACCOUNT)
  await button('Trocar conta').click()
  await field('Sua senha').fill('secreta')
  await field('Código de verificação').fill('123456')
  await dialog().getByRole('button', { name: 'Salvar' }).click()
  await expectFieldError(
    field('Código de verificação'),
    'Código incorreto ou já usado. Confira o código atual do aplicativo.',
  )
  expect(sentCalls('PUT /organizer/payout-destination').at(-1)?.body).toMatchObject({
    current_password: 'secreta',
    code: '123456',
  })
})

test('a bank account is shown beside the Pix key, and its holder is validated', async () => {
  await openOrganizer(ACCOUNT)
  await button('Trocar conta').click()
  await dialog()
    .getByRole('switch', { name: /^Informar uma conta/ })
    .click()
  for (const [label, value] of [
    ['Número do banco', '001'],
    ['Agência', '1234-5'],
    ['Conta com dígito', '56789-0'],
    ['CPF ou CNPJ do titular', '529.982.247-25'],
  ] as const)
    await field(label).fill(value)
  await field('Tipo da conta').selectOptions('Conta poupança')
  await field('Sua senha').fill('segredo')
  const problem = 'A conta precisa ser do organizador: use o CNPJ ou o CPF do seu cadastro.'
  answerCalls({
    'PUT /organizer/payout-destination': {
      status: 422,
      body: { errors: { 'bank_account.holder_document': [problem] } },
    },
  })
  await dialog().getByRole('button', { name: 'Salvar' }).click()
  await expectFieldError(field('CPF ou CNPJ do titular'), problem)
  expect(sentCalls('PUT /organizer/payout-destination').at(-1)?.body).toEqual({
    pix_key_type: 'email',
    pix_key: 'financeiro@ilha.test',
    bank_account: {
      bank: '001',
      branch: '1234-5',
      account: '56789-0',
      kind: 'savings',
      holder_document: '529.982.247-25',
    },
    current_password: 'segredo',
  })
})

test('the platform sets a reserve for one organizer, and requests a wallet with password and code', async () => {
  answerCalls(SECOND_FACTOR_ON)
  await openEnterprise()
  await button('Reserva própria de Ilha Run').click()
  await dialog()
    .getByRole('switch', { name: /^Reserva própria deste/ })
    .click()
  await field('Percentual do que entrou').fill('25,00')
  await field('Dias depois da corrida').fill('30')
  answerCalls({ 'PUT /enterprise/payout-balances/7/reserve': { body: { message: 'Reserva salva.' } } })
  await dialog().getByRole('button', { name: 'Salvar' }).click()
  await expect.element(toast('Reserva salva.')).toBeVisible()
  expect(sentCalls('PUT /enterprise/payout-balances/7/reserve').map(({ body }) => body)).toEqual([
    { reserve: { reserve_percentage: '25', reserve_days: 30 } },
  ])
  await button('Carteira de Ilha Run').click()
  await dialog()
    .getByRole('switch', { name: /^Dividir cada cobrança nova/ })
    .click()
  await field('Código da carteira').fill('123')
  await field('Sua senha').fill('segredo')
  const path = 'PUT /enterprise/payout-balances/7/wallet'
  answerCalls({ [path]: { status: 422, body: { errors: { 'wallet.id': ['Use o código da carteira.'] } } } })
  await dialog().getByRole('button', { name: 'Pedir mudança' }).click()
  await expectFieldError(field('Código da carteira'), 'Use o código da carteira.')
  answerCalls({ [path]: { body: { message: 'Mudança pedida.' } } })
  await field('Código da carteira').fill(WALLET.id)
  await field('Código de verificação').fill('123456')
  await dialog().getByRole('button', { name: 'Pedir mudança' }).click()
  await expect.element(toast('Mudança pedida.')).toBeVisible()
  expect(sentCalls(path).at(-1)?.body).toEqual({
    wallet: { id: WALLET.id, percentage: '80' },
    current_password: 'segredo',
    code: '123456',
  })
})

test('the change of a wallet waits for a second person, who approves or refuses it', async () => {
  answerCalls(SECOND_FACTOR_ON)
  await openEnterprise(PAYOUT, { ...ACCOUNT, wallet_change: WALLET_CHANGE })
  const item = page.getByRole('listitem').filter({ hasText: WALLET.id })
  await expectText(item, '80% de cada cobrança nova')
  await expectText(item, 'Pedida por Bruna Prado')
  const approve = 'POST /enterprise/wallet-changes/12/approve'
  answerCalls({ [approve]: { status: 403, body: { message: 'Outra pessoa precisa aprovar.' } } })
  await button('Aprovar mudança').click()
  await expectText(dialog(), 'Mudar a carteira de Ilha Run?')
  await field('Sua senha').fill('segredo')
  await field('Código de verificação').fill('123456')
  await dialog().getByRole('button', { name: 'Aprovar' }).click()
  await expectText(dialog().getByRole('alert'), 'Outra pessoa precisa aprovar.')
  expect(sentCalls(approve)[0]?.body).toEqual({ current_password: 'segredo', code: '123456' })
  await dialog().getByRole('button', { name: 'Voltar' }).click()
  answerCalls({ 'POST /enterprise/wallet-changes/12/refuse': { body: { message: 'Mudança recusada.' } } })
  await button('Recusar mudança').click()
  await dialog().getByRole('button', { name: 'Recusar' }).click()
  await expect.element(toast('Mudança recusada.')).toBeVisible()
})

test('the organizer sees the pending change of a wallet', async () => {
  await openOrganizer({ ...ACCOUNT, wallet_change: { ...WALLET_CHANGE, wallet: null } })
  await expectText(page.getByRole('main'), 'A empresa pediu a mudança da carteira')
})

test('the platform approves, refuses with a reason, filters and creates payouts', async () => {
  const location = await openEnterprise()
  await expectText(page.getByRole('table', { name: 'Repasses' }), 'financeiro@ilha.test')
  answerCalls({
    ...SECOND_FACTOR_ON,
    'POST /enterprise/payouts/41/approve': { status: 403, body: { message: 'Quem pediu não aprova.' } },
    'POST /enterprise/payouts/41/refuse': { body: { message: 'Repasse recusado.' } },
    'POST /enterprise/payouts': { status: 201, body: { data: { id: 43 }, message: 'Repasse criado.' } },
  })
  await button('Aprovar').click()
  await expectText(dialog(), 'Aprovar R$ 100,00 para Ilha Run?')
  await expectText(dialog(), 'antes, Pix 112***181; agora, Pix fin***est')
  await field('Sua senha').fill('segredo')
  await field('Código de verificação').fill('123456')
  await dialog().getByRole('button', { name: 'Aprovar' }).click()
  await expectText(dialog().getByRole('alert'), 'Quem pediu não aprova.')
  expect(sentCalls('POST /enterprise/payouts/41/approve')[0]?.body).toEqual({
    current_password: 'segredo',
    code: '123456',
  })
  await dialog().getByRole('button', { name: 'Voltar' }).click()
  await button('Recusar').click()
  await field('Motivo').fill('Chave de outra empresa.')
  await dialog().getByRole('button', { name: 'Recusar' }).click()
  await expect.element(toast('Repasse recusado.')).toBeVisible()
  expect(sentCalls('POST /enterprise/payouts/41/refuse')[0]?.body).toEqual({
    note: 'Chave de outra empresa.',
  })
  await button('Criar repasse').click()
  await dialog().getByRole('button', { name: 'Pedir' }).click()
  await expect.element(toast('Repasse criado.')).toBeVisible()
  expect(sentCalls('POST /enterprise/payouts')[0]?.body).toEqual({ organizer_id: 7, amount: '400' })
  await page.getByLabelText('Situação dos repasses').selectOptions('Pago')
  await expect.poll(() => location().search).toBe('?situacao=paid')
})

test('an approved payout is marked as paid with its receipt and the password; a later change is shown', async () => {
  await openEnterprise({
    ...PAYOUT,
    destination_changed_at: '2026-11-22T12:00:00Z',
    status: 'approved',
    approved_at: '2026-11-21T12:00:00Z',
    approved_by: 'Caio',
  })
  await button('Marcar como pago').click()
  chooseFile(field('Comprovante'), new File(['%PDF-1.7'], 'pix.pdf', { type: 'application/pdf' }))
  await expectText(dialog(), 'pix.pdf')
  await expectText(dialog(), 'Depois deste pedido, em 22/11/2026')
  await field('Sua senha').fill('segredo')
  answerCalls({ 'POST /enterprise/payouts/41/pay': { body: { message: 'Repasse marcado como pago.' } } })
  await dialog().getByRole('button', { name: 'Marcar como pago' }).click()
  await expect.element(toast('Repasse marcado como pago.')).toBeVisible()
  const sent = sentCalls('POST /enterprise/payouts/41/pay')[0]?.body as FormData
  expect((sent.get('receipt') as File).name).toBe('pix.pdf')
  expect(JSON.parse(String(sent.get('data')))).toEqual({ current_password: 'segredo' })
})

test('the reserve of all organizers', async () => {
  await openEnterprise()
  await button('Reserva').click()
  await field('Dias depois da corrida').fill('15')
  answerCalls({ 'PUT /enterprise/payout-settings': { body: { message: 'Reserva salva.' } } })
  await dialog().getByRole('button', { name: 'Salvar' }).click()
  await expect.element(toast('Reserva salva.')).toBeVisible()
  expect(sentCalls('PUT /enterprise/payout-settings')[0]?.body).toEqual({
    reserve_percentage: '10',
    reserve_days: 15,
  })
})
