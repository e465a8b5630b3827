import { type APIRequestContext, expect, type Page } from 'playwright/test'
import type { PublicEvent } from '#contract/event/event.ts'
import { expectAccessible } from './accessibility.ts'
import { logIn } from './create-account.ts'
import { createRace } from './create-race.ts'
import { inDays } from './days.ts'
import {
  acceptTerms,
  addressOf,
  advance,
  countRegistrations,
  heading,
  option,
  register,
  registering,
  success,
} from './wizard.ts'

/** Creates a race whose organizer has opened the waiting room. */
async function createRaceInDemand(
  request: APIRequestContext,
  changes?: Parameters<typeof createRace>[1],
): Promise<PublicEvent> {
  const race = await createRace(request, changes)
  const { token } = await logIn(request, 'organizador@largada.test')
  const answer = await request.put(`/api/v1/organizer/events/${race.id}/waiting-room`, {
    data: { is_marked: true },
    headers: { authorization: `Bearer ${token}` },
  })
  expect(answer.status(), await answer.text()).toBe(200)
  // Every process knows of it within a second.
  await expect
    .poll(async () => (await (await request.get(`/api/v1/events/${race.id}/waiting-room`)).json()).data)
    .toMatchObject({ is_open: true })
  return race
}

const numberOf = (page: Page, race: PublicEvent): Promise<number> =>
  page.evaluate((key) => JSON.parse(localStorage.getItem(key) ?? '{}').number, `waiting-room:${race.id}`)

registering(
  'before registrations open, a place in the queue outlasts a reload and is one for all tabs',
  { tag: '@operation' },
  async ({ page, request }) => {
    const race = await createRaceInDemand(request, { start_date: inDays(1) })
    const enter = page.getByRole('link', { name: 'Entrar na fila' })
    // Public pages are cached for a second.
    await expect(async () => {
      await page.goto(`/events/${race.slug}`)
      await expect(enter).toBeVisible({ timeout: 1_000 })
    }).toPass()
    await enter.click()
    const queue = page.getByRole('region', { name: 'Fila de espera' })
    await expect(queue.getByRole('heading')).toHaveText('A fila já começou')
    await expect(queue.getByText(/As inscrições abrem em/)).toBeVisible()
    await expectAccessible(page)
    expect(await numberOf(page, race)).toBe(1)
    await page.reload()
    await expect(queue.getByText(/As inscrições abrem em/)).toBeVisible()
    const second = await page.context().newPage()
    await second.goto(addressOf(race))
    await expect(second.getByText(/As inscrições abrem em/)).toBeVisible()
    expect(await numberOf(second, race)).toBe(1)
    await second.close()
  },
)

registering(
  'whoever is let in comes to the wizard by itself, and registers',
  { tag: '@operation' },
  async ({ page, request, self }) => {
    const race = await createRaceInDemand(request)
    // A process that does not know of the room yet opens the wizard immediately.
    await expect
      .poll(async () => {
        const answer = await request.get(`/api/v1/participant/events/${race.id}/start`, {
          headers: { authorization: `Bearer ${self.session.token}` },
        })
        return answer.status()
      })
      .toBe(503)
    // The ticket may be admitted before the waiting page can be seen.
    const [ticket] = await Promise.all([
      page.waitForResponse(`**/api/v1/events/${race.id}/waiting-room/tickets`),
      page.goto(addressOf(race)),
    ])
    expect((await ticket.json()).data.number).toBe(1)
    await expect(heading(page, 0)).toBeVisible({ timeout: 20_000 })
    await advance(page, 0, 3)
    await option(page, 'Forma de pagamento', 'Pix').check()
    await acceptTerms(page)
    await register(page).click()
    await expect(success(page)).toBeVisible()
    expect(await countRegistrations(request, self)).toBe(1)
  },
)
