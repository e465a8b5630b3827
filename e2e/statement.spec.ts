import { createReadStream } from 'node:fs'
import { text } from 'node:stream/consumers'
import Papa from 'papaparse'
import { expect, type Page, test } from 'playwright/test'
import { consoleProblems, expectAccessible } from './accessibility.ts'
import { createAccount, logIn, signIn } from './create-account.ts'
import { payOrder, placeOrder } from './create-order.ts'
import { createRace } from './create-race.ts'

// `/empresa/extrato`: the statement by organizer and event, by payment method and by day.
// web/app/features/report/statement/statement-screen.test.tsx tests filters, empty and failed states.

/**
 * Creates an event with one registration paid by Pix (R$ 107,50, including a fee of R$ 7,50) and one unpaid
 * registration.
 */
async function paidRace(page: Page) {
  const [race, payer, debtor] = await Promise.all([
    createRace(page.request),
    createAccount(page.request),
    createAccount(page.request),
  ])
  const order = await placeOrder(page.request, payer, race)
  await placeOrder(page.request, debtor, race)
  await payOrder(page.request, order)
  return race
}

const figure = (page: Page, label: string) =>
  page
    .getByRole('region', { name: 'Totais' })
    .locator('section')
    .filter({ has: page.getByRole('heading', { name: label }) })

test('Empresa filters, reads and downloads the statement; an organizer reads it for their own events', {
  tag: '@operation',
}, async ({ page, browser, baseURL }) => {
  const problems = consoleProblems(page)
  const race = await paidRace(page)
  await signIn(page.context(), await logIn(page.request, 'empresa@largada.test'))
  await page.goto('/empresa/pagina-inicial')
  await page.getByRole('link', { name: 'Extrato' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Extrato')
  await expect(page.getByRole('heading', { name: 'Por organizador e evento' })).toBeVisible()

  await page.getByLabel('Organizador').selectOption({ label: 'Corre Brasil Eventos' })
  await page.getByLabel('Evento').selectOption({ label: race.title })
  await expect(page).toHaveURL(new RegExp(`evento=${race.id}$`))
  // The gateway reports the payment asynchronously.
  await expect(async () => {
    await page.reload()
    await expect(figure(page, 'Bruto recebido')).toContainText('R$ 107,50', { timeout: 2_000 })
  }).toPass({ timeout: 15_000 })
  await expect(figure(page, 'Taxas')).toContainText('R$ 7,50')
  await expect(figure(page, 'Líquido')).toContainText('R$ 100,00')
  const events = page.getByRole('table', { name: 'Eventos de Corre Brasil Eventos' })
  await expect(events.getByRole('row')).toHaveCount(2)
  for (const words of [race.title, 'R$ 107,50', 'R$ 7,50', 'R$ 100,00'])
    await expect(events.getByRole('row').last()).toContainText(words)
  await expect(page.getByRole('table', { name: 'Formas de pagamento' })).toContainText('Pix')
  await expect(page.getByRole('table', { name: 'Dias' }).getByRole('row')).toHaveCount(2)
  await expectAccessible(page)
  await page.setViewportSize({ width: 1280, height: 800 })

  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Baixar CSV' }).click(),
  ])
  expect(file.suggestedFilename()).toBe('extrato.csv')
  const content = await text(createReadStream(await file.path()))
  const { data } = Papa.parse<Record<string, string>>(content.replace(/^\uFEFF/, ''), {
    header: true,
    delimiter: ';',
    skipEmptyLines: true,
  })
  expect(data).toHaveLength(1)
  expect(Object.values(data[0] ?? {})).toEqual(
    expect.arrayContaining([race.title, '107,50', '7,50', '100,00']),
  )

  await page.getByRole('button', { name: 'Mês passado' }).click()
  await expect(page.getByText('Nenhum registro encontrado.')).toBeVisible()
  await expect(page).toHaveURL(/de=\d{4}-\d\d-01&ate=/)
  expect(problems).toEqual([])

  await test.step('an organizer reads the statement of their own events', async () => {
    const context = await browser.newContext({ baseURL: baseURL ?? '' })
    await signIn(context, await logIn(page.request, 'organizador@largada.test'))
    const own = await context.newPage()
    await own.goto(`/organizador/extrato?evento=${race.id}`)
    await expect(own.getByRole('heading', { name: 'Por evento' })).toBeVisible()
    await expect(own.getByLabel('Organizador')).toHaveCount(0)
    const events = own.getByRole('table', { name: /^Eventos/ })
    await expect(events.getByRole('row').last()).toContainText(race.title)
    await context.close()
  })
})
