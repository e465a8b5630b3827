import type { ReactElement } from 'react'
import { beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { answerProfile } from '../test/account.ts'
import { answerCalls } from '../test/answers.ts'
import { unseenFocus } from '../test/focus.ts'
import { EVENT as MANAGED_EVENT } from '../test/organizer-event.ts'
import { PLACES } from '../test/places.ts'
import { button, renderLayout, setScreenSize, signIn, signInOrganizer } from '../test/render-screen.tsx'
import { EVENT, PROFILE } from '../test/sample-event.ts'
import { draftAt, heading, next } from '../test/wizard.tsx'
import ProfileScreen from './features/account/profile/profile-screen.tsx'
import AccountRegistration from './features/account/register/register-screen.tsx'
import { writeDraft } from './features/checkout/draft-storage.ts'
import { FIRST_TIME } from './features/checkout/queries.ts'
import RegistrationScreen from './features/checkout/registration-screen.tsx'
import { EventPage } from './features/event/event-page.tsx'
import ManageEventScreen from './features/event/manage/manage-event-screen.tsx'
import AppLayout from './layouts/app-layout.tsx'
import PublicLayout from './layouts/public-layout.tsx'

// WCAG 2.2, 2.4.11: what takes the focus is not covered by bars that stick to the edges. At 200 % zoom a screen of 1280 × 720 has
// 640 × 360 pixels; a phone has little more height than that while its keyboard is open.

beforeEach(async () => {
  await setScreenSize(640, 360)
  answerCalls(PLACES)
})

async function expectFocusInSight(): Promise<void> {
  const { unseen, visited } = await unseenFocus()
  expect(unseen).toEqual([])
  expect(visited).toBeGreaterThan(10)
}

const showPublic = (screen: ReactElement, path?: string) => renderLayout(<PublicLayout />, screen, path)
const showSignedIn = (screen: ReactElement, path?: string, route?: string) =>
  renderLayout(<AppLayout />, screen, path, route)

test.each([0, 1, 2, 3])('the wizard, step %i, with its messages', async (step) => {
  signIn(['Participante'])
  answerCalls({
    'GET /participant/1/profile': { body: { data: PROFILE } },
    [`GET /events/slug/${EVENT.slug}`]: { body: { data: EVENT } },
    [`GET /participant/events/${EVENT.id}/start`]: { body: { data: FIRST_TIME } },
  })
  if (step > 0) writeDraft({ user: PROFILE.id, slug: EVENT.slug }, draftAt(step, 101))
  await showPublic(<RegistrationScreen />, `/register/event?evento=${EVENT.slug}`)
  await expect.element(heading(step)).toBeVisible()
  if (step === 1 || step === 2) await next()
  await expectFocusInSight()
})

test('the page of a race', async () => {
  await showPublic(<EventPage event={EVENT} today="2099-11-01" url="https://largada.test/" />)
  await expect.element(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expectFocusInSight()
})

test('the form of an account', async () => {
  await showPublic(<AccountRegistration />)
  await expect.element(button('Cadastrar')).toBeVisible()
  await expectFocusInSight()
})

test('the profile in edit mode', async () => {
  signIn(['Participante'])
  answerProfile({})
  await showSignedIn(<ProfileScreen />)
  await button('Editar').click()
  await expect.element(button('Salvar')).toBeVisible()
  await expectFocusInSight()
})

test.each([1, 2, 3])('the form of an event, step %i', async (step) => {
  signInOrganizer()
  answerCalls({
    'GET /enterprise/fees': { status: 500 },
    'GET /organizer/events/7': { body: { data: MANAGED_EVENT } },
  })
  await showSignedIn(
    <ManageEventScreen />,
    `/organizador/eventos/detalhe/7?etapa=${step}`,
    '/organizador/eventos/detalhe/:id',
  )
  await expect.element(page.getByRole('toolbar')).toBeVisible()
  await expectFocusInSight()
})
