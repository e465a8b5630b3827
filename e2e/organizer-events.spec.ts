import { expect, type Locator, type Page, test } from 'playwright/test'
import { toBrazilianDate } from '#contract/dates.ts'
import { accessibilityFindings, expectNoSidewaysScroll } from './accessibility.ts'
import { logIn, signIn } from './create-account.ts'
import { createRace } from './create-race.ts'

// Specification, page 2, §2: 'Listagem de Eventos'.

const ORGANIZER = 'organizador@largada.test'
const LIST = '/organizador/eventos'

const rowOf = (page: Page, title: string): Locator =>
  page.getByRole('row').filter({ has: page.getByRole('link', { name: title, exact: true }) })

async function openList(page: Page, path = LIST, email = ORGANIZER) {
  const session = await logIn(page.request, email)
  await signIn(page.context(), session)
  await page.goto(path)
  await expect(page.getByRole('heading', { level: 1, name: 'Listagem de Eventos' })).toBeVisible()
  return session
}

/** A new event; the list is filtered to show only it. */
async function openRace(page: Page) {
  const race = await createRace(page.request)
  const session = await openList(page, `${LIST}?title=${encodeURIComponent(race.title)}`)
  await expect(rowOf(page, race.title)).toBeVisible()
  return { race, session }
}

async function openMenu(page: Page, title: string) {
  await page.getByRole('button', { name: `Ações de ${title}` }).click()
  return page.getByRole('menu')
}

/** Replaces the session the API answers, until the test ends. */
const grant = (page: Page, permissions: readonly string[]) =>
  page.route('**/api/v1/me', async (route) => {
    const answer = await route.fetch()
    const body = await answer.json()
    await route.fulfill({ response: answer, json: { ...body, data: { ...body.data, permissions } } })
  })

test.afterEach(({ page }) => page.unrouteAll({ behavior: 'wait' }))

test.describe('§2 the list', () => {
  test('shows taken spots and capacity, day, city and status', async ({ page }) => {
    const race = await createRace(page.request, { vacancy_limit: 80 })
    await openList(page, `${LIST}?title=${encodeURIComponent(race.title)}`)
    const row = rowOf(page, race.title)
    await expect(row).toContainText('0 de 80')
    await expect(row).toContainText(`${race.date_event} · 07:00`)
    await expect(row).toContainText('São Paulo, SP')
    await expect(row).toContainText('Ativo')
  })

  test("title, date_event_start and date_event_end in the URL filter the list, 'Limpar' resets", async ({
    page,
  }) => {
    const race = await createRace(page.request)
    await openList(page)
    await page.getByRole('searchbox', { name: 'Título' }).fill(race.title)
    const day = race.date_event?.split('/').reverse().join('-') ?? ''
    await page.getByLabel('Data inicial').fill(day)
    await page.getByLabel('Data final').fill(day)
    await page.getByRole('button', { name: 'Buscar' }).click()
    await expect(page).toHaveURL(new RegExp(`date_event_start=${day}&date_event_end=${day}`))
    await expect(page.getByRole('row')).toHaveCount(2)
    await page.reload()
    await expect(page.getByLabel('Título')).toHaveValue(race.title)
    await expect(rowOf(page, race.title)).toContainText(toBrazilianDate(day))
    await page.getByRole('link', { name: 'Limpar', exact: true }).click()
    await expect(page).toHaveURL(LIST)
  })

  test('the page number is the query parameter pagina', async ({ page }) => {
    const asked = page.waitForRequest(/organizer\/events\?.*page=2/)
    await openList(page, `${LIST}?pagina=2`)
    await asked
  })

  test("a failure shows 'Erro ao listar os registros.' and can be retried", async ({ page }) => {
    await page.route('**/api/v1/organizer/events?*', (route) => route.fulfill({ status: 500, json: {} }))
    await openList(page)
    await expect(page.getByRole('alert')).toContainText('Erro ao listar os registros.')
    await page.unroute('**/api/v1/organizer/events?*')
    await page.getByRole('button', { name: 'Tentar novamente' }).click()
    await expect(page.getByText(/^Página 1 de/)).toBeVisible()
  })

  test('Admin has the list at /admin/eventos, with the organizer of each event', async ({ page }) => {
    await openList(page, '/admin/eventos', 'admin@largada.test')
    await expect(page.getByRole('row').filter({ hasText: 'Trilha & Mar Esportes' }).first()).toBeVisible()
  })
})

