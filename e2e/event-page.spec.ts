import { expect, type Page, test } from 'playwright/test'
import { formatPhone } from '#contract/documents.ts'
import type { PublicEvent } from '#contract/event.ts'
import { formatDecimal, toCents } from '#contract/money.ts'
import { consoleProblems, expectAccessible, openPage } from './accessibility.ts'
import { detailWhere } from './races.ts'

// Specification, page 1, §2.8: an event's own page.

const PHONE = { width: 390, height: 844 }

const isOpen = ({ status }: PublicEvent) => status === 1
const isClosed = ({ status }: PublicEvent) => status === 0
const categoriesOf = ({ modalities }: PublicEvent) => modalities.flatMap(({ categories }) => categories)
const addressOf = ({ slug }: PublicEvent) => `/events/${slug}`

const registerLink = (page: Page) => page.getByRole('link', { name: 'Inscrever-se' })
const panel = (page: Page) => page.getByRole('complementary', { name: 'Inscrição' })

test.describe('§2.8 content', () => {
  test('shows title, cover, day, time, city and state', async ({ page, request }) => {
    const race = await detailWhere(request, ({ date_event, start_time, city }) =>
      Boolean(date_event && start_time && city),
    )
    await openPage(page, addressOf(race))
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(race.title)
    const year = race.date_event?.slice(-4) ?? ''
    await expect(page.getByText(new RegExp(`\\S+, \\d+º? de \\S+ de ${year}`)).first()).toBeVisible()
    await expect(page.getByText(`Largada às ${race.start_time}`)).toBeVisible()
    await expect(page.getByText(`${race.city}, ${race.state}`)).toBeVisible()
    const cover = page.getByRole('article').locator('picture img').first()
    await expect(cover).toHaveAttribute('fetchpriority', 'high')
    await expect(cover).toHaveJSProperty('complete', true)
  })

  test('the description keeps its line breaks', async ({ page, request }) => {
    const race = await detailWhere(request, ({ description }) => Boolean(description?.includes('\n')))
    await openPage(page, addressOf(race))
    const about = page.getByRole('region', { name: 'Sobre o evento' })
    const lines = (race.description ?? '').split('\n').map((line) => line.replace(/^\s*[-–•*]\s+/, '').trim())
    // biome-ignore lint/performance/useDomNodeTextContent: the rendered lines are tested
    const shown = (await about.innerText()).split('\n').map((line) => line.trim())
    for (const line of lines) expect(shown).toContain(line)
  })

  test("shows the rules, and 'Ver Regulamento' where there is a document", async ({ page, request }) => {
    const race = await detailWhere(request, ({ regulation }) => regulation !== null)
    await openPage(page, addressOf(race))
    const link = page.getByRole('link', { name: 'Ver Regulamento' })
    await expect(link).toBeVisible()
    const target = new URL((await link.getAttribute('href')) ?? '', page.url())
    if (target.origin !== new URL(page.url()).origin) return
    expect((await page.request.get(target.href)).status()).toBe(200)
  })

  test('shows modalities with their categories and prices', async ({ page, request }) => {
    const race = await detailWhere(request, (one) => categoriesOf(one).length > 1)
    await openPage(page, addressOf(race))
    for (const modality of race.modalities) {
      const list = page.getByRole('list', { name: `Categorias de ${modality.modality_name}`, exact: true })
      for (const [index, category] of modality.categories.entries()) {
        const row = list.getByRole('listitem').nth(index)
        await expect(row).toContainText(category.category_name)
        if (category.price === null) continue
        const price = toCents(category.price) === 0 ? 'Gratuito' : formatDecimal(category.price)
        await expect(row).toContainText(price)
      }
    }
  })

  test("a category with a route links to it as 'PERCUSO'", async ({ page, request }) => {
    const race = await detailWhere(request, (one) => categoriesOf(one).some(({ route }) => route !== null))
    await openPage(page, addressOf(race))
    const withRoute = categoriesOf(race).filter(({ route }) => route !== null)
    const links = page.getByRole('link', { name: /^PERCUSO/ })
    await expect(links).toHaveCount(withRoute.length)
    await expect(links.first()).toHaveAttribute('href', /^(https?:\/)?\//)
  })

  test('a sold-out event shows that it is sold out', async ({ page, request }) => {
    const race = await detailWhere(request, ({ closed_reason }) => closed_reason === 'sold_out')
    await openPage(page, addressOf(race))
    await expect(panel(page)).toContainText('Todas as vagas foram preenchidas.')
  })

  test('shows kits with price and fee separately, and the sizes left', async ({ page, request }) => {
    const race = await detailWhere(request, ({ products }) =>
      products.some(({ shirt_sizes }) => shirt_sizes.length > 0),
    )
    await openPage(page, addressOf(race))
    const kit = race.products.find(({ shirt_sizes }) => shirt_sizes.length > 0)
    const card = page
      .getByRole('region', { name: 'Kits' })
      .getByRole('listitem')
      .filter({ has: page.getByRole('heading', { name: kit?.name ?? '', exact: true }) })
      .first()
    await expect(card.getByRole('list', { name: 'Tamanhos' }).getByRole('listitem')).toHaveCount(
      kit?.shirt_sizes.length ?? 0,
    )
    const fee = kit?.calculated.is_fee_charged_to_participant ? toCents(kit.calculated.service_fee) : 0
    if (fee) await expect(card).toContainText('de taxa de serviço')
  })

  test('shows organizer, phone, e-mail, social link and chat with the prefix 55', async ({
    page,
    request,
  }) => {
    const race = await detailWhere(request, ({ organizer, contact_email, url_disclosure }) =>
      Boolean(organizer[0]?.phone && contact_email && url_disclosure),
    )
    await openPage(page, addressOf(race))
    const section = page.getByRole('region', { name: 'Organização' })
    const [organizer] = race.organizer
    await expect(section).toContainText(organizer?.name_fantasy ?? '')
    await expect(section.getByRole('link', { name: formatPhone(organizer?.phone ?? '') })).toHaveAttribute(
      'href',
      `tel:+55${organizer?.phone}`,
    )
    await expect(section.getByRole('link', { name: race.contact_email ?? '' })).toHaveAttribute(
      'href',
      `mailto:${race.contact_email}`,
    )
    await expect(section.locator(`a[href="${race.url_disclosure}"]`)).toBeVisible()
    await expect(section.getByRole('link', { name: 'Fale conosco' })).toHaveAttribute(
      'href',
      `https://wa.me/55${organizer?.phone}`,
    )
  })

  test('a map of a known host is embedded', async ({ page, request }) => {
    const race = await detailWhere(request, ({ url_map }) => Boolean(url_map?.includes('openstreetmap')))
    await page.route(/openstreetmap/, (route) => route.fulfill({ body: '' }))
    await openPage(page, addressOf(race))
    await expect(page.getByTitle(`Mapa de ${race.title}`)).toHaveAttribute('src', race.url_map ?? '')
  })

  test("an unknown event: 'Evento não encontrado.'; §8 a failed load: 'Erro ao consultar o registro.'", async ({
    page,
  }) => {
    const answer = await page.goto('/events/nao-existe')
    expect(answer?.status()).toBe(404)
    await expect(page.getByText('Evento não encontrado.', { exact: true })).toBeVisible()
    await page.getByRole('link', { name: 'Ver corridas abertas' }).click()
    await expect(page).toHaveURL('/?status=1')

    const DATA = /\/events\/.+\.data/
    await page.route(DATA, (route) => route.fulfill({ status: 500, body: 'broken' }))
    await page.getByRole('article').first().getByRole('link').click()
    await expect(page.getByText('Erro ao consultar o registro.')).toBeVisible()
    await page.unroute(DATA)
    await page.getByRole('button', { name: 'Tentar novamente' }).click()
    await expect(panel(page)).toBeVisible()
  })
})

test.describe('§2.8 Inscrever-se', () => {
  test("shows the registration window: 'Inscrições abertas de … até …'", async ({ page, request }) => {
    const race = await detailWhere(request, isOpen)
    await openPage(page, addressOf(race))
    await expect(panel(page)).toContainText(`Inscrições abertas de ${race.start_date} até ${race.end_date}`)
  })

  test('a guest goes to the login and afterwards to the wizard', async ({ page, request }) => {
    const race = await detailWhere(request, isOpen)
    await openPage(page, addressOf(race))
    await registerLink(page).click()
    await expect(page).toHaveURL('/login')
    const state = await page.evaluate(() => window.history.state.usr)
    expect(state.from).toBe(`/register/event?evento=${race.slug}`)
    expect(state.fromState.event.id).toBe(race.id)
  })

  test('a logged-in participant goes to the wizard with the event in the navigation state', async ({
    page,
    request,
  }) => {
    const race = await detailWhere(request, isOpen)
    await page.addInitScript(() => {
      localStorage.setItem('token', 'any')
      localStorage.setItem(
        'user',
        JSON.stringify({ id: 1, name: 'Ana', email: '', image: null, organizer: null }),
      )
      localStorage.setItem('roles', '["Participante"]')
    })
    await openPage(page, addressOf(race))
    await expect(registerLink(page)).toHaveAttribute('href', `/register/event?evento=${race.slug}`)
    await registerLink(page).click()
    await expect(page).toHaveURL(new RegExp(`/register/event\\?evento=${race.slug}`))
  })

  test("closed: the button is disabled and 'Inscrições encerradas' is shown", async ({ page, request }) => {
    const race = await detailWhere(request, isClosed)
    await openPage(page, addressOf(race))
    await expect(page.getByRole('button', { name: 'Inscrever-se' })).toBeDisabled()
    await expect(panel(page).getByText('Inscrições encerradas', { exact: true })).toBeVisible()
  })

  test('on a phone the button stays at the bottom of the screen', async ({ page, request }) => {
    const race = await detailWhere(request, isOpen)
    await page.setViewportSize(PHONE)
    await openPage(page, addressOf(race))
    for (const part of ['Modalidades e categorias', 'Organização']) {
      await page.getByRole('heading', { name: part }).scrollIntoViewIfNeeded()
      await expect(registerLink(page)).toBeInViewport({ ratio: 1 })
    }
  })
})

test.describe('share and calendar', () => {
  test('copies the link where the browser has no share dialog', async ({
    page,
    request,
    context,
    baseURL,
  }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    const race = await detailWhere(request, isOpen)
    await page.addInitScript(() => Object.defineProperty(navigator, 'share', { value: undefined }))
    await openPage(page, addressOf(race))
    await page.getByRole('button', { name: 'Compartilhar' }).click()
    await expect(page.getByRole('alert')).toHaveText(/Link copiado\./)
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(`${baseURL}${addressOf(race)}`)
  })

  test("opens the browser's share dialog where there is one", async ({ page, request, baseURL }) => {
    const race = await detailWhere(request, isOpen)
    await page.addInitScript(() => {
      const share = (what: ShareData) => {
        document.title = `shared ${what.url}`
        return Promise.resolve()
      }
      Object.defineProperty(navigator, 'share', { value: share })
    })
    await openPage(page, addressOf(race))
    await page.getByRole('button', { name: 'Compartilhar' }).click()
    await expect(page).toHaveTitle(`shared ${baseURL}${addressOf(race)}`)
  })

  test('the calendar file has the start time of the race', async ({ page, request }) => {
    const race = await detailWhere(request, (one) => isOpen(one) && one.timezone === 'America/Sao_Paulo')
    await openPage(page, addressOf(race))
    const href = await page.getByRole('link', { name: 'Adicionar à agenda' }).getAttribute('href')
    const file = await page.request.get(href ?? '')
    expect(file.headers()['content-type']).toContain('text/calendar')
    const text = await file.text()
    expect(text).toContain(`SUMMARY:${race.title.slice(0, 20)}`)
    const [day, month, year] = (race.date_event ?? '').split('/').map(Number)
    const [hour = 0, minute = 0] = (race.start_time ?? '').split(':').map(Number)
    // Brasília is UTC−3 all year since 2019.
    const start = new Date(Date.UTC(year ?? 0, (month ?? 1) - 1, day, hour + 3, minute))
    expect(text).toContain(`DTSTART:${start.toISOString().replace(/[-:]|\.\d{3}/g, '')}`)
  })
})

test.describe('the page', () => {
  test('no axe violations in either theme and no horizontal scrolling', async ({ page, request }) => {
    const race = await detailWhere(request, isOpen)
    await page.route(/openstreetmap|google/, (route) => route.abort())
    await openPage(page, addressOf(race))
    await expectAccessible(page)
  })

  test('has metadata for search engines and link previews', async ({ page, request, baseURL }) => {
    const race = await detailWhere(request, isOpen)
    await openPage(page, addressOf(race))
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
    expect(data.offers).toHaveLength(race.products.length)
  })

  test('is readable without JavaScript', async ({ browser, request, baseURL }) => {
    const race = await detailWhere(request, isOpen)
    const page = await browser.newPage({ baseURL, javaScriptEnabled: false })
    await page.goto(addressOf(race))
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(race.title)
    await expect(page.getByRole('region', { name: 'Modalidades e categorias' })).toBeVisible()
    await expect(registerLink(page)).toBeVisible()
    await page.close()
  })

  test('hydrates without console errors', async ({ page, request }) => {
    const race = await detailWhere(request, isOpen)
    await page.route(/openstreetmap|google/, (route) => route.fulfill({ body: '' }))
    const problems = consoleProblems(page)
    await page.goto(addressOf(race), { waitUntil: 'networkidle' })
    expect(problems).toEqual([])
  })
})
