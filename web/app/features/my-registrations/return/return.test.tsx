import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { answerCalls, sentCalls } from '#web-test/answers.ts'
import { button, expectText, renderScreen, signIn, toast } from '#web-test/render-screen.tsx'
import { REGISTRATION } from '#web-test/sample-registration.ts'
import MyRegistrationScreen from '../detail/my-registration-screen.tsx'

// Returning a place on the page of its registration.

const ONE = 'GET /participant/registrations/7'
const RETURN = 'POST /participant/registrations/7/return'
const TAKE_BACK = 'POST /participant/registrations/7/return/withdraw'
const CANCEL = 'POST /participant/registrations/7/cancel'
const OFFER = { state: 'offered', refund: '97.50', fee: '10.00', until: '30/11/2031' } as const
const WAITING = {
  ...REGISTRATION,
  status_code: 2,
  status: 'Cancelado',
  place_return: { ...OFFER, state: 'waiting' },
}

async function open(registration: object) {
  signIn(['Participante'])
  answerCalls({ [ONE]: { body: { data: registration } } })
  await renderScreen(<MyRegistrationScreen />, {
    route: '/participante/inscricoes/:id',
    path: '/participante/inscricoes/7',
  })
}

test('shows refund and fee before the place is returned, and that the refund waits for a buyer', async () => {
  await open({ ...REGISTRATION, place_return: OFFER })
  await button('Devolver a vaga').click()
  const dialog = page.getByRole('dialog', { name: 'Devolver a vaga?' })
  await expectText(dialog, 'A receber de voltaR$ 97,50')
  await expectText(dialog, 'Taxa de devoluçãoR$ 10,00')
  await expectText(dialog, 'Se ninguém a comprar até 30/11/2031')
  answerCalls({
    [RETURN]: { body: { message: 'Vaga devolvida. O reembolso sai quando alguém a comprar.' } },
    [ONE]: { body: { data: WAITING } },
  })
  await dialog.getByRole('button', { name: 'Sim, devolver' }).click()
  await expect.element(toast('Vaga devolvida. O reembolso sai quando alguém a comprar.')).toBeVisible()
  expect(sentCalls(RETURN).map(({ body }) => body)).toEqual([{ expected_refund: '97.50' }])
  await expectText(page.getByRole('region', { name: 'Vaga devolvida' }), 'O reembolso de R$ 97,50 sai quando')
})

test('a returned place is taken back, or everything refunded by the right of withdrawal', async () => {
  const cancellation = {
    reason: 'withdrawal',
    refund: '107.50',
    kept: '0.00',
    until: '02/12/2026',
    needs_approval: false,
    next: { from: '03/12/2026', refund: '0.00' },
  }
  await open({ ...WAITING, can_cancel: false, cancellation })
  answerCalls({ [TAKE_BACK]: { status: 409, body: { message: 'A vaga já está com outra pessoa.' } } })
  await button('Pegar a vaga de volta').click()
  await button('Sim, quero correr').click()
  await expect.element(toast('A vaga já está com outra pessoa.')).toBeVisible()

  answerCalls({ [CANCEL]: { body: { data: { requested: false }, message: 'Inscrição cancelada.' } } })
  await button('Cancelar inscrição').click()
  await expectText(page.getByRole('dialog'), 'sem esperar que alguém compre a vaga')
  await button('Sim, cancelar').click()
  await expect.element(toast('Inscrição cancelada.')).toBeVisible()
  expect(sentCalls(CANCEL).map(({ body }) => body)).toEqual([{ expected_refund: '107.50' }])
})
