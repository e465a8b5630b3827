import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import type { MyRegistration } from '#contract/my-registrations/my-registrations.ts'
import { answerCalls } from '#web-test/answers.ts'
import { expectText, renderScreen, signIn } from '#web-test/render-screen.tsx'
import { PENDING_PAYMENT, REGISTERED_AT, REGISTRATION } from '#web-test/sample-registration.ts'
import MyRegistrationScreen from '../detail/my-registration-screen.tsx'

// When the money of a refund arrives, and the payments with their receipt.

const PAID: MyRegistration = {
  ...REGISTRATION,
  status: 'Confirmado',
  status_code: 1,
  status_color: 'success',
  can_cancel: false,
  cancellation: {
    reason: 'policy',
    refund: '80.00',
    kept: '27.50',
    until: null,
    needs_approval: false,
    next: { from: '03/12/2027', refund: '0.00' },
  },
  receipt: {
    number: 'LRG-00000007',
    organizer: { name: 'Corre', cnpj: null, phone: null, seller: null },
    payer: { name: 'Bruna Prado', cpf: null },
    confirmed_at: REGISTERED_AT,
  },
}
const paidBy = (type: number, id = type + 1) => ({
  ...PENDING_PAYMENT,
  id,
  type,
  status: 'pago',
  status_code: 2,
  payment_date: REGISTERED_AT,
})

async function open(changes: Partial<MyRegistration>) {
  signIn(['Participante'])
  answerCalls({ 'GET /participant/registrations/7': { body: { data: { ...PAID, ...changes } } } })
  await renderScreen(<MyRegistrationScreen />, {
    route: '/participante/inscricoes/:id',
    path: '/participante/inscricoes/7',
  })
}
const cancellation = page.getByRole('region', { name: 'Cancelamento e devolução' })

test.each([
  [0, 'O Pix devolvido chega em minutos à conta de onde saiu.'],
  [1, 'O boleto é devolvido por transferência, depois que quem pagou informa os dados bancários.'],
  [2, 'O estorno aparece na fatura do cartão em até duas faturas.'],
])('says today’s amount, when it changes and when it arrives, type %i', async (type, arrival) => {
  await open({ payments: [paidBy(type)] })
  await expectText(
    cancellation,
    `Hoje, o cancelamento devolve R$ 80,00. A partir de 03/12/2027, nada é devolvido. ${arrival}`,
  )
})

test('a refund that needs an approval begins with it', async () => {
  await open({
    payments: [paidBy(0)],
    cancellation: PAID.cancellation && { ...PAID.cancellation, needs_approval: true },
  })
  await expectText(cancellation, 'A devolução começa quando a organização aprova o pedido. O Pix devolvido')
})

test('lists the payments with method, amount, day and receipt', async () => {
  await open({ payments: [paidBy(2, 9), { ...PENDING_PAYMENT, status: 'cancelado', status_code: 6 }] })
  const section = page.getByRole('region', { name: 'Pagamento' })
  await expectText(section, 'Cartão de Crédito · R$ 107,50')
  await expectText(section, 'Em 20/11/2026 às 10:21 · Ver comprovante')
  const receipts = section.getByRole('link', { name: 'Ver comprovante' })
  expect(receipts.elements().map((link) => link.getAttribute('href'))).toEqual([
    '/participante/inscricoes/7/comprovante',
  ])
})
