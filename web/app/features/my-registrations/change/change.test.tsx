import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import type { ChangeOptions } from '#contract/my-registrations/change.ts'
import type { MyRegistration } from '#contract/my-registrations/my-registrations.ts'
import { answerCalls, sentCalls } from '#web-test/answers.ts'
import { button, expectText, renderScreen, signIn, toast } from '#web-test/render-screen.tsx'
import { PENDING_PAYMENT, REGISTRATION } from '#web-test/sample-registration.ts'
import MyRegistrationScreen from '../detail/my-registration-screen.tsx'

// Changing a registration on its page.

const ONE = 'GET /participant/registrations/7'
const OPTIONS = 'GET /participant/registrations/7/change'
const CHANGE = 'POST /participant/registrations/7/change'
const WITHDRAW = 'POST /participant/registrations/7/change/withdraw'

const option = { is_sold_out: false, ineligible: null }
const kit = (id: number, name: string, value: string) => ({
  ...option,
  id,
  name,
  category_ids: [] as number[],
  sizes: [] as { id: number; name: string; is_sold_out: boolean }[],
  value,
  price_lines: [{ kind: 'kit' as const, label: name, amount: value }],
  to_pay: '0.00',
  to_refund: '0.00',
  kept: '0.00',
  credit: '0.00',
})
const PREMIUM: ChangeOptions['products'][number] = {
  ...kit(12, 'Kit Premium', '177.50'),
  category_ids: [1],
  to_pay: '70.00',
  price_lines: [
    { kind: 'kit', label: 'Kit Premium', amount: '167.50' },
    { kind: 'change', label: 'Taxa de alteração', amount: '10.00' },
  ],
}
const CHOICES: ChangeOptions = {
  until: '10/12/2027',
  downgrade: 'refund',
  fee: '10.00',
  current: { category_id: 1, product_id: 11, shirt_size_id: 102 },
  categories: [
    { ...option, id: 1, modality: '5 km', name: '5 km Geral' },
    { ...option, id: 2, modality: '10 km', name: '10 km Geral' },
    { ...option, id: 3, modality: '10 km', name: '10 km 60+', is_sold_out: true },
    { ...option, id: 4, modality: '10 km', name: '10 km Feminino', ineligible: 'mulheres' },
  ],
  products: [
    {
      ...kit(11, 'Kit Completo', '107.50'),
      category_ids: [1],
      sizes: [
        { id: 101, name: 'P', is_sold_out: false },
        { id: 102, name: 'M', is_sold_out: false },
        { id: 103, name: 'G', is_sold_out: true },
      ],
    },
    PREMIUM,
    { ...kit(13, 'Kit Básico', '60.00'), to_refund: '47.50' },
    { ...kit(14, 'Kit VIP', '300.00'), is_sold_out: true, to_pay: '192.50' },
  ],
  payment_types: [0, 2],
}

async function show(registration: Partial<MyRegistration>, options: Partial<ChangeOptions> = {}) {
  signIn(['Participante'])
  answerCalls({
    [ONE]: { body: { data: { ...REGISTRATION, ...registration } } },
    [OPTIONS]: { body: { data: { ...CHOICES, ...options } } },
  })
  await renderScreen(<MyRegistrationScreen />, {
    route: '/participante/inscricoes/:id',
    path: '/participante/inscricoes/7',
  })
  await expect.element(page.getByRole('heading', { level: 1 })).toBeVisible()
}
const dialog = () => page.getByRole('dialog', { name: 'Alterar inscrição' })
const inDialog = (name: string) => dialog().getByRole('button', { name })
const labels = (select: string) =>
  Array.from(
    dialog().getByLabelText(select).element().querySelectorAll('option'),
    (one) => `${one.disabled ? '- ' : ''}${one.textContent}`,
  )

async function open(options: Partial<ChangeOptions> = {}) {
  await show({ can_change: true }, options)
  await button('Alterar inscrição').click()
  await expect.element(dialog().getByLabelText('Modalidade e categoria')).toBeVisible()
}

test('without the right to change there is no button', async () => {
  await show({ can_change: false })
  await expect.element(button('Alterar inscrição')).not.toBeInTheDocument()
})

test('shows deadline, fee and what is sold out or does not fit; the same choice cannot be sent', async () => {
  await open()
  await expectText(dialog(), 'Até 10/12/2027 você pode trocar')
  await expectText(dialog(), 'Cada alteração tem uma taxa de R$ 10,00.')
  await expectText(dialog(), 'devolvemos a diferença')
  expect(labels('Modalidade e categoria')).toEqual([
    '5 km · 5 km Geral',
    '10 km · 10 km Geral',
    '- 10 km · 10 km 60+ · esgotada',
    '- 10 km · 10 km Feminino · para mulheres',
  ])
  expect(labels('Tamanho da camisa')).toEqual(['Escolha', 'P', 'M', '- G · esgotado'])
  await expect.element(dialog().getByRole('radio', { name: /^Kit VIP/ })).toBeDisabled()
  await expect.element(inDialog('Confirmar a alteração')).toBeDisabled()
})

test('another size is sent at once, without a payment', async () => {
  await open()
  await dialog().getByLabelText('Tamanho da camisa').selectOptions('P')
  await expectText(dialog(), 'Nada mais a pagar.')
  answerCalls({ [CHANGE]: { body: { data: { payment_link: null }, message: 'Inscrição alterada.' } } })
  await inDialog('Confirmar a alteração').click()
  await expect.element(toast('Inscrição alterada.')).toBeVisible()
  await expect.element(dialog()).not.toBeInTheDocument()
  expect(sentCalls(CHANGE).map(({ body }) => body)).toEqual([
    { category_id: 1, product_id: 11, shirt_size_id: 101, payment_type: null, expected_value: '107.50' },
  ])
})

