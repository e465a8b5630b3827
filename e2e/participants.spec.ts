import { expect, type Locator, type Page, test } from 'playwright/test'
import { formatCpf } from '#contract/documents.ts'
import type { PublicEvent } from '#contract/event.ts'
import { expectAccessible } from './accessibility.ts'
import { type Account, createAccount, logIn, signIn } from './create-account.ts'
import { placeOrder } from './create-order.ts'
import { createRace } from './create-race.ts'
import { toast } from './toast.ts'

// Specification, page 2, §2: 'Event participants (organizer)'.

const ORGANIZER = 'organizador@largada.test'
const LIST = '**/api/v1/organizer/events/*/participants?*'

const rowOf = (page: Page, { name }: Account): Locator => page.getByRole('row').filter({ hasText: name })
const listOf = (race: PublicEvent, query = '') => `/organizador/eventos/${race.id}/participantes${query}`

async function open(page: Page, path: string, email = ORGANIZER) {
  await signIn(page.context(), await logIn(page.request, email))
  await page.goto(path)
  await expect(page.getByRole('heading', { level: 1, name: 'Participantes' })).toBeVisible()
}

interface Field {
  race: PublicEvent
  /** Has the kit with shirts, unpaid. */
  pending: Account
  /** Has the free kit. */
  free: Account
}

/** Creates an event with two participants. */
async function fieldOfTwo(page: Page): Promise<Field> {
  const [race, pending, free] = await Promise.all([
    createRace(page.request),
    createAccount(page.request),
    createAccount(page.request),
  ])
  await placeOrder(page.request, pending, race)
  await placeOrder(page.request, free, race, { kit: 'Kit Gratuito' })
  return { race, pending, free }
}

async function openMenu(page: Page, { name }: Account): Promise<Locator> {
  await page.getByRole('button', { name: `Ações de ${name}` }).click()
  return page.getByRole('menu')
}

/** Makes the API return these permissions for the person. */
const grant = (page: Page, permissions: readonly string[]) =>
  page.route('**/api/v1/me', async (route) => {
    const answer = await route.fetch()
    const body = await answer.json()
    await route.fulfill({ response: answer, json: { ...body, data: { ...body.data, permissions } } })
  })

test.afterEach(({ page }) => page.unrouteAll({ behavior: 'wait' }))

test.describe('§2 the list', () => {
  test('shows summary cards and rows with contact and payment; filters are in the URL', async ({ page }) => {
    const { race, pending, free } = await fieldOfTwo(page)
    await open(page, listOf(race))
    await expect(page.getByText(race.title)).toBeVisible()
    const cards = page.getByRole('region', { name: 'Resumo do evento' })
    for (const [label, value] of Object.entries({
      Inscritos: '2',
      Confirmados: '1',
      Pendentes: '1',
      Cancelados: '0',
      Pagos: '0R$ 0,00',
      Gratuitos: '1',
    }))
      await expect(cards.locator('div').filter({ hasText: label }).first()).toHaveText(`${label}${value}`)
    const row = rowOf(page, pending)
    for (const text of [
      formatCpf(pending.cpf),
      pending.email,
      '5 km Geral',
      'Kit Completo',
      'Camisa M',
      'R$ 107,50',
    ])
      await expect(row).toContainText(text)
    await expect(row).toContainText('Pendente')
    await expect(rowOf(page, free)).toContainText('Gratuito')

    await test.step('each filter narrows the list and is kept in the URL; the cards do not change', async () => {
      await page.getByLabel('Produto').selectOption({ label: 'Kit Gratuito' })
      await expect(page).toHaveURL(/product_id=\d+/)
      await expect(rowOf(page, pending)).toBeHidden()
      await expect(rowOf(page, free)).toBeVisible()
      await expect(cards).toContainText('Inscritos2')
      await page.reload()
      await expect(page.getByLabel('Produto')).toHaveValue(/\d+/)
      await page.getByRole('link', { name: 'Limpar filtros' }).click()
      await expect(rowOf(page, pending)).toBeVisible()
    })
    await test.step('changing the modality clears the category', async () => {
      await page.getByLabel('Categoria').selectOption({ label: '10 km Geral · 10 km' })
      await expect(page.getByText('Nenhum participante encontrado.')).toBeVisible()
      await page.getByLabel('Modalidade').selectOption({ label: '5 km' })
      await expect(page).not.toHaveURL(/category_id/)
      await expect(rowOf(page, pending)).toBeVisible()
      await page.getByRole('link', { name: 'Limpar filtros' }).click()
    })
    await test.step('filters by registration status, payment status and payment day', async () => {
      await page.getByLabel('Status da inscrição').selectOption('Confirmado')
      await expect(rowOf(page, pending)).toBeHidden()
      await page.getByLabel('Status da inscrição').selectOption('Tudo')
      await page.getByLabel('Status do pagamento').selectOption('Pendente')
      await expect(rowOf(page, free)).toBeHidden()
      await page.getByLabel('Pago a partir de').fill('2026-01-01')
      await expect(page.getByText('Nenhum participante encontrado.')).toBeVisible()
      await expect(page).toHaveURL(/payment_status=0&payment_date_start=2026-01-01/)
      await page.getByRole('link', { name: 'Ver todos' }).click()
      await expect(rowOf(page, free)).toBeVisible()
    })
    await test.step('a search by CPF finds and is not kept in the URL', async () => {
      await page.getByRole('searchbox').fill(formatCpf(pending.cpf))
      await expect(rowOf(page, free)).toBeHidden()
      await expect(rowOf(page, pending)).toBeVisible()
      expect(new URL(page.url()).search).not.toContain(pending.cpf.slice(0, 3))
    })
  })

  test('no axe violations in either theme, at any width', async ({ page }) => {
    const { race } = await fieldOfTwo(page)
    await open(page, listOf(race))
    await expect(page.getByRole('row')).toHaveCount(3)
    await expectAccessible(page)
  })

  test('Admin and Empresa have the list at /event/participants/{id}', async ({ page }) => {
    const { race, pending } = await fieldOfTwo(page)
    await open(page, `/event/participants/${race.id}`, 'empresa@largada.test')
    await expect(rowOf(page, pending)).toBeVisible()
  })

  test('§6 opening the list refreshes the user', async ({ page }) => {
    const race = await createRace(page.request)
    const asked = page.waitForRequest('**/api/v1/me')
    await open(page, listOf(race))
    await asked
  })
})

