import { readFile } from 'node:fs/promises'
import { expect, type Page, test } from 'playwright/test'
import { consoleProblems, expectAccessible } from './accessibility.ts'
import { createAccount, logIn, signIn } from './create-account.ts'
import { createBusyRace } from './create-busy-race.ts'
import { payOrder, placeOrder } from './create-order.ts'
import { createRace } from './create-race.ts'

// The organizer's home and an event's 'Painel': docs/algorithms/report.md. The home without permissions and
// its empty and failed states are tested in web/app/features/report/home/organizer-home-screen.test.tsx.

const card = (page: Page, title: string) => page.getByRole('region', { name: title, exact: true })
const summary = (page: Page) => page.getByRole('region', { name: 'Em resumo' })

async function signInAsOrganizer(page: Page) {
  await signIn(page.context(), await logIn(page.request, 'organizador@largada.test'))
}

test('the dashboard of an event: empty, then with a payment; charts with tables and downloads', {
  tag: '@operation',
}, async ({ page }) => {
  const problems = consoleProblems(page)
  const race = await createRace(page.request)
  await signInAsOrganizer(page)
  await page.goto(`/organizador/eventos/${race.id}/participantes`)
  await page.getByRole('link', { name: 'Visão geral' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Painel')
  await expect(page.getByText('Ninguém se inscreveu ainda.')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Ver página' })).toHaveAttribute('href', `/events/${race.slug}`)

  const [payer, guest] = await Promise.all([createAccount(page.request), createAccount(page.request)])
  const order = await placeOrder(page.request, payer, race)
  await placeOrder(page.request, guest, race, { kit: 'Kit Gratuito' })
  await payOrder(page.request, order)
  // The gateway reports the payment asynchronously.
  await expect(async () => {
    await page.reload()
    await expect(summary(page)).toContainText('R$ 100,00líquidos', { timeout: 2_000 })
  }).toPass({ timeout: 15_000 })
  await expect(summary(page).getByRole('listitem')).toHaveText([
    '2 inscritos',
    '2 confirmados',
    '1 pago',
    '1 gratuito',
  ])
  const pace = card(page, 'Ritmo de vendas')
  await expect(pace.getByRole('img')).toHaveAccessibleName('Esta corrida: 1')
  await test.step('the goal of paid registrations is set, changed and shown', async () => {
    await page.getByRole('button', { name: 'Definir meta' }).click()
    const dialog = page.getByRole('dialog', { name: 'Meta de inscrições pagas' })
    await dialog.getByLabel('Inscrições pagas').fill('500')
    await expectAccessible(page)
    await dialog.getByRole('button', { name: 'Salvar' }).click()
    await expect(summary(page)).toContainText(/1 de 500pagas · no ritmo de \d+/)
    await expect(pace.getByRole('img')).toHaveAccessibleName('Esta corrida: 1. Meta: 500')
    await expect(page.getByRole('button', { name: 'Mudar meta' })).toBeVisible()
  })
  await page.getByText('Inscrições', { exact: true }).click()
  await expect(card(page, 'Inscrições por dia').getByRole('img')).toHaveAccessibleName(/^Inscrições: 2, de /)
  await page.getByText('Valores', { exact: true }).click()
  await expect(card(page, 'Valores por dia').getByRole('img')).toHaveAccessibleName(
    /^Recebido: R\$\s107,50 · Devolvido: R\$\s0,00, de /,
  )
  await expect(card(page, 'Do recebido ao líquido').getByRole('definition')).toHaveText([
    'R$ 107,50',
    '− R$ 7,50',
    'R$ 100,00',
  ])
  await expect(card(page, 'Por forma de pagamento')).toContainText('Pix')
  await expect(card(page, 'Por categoria')).toContainText('5 km Geral')
  await expect(card(page, 'Por status do pagamento')).toContainText('Gratuito')
  await expect(card(page, 'Sexo e idade').getByRole('row', { name: '35 a 39' })).toContainText('2')
  await expect(card(page, 'Cidades')).toContainText('São Paulo, SP')
  const sizes = page.getByRole('region', { name: 'Kits e tamanhos' })
  await expect(sizes.getByRole('row')).toHaveText([
    'TamanhoKit CompletoKit GratuitoTotal',
    'M101',
    'Sem tamanho011',
    'Total112',
  ])
  await expect(card(page, 'Tamanhos para encomendar')).toContainText('Ninguém escolheu Kit Básico')
  await expectAccessible(page)
  await page.setViewportSize({ width: 1280, height: 800 })

  await test.step('each chart has a table and a download', async () => {
    const ages = card(page, 'Sexo e idade')
    await ages.getByRole('button', { name: 'Ver tabela' }).click()
    await expect(ages.getByRole('region', { name: 'Tabela: Sexo e idade' })).toContainText('35 a 39')
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Baixar CSV: Valores por dia' }).click(),
    ])
    expect(file.suggestedFilename()).toBe(`evento-${race.id}-valores-por-dia.csv`)
    const content = await readFile(await file.path(), 'utf8')
    expect(content).toMatch(/^\uFEFFDia;Recebido;Devolvido\r\n\d\d\/\d\d\/\d{4};107,50;0,00\r\n/)
  })
  await test.step('only the sizes are printed', async () => {
    await page.emulateMedia({ media: 'print' })
    await expect(card(page, 'Tamanhos para encomendar')).toBeVisible()
    await expect(card(page, 'Tamanhos para encomendar')).toContainText(race.title)
    await expect(card(page, 'Por categoria')).toBeHidden()
    await page.emulateMedia({ media: 'screen' })
  })
  await page.getByRole('link', { name: 'Participantes' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Participantes')
  expect(problems).toEqual([])
})

test('a dashboard with three modalities and twelve categories takes two screens, and at most 4,000 px on a phone', {
  tag: '@operation',
}, async ({ page }) => {
  const race = await createBusyRace(page.request)
  await signInAsOrganizer(page)
  await page.setViewportSize({ width: 1280, height: 900 })
  await page.goto(`/organizador/eventos/${race.id}/painel`)
  await expect(card(page, 'Cidades')).toBeVisible()
  const height = () => page.evaluate(() => document.documentElement.scrollHeight)
  expect(await height()).toBeLessThanOrEqual(1_800)
  const columns = await page
    .locator('[data-column]')
    .evaluateAll((all) => all.map((column) => column.getBoundingClientRect().height))
  expect(Math.abs((columns[0] ?? 0) - (columns[1] ?? 0))).toBeLessThan(300)
  const sizes = page.getByRole('region', { name: 'Kits e tamanhos' })
  expect(await sizes.evaluate((table) => table.scrollWidth - table.clientWidth)).toBe(0)
  await expect(sizes.getByRole('columnheader')).toHaveText([
    'Tamanho',
    'Kit Básico',
    'Kit Completo',
    'Kit Premium',
    'Total',
  ])
  const categories = card(page, 'Por categoria')
  await expect(categories.getByRole('heading', { level: 3 })).toHaveText([/^5 km\d/, /^10 km\d/, /^21 km\d/])
  await expect(categories.getByText('Mais 1 com zero')).toBeVisible()

  await page.setViewportSize({ width: 390, height: 844 })
  expect(await height()).toBeLessThanOrEqual(4_000)
  await page.goto(`/organizador/extrato?evento=${race.id}`)
  await expect(page.getByRole('heading', { name: 'Por dia' })).toBeVisible()
  expect(await height()).toBeLessThanOrEqual(4_000)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
})

test('the home: period in the URL, changes since the period before, and events', {
  tag: '@operation',
}, async ({ page }) => {
  const race = await createRace(page.request)
  await placeOrder(page.request, await createAccount(page.request), race)
  await signInAsOrganizer(page)
  await page.goto('/organizador/eventos')
  await page.getByRole('link', { name: 'Painel geral' }).click()
  await expect(page).toHaveURL('/organizador/pagina-inicial')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Página Inicial')
  const summary = page.getByRole('region', { name: 'Resumo do período' })
  await expect(summary.getByRole('heading', { level: 3 })).toHaveText([
    'Inscrições',
    'Recebido',
    'Devolvido',
    'Em aberto',
  ])
  await expect(page.getByRole('heading', { level: 2 }).first()).toHaveText('Precisa de você')
  await expect(summary).toContainText('período anterior')
  await expect(page.getByRole('radio', { name: '30 dias' })).toBeChecked()
  await page.getByText('7 dias', { exact: true }).click()
  await expect(page).toHaveURL(/periodo=7$/)
  await expect(card(page, 'Inscrições por dia').getByRole('img')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Próximos eventos' })).toBeVisible()
  await expectAccessible(page)
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.getByText('Tudo', { exact: true }).click()
  await expect(summary).not.toContainText('período anterior')
  await card(page, 'Por evento').getByRole('link', { name: race.title }).click()
  await expect(page).toHaveURL(`/organizador/eventos/${race.id}/painel`)
})

test('the home asks for what waits: an unpaid difference, with a link to exactly that registration', async ({
  page,
}) => {
  const race = await createRace(page.request)
  const [payer, other] = await Promise.all([createAccount(page.request), createAccount(page.request)])
  const order = await placeOrder(page.request, payer, race, { kit: 'Kit Básico' })
  await placeOrder(page.request, other, race)
  await payOrder(page.request, order)
  const organizer = await logIn(page.request, 'organizador@largada.test')
  const kit = race.products.find(({ name }) => name === 'Kit Completo')
  const path = `/api/v1/organizer/events/register/${order.registrations[0]?.id}`
  const headers = { authorization: `Bearer ${organizer.token}` }
  // The gateway reports the payment asynchronously.
  await expect
    .poll(async () => (await (await page.request.get(path, { headers })).json()).data.status)
    .toBe('Confirmado')
  const moved = await page.request.put(path, {
    headers,
    data: {
      category_id: race.modalities[0]?.categories[0]?.category_id,
      products: [{ id: kit?.id, shirt_size_id: kit?.shirt_sizes[0]?.id, quantity: 1 }],
      payment_method_id: race.payment_methods[0]?.id,
    },
  })
  expect(moved.status(), await moved.text()).toBe(200)

  await signIn(page.context(), organizer)
  await page.goto('/organizador/pagina-inicial')
  const inbox = card(page, 'Precisa de você')
  const more = inbox.getByRole('button', { name: /^Mostrar/ })
  await expect(inbox.getByRole('listitem').first()).toBeVisible()
  if (await more.isVisible()) await more.click()
  await expectAccessible(page)
  const task = inbox.getByRole('listitem').filter({ hasText: race.title }).filter({ hasText: 'diferença' })
  await expect(task).toContainText('1 diferença não paga')
  await task.getByRole('link').click()
  await expect(page).toHaveURL(`/organizador/eventos/${race.id}/participantes?money=owing`)
  await page.setViewportSize({ width: 1280, height: 800 })
  await expect(page.getByText('Só com diferença a pagar')).toBeVisible()
  await expect(page.getByRole('row').filter({ hasText: payer.name })).toBeVisible()
  await expect(page.getByRole('row').filter({ hasText: other.name })).toHaveCount(0)
})