test('a dearer kit shows its lines and the difference, and needs a payment method', async () => {
  await open()
  await dialog()
    .getByRole('radio', { name: /^Kit Premium/ })
    .click()
  await expectText(dialog(), 'Taxa de alteraçãoR$ 10,00')
  await expectText(dialog(), 'TotalR$ 177,50')
  await expectText(dialog(), 'Falta pagar R$ 70,00. A vaga atual continua sua até o pagamento')
  await inDialog('Alterar e pagar a diferença').click()
  await expectText(dialog(), 'Escolha uma forma de pagamento')
  expect(sentCalls(CHANGE)).toEqual([])
  const message = 'Não há mais vagas: Kit Premium.'
  answerCalls({ [CHANGE]: { status: 409, body: { message, exception: message } } })
  await dialog().getByRole('radio', { name: /^Pix/ }).click()
  await inDialog('Alterar e pagar a diferença').click()
  await expect.element(toast(message)).toBeVisible()
  await expect.element(dialog()).toBeVisible()
  expect(sentCalls(CHANGE).at(-1)?.body).toEqual({
    category_id: 1,
    product_id: 12,
    shirt_size_id: null,
    payment_type: 0,
    expected_value: '177.50',
  })
})

test('another category keeps only the kits sold in it, and a kit with sizes needs one', async () => {
  await open({ downgrade: 'keep', fee: '0.00' })
  await expectText(dialog(), 'Alterar não tem taxa. Se a nova opção for mais barata, a diferença fica com')
  await dialog().getByLabelText('Modalidade e categoria').selectOptions('10 km · 10 km Geral')
  await expect.element(dialog().getByRole('radio', { name: /^Kit Completo/ })).not.toBeInTheDocument()
  await inDialog('Confirmar a alteração').click()
  await expectText(dialog(), 'Escolha um kit')
  await dialog()
    .getByRole('radio', { name: /^Kit Básico/ })
    .click()
  await expectText(dialog(), 'Você recebe R$ 47,50 de volta')
  await dialog().getByLabelText('Modalidade e categoria').selectOptions('5 km · 5 km Geral')
  await dialog()
    .getByRole('radio', { name: /^Kit Completo/ })
    .click()
  await dialog().getByLabelText('Tamanho da camisa').selectOptions('Escolha')
  await inDialog('Confirmar a alteração').click()
  await expectText(dialog(), 'Por favor, selecione o tamanho da camisa.')
  expect(sentCalls(CHANGE)).toEqual([])
})

test('the difference of a cheaper kit becomes a credit, if the organizer so decided', async () => {
  await open({
    downgrade: 'credit',
    products: [{ ...kit(13, 'Kit Básico', '107.50'), credit: '47.50' }, PREMIUM],
  })
  await expectText(dialog(), 'a diferença vira crédito para outra prova desta organização.')
  const basic = dialog().getByRole('radio', { name: /^Kit Básico/ })
  await expect.element(basic).toHaveAccessibleName(/R\$\s47,50 de crédito para outra prova/)
  await basic.click()
  await expectText(dialog(), 'A diferença, R$ 47,50, vira crédito para outra prova desta organização.')
})

test('a credit in the price is shown, with what it pays', async () => {
  const held = {
    kind: 'changed',
    amount: '47.50',
    fee: '60.00',
    refund: '47.50',
    ends_on: '04/01/2029',
    reason: null,
    donation_to: null,
    credit: { until: '04/01/2029', is_kept: true, event: null, registration: null },
    choice: null,
    places: [],
    payment_types: [],
  }
  answerCalls({ 'GET /participant/registrations/7/refund-choice': { body: { data: held } } })
  await show({ has_refund_choice: true })
  const section = page.getByRole('region', { name: 'Crédito para outra prova' })
  await expectText(section, 'um crédito de R$ 47,50, da troca por uma opção mais barata')
  await expectText(section, 'outra prova desta organização até 04/01/2029')
  await expect.element(section.getByText('é devolvido')).not.toBeInTheDocument()
})

test('the open change shows its lines, deadline and payment, and can be withdrawn', async () => {
  const payment = { ...PENDING_PAYMENT, value: '70.00', due_date: '12/11/2027', expires_at: null }
  const { value, price_lines } = PREMIUM
  await show({
    payments: [payment],
    pending_change: {
      at: '2031-01-12T12:00:00Z',
      modality: '5 km',
      category: '5 km Geral',
      product: 'Kit Premium',
      shirt_size: null,
      value,
      price_lines,
    },
  })
  const section = page.getByRole('region', { name: 'Alteração à espera do pagamento' })
  await expectText(section, 'A nova vaga está guardada até 12/11/2027. Falta pagar R$ 70,00.')
  await expectText(section, 'KitKit Premium')
  await expectText(section, 'TotalR$ 177,50')
  await expect
    .element(section.getByRole('link', { name: 'Pagar a diferença' }))
    .toHaveAttribute('href', payment.payment_link ?? '')
  answerCalls({
    [WITHDRAW]: { body: { message: 'Você desistiu da alteração.' } },
    [ONE]: { body: { data: REGISTRATION } },
  })
  await button('Desistir da alteração').click()
  await page.getByRole('dialog').getByRole('button', { name: 'Sim, desistir' }).click()
  await expect.element(toast('Você desistiu da alteração.')).toBeVisible()
  await expect.element(section).not.toBeInTheDocument()
})