test.describe('§2 row menu', () => {
  test("Editar opens the registration; Cancelar Inscrição asks, then shows 'Inscrição cancelada com sucesso.'", async ({
    page,
  }) => {
    const { race, pending } = await fieldOfTwo(page)
    await open(page, listOf(race))
    const menu = await openMenu(page, pending)
    await expect(menu.getByRole('menuitem', { name: 'Editar' })).toHaveAttribute(
      'href',
      /\/organizador\/evento\/participante\/editar\/\d+$/,
    )
    await menu.getByRole('menuitem', { name: 'Cancelar Inscrição' }).click()
    const dialog = page.getByRole('dialog', { name: 'Cancelar esta inscrição?' })
    await dialog.getByRole('button', { name: 'Manter inscrição' }).click()
    await expect(rowOf(page, pending)).toContainText('Pendente')

    await (await openMenu(page, pending)).getByRole('menuitem', { name: 'Cancelar Inscrição' }).click()
    await dialog.getByRole('button', { name: 'Sim, cancelar' }).click()
    await expect(toast(page, 'Inscrição cancelada com sucesso.')).toBeVisible()
    await expect(rowOf(page, pending)).toContainText('Cancelado')
    await expect(page.getByRole('region', { name: 'Resumo do evento' })).toContainText('Cancelados1')
    await expect(
      (await openMenu(page, pending)).getByRole('menuitem', { name: 'Cancelar Inscrição' }),
    ).toBeHidden()
  })

  test("§8 a failed status change shows 'Erro ao atualizar status.'", async ({ page }) => {
    const { race, free } = await fieldOfTwo(page)
    await open(page, listOf(race))
    await page.route('**/organizer/registrations/*/status', (route) =>
      route.fulfill({ status: 500, json: {} }),
    )
    await (await openMenu(page, free)).getByRole('menuitem', { name: 'Cancelar Inscrição' }).click()
    await page.getByRole('button', { name: 'Sim, cancelar' }).click()
    await expect(toast(page, 'Erro ao atualizar status.')).toBeVisible()
  })

  test('is hidden without edit-registration-participant-event', async ({ page }) => {
    const { race, pending } = await fieldOfTwo(page)
    await grant(page, ['view-event-participants'])
    await open(page, listOf(race))
    await expect(rowOf(page, pending)).toBeVisible()
    await expect(page.getByRole('button', { name: `Ações de ${pending.name}` })).toBeHidden()
  })
})

test.describe('§8 messages', () => {
  test("missing id: 'ID do evento não fornecido na URL.'", async ({ page }) => {
    await open(page, '/organizador/eventos/nenhum/participantes')
    await expect(page.getByRole('alert')).toContainText('ID do evento não fornecido na URL.')
  })

  test("none found: 'Nenhum participante encontrado.'", async ({ page }) => {
    const race = await createRace(page.request)
    await open(page, listOf(race))
    await expect(page.getByText('Nenhum participante encontrado.')).toBeVisible()
  })

  test('a failure and a lost connection can be retried', async ({ page }) => {
    const race = await createRace(page.request)
    await page.route(LIST, (route) => route.fulfill({ status: 500, json: {} }))
    await open(page, listOf(race))
    await expect(page.getByRole('alert')).toContainText('Erro ao listar os registros.')
    await page.unroute(LIST)
    await page.route(LIST, (route) => route.abort())
    await page.getByRole('button', { name: 'Tentar novamente' }).click()
    await expect(page.getByRole('alert')).toContainText('Erro de conexão.')
    await page.unroute(LIST)
    await page.getByRole('button', { name: 'Tentar novamente' }).click()
    await expect(page.getByText('Nenhum participante encontrado.')).toBeVisible()
  })
})
