// @module-tag operation
import type { ReactElement } from 'react'
import { beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import ProfileScreen from '#web/features/account/profile/profile-screen.tsx'
import AccountRegistration from '#web/features/account/register/register-screen.tsx'
import { FIRST_TIME } from '#web/features/checkout/queries.ts'
import { writeDraft } from '#web/features/checkout/wizard/draft-storage.ts'
import RegistrationScreen from '#web/features/checkout/wizard/registration-screen.tsx'
import { EventPage } from '#web/features/event/page/event-page.tsx'
import ManageEventScreen from '#web/features/event-management/manage-event-screen.tsx'
import { answerProfile } from '#web-test/account.ts'
import { answerCalls } from '#web-test/answers.ts'
import { unseenFocus } from '#web-test/focus.ts'
import { EVENT as MANAGED_EVENT } from '#web-test/organizer-event.ts'
import { PLACES } from '#web-test/places.ts'
import { button, renderLayout, setScreenSize, signIn, signInOrganizer } from '#web-test/render-screen.tsx'
import { EVENT, PROFILE } from '#web-test/sample-event.ts'
import { draftAt, heading, next } from '#web-test/wizard.tsx'
import AppLayout from './app-layout.tsx'
import PublicLayout from './public-layout.tsx'

// WCAG 2.2, 2.4.11: sticky bars must not cover the focused element. At 200 % zoom a screen of 1280 × 720 has
// 640 × 360 pixels; a phone with an open keyboard has little more height.

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

test('on the page of a race', async () => {
  await showPublic(<EventPage event={EVENT} today="2099-11-01" url="https://largada.test/" />)
  await expect.element(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expectFocusInSight()
})

test('in the registration form of an account', async () => {
  await showPublic(<AccountRegistration />)
  await expect.element(button('Cadastrar')).toBeVisible()
  await expectFocusInSight()
})

test('in the profile in edit mode', async () => {
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
