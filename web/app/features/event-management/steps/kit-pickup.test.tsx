import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { answerCalls, sentCalls } from '#web-test/answers.ts'
import { EVENT } from '#web-test/organizer-event.ts'
import { PLACES } from '#web-test/places.ts'
import { expectFieldError, renderScreen, signInOrganizer } from '#web-test/render-screen.tsx'
import ManageEventScreen from '../manage-event-screen.tsx'

// Where and when kits are picked up, in the editor of an event.

const PUT = 'PUT /organizer/events/7'

test('is filled in, checked and saved', async () => {
  signInOrganizer()
  answerCalls({
    ...PLACES,
    'GET /enterprise/fees': {
      body: {
        data: {
          min_fee_free: null,
          setup_fee: null,
          min_fee_paid: null,
          max_fee_percentage: null,
          bounds: null,
        },
      },
    },
    'GET /organizer/events/7': { body: { data: EVENT } },
    [PUT]: { body: { data: EVENT, message: 'Evento atualizado com sucesso!' } },
  })
  const path = '/organizador/eventos/detalhe'
  await renderScreen(<ManageEventScreen />, { route: `${path}/:id`, path: `${path}/7?etapa=1` })
  const labelled = (label: string) => page.getByRole('form').getByLabelText(label)
  await labelled('Local da largada').fill('Parque Ibirapuera')
  await labelled('Local da entrega').fill('Loja Corre')
  await labelled('Endereço da entrega').fill('Rua das Flores, 10')
  await labelled('Entrega a partir das').fill('10:00')
  await labelled('Entrega até as').fill('9:99')
  const save = page.getByRole('toolbar').getByRole('button', { name: 'Salvar' })
  await save.click()
  await expectFieldError(labelled('Entrega até as'), 'Os minutos vão de 00 a 59.')
  expect(sentCalls(PUT)).toEqual([])
  await labelled('Entrega até as').fill('18:00')
  await save.click()
  await expect
    .poll(() => sentCalls(PUT)[0]?.body)
    .toMatchObject({
      start_place: 'Parque Ibirapuera',
      kit_place: 'Loja Corre',
      kit_address: 'Rua das Flores, 10',
      kit_opens_at: '10:00',
      kit_closes_at: '18:00',
    })
})
