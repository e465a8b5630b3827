import { expect, type Page, test } from 'playwright/test'
import type { PublicEvent } from '#contract/event/event.ts'
import { consoleProblems, expectAccessible, openPage } from './accessibility.ts'
import { hydrated } from './hydrated.ts'
import { detailWhere, races } from './races.ts'

// Specification, page 1, §2.8: the event page as sent by the server.
// web/app/features/event/page/event-page.test.tsx tests its content.

const addressOf = ({ slug }: PublicEvent) => `/events/${slug}`
/** An open event with all optional parts. */
const isComplete = ({ status, url_map, cover_picture, regulation, timezone }: PublicEvent) =>
  status === 1 &&
  url_map?.includes('openstreetmap') === true &&
  cover_picture !== null &&
  regulation !== null &&
  timezone === 'America/Sao_Paulo'

const registerLink = (page: Page) => page.getByRole('link', { name: 'Inscrever-se' })

test('hydrates without console errors, embeds the map once it is asked for, has no axe violations in either theme and no horizontal scrolling; on a phone the button stays at the bottom of the screen', {
  tag: '@contrast',
}, async ({ page, request }) => {
  const race = await detailWhere(request, isComplete)
  const outside: string[] = []
  await page.route(/openstreetmap|google/, (route) => {
    outside.push(route.request().resourceType())
    return route.fulfill({ body: '' })
  })
  const problems = consoleProblems(page)
  await page.goto(addressOf(race), { waitUntil: 'networkidle' })
  await hydrated(page)
  // The other site receives no request until the visitor asks for its map.
  expect(outside).toEqual([])
  await page.getByRole('button', { name: 'Ver o mapa aqui' }).click()
  await expect(page.getByTitle(`Mapa de ${race.title}`)).toHaveAttribute('src', race.url_map ?? '')
  await expect.poll(() => outside).toEqual(['fetch', 'document'])
  expect(problems).toEqual([])
  await expectAccessible(page)

  await page.setViewportSize({ width: 390, height: 844 })
  for (const part of ['Modalidades e categorias', 'Organização']) {
    await page.getByRole('heading', { name: part }).scrollIntoViewIfNeeded()
    await expect(registerLink(page)).toBeInViewport({ ratio: 1 })
  }
})

test('without JavaScript: readable, with its cover, and metadata for search engines and link previews', async ({
  browser,
  request,
  baseURL,
}) => {
  const race = await detailWhere(request, isComplete)
  const page = await browser.newPage({ baseURL, javaScriptEnabled: false })
  await page.goto(addressOf(race))
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(race.title)
  // Tabs need scripts: all modalities are shown.
  await expect(page.getByRole('tab')).toHaveCount(0)
  for (const { modality_name } of race.modalities)
    await expect(page.getByRole('heading', { name: modality_name, exact: true })).toBeVisible()
  await expect(registerLink(page)).toBeVisible()
  const cover = page.getByRole('article').locator('picture img').first()
  await expect(cover).toHaveAttribute('fetchpriority', 'high')
  expect((await request.get((await cover.getAttribute('src')) ?? '')).headers()['content-type']).toMatch(
    /^image\//,
  )

  await expect(page).toHaveTitle(`${race.title} · Largada`)
  await expect(page.locator('link[rel=canonical]')).toHaveAttribute('href', `${baseURL}${addressOf(race)}`)
  await expect(page.locator('meta[property="og:title"]')).toHaveAttribute('content', race.title)
  await expect(page.locator('meta[property="og:image"]')).toHaveAttribute(
    'content',
    new RegExp(`^${baseURL}/`),
  )
  const script = await page.locator('script[type="application/ld+json"]').textContent()
  const data = JSON.parse(script ?? '')
  expect(data).toMatchObject({ '@type': 'SportsEvent', name: race.title })
  const offered = race.products.filter(({ name }) => name !== 'Kit 60+').map(({ name }) => name)
  expect(data.offers.map(({ name }: { name: string }) => name)).toEqual(offered)
  await page.close()
})

test('one map for all courses: tabs change it, and a dot on the route follows mouse and keyboard on the profile', {
  tag: '@operation',
}, async ({ page, request }) => {
  const race = await detailWhere(
    request,
    ({ modalities }) => modalities.filter(({ course }) => course?.ascent_m).length > 1,
  )
  const [first, second] = race.modalities.map(({ modality_name }) => modality_name)
  await openPage(page, addressOf(race))
  const handleOf = (name = '') => page.getByRole('slider', { name: `Posição no percurso de ${name}` })
  await page.getByRole('img', { name: /^Percurso de/ }).scrollIntoViewIfNeeded()
  await handleOf(first).scrollIntoViewIfNeeded()
  await handleOf(first).hover()
  await expect(handleOf(first)).toHaveAttribute('aria-valuetext', /^[\d,]+ km, \d+ m de altitude$/)
  await expect(page.getByText(/^[\d,]+ km · \d+ m de altitude$/)).toBeVisible()

  await page.getByRole('tab', { name: first, exact: true }).focus()
  await page.keyboard.press('ArrowRight')
  await expect(page.getByRole('img', { name: /^Percurso de/ })).toHaveCount(1)
  await handleOf(second).focus()
  await page.keyboard.press('PageUp')
  await expect(handleOf(second)).toHaveAttribute('aria-valuetext', /^1 km, /)
  await expect(handleOf(first)).toBeHidden()
})

