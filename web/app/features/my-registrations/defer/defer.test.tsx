import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { answerCalls, sentCalls } from '#web-test/answers.ts'
import { button, expectText, renderScreen, signIn, toast } from '#web-test/render-screen.tsx'
import { REGISTRATION } from '#web-test/sample-registration.ts'
import MyRegistrationScreen from '../detail/my-registration-screen.tsx'

// Deferring a registration on its page.

const ONE = 'GET /participant/registrations/7'
const DEFER = 'POST /participant/registrations/7/deferral'
const HELD = 'GET /participant/registrations/7/refund-choice'

test('shows credit, fee and last day, asks for a reason, and then shows the credit', async () => {
  signIn(['Participante'])
  const deferral = { credit: '97.50', fee: '10.00', until: '30/11/2032' }
  answerCalls({ [ONE]: { body: { data: { ...REGISTRATION, deferral } } } })
  await renderScreen(<MyRegistrationScreen />, {
    route: '/participante/inscricoes/:id',
    path: '/participante/inscricoes/7',
  })
  await button('Adiar para outra edição').click()
  const dialog = page.getByRole('dialog', { name: 'Adiar esta inscrição?' })
  await expectText(dialog, 'CréditoR$ 97,50')
  await expectText(dialog, 'Taxa de adiamentoR$ 10,00')
  await expectText(dialog, 'O crédito vale até 30/11/2032')
  await dialog.getByRole('button', { name: 'Sim, adiar' }).click()
  await expectText(dialog, 'Escreva o motivo.')
  expect(sentCalls(DEFER)).toHaveLength(0)

  await dialog.getByRole('textbox', { name: 'Motivo' }).fill('Lesão')
  answerCalls({
    [DEFER]: { body: { message: 'Inscrição adiada. O seu crédito está guardado.' } },
    [ONE]: {
      body: { data: { ...REGISTRATION, status_code: 2, status: 'Cancelado', has_refund_choice: true } },
    },
    [HELD]: {
      body: {
        data: {
          kind: 'deferred',
          amount: '97.50',
          fee: '10.00',
          refund: '97.50',
          ends_on: '30/11/2032',
          reason: null,
          donation_to: null,
          credit: { until: '30/11/2032', is_kept: true, event: null, registration: null },
          choice: null,
          places: [],
          payment_types: [],
        },
      },
    },
  })
  await dialog.getByRole('button', { name: 'Sim, adiar' }).click()
  await expect.element(toast('Inscrição adiada. O seu crédito está guardado.')).toBeVisible()
  expect(sentCalls(DEFER).map(({ body }) => body)).toEqual([{ reason: 'Lesão', expected_credit: '97.50' }])
  const section = page.getByRole('region', { name: 'Inscrição adiada' })
  await expectText(section, 'um crédito de R$ 97,50')
  await expect.element(button('Receber de volta')).not.toBeInTheDocument()
})
