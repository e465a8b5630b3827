import axe from 'axe-core'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import type { MyTeam } from '#contract/registration/team.ts'
import { answerCalls, sentCalls } from '#web-test/answers.ts'
import { button, expectText, renderScreen, toast } from '#web-test/render-screen.tsx'
import { REGISTRATION } from '#web-test/sample-registration.ts'
import { TeamSection } from './team-section.tsx'

const TEAM: MyTeam = {
  name: 'Pé na Areia',
  size: 2,
  active: 2,
  is_captain: true,
  until: '10/02/2031',
  can_order: true,
  members: [
    {
      registration_id: REGISTRATION.id,
      name: 'Ana Souza',
      leg: 1,
      leg_name: 'Praia',
      is_active: true,
      is_own: true,
    },
    { registration_id: 99, name: 'Beto Lima', leg: 2, leg_name: 'Serra', is_active: true, is_own: true },
  ],
}
const PUT = `PUT /participant/registrations/${REGISTRATION.id}/legs`
const show = (changes: Partial<MyTeam> = {}) =>
  renderScreen(<TeamSection registration={REGISTRATION} team={{ ...TEAM, ...changes }} />)
const section = () => page.getByRole('region', { name: 'Equipe Pé na Areia' })
const legs = () => section().getByRole('listitem')
const saveButton = () => section().getByRole('button', { name: 'Guardar a ordem dos trechos' })

test('the captain orders the legs', async () => {
  answerCalls({ [PUT]: { body: { message: 'Trechos guardados.' } } })
  await show()
  await expectText(legs().first(), 'Ana SouzaTrecho 1 · Praia')
  await expect.element(saveButton()).not.toBeInTheDocument()
  await button('Mover Beto Lima para cima').click()
  await expectText(legs().first(), 'Beto LimaTrecho 1 · Praia')
  await expectText(legs().nth(1), 'Ana SouzaTrecho 2 · Serra')
  expect((await axe.run(document.body)).violations).toEqual([])
  await saveButton().click()
  await expect.element(toast('Trechos guardados.')).toBeVisible()
  expect(sentCalls(PUT).map(({ body }) => body)).toEqual([{ registration_ids: [99, REGISTRATION.id] }])
})

test('members who are not captain see the team', async () => {
  await show({ is_captain: false, can_order: false })
  await expectText(legs().nth(1), 'Beto Lima')
  await expect.element(section().getByRole('button')).not.toBeInTheDocument()
})

test('an incomplete team says who has cancelled', async () => {
  await show({
    active: 1,
    members: TEAM.members.map((one) => ({ ...one, is_active: one.registration_id !== 99 })),
  })
  await expectText(section(), 'Equipe incompleta: 1 de 2.')
  await expectText(legs().nth(1), 'inscrição cancelada')
})
