import { expect, type Page, test } from 'playwright/test'
import { expectAccessible, openPage } from './accessibility.ts'
import { createAccount } from './create-account.ts'
import { placeOrder } from './create-order.ts'
import { createRace } from './create-race.ts'
import { loadPage, SCRIPT_BUDGET, SHIFT_BUDGET, scriptWeight } from './page-load.ts'
import { payAtTestBank } from './pay-at-bank.ts'

// The payment page, on a phone and without a session: docs/algorithms/payment-page.md.

const PHONE = { width: 390, height: 844 }
test.use({ viewport: PHONE, permissions: ['clipboard-read', 'clipboard-write'] })

/** Returns the payment link of a new registration by Pix, with nobody logged in. */
async function newLink(page: Page, changes: Parameters<typeof createRace>[1] = {}): Promise<string> {
  const [race, account] = await Promise.all([createRace(page.request, changes), createAccount(page.request)])
  const { registrations } = await placeOrder(page.request, account, race)
  return registrations[0]?.payment_link ?? ''
}

const title = (page: Page, name: string) => page.getByRole('heading', { level: 1, name })
const copied = (page: Page) => page.evaluate(() => navigator.clipboard.readText())

async function changeTo(page: Page, name: RegExp): Promise<void> {
  await page.getByRole('button', { name: 'Pagar de outra forma' }).click()
  await page.getByRole('radio', { name }).check()
  await page.getByRole('button', { name: 'Gerar novo pagamento' }).click()
}

test('a Pix is copied and paid, and the open page shows the payment by itself', { tag: '@contrast' }, async ({
  page,
}) => {
  const link = await newLink(page)
  expect(link).toMatch(/\/pagamento\/[0-9a-f-]{36}$/)
  const others: string[] = []
  page.on('request', (request) => {
    if (new URL(request.url()).origin !== new URL(link).origin && !request.url().startsWith('data:'))
      others.push(request.url())
  })
  await openPage(page, link)
  await expect(title(page, 'Pague R$ 107,50 com Pix')).toBeVisible()
  await expect(page.getByRole('img', { name: 'QR Code do Pix' })).toBeInViewport({ ratio: 1 })
  await page.getByRole('button', { name: 'Copiar código Pix' }).click()
  await expect(page.getByRole('button', { name: 'Copiado!' })).toBeVisible()
  expect(await copied(page)).toMatch(/^000201.*6304[0-9A-F]{4}$/)
  await expect(page.locator('meta[name="referrer"]')).toHaveAttribute('content', 'no-referrer')
  await expect(page.locator('meta[name="robots"]')).toHaveAttribute('content', 'noindex')
  await expectAccessible(page)
  await page.setViewportSize(PHONE)

  await payAtTestBank(page)
  await expect(page.getByRole('complementary', { name: 'O que foi pago' })).toContainText('Pago')
  await expectAccessible(page)
  expect(others).toEqual([])
})

test('the method is changed to a boleto, whose barcode is shown and which is paid', {
  tag: '@operation',
}, async ({ page }) => {
  const link = await newLink(page)
  await openPage(page, link)
  await changeTo(page, /^Boleto/)
  await expect(title(page, 'Pague R$ 107,50 com Boleto')).toBeVisible()
  expect(page.url()).not.toBe(link)
  await page.getByRole('button', { name: 'Copiar linha digitável' }).click()
  expect(await copied(page)).toMatch(/^\d{47}$/)
  await expect(page.getByRole('img', { name: 'Código de barras do boleto' })).toBeVisible()
  await expectAccessible(page)
  await page.setViewportSize(PHONE)

  await page.getByRole('button', { name: 'Mostrar no caixa' }).click()
  const dialog = page.getByRole('dialog', { name: 'Código de barras' })
  const barcode = dialog.getByRole('img', { name: 'Código de barras do boleto' })
  const bars = await barcode.boundingBox()
  expect(bars?.height, 'along the longer side of the phone').toBeGreaterThan(500)
  await expect(barcode).toBeInViewport({ ratio: 1 })
  await expectAccessible(page)
  await page.setViewportSize(PHONE)
  await dialog.getByRole('button', { name: 'Fechar' }).click()

  await payAtTestBank(page)
  // The first link leads to the payment that replaced its own.
  await page.goto(link)
  await expect(title(page, 'Pagamento confirmado')).toBeVisible()
})

