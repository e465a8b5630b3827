import { expect, type Page, test } from 'playwright/test'
import { accessibilityFindings, consoleProblems, expectAccessible, openPage } from './accessibility.ts'
import { hydrated } from './hydrated.ts'
import { races, raceWhere } from './races.ts'

// Specification, page 1, §2.7: the public list of events with the server.
// web/app/features/event/list/home-screen.test.tsx tests cards, filters and states.

/** Matches the router's requests for a page's data. */
const DATA = /_\.data\?/

const cards = (page: Page) => page.getByRole('main').getByRole('article')
const search = (page: Page) => page.getByRole('combobox', { name: 'Nome da corrida' })
const state = (page: Page) => page.getByLabel('Estado')
const status = (page: Page) => page.getByLabel('Inscrições', { exact: true })

test('the title search ignores accents, case and typing mistakes', async ({ page, request }) => {
  const race = await raceWhere(request, ({ title }) => /[ãõáéíóúç]/i.test(title))
  const plain = race.title.normalize('NFD').replace(/\p{M}/gu, '').toUpperCase()
  await openPage(page, `/?title=${encodeURIComponent(plain)}`)
  await expect(page.getByRole('heading', { name: race.title, exact: true }).first()).toBeVisible()
})

test('the examples of the search field find races', async ({ page, request }) => {
  await openPage(page, '/')
  const examples = (await search(page).getAttribute('placeholder'))?.replace('…', '').split(/, | ou /) ?? []
  expect(examples.length).toBeGreaterThan(1)
  const others = ['corrida noturna', 'night run', '10k', 'meia', 'até 60 reais', 'gratuita', 'fim de semana']
  for (const example of [...examples, ...others]) {
    const answer = await request.get('/api/v1/events', { params: { title: example } })
    expect((await answer.json()).meta.total, example).toBeGreaterThan(0)
  }
})

test('a day is typed as dd/mm/aaaa whatever the language of the browser, or chosen in a calendar', {
  tag: '@operation',
}, async ({ browser, baseURL }) => {
  const context = await browser.newContext({ baseURL: baseURL ?? '', locale: 'en-US' })
  const page = await context.newPage()
  await openPage(page, '/')
  await page.getByLabel('Data inicial').pressSequentially('05122026')
  await expect(page.getByLabel('Data inicial')).toHaveValue('05/12/2026')
  await expect(page).toHaveURL('/?date_event_start=2026-12-05')
  await page.getByRole('button', { name: 'Abrir calendário' }).last().click()
  const calendar = page.getByRole('dialog', { name: 'Calendário' })
  await calendar.getByRole('button', { name: 'Próximo mês' }).click()
  await calendar.getByRole('button', { name: /^15 / }).click()
  await expect(page.getByLabel('Data final')).toHaveValue(/^15\/\d\d\/\d{4}$/)
  await expect(page).toHaveURL(/date_event_start=2026-12-05&date_event_end=\d{4}-\d\d-15/)
  await context.close()
})

test('filters are in the URL: a reload and going back keep them', async ({ page }) => {
  await openPage(page, '/')
  await page.getByLabel('Estado').selectOption('SP')
  await expect(page).toHaveURL('/?state=SP')
  await page.getByLabel('Inscrições', { exact: true }).selectOption('1')
  await expect(page).toHaveURL('/?state=SP&status=1')
  await page.reload()
  await expect(page.getByLabel('Estado')).toHaveValue('SP')
  await expect(page.getByLabel('Inscrições', { exact: true })).toHaveValue('1')
  await page.goBack()
  await expect(page).toHaveURL('/?state=SP')
  await expect(page.getByLabel('Inscrições', { exact: true })).toHaveValue('')
})

test('pagination appears only with several pages and uses the parameter pagina', {
  tag: '@operation',
}, async ({ page, request }) => {
  const all = await races(request)
  await openPage(page, '/?title=xyzxyzxyz')
  await expect(page.getByRole('navigation', { name: 'Paginação' })).toHaveCount(0)
  await openPage(page, '/')
  const pages = page.getByRole('navigation', { name: 'Paginação' })
  if (all.length <= 20) return expect(pages).toHaveCount(0)
  await expect(cards(page)).toHaveCount(20)
  await pages.getByRole('link', { name: 'Página 2', exact: true }).click()
  await expect(page).toHaveURL('/?pagina=2')
  await expect(cards(page).first().getByRole('heading')).toHaveText(all[20]?.title ?? '')
})

