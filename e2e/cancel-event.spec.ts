import { expect, test } from 'playwright/test'
import { toBrazilianDate } from '#contract/dates.ts'
import { consoleProblems, expectAccessible } from './accessibility.ts'
import { createAccount, DEMO_PASSWORD, logIn, signIn } from './create-account.ts'
import { payOrder, placeOrder } from './create-order.ts'
import { createRace } from './create-race.ts'
import { inDays } from './days.ts'
import { toast } from './toast.ts'

// Tests in server/src/features/event-cancellation cover access, the other choices of runners, and a process that dies.

test('an organizer cancels an event; one paid runner donates, another gets a refund, and the statement agrees', {
  tag: '@operation',
}, async ({ page, browser, baseURL }) => {
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
    // Waits until the choice is stored, before the page is reloaded.
    const chosen = mine.getByRole('region', { name: 'A sua escolha' })
    await expect(chosen).toContainText(choice === 'Doar' ? 'a APAE de Joinville' : 'volta para você')
    if (choice !== 'Doar')
      await expect(async () => {
        await mine.reload()
        const refunds = mine.getByRole('region', { name: 'Cancelamento e devolução' })
        await expect(refunds).toContainText('Concluída', { timeout: 2_000 })
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

test('the new date is named; a runner registers there, uses the credit and pays the difference, and both statements agree', {
  tag: '@operation',
}, async ({ page, browser, baseURL }) => {
  const [race, next, runner] = await Promise.all([
    createRace(page.request),
    createRace(page.request),
    createAccount(page.request),
  ])
  await payOrder(page.request, await placeOrder(page.request, runner, race, { kit: 'Kit Básico' }))

  await signIn(page.context(), await logIn(page.request, 'organizador@largada.test'))
  const dialog = page.getByRole('dialog')
  // The gateway reports the payment asynchronously.
  await expect(async () => {
    await page.goto(`/organizador/eventos/detalhe/${race.id}`)
    await page.getByRole('button', { name: 'Cancelar evento' }).click()
    await expect(dialog).toContainText('de 1 inscrição com pagamento', { timeout: 2_000 })
  }).toPass({ timeout: 20_000 })
  await dialog.getByLabel('Motivo, que os participantes leem').fill('A data mudou.')
  await dialog.getByRole('switch', { name: 'Oferecer também um crédito' }).check({ force: true })
  await dialog.getByLabel('O crédito vale até').fill(toBrazilianDate(inDays(30)))
  await dialog.getByLabel('Sua senha atual').fill(DEMO_PASSWORD)
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Cancelar o evento' }).click()
  const notice = page.getByRole('alert').filter({ hasText: 'Evento cancelado em' })
  await expect(notice).toContainText('de 1 inscrição espera a escolha de quem pagou', { timeout: 20_000 })
  await notice.getByRole('button', { name: 'Indicar a nova data' }).click()
  await dialog.getByLabel('Nova data').selectOption(String(next.id))
  await dialog.getByRole('button', { name: 'Indicar' }).click()
  await expect(notice).toContainText(`para ${next.title}`)

  const context = await browser.newContext({ baseURL: baseURL ?? '' })
  await signIn(context, runner.session)
  const mine = await context.newPage()
  await mine.goto('/participante/eventos')
  await mine
    .getByRole('link', { name: /^Decidir/ })
    .first()
    .click()
  const choices = mine.getByRole('region', { name: 'Escolha o que fazer' })
  await expect(choices.getByRole('link', { name: 'Inscrever-se na nova data' })).toHaveAttribute(
    'href',
    `/events/${next.slug}`,
  )
  await expectAccessible(mine)
  const order = await placeOrder(page.request, runner, next)
  await mine.reload()
  await expect(choices).toContainText('que você paga em seguida')
  await expectAccessible(mine)
  await choices.getByRole('button', { name: 'Usar e pagar a diferença' }).click()
  await mine.waitForURL('**/pagamento/*')
  await payOrder(page.request, {
    registrations: [{ id: 0, name: '', payment_link: mine.url() }],
  })
  await expect(async () => {
    await mine.goto(`/participante/inscricoes/${order.registrations[0]?.id}`)
    await expect(mine.getByText('Confirmado').first()).toBeVisible({ timeout: 2_000 })
  }).toPass({ timeout: 20_000 })
  await context.close()

  for (const [event, sign] of [
    [race, '-'],
    [next, ''],
  ] as const) {
    await page.goto(`/organizador/extrato?evento=${event.id}`)
    const row = page.getByRole('table', { name: /^Eventos/ }).getByRole('row', { name: event.title })
    await expect(row).toContainText(new RegExp(`${sign}R\\$\\s60,00`))
  }
  await expectAccessible(page)
})