test('card data is entered only on the page of the gateway; a refused card may be tried again', {
  tag: ['@operation', '@contrast'],
}, async ({ page }) => {
  await openPage(page, await newLink(page))
  await changeTo(page, /^Cartão/)
  await expect(title(page, 'Pague R$ 107,50 com Cartão de Crédito')).toBeVisible()
  await expectAccessible(page)
  await page.setViewportSize(PHONE)
  const payWith = async (card: RegExp, answer: string) => {
    const [bank] = await Promise.all([
      page.waitForEvent('popup'),
      page.getByRole('link', { name: 'Pagar com cartão' }).click(),
    ])
    await bank.getByRole('link', { name: card }).click()
    await bank.getByRole('button', { name: /^Pagar/ }).click()
    await expect(bank.getByText(answer)).toBeVisible()
    // A headless browser may never confirm that the other page was closed, so the test does not wait for it.
    await page.bringToFront()
  }
  await payWith(/4000 0000 0000 0002/, 'O cartão foi recusado')
  const refusal = page.getByRole('alert').filter({ hasText: 'O cartão foi recusado' })
  await expect(refusal).toBeVisible({ timeout: 20_000 })
  await expectAccessible(page)
  await page.setViewportSize(PHONE)
  await payWith(/4111 1111 1111 1111/, 'Pagamento aprovado')
  await expect(title(page, 'Pagamento confirmado')).toBeVisible({ timeout: 20_000 })
})

test('a card is paid in installments, with the interest shown beforehand', { tag: '@operation' }, async ({
  page,
}) => {
  await openPage(page, await newLink(page, { max_installments: 3, installment_interest: true }))
  await changeTo(page, /^Cartão/)
  const choice = page.getByRole('combobox', { name: 'Parcelas' })
  await choice.selectOption('3')
  // 4.5 % of 107.50.
  await expect(page.getByText('R$ 4,84 de juros no total.')).toBeVisible()
  await expectAccessible(page)
  await page.setViewportSize(PHONE)
  await page.getByRole('button', { name: 'Continuar com 3 parcelas' }).click()
  await expect(title(page, 'Pague R$ 112,34 com Cartão de Crédito em 3x')).toBeVisible()
  await expectAccessible(page)
  await page.setViewportSize(PHONE)
  const [bank] = await Promise.all([
    page.waitForEvent('popup'),
    page.getByRole('link', { name: 'Pagar com cartão em 3x' }).click(),
  ])
  await expect(bank.getByText('Cartão de Crédito em 3x')).toBeVisible()
  await bank.getByRole('link', { name: /4111 1111 1111 1111/ }).click()
  await bank.getByRole('button', { name: 'Pagar R$ 112,34' }).click()
  await expect(bank.getByText('Pagamento aprovado')).toBeVisible()
  await page.bringToFront()
  await expect(title(page, 'Pagamento confirmado')).toBeVisible({ timeout: 20_000 })
})

test('an unknown link shows a message', { tag: '@contrast' }, async ({ page }) => {
  await openPage(page, '/pagamento/00000000-0000-4000-8000-000000000000')
  await expect(page.getByText('Pagamento não encontrado')).toBeVisible()
  await expectAccessible(page)
})

test('no layout shift on a slow load, and scripts without zod', { tag: '@operation' }, async ({ page }) => {
  const load = await loadPage(page, await newLink(page), { slow: true })
  expect(load.shift, load.moved.join('\n')).toBeLessThanOrEqual(SHIFT_BUDGET)
  const { brotli, forms } = await scriptWeight(load)
  expect(forms).not.toContain('zod')
  // Mantine and the polling of the status are loaded in addition to the static page. Dialogs and the barcode
  // are loaded on demand.
  expect(brotli).toBeLessThanOrEqual(SCRIPT_BUDGET + 48_000)
})
