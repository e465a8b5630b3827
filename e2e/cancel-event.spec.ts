import { expect, test } from 'playwright/test'
import { consoleProblems, expectAccessible } from './accessibility.ts'
import { createAccount, DEMO_PASSWORD, logIn, signIn } from './create-account.ts'
import { payOrder, placeOrder } from './create-order.ts'
import { createRace } from './create-race.ts'
import { toast } from './toast.ts'

// Who may, the choice of everybody else, and what dies on the way are proved in server/src/features/participants/cancel-event.

test('an organizer cancels an event; a runner who paid donates, another has it back, and the statement agrees', async ({
  page,
  browser,
  baseURL,
}) => {
  test.slow()
  const problems = consoleProblems(page)
  const [race, giver, taker] = await Promise.all([
    createRace(page.request),
    createAccount(page.request),
    createAccount(page.request),
  ])
  for (const runner of [giver, taker])
    await payOrder(page.request, await placeOrder(page.request, runner, race))

  await signIn(page.context(), await logIn(page.request, 'organizador@largada.test'))
  const manage = `/organizador/eventos/detalhe/${race.id}`
  const dialog = page.getByRole('dialog')
  // The gateway reports the payments asynchronously.
  await expect(async () => {
    await page.goto(manage)
    await page.getByRole('button', { name: 'Cancelar evento' }).click()
    await expect(dialog).toContainText('de 2 inscrições com pagamento', { timeout: 2_000 })
  }).toPass({ timeout: 20_000 })
  await expect(dialog).toContainText('2 inscrições serão canceladas')
  await dialog.getByLabel('Motivo, que os participantes leem').fill('A prefeitura retirou a licença.')
  await dialog.getByRole('switch', { name: 'Oferecer também a doação' }).check({ force: true })
  await dialog.getByLabel('Doação para').fill('APAE de Joinville')
  await dialog.getByLabel('Sua senha atual').fill(DEMO_PASSWORD)
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Cancelar o evento' }).click()
  await expect(toast(page, 'Evento cancelado. As inscrições estão sendo canceladas.')).toBeVisible()
  const notice = page.getByRole('alert').filter({ hasText: 'Evento cancelado em' })
  await expect(notice).toContainText('de 2 inscrições esperam a escolha de quem pagou', { timeout: 20_000 })
  await expectAccessible(page)

  const visitor = await browser.newPage()
  await visitor.goto(`/events/${race.slug}`)
  await expect(visitor.getByText('Este evento foi cancelado pela organização.').first()).toBeVisible()
  await visitor.context().close()

  for (const [runner, choice] of [
    [giver, 'Doar'],
    [taker, 'Receber de volta'],
  ] as const) {
    const context = await browser.newContext({ baseURL: baseURL ?? '' })
    await signIn(context, runner.session)
    const mine = await context.newPage()
    await mine.goto('/participante/eventos')
    await mine.getByRole('link', { name: race.title }).first().click()
    const choices = mine.getByRole('region', { name: 'Escolha o que fazer' })
    await expect(choices).toContainText('A prefeitura retirou a licença.')
    await expectAccessible(mine)
    await choices.getByRole('button', { name: choice }).click()
    await mine
      .getByRole('dialog')
      .getByRole('button', { name: /^Sim, / })
      .click()
    if (choice === 'Doar')
      await expect(mine.getByRole('region', { name: 'A sua escolha' })).toContainText('a APAE de Joinville')
    else
      await expect(async () => {
        await mine.reload()
        const refunds = mine.getByRole('region', { name: 'Cancelamento e devolução' })
        await expect(refunds).toContainText('A devolução foi feita.', { timeout: 2_000 })
      }).toPass({ timeout: 20_000 })
    await context.close()
  }

  await page.goto('/organizador/extrato')
  await expect(page.getByRole('region', { name: 'Doações' })).toContainText(
    `para APAE de Joinville, de ${race.title}`,
  )
  await expectAccessible(page)
  expect(problems).toEqual([])
})