test('a page past the end redirects to the last page', { tag: '@operation' }, async ({ page }) => {
  await openPage(page, '/?pagina=900')
  await expect(page).not.toHaveURL(/pagina=900/)
  await expect(cards(page).first()).toBeVisible()
})

test('the state offers the 27 states and Nenhum', { tag: '@operation' }, async ({ page }) => {
  await openPage(page, '/')
  const options = page.getByLabel('Estado').getByRole('option')
  await expect(options).toHaveCount(28)
  await expect(options.first()).toHaveText('Nenhum')
})

test('values typed and chosen before hydration are applied', { tag: '@operation' }, async ({ page }) => {
  // Scripts are delayed until the field is filled in.
  let release = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route('**/assets/*.js', async (route) => {
    await held
    await route.continue()
  })
  await page.goto('/', { waitUntil: 'commit' })
  await search(page).fill('corrida')
  await page.getByLabel('Data inicial').fill('2026-01-31')
  await state(page).selectOption('SP')
  release()
  await expect(page).toHaveURL('/?title=corrida&date_event_start=2026-01-31&state=SP')
  await expect(search(page)).toHaveValue('corrida')
  await expect(state(page)).toHaveValue('SP')
})

test('without JavaScript: metadata for search engines and link previews, and the filters submit as a form', async ({
  browser,
  baseURL,
}) => {
  const page = await browser.newPage({ baseURL, javaScriptEnabled: false })
  await page.goto('/')
  await expect(page).toHaveTitle('Corridas de rua no Brasil · Largada')
  await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1)
  await expect(cards(page).first().getByRole('presentation').first()).toHaveAttribute('fetchpriority', 'high')
  await search(page).fill('corrida')
  await state(page).selectOption('SP')
  await page.getByRole('textbox', { name: 'Cidade' }).fill('Campinas')
  await page.getByRole('button', { name: 'Buscar' }).click()
  await expect(page.getByRole('link', { name: 'Remover filtro: Campinas' })).toBeVisible()
  await expect(search(page)).toHaveValue('corrida')
  await expect(page.locator('link[rel=canonical]')).toHaveAttribute('href', `${baseURL}/`)
  await expect(page.locator('meta[property="og:image"]')).toHaveAttribute(
    'content',
    `${baseURL}/social-card.png`,
  )
  await page.close()
})

test("§8 'Erro ao listar os registros.' and 'Erro de conexão.'; the list loads again after a retry, and once online", {
  tag: '@operation',
}, async ({ page, context }) => {
  await openPage(page, '/')
  await page.route(DATA, (route) => route.fulfill({ status: 500, body: 'broken' }))
  await status(page).selectOption('1')
  await expect(page.getByText('Erro ao listar os registros.')).toBeVisible()
  await page.unroute(DATA)
  await page.getByRole('button', { name: 'Tentar novamente' }).click()
  await expect(cards(page).first()).toBeVisible()
  await expect(state(page).getByRole('option')).toHaveCount(28)

  await context.setOffline(true)
  await status(page).selectOption('0')
  await expect(page.getByText('Erro de conexão.')).toBeVisible()
  await context.setOffline(false)
  await expect(cards(page).first()).toBeVisible()
})

test('hydrates without console errors; no axe violations in either theme, no horizontal scrolling, no axe violations in the drawer', {
  tag: '@contrast',
}, async ({ page }) => {
  const problems = consoleProblems(page)
  await page.goto('/?state=SP&status=1', { waitUntil: 'networkidle' })
  await hydrated(page)
  await expectAccessible(page)
  expect(problems).toEqual([])

  await page.setViewportSize({ width: 390, height: 844 })
  await page.getByRole('button', { name: 'Filtros avançados' }).click()
  await expect(page.getByRole('dialog').getByLabel('Estado')).toBeVisible()
  expect(await accessibilityFindings(page)).toEqual([])
})

for (const [width, height] of [
  [390, 844],
  [1280, 900],
] as const)
  test(`the first race is in the first screen, also of a search, at ${width}×${height}`, {
    tag: '@operation',
  }, async ({ page }) => {
    await page.setViewportSize({ width, height })
    for (const path of ['/', '/?title=corrida&state=SP&status=1']) {
      await openPage(page, path)
      const heading = await cards(page).first().getByRole('heading').boundingBox()
      expect((heading?.y ?? height) + (heading?.height ?? 0), path).toBeLessThan(height)
      const picture = await cards(page).first().getByRole('presentation').first().boundingBox()
      expect(picture?.y, path).toBeLessThan(height * 0.6)
    }
  })
