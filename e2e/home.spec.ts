import { expect, type Page, test } from 'playwright/test'
import { accessibilityFindings, consoleProblems, expectAccessible, openPage } from './accessibility.ts'
import { races, raceWhere } from './races.ts'

// Specification, page 1, §2.7: the public list of events.

const PHONE = { width: 390, height: 844 }
/** The router's requests for a page's data. */
const DATA = /_\.data\?/

const cards = (page: Page) => page.getByRole('main').getByRole('article')
const search = (page: Page) => page.getByRole('searchbox', { name: 'Nome da corrida' })

test.describe('§2.7 cards', () => {
  test('a card shows title, organizer, date, time, city, status and a link', async ({ page, request }) => {
    const [race] = await races(request)
    if (!race) throw new Error('the demo data has no race')
    await openPage(page, '/')
    const card = cards(page).first()
    await expect(card.getByRole('heading')).toHaveText(race.title)
    await expect(card).toContainText(race.organizer[0]?.name_fantasy ?? 'Organizador desconhecido')
    await expect(card).toContainText(race.start_time ?? 'Horário não informado')
    await expect(card).toContainText(race.city ?? 'Cidade não informada')
    await expect(card).toContainText(race.status === 1 ? 'Inscrições abertas' : 'Inscrições encerradas')
    await expect(card.getByRole('link', { name: 'Inscrever' })).toBeVisible()
  })

  test('the chip shows closed where registrations are not accepted', async ({ page, request }) => {
    const race = await raceWhere(request, ({ status }) => status === 0)
    await openPage(page, `/?title=${encodeURIComponent(race.title)}&status=0`)
    const card = cards(page).filter({ has: page.getByRole('heading', { name: race.title, exact: true }) })
    await expect(card.first()).toContainText('Inscrições encerradas')
  })

  test('a click anywhere on a card opens the event', async ({ page, request }) => {
    const [race] = await races(request)
    await openPage(page, '/')
    // The link lies over the heading and takes the click.
    await cards(page).first().getByRole('heading').click({ force: true })
    await expect(page).toHaveURL(`/events/${race?.slug}`)
  })

  test('a card is one tab stop, named after the event', async ({ page, request }) => {
    const [race] = await races(request)
    await openPage(page, '/')
    const links = cards(page).first().getByRole('link')
    await expect(links).toHaveCount(1)
    await expect(links).toHaveAccessibleName(`Inscrever ${race?.title}`)
    await links.focus()
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(`/events/${race?.slug}`)
  })

  test('cards in a row have equal height', async ({ page }) => {
    await openPage(page, '/')
    const [first, second] = [await cards(page).nth(0).boundingBox(), await cards(page).nth(1).boundingBox()]
    expect(second?.y).toBe(first?.y)
    expect(second?.height).toBe(first?.height)
  })

  test('shows six skeleton cards while loading', async ({ page }) => {
    await openPage(page, '/')
    let release = () => {}
    const held = new Promise<void>((resolve) => {
      release = resolve
    })
    await page.route(DATA, async (route) => {
      await held
      await route.continue()
    })
    await page.getByLabel('Inscrições', { exact: true }).selectOption('1')
    await expect(
      page.getByTestId('event-skeletons').getByRole('listitem', { includeHidden: true }),
    ).toHaveCount(6)
    release()
    await expect(page.getByTestId('event-skeletons')).toHaveCount(0)
    await expect(cards(page).first()).toBeVisible()
  })
})

