// @module-tag operation
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { answerCalls, sentCalls } from '#web-test/answers.ts'
import { EVENT } from '#web-test/organizer-event.ts'
import { PLACES } from '#web-test/places.ts'
import { button, renderScreen, signInOrganizer } from '#web-test/render-screen.tsx'
import ManageEventScreen from './manage-event-screen.tsx'

const DETAIL = '/organizador/eventos/detalhe'
const PUT = 'PUT /organizer/events/7'

test('the organizer lets runners change and defer their registrations until a day, with a fee', async () => {
  signInOrganizer()
  answerCalls({
    ...PLACES,
    'GET /organizer/events/7': { body: { data: EVENT } },
    [PUT]: { status: 200, body: { data: EVENT } },
  })
  await renderScreen(<ManageEventScreen />, { route: `${DETAIL}/:id`, path: `${DETAIL}/7?etapa=0` })
  const section = page.getByRole('region', { name: 'Alterações pelo corredor' })
  await expect.element(section.getByLabelText('Taxa de alteração')).not.toBeInTheDocument()
  await section.getByRole('textbox', { name: 'Corredores alteram a inscrição até' }).fill('10/02/2031')
  await section.getByLabelText('Diferença de uma opção mais barata').selectOptions('É devolvida ao corredor')
  await section.getByLabelText('Taxa de alteração').fill('12,34')
  await section.getByRole('textbox', { name: 'Corredores adiam a inscrição até' }).fill('11/02/2031')
  await section.getByLabelText('Taxa de adiamento').fill('23,45')
  await expect.element(section.getByLabelText('Taxa de alteração')).toHaveValue('12,34')
  await expect.element(section.getByLabelText('Taxa de adiamento')).toHaveValue('23,45')
  await button('Salvar').click()
  await expect.poll(() => sentCalls(PUT)).not.toHaveLength(0)
  expect(sentCalls(PUT).at(-1)?.body).toMatchObject({
    changes_until: '2031-02-10',
    changes_downgrade: 'refund',
    changes_fee: '12.34',
    deferral_until: '2031-02-11',
    deferral_fee: '23.45',
  })
})

test('an event with a relay category says until when its teams change', async () => {
  const [modality, ...others] = EVENT.modalities
  const [category, ...rest] = modality?.categories ?? []
  if (!modality || !category) throw new Error('the sample event has no category')
  const relay = {
    ...EVENT,
    modalities: [{ ...modality, categories: [{ ...category, team_size: 2 }, ...rest] }, ...others],
  }
  signInOrganizer()
  answerCalls({
    ...PLACES,
    'GET /organizer/events/7': { body: { data: relay } },
    [PUT]: { status: 200, body: { data: relay } },
  })
  await renderScreen(<ManageEventScreen />, { route: `${DETAIL}/:id`, path: `${DETAIL}/7?etapa=0` })
  await page.getByRole('textbox', { name: 'Equipes mudam até' }).fill('10/02/2031')
  await button('Salvar').click()
  await expect.poll(() => sentCalls(PUT)).not.toHaveLength(0)
  expect(sentCalls(PUT).at(-1)?.body).toMatchObject({ teams_until: '2031-02-10' })
})

test('the organizer sets what a group saves, by size and with free places', async () => {
  signInOrganizer()
  answerCalls({
    ...PLACES,
    'GET /organizer/events/7': { body: { data: EVENT } },
    [PUT]: { status: 200, body: { data: EVENT } },
  })
  await renderScreen(<ManageEventScreen />, { route: `${DETAIL}/:id`, path: `${DETAIL}/7?etapa=0` })
  const section = page.getByRole('region', { name: 'Grupos' })
  await expect.element(section.getByRole('button', { name: 'Adicionar desconto' })).not.toBeInTheDocument()
  await section.getByRole('textbox', { name: 'Grupos até' }).fill('10/02/2031')
  await section.getByRole('button', { name: 'Adicionar desconto' }).click()
  await section.getByRole('textbox', { name: 'A partir de quantos membros' }).fill('10')
  await section.getByRole('textbox', { name: 'Desconto' }).fill('12,34')
  await section.getByRole('textbox', { name: 'Pagantes para 1 inscrição grátis' }).fill('15')
  await expect.element(section.getByRole('heading', { name: 'A partir de 10 membros' })).toBeVisible()
  await button('Salvar').click()
  await expect.poll(() => sentCalls(PUT)).not.toHaveLength(0)
  expect(sentCalls(PUT).at(-1)?.body).toMatchObject({
    groups_until: '2031-02-10',
    group_free_every: '15',
    group_prices: [{ min_members: '10', rate: '12.34' }],
  })
})
