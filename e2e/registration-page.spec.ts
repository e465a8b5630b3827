import { readFile } from 'node:fs/promises'
import { expect, test } from 'playwright/test'
import { toBrazilianDate } from '#contract/dates.ts'
import { expectAccessible } from './accessibility.ts'
import { createAccount, signIn } from './create-account.ts'
import { payOrder, placeOrder } from './create-order.ts'
import { createRace } from './create-race.ts'
import { inDays } from './days.ts'

// The page of a paid registration, from what the organizer saved to the picture that the runner shares.

for (const width of [390, 1280])
  test(`a runner finds kit, refund and receipt and takes a picture along, at ${width} px`, {
    tag: '@operation',
  }, async ({ page }) => {
    const size = { width, height: 844 }
    const day = inDays(44)
    const [race, account] = await Promise.all([
      createRace(page.request, {
        kit_delivery_date: day,
        kit_place: 'Loja Corre',
        kit_address: 'Rua das Flores, 10',
        kit_opens_at: '10:00',
        kit_closes_at: '18:00',
      }),
      createAccount(page.request),
    ])
    const order = await placeOrder(page.request, account, race)
    await payOrder(page.request, order)
    await page.goto(`/events/${race.slug}`)
    await expect(page.getByRole('region', { name: 'Entrega dos kits' })).toContainText(
      'Loja Corre, Rua das Flores, 10',
    )
    await signIn(page.context(), account.session)
    await page.setViewportSize(size)
    const path = `/participante/inscricoes/${order.registrations[0]?.id}`
    const share = page.getByRole('button', { name: 'Compartilhar imagem' })
    await expect(async () => {
      await page.goto(path)
      await expect(share).toBeVisible({ timeout: 2_000 })
    }).toPass({ timeout: 20_000 })
    await expect(page.getByText('faltam 45 dias')).toBeVisible()
    await expect(page.getByRole('region', { name: 'Entrega do kit' })).toContainText(
      `${toBrazilianDate(day)}, das 10:00 às 18:00`,
    )
    await expect(page.getByRole('region', { name: 'Pagamento' })).toContainText('Ver comprovante')
    await expect(page.getByRole('region', { name: 'Cancelamento e devolução' })).toContainText(
      'O Pix devolvido chega em minutos à conta de onde saiu.',
    )

    const [file] = await Promise.all([page.waitForEvent('download'), share.click()])
    expect(file.suggestedFilename()).toBe('minha-corrida.png')
    const picture = await readFile(await file.path())
    expect([picture.readUInt32BE(16), picture.readUInt32BE(20)]).toEqual([1080, 1920])
    await expectAccessible(page)
  })
