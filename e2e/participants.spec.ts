import { type APIRequestContext, expect, type Locator, type Page, test } from 'playwright/test'
import { formatCpf } from '#contract/documents.ts'
import { expectAccessible } from './accessibility.ts'
import { type Account, createAccount, logIn, signIn } from './create-account.ts'
import { placeOrder } from './create-order.ts'
import { createRace } from './create-race.ts'
import { toast } from './toast.ts'

// Specification, page 2, §2: 'Event participants (organizer)'.
// web/app/features/participants/list/participants-screen.test.tsx tests the content of the list.

const rowOf = (page: Page, { name }: Account): Locator => page.getByRole('row').filter({ hasText: name })
const listTitle = (page: Page) => page.getByRole('heading', { level: 1, name: 'Participantes' })

async function openMenu(page: Page, { name }: Account): Promise<Locator> {
  await page.getByRole('button', { name: `Ações de ${name}` }).click()
  return page.getByRole('menu')
}

/**
 * Creates an event with two participants: one with the kit with shirts, unpaid; the other with the free kit.
 */
async function raceOfTwo(page: Page) {
  const [race, pending, free] = await Promise.all([
    createRace(page.request),
    createAccount(page.request),
    createAccount(page.request),
  ])
  await placeOrder(page.request, pending, race)
  await placeOrder(page.request, free, race, { kit: 'Kit Gratuito' })
  return { race, pending, free }
}

test('participants are filtered and searched, and a registration is cancelled; Empresa has the list at /event/participants/{id}', {
  tag: '@operation',
}, async ({ page, browser, baseURL }) => {
  const { race, pending, free } = await raceOfTwo(page)
  await signIn(page.context(), await logIn(page.request, 'organizador@largada.test'))
  await page.goto(`/organizador/eventos/${race.id}/participantes`)
  await expect(listTitle(page)).toBeVisible()
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
    await expect(cards.getByRole('button').filter({ hasText: label })).toHaveText(`${label}${value}`)
  for (const text of [
    formatCpf(pending.cpf),
    pending.email,
    'Kit Completo',
    'Camisa M',
    'R$ 107,50',
    'Pendente',
  ])
    await expect(rowOf(page, pending)).toContainText(text)
  await expect(rowOf(page, free)).toContainText('Gratuito')
  await expectAccessible(page)
  await page.setViewportSize({ width: 1280, height: 800 })

  await test.step('filters narrow the list and its totals, and survive a reload', async () => {
    await page.getByRole('button', { name: 'Filtros', exact: true }).click()
    await page.getByLabel('Produto').selectOption({ label: 'Kit Gratuito' })
    await expect(page).toHaveURL(/product_id=\d+/)
    await expect(rowOf(page, pending)).toBeHidden()
    await expect(rowOf(page, free)).toBeVisible()
    await expect(cards).toContainText('Inscritos1')
    await page.reload()
    await expect(page.getByRole('button', { name: 'Remover o filtro Produto: Kit Gratuito' })).toBeVisible()
    await expect(rowOf(page, free)).toBeVisible()
    await page.getByRole('button', { name: 'Filtros', exact: true }).click()
    await page.getByLabel('Status da inscrição').selectOption('Pendente')
    await expect(page.getByText('Nenhum participante encontrado.')).toBeVisible()
    await page.keyboard.press('Escape')
    await page.getByRole('link', { name: 'Ver todos' }).click()
    await page.getByRole('button', { name: 'Filtros', exact: true }).click()
    await page.getByLabel('Status do pagamento').selectOption('Pendente')
    await expect(rowOf(page, free)).toBeHidden()
    await expect(rowOf(page, pending)).toBeVisible()
    await page.keyboard.press('Escape')
    await page.getByRole('link', { name: 'Limpar filtros' }).click()
    await expect(rowOf(page, free)).toBeVisible()
  })
  await test.step('a row opens its panel, in which a name is corrected; closing it shows the list as before', async () => {
    await page.goto(`/organizador/eventos/${race.id}/participantes?registration_status=0`)
    await page.getByRole('link', { name: pending.name }).click()
    const panel = page.getByRole('dialog', { name: pending.name })
    const corrected = `${pending.name}a`
    await expect(panel.getByText('a pagar')).toBeVisible()
    await expectAccessible(page, '[role=dialog]')
    await page.setViewportSize({ width: 1280, height: 800 })
    await panel.getByRole('button', { name: 'Corrigir dados' }).click()
    const dialog = page.getByRole('dialog', { name: 'Corrigir dados' })
    await dialog.getByLabel('Nome').fill(corrected)
    await dialog.getByRole('button', { name: 'Corrigir', exact: true }).click()
    await expect(dialog.getByText('Escreva o motivo da correção.')).toBeVisible()
    await dialog.getByLabel('Motivo').fill('Documento conferido')
    await dialog.getByRole('button', { name: 'Corrigir', exact: true }).click()
    await expect(page.getByRole('dialog', { name: corrected })).toContainText('Documento conferido')
    pending.name = corrected
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toBeHidden()
    expect(new URL(page.url()).search).toBe('?registration_status=0')
    await expect(rowOf(page, pending)).toBeVisible()
    await page.getByRole('link', { name: 'Limpar filtros' }).click()
  })
  await test.step('a search by CPF finds a participant and does not stay in the URL', async () => {
    await page.getByRole('searchbox').fill(formatCpf(pending.cpf))
    await expect(rowOf(page, free)).toBeHidden()
    await expect(rowOf(page, pending)).toBeVisible()
    expect(new URL(page.url()).search).not.toContain(pending.cpf.slice(0, 3))
  })
  await test.step("Cancelar Inscrição: 'Inscrição cancelada com sucesso.'", async () => {
    await (await openMenu(page, pending)).getByRole('menuitem', { name: 'Cancelar Inscrição' }).click()
    await page.getByRole('button', { name: 'Sim, cancelar' }).click()
    await expect(toast(page, 'Inscrição cancelada com sucesso.')).toBeVisible()
    await expect(rowOf(page, pending)).toContainText('Cancelado')
    await expect(cards).toContainText('Cancelados1')
  })

  const context = await browser.newContext({ baseURL: baseURL ?? '' })
  await signIn(context, await logIn(page.request, 'empresa@largada.test'))
  const company = await context.newPage()
  await company.goto(`/event/participants/${race.id}`)
  await expect(listTitle(company)).toBeVisible()
  await expect(rowOf(company, pending)).toContainText('Cancelado')
  await context.close()
})