test('price and button are in the first screen, and no page of an event is higher than 3,500 px on a wide screen', {
  tag: '@operation',
}, async ({ page, request }) => {
  const race = await detailWhere(request, isComplete)
  for (const viewport of [
    { width: 390, height: 844 },
    { width: 1280, height: 900 },
  ]) {
    await page.setViewportSize(viewport)
    await page.goto(addressOf(race))
    await expect(registerLink(page)).toBeInViewport({ ratio: 1 })
    const price = page.getByRole('complementary', { name: 'Inscrição' }).getByText(/^R\$/)
    await expect(price.filter({ visible: true })).toBeInViewport({ ratio: 1 })
  }
  for (const { slug } of await races(request)) {
    await page.goto(`/events/${slug}`, { waitUntil: 'domcontentloaded' })
    const height = await page.evaluate(() => document.documentElement.scrollHeight)
    expect(height, slug).toBeLessThanOrEqual(3_500)
  }
})

test('the page says so when the site of its map is blocked', { tag: '@operation' }, async ({
  page,
  request,
}) => {
  const race = await detailWhere(request, isComplete)
  await page.route(/openstreetmap|google/, (route) => route.abort())
  await openPage(page, addressOf(race))
  await page.getByRole('button', { name: 'Ver o mapa aqui' }).click()
  await expect(page.getByText(/^O mapa não abriu aqui/)).toBeVisible()
  await expect(page.locator('iframe')).toHaveCount(0)
})

test("an unknown event: 'Evento não encontrado.'; §8 a failed load: 'Erro ao consultar o registro.'", {
  tag: '@operation',
}, async ({ page }) => {
  const answer = await page.goto('/events/nao-existe')
  expect(answer?.status()).toBe(404)
  // Without scripts, following a link loads the whole page and not its data.
  await hydrated(page)
  await expect(page.getByText('Evento não encontrado.', { exact: true })).toBeVisible()
  await page.getByRole('link', { name: 'Ver corridas abertas' }).click()
  await expect(page).toHaveURL('/?status=1')

  const DATA = /\/events\/.+\.data/
  await page.route(DATA, (route) => route.fulfill({ status: 500, body: 'broken' }))
  await page.getByRole('article').first().getByRole('link').click()
  await expect(page.getByText('Erro ao consultar o registro.')).toBeVisible()
  await page.unroute(DATA)
  await page.getByRole('button', { name: 'Tentar novamente' }).click()
  await expect(page.getByRole('complementary', { name: 'Inscrição' })).toBeVisible()
})

test('the link is copied where there is no share dialog; the calendar file has the start time, the rules are a document', {
  tag: '@operation',
}, async ({ page, request, context, baseURL }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const race = await detailWhere(request, isComplete)
  await page.addInitScript(() => Object.defineProperty(navigator, 'share', { value: undefined }))
  await page.route(/openstreetmap|google/, (route) => route.abort())
  await openPage(page, addressOf(race))
  await page.getByRole('button', { name: 'Compartilhar' }).click()
  await expect(page.getByRole('alert')).toHaveText(/Link copiado\./)
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(`${baseURL}${addressOf(race)}`)

  const targetOf = (name: string) => page.getByRole('link', { name }).getAttribute('href')
  const file = await request.get((await targetOf('Adicionar ao calendário')) ?? '')
  expect(file.headers()['content-type']).toContain('text/calendar')
  const text = await file.text()
  expect(text).toContain(`SUMMARY:${race.title.slice(0, 20)}`)
  const [day, month, year] = (race.date_event ?? '').split('/').map(Number)
  const [hour = 0, minute = 0] = (race.start_time ?? '').split(':').map(Number)
  // Brasília has been at UTC−3 all year since 2019.
  const start = new Date(Date.UTC(year ?? 0, (month ?? 1) - 1, day, hour + 3, minute))
  expect(text).toContain(`DTSTART:${start.toISOString().replace(/[-:]|\.\d{3}/g, '')}`)

  const rules = await request.get((await targetOf('Ver Regulamento')) ?? '')
  expect(rules.headers()['content-type']).toBe('application/pdf')
})