test.describe('§2.7 filters', () => {
  test('the title is searched immediately, then 300 ms after the last key (§9)', async ({ page }) => {
    await page.clock.install()
    await openPage(page, '/')
    const asked: (string | null)[] = []
    page.on('request', (request) => {
      if (DATA.test(request.url())) asked.push(new URL(request.url()).searchParams.get('title'))
    })
    // The clock is paused while typing, so that the result does not depend on the machine's speed.
    await page.clock.pauseAt(Date.now() + 60_000)
    await search(page).pressSequentially('corrida')
    expect(asked).toEqual(['c'])
    await page.clock.runFor(300)
    await expect(page).toHaveURL('/?title=corrida')
    expect(asked).toEqual(['c', 'corrida'])
    await expect(search(page)).toBeFocused()
  })

  test('the title search ignores accents, case and typing mistakes', async ({ page, request }) => {
    const race = await raceWhere(request, ({ title }) => /[ãõáéíóúç]/i.test(title))
    const plain = race.title.normalize('NFD').replace(/\p{M}/gu, '').toUpperCase()
    await openPage(page, `/?title=${encodeURIComponent(plain)}`)
    await expect(page.getByRole('heading', { name: race.title, exact: true }).first()).toBeVisible()
  })

  test('the state offers the 27 states and Nenhum', async ({ page }) => {
    await openPage(page, '/')
    const options = page.getByLabel('Estado').getByRole('option')
    await expect(options).toHaveCount(28)
    await expect(options.first()).toHaveText('Nenhum')
  })

  test('the city is disabled without a state and then offers its municipalities', async ({ page }) => {
    await openPage(page, '/')
    const city = page.getByLabel('Cidade')
    await expect(city).toBeDisabled()
    await page.getByLabel('Estado').selectOption({ label: 'Rio de Janeiro' })
    await expect(city).toBeEnabled()
    await city.selectOption('Niterói')
    await expect(page).toHaveURL(/state=RJ&city=Niter%C3%B3i/)
  })

  test('changing the state clears the city', async ({ page }) => {
    await openPage(page, '/?state=RJ&city=Niter%C3%B3i')
    await expect(page.getByLabel('Cidade')).toHaveValue('Niterói')
    await page.getByLabel('Estado').selectOption('SP')
    await expect(page).toHaveURL('/?state=SP')
    await expect(page.getByLabel('Cidade')).toHaveValue('')
  })

  test("cities that fail to load show 'Erro ao consultar as cidades.' (§8)", async ({ page }) => {
    await openPage(page, '/')
    await page.route('**/api/v1/states/*/cities', (route) => route.fulfill({ status: 500, json: {} }))
    await page.getByLabel('Estado').selectOption('SP')
    await expect(page.getByRole('alert')).toHaveText(/Erro ao consultar as cidades\./)
  })

  test('Inscrições offers Nenhum, Abertas (1) and Encerrado (0)', async ({ page }) => {
    await openPage(page, '/')
    const field = page.getByLabel('Inscrições', { exact: true })
    await expect(field.getByRole('option')).toHaveText(['Nenhum', 'Abertas', 'Encerrado'])
    await field.selectOption('Encerrado')
    await expect(page).toHaveURL('/?status=0')
    await expect(page.getByText('Inscrições encerradas').first()).toBeVisible()
    await expect(cards(page).filter({ hasText: 'Inscrições abertas' })).toHaveCount(0)
  })

  test('start and end date filter the list', async ({ page, request }) => {
    const race = await raceWhere(request, ({ date_event }) => date_event !== null)
    const day = race.date_event?.split('/').reverse().join('-') ?? ''
    await openPage(page, '/')
    await page.getByLabel('Data inicial').fill(day)
    await expect(page).toHaveURL(`/?date_event_start=${day}`)
    await page.getByLabel('Data final').fill(day)
    await expect(page).toHaveURL(`/?date_event_start=${day}&date_event_end=${day}`)
    const same = (await races(request)).filter(({ date_event }) => date_event === race.date_event)
    await expect(cards(page)).toHaveCount(same.length)
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

  test('changing any filter returns to the first page', async ({ page }) => {
    await openPage(page, '/?pagina=2')
    await page.getByLabel('Inscrições', { exact: true }).selectOption('1')
    await expect(page).toHaveURL('/?status=1')
  })

  test('Limpar resets all filters', async ({ page }) => {
    await openPage(page, '/?title=corrida&state=SP&status=1')
    await page.getByRole('link', { name: 'Limpar', exact: true }).click()
    await expect(page).toHaveURL('/')
    await expect(search(page)).toHaveValue('')
    await expect(page.getByLabel('Estado')).toHaveValue('')
  })

  test('Buscar searches immediately', async ({ page }) => {
    await openPage(page, '/')
    await search(page).fill('corrida')
    await page.getByRole('button', { name: 'Buscar' }).click()
    await expect(page).toHaveURL('/?title=corrida')
  })

  test('active filters are chips that remove them', async ({ page }) => {
    await openPage(page, '/?title=corrida&state=SP')
    const inUse = page.getByRole('list', { name: 'Filtros em uso' })
    await expect(inUse.getByRole('listitem')).toHaveCount(2)
    await inUse.getByRole('link', { name: 'Remover filtro: São Paulo' }).click()
    await expect(page).toHaveURL('/?title=corrida')
    await expect(page.getByLabel('Estado')).toHaveValue('')
  })

  test('a small screen shows the title filter, the others in a drawer', async ({ page }) => {
    await page.setViewportSize(PHONE)
    await openPage(page, '/')
    await expect(search(page)).toBeVisible()
    await expect(page.getByLabel('Estado')).toBeHidden()
    await page.getByRole('button', { name: 'Filtros avançados' }).click()
    const drawer = page.getByRole('dialog', { name: 'Filtros avançados' })
    await drawer.getByLabel('Estado').selectOption('SP')
    await drawer.getByRole('button', { name: 'Buscar' }).click()
    await expect(drawer).toBeHidden()
    await expect(page).toHaveURL('/?state=SP')
    await expect(page.getByRole('button', { name: 'Filtros avançados' })).toBeFocused()
  })

  test('values typed before hydration are applied', async ({ page }) => {
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
    release()
    await expect(page).toHaveURL('/?title=corrida&date_event_start=2026-01-31')
    await expect(search(page)).toHaveValue('corrida')
  })

  test('without JavaScript the filters submit as a form', async ({ browser, baseURL }) => {
    const page = await browser.newPage({ baseURL, javaScriptEnabled: false })
    await page.goto('/')
    await search(page).fill('corrida')
    await page.getByLabel('Estado').selectOption('SP')
    await page.getByRole('textbox', { name: 'Cidade' }).fill('Campinas')
    await page.getByRole('button', { name: 'Buscar' }).click()
    await expect(page.getByRole('link', { name: 'Remover filtro: Campinas' })).toBeVisible()
    await expect(search(page)).toHaveValue('corrida')
    await page.close()
  })
})

test.describe('§2.7 states of the list', () => {
  test("no results: 'Não há eventos cadastrados' with a link to all events", async ({ page }) => {
    await openPage(page, '/?title=xyzxyzxyz')
    await expect(page.getByText('Não há eventos cadastrados', { exact: true })).toBeVisible()
    await page.getByRole('link', { name: 'Ver todas as corridas' }).click()
    await expect(cards(page).first()).toBeVisible()
  })

  test('pagination appears only with several pages and uses the parameter pagina', async ({
    page,
    request,
  }) => {
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

  test('a page past the end redirects to the last page', async ({ page }) => {
    await openPage(page, '/?pagina=900')
    await expect(page).not.toHaveURL(/pagina=900/)
    await expect(cards(page).first()).toBeVisible()
  })

  test("a failure shows 'Erro ao listar os registros.' with a retry (§8)", async ({ page }) => {
    await openPage(page, '/')
    await page.route(DATA, (route) => route.fulfill({ status: 500, body: 'broken' }))
    await page.getByLabel('Inscrições', { exact: true }).selectOption('1')
    await expect(page.getByText('Erro ao listar os registros.')).toBeVisible()
    await page.unroute(DATA)
    await page.getByRole('button', { name: 'Tentar novamente' }).click()
    await expect(cards(page).first()).toBeVisible()
    await expect(page.getByLabel('Estado').getByRole('option')).toHaveCount(28)
  })

  test("'Erro de conexão.' while offline; the list loads again once online (§8)", async ({
    page,
    context,
  }) => {
    await openPage(page, '/')
    await context.setOffline(true)
    await page.getByLabel('Inscrições', { exact: true }).selectOption('1')
    await expect(page.getByText('Erro de conexão.')).toBeVisible()
    await context.setOffline(false)
    await expect(cards(page).first()).toBeVisible()
  })
})

test.describe('the page', () => {
  test('no axe violations in either theme and no horizontal scrolling', async ({ page }) => {
    await openPage(page, '/?state=SP')
    await expectAccessible(page)
  })

  test('no axe violations in the drawer', async ({ page }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await page.setViewportSize(PHONE)
    await openPage(page, '/')
    await page.getByRole('button', { name: 'Filtros avançados' }).click()
    await expect(page.getByRole('dialog').getByLabel('Estado')).toBeVisible()
    expect(await accessibilityFindings(page)).toEqual([])
  })

  test('has metadata for search engines and link previews', async ({ page, baseURL }) => {
    await openPage(page, '/?state=SP')
    await expect(page).toHaveTitle('Corridas de rua no Brasil · Largada')
    await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1)
    await expect(page.locator('link[rel=canonical]')).toHaveAttribute('href', `${baseURL}/`)
    await expect(page.locator('meta[property="og:image"]')).toHaveAttribute(
      'content',
      `${baseURL}/social-card.png`,
    )
  })

  test('hydrates without console errors', async ({ page }) => {
    const problems = consoleProblems(page)
    await page.goto('/?state=SP&status=1', { waitUntil: 'networkidle' })
    expect(problems).toEqual([])
  })

  test('the first image has high fetch priority', async ({ page }) => {
    await page.goto('/')
    await expect(cards(page).first().getByRole('presentation').first()).toHaveAttribute(
      'fetchpriority',
      'high',
    )
  })
})