test('on a phone, a sort button is visible while it has focus', { tag: '@operation' }, async ({ page }) => {
  const { race, pending } = await raceOfTwo(page)
  await page.setViewportSize({ width: 390, height: 844 })
  await signIn(page.context(), await logIn(page.request, 'organizador@largada.test'))
  await page.goto(`/organizador/eventos/${race.id}/participantes`)
  await expect(page.getByText(pending.name)).toBeVisible()
  const button = page.getByRole('columnheader', { name: 'Valor' }).getByRole('button')
  await button.focus()
  // A trial click fails when the button is clipped.
  await button.click({ trial: true })
})

test('at 1280×900 the list shows at least 12 people without scrolling, below totals and filters', {
  tag: '@operation',
}, async ({ page }) => {
  const session = await logIn(page.request, 'organizador@largada.test')
  await signIn(page.context(), session)
  await page.setViewportSize({ width: 1280, height: 900 })
  await page.goto(`/organizador/eventos/${await fullestEvent(page.request, session.token)}/participantes`)
  await expect(page.getByRole('row').nth(12)).toBeInViewport({ ratio: 1 })
  await expect(page.getByRole('region', { name: 'Resumo do evento' })).toBeInViewport({ ratio: 1 })
  await expect(page.getByRole('search')).toBeInViewport({ ratio: 1 })
})

/** Returns the demo organizer's event with the most participants. */
async function fullestEvent(request: APIRequestContext, token: string): Promise<number | undefined> {
  const get = async (path: string) =>
    (await request.get(`/api/v1${path}`, { headers: { authorization: `Bearer ${token}` } })).json()
  const { data } = (await get('/organizer/events?per_page=100')) as { data: { id: number }[] }
  const counted = await Promise.all(
    data.map(async ({ id }) => ({
      id,
      total: (await get(`/organizer/events/${id}/participants`)).meta.total,
    })),
  )
  return counted.sort((a, b) => b.total - a.total)[0]?.id
}
