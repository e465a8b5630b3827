import { expect, test } from 'playwright/test'
import { expectAccessible } from './accessibility.ts'
import { createAccount, signIn } from './create-account.ts'
import { payOrder, placeOrder } from './create-order.ts'
import { createRace } from './create-race.ts'
import { inDays } from './days.ts'

// server/src/features/my-registrations/transfer/transfer.test.ts tests refusals, money and concurrency.

for (const width of [390, 1280])
  test(`a runner transfers a registration, and the new one accepts and pays the fee, at ${width} px`, {
    tag: '@operation',
  }, async ({ page, browser }) => {
    const size = { width, height: 844 }
    await page.setViewportSize(size)
    const transfers = {
      transfers_until: inDays(20),
      transfers_fee: '12.00',
    }
    const [race, ana, bruno] = await Promise.all([
      createRace(page.request, transfers),
      createAccount(page.request),
      createAccount(page.request),
    ])
    const order = await placeOrder(page.request, ana, race)
    await payOrder(page.request, order)
    await signIn(page.context(), ana.session)
    const path = `/participante/inscricoes/${order.registrations[0]?.id}`
    const transfer = page.getByRole('button', { name: 'Transferir para outra pessoa' })
    await expect(async () => {
      await page.goto(path)
      await expect(transfer).toBeVisible({ timeout: 2_000 })
    }).toPass({ timeout: 20_000 })
    await transfer.click()
    const section = page.getByRole('region', { name: 'Transferência' })
    await expect(section).toContainText('a taxa de R$ 12,00')
    await section.getByRole('button', { name: 'Criar link' }).click()
    await expect(section).toContainText('Passo para você a minha inscrição')
    await expectAccessible(page)
    // A token has 43 characters.
    const [link = ''] = /\/receber-inscricao\?token=[\w-]{43}/.exec((await section.textContent()) ?? '') ?? []

    const other = await (await browser.newContext({ viewport: size })).newPage()
    await other.goto(link)
    await expect(other.getByRole('link', { name: 'Entrar para receber' })).toBeVisible()
    await expectAccessible(other)
    await signIn(other.context(), bruno.session)
    await other.setViewportSize(size)
    await other.goto(link)
    await expect(other.getByRole('region', { name: 'Valor' })).toContainText('Falta pagar R$ 12,00')
    await expectAccessible(other)
    await other.setViewportSize(size)
    for (const no of await other.getByRole('radio', { name: 'Não' }).all()) await no.check({ force: true })
    for (const term of await other.getByRole('checkbox', { name: /^Li e aceito/ }).all()) await term.check()
    const pix = other.getByRole('radio', { name: /^Pix/ })
    if (await pix.isVisible()) await pix.check({ force: true })
    await other.getByRole('button', { name: 'Receber e pagar R$ 12,00' }).click()
    await expect(other).toHaveURL(/\/pagamento\//)
    await expect(other.getByRole('main')).toContainText('R$ 12,00')

    await page.reload()
    await expect(page.getByRole('region', { name: 'Transferência' })).toContainText('espera o pagamento')
    await page.getByRole('button', { name: 'Desistir da transferência' }).click()
    await page.getByRole('button', { name: 'Sim, desistir' }).click()
    await expect(page.getByRole('button', { name: 'Transferir para outra pessoa' })).toBeVisible()
    await other.context().close()
  })