test.describe('§2 row menu', () => {
  test("Fechar Evento and Abrir Evento: 'Status alterado com sucesso!', without a reload", async ({
    page,
  }) => {
    const { race } = await openRace(page)
    let asked = 0
    page.on('request', (request) => {
      if (request.url().includes('/organizer/events?')) asked++
    })
    await (await openMenu(page, race.title)).getByRole('menuitem', { name: 'Fechar Evento' }).click()
    await expect(page.getByRole('alert')).toContainText('Status alterado com sucesso!')
    await expect(rowOf(page, race.title)).toContainText('Inativo')
    await (await openMenu(page, race.title)).getByRole('menuitem', { name: 'Abrir Evento' }).click()
    await expect(rowOf(page, race.title)).toContainText('Ativo')
    expect(asked).toBe(0)
  })

  test("a failed status change shows 'Erro ao alterar status do evento.'", async ({ page }) => {
    const { race } = await openRace(page)
    await page.route('**/change-status/*', (route) => route.fulfill({ status: 500, json: {} }))
    await (await openMenu(page, race.title)).getByRole('menuitem', { name: 'Fechar Evento' }).click()
    await expect(page.getByRole('alert')).toContainText('Erro ao alterar status do evento.')
    await expect(rowOf(page, race.title)).toContainText('Ativo')
  })

  test('links to Realizadores, Editar, Participantes and the page of the event', async ({ page }) => {
    const { race } = await openRace(page)
    const menu = await openMenu(page, race.title)
    const places = {
      Realizadores: `/organizador/eventos/${race.id}/realizadores`,
      Editar: `/organizador/eventos/detalhe/${race.id}`,
      Participantes: `/organizador/eventos/${race.id}/participantes`,
      'Ver página': `/events/${race.slug}`,
    }
    for (const [name, href] of Object.entries(places))
      await expect(menu.getByRole('menuitem', { name })).toHaveAttribute('href', href)
  })

  test('Duplicar asks for the new date and opens the copy', async ({ page }) => {
    const { race } = await openRace(page)
    await (await openMenu(page, race.title)).getByRole('menuitem', { name: 'Duplicar' }).click()
    const dialog = page.getByRole('dialog', { name: 'Duplicar evento' })
    await dialog.getByRole('button', { name: 'Duplicar' }).click()
    await expect(dialog.getByText('O campo é obrigatório')).toBeVisible()
    await dialog.getByLabel('Data da nova edição').fill('2031-05-18')
    await dialog.getByRole('button', { name: 'Duplicar' }).click()
    await expect(page).toHaveURL(/\/organizador\/eventos\/detalhe\/\d+$/)
    await expect(page.getByLabel(/^Data do evento/)).toHaveValue('2031-05-18')
    expect(page.url()).not.toContain(`/${race.id}`)
  })
})

test.describe('§6 permissions', () => {
  test("without any permission, only the link to the event's page remains", async ({ page }) => {
    await grant(page, [])
    const { race } = await openRace(page)
    await expect(page.getByRole('link', { name: 'Novo Evento' })).toHaveCount(0)
    const menu = await openMenu(page, race.title)
    await expect(menu.getByRole('menuitem')).toHaveText(['Ver página'])
  })

  for (const [permission, entries] of [
    ['view-realizadores', ['Realizadores']],
    ['view-event', ['Editar', 'Histórico']],
    ['view-event-participants', ['Participantes', 'Painel']],
    ['change-event-status', ['Fechar Evento']],
  ] as const)
    test(`${permission} shows ${entries.join(', ')}`, async ({ page }) => {
      await grant(page, [permission])
      const { race } = await openRace(page)
      const menu = await openMenu(page, race.title)
      await expect(menu.getByRole('menuitem')).toHaveCount(entries.length + 1)
      for (const name of entries) await expect(menu.getByRole('menuitem', { name })).toBeVisible()
    })

  test("create-event shows 'Novo Evento'", async ({ page }) => {
    await grant(page, ['create-event'])
    await openList(page)
    await page.getByRole('link', { name: 'Novo Evento' }).first().click()
    await expect(page).toHaveURL('/organizador/eventos/detalhe/novo')
  })
})

test.describe('accessibility', () => {
  for (const scheme of ['light', 'dark'] as const)
    test(`no axe violations (${scheme})`, async ({ page }) => {
      await page.emulateMedia({ colorScheme: scheme })
      await openList(page)
      await expect(page.getByText(/^Página 1 de/)).toBeVisible()
      expect(await accessibilityFindings(page)).toEqual([])
    })

  test('shows cards on a phone, without horizontal scrolling', async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 844 })
    await openList(page)
    await expect(page.getByText(/^Página 1 de/)).toBeVisible()
    await expectNoSidewaysScroll(page)
  })
})
