import { expect, type Page, test } from 'playwright/test'
import { expectAccessible } from './accessibility.ts'
import { createAccount, linkSentTo, logIn } from './create-account.ts'
import { createProducer } from './create-producer.ts'
import { toast } from './toast.ts'

// One person, several roles: a runner accepts to be a realizador and goes from one to the other. What the server refuses is proved in
// server/src/features/account/invitation.

const switches = (page: Page) => page.getByRole('navigation', { name: 'Trocar de perfil' })

test('a runner accepts the invitation of an organizer, by keyboard goes on as either, and keeps the choice', async ({
  page,
  request,
}) => {
  const runner = await createAccount(request)
  const organizer = await logIn(request, 'organizador@largada.test')
  await createProducer(request, organizer, { email: runner.email })
  const link = new URL(await linkSentTo(request, runner.email, /\/convite\?token=/))

  await test.step('the link asks to log in, and comes back', async () => {
    await page.goto(link.pathname + link.search)
    await expect(page).toHaveURL('/login')
    await page.getByLabel('Email').fill(runner.email)
    await page.getByLabel('Senha', { exact: true }).fill(runner.password)
    await page.getByRole('main').getByRole('button', { name: 'Entrar' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Convite para trabalhar como realizador')
    await expectAccessible(page)
  })

  await test.step('accepting opens the home of a realizador', async () => {
    await page.setViewportSize({ width: 1280, height: 800 })
    await page.getByRole('button', { name: 'Aceitar o convite' }).click()
    await expect(toast(page, 'Convite aceito.')).toBeVisible()
    await expect(page).toHaveURL('/organizador/eventos')
    await expectAccessible(page)
  })

  await test.step('the keyboard goes back to the runner, on a phone too', async () => {
    await page.setViewportSize({ width: 390, height: 844 })
    await page.getByRole('button', { name: 'Abrir menu' }).press('Enter')
    await switches(page).getByRole('link', { name: 'Usar como Corredor' }).press('Enter')
    await expect(page).toHaveURL('/participante/eventos')
    await page.getByRole('button', { name: 'Abrir menu' }).click()
    await expect(switches(page).getByRole('link')).toHaveText('Usar como Realizador')
  })

  await test.step('the choice outlives a log-out, and a page of the other role switches by itself', async () => {
    await page.getByRole('button', { name: 'Sair' }).click()
    await page.goto('/login')
    await page.getByLabel('Email').fill(runner.email)
    await page.getByLabel('Senha', { exact: true }).fill(runner.password)
    await page.getByRole('main').getByRole('button', { name: 'Entrar' }).click()
    await expect(page).toHaveURL('/participante/eventos')
    await page.setViewportSize({ width: 1280, height: 800 })
    await page.goto('/organizador/eventos')
    await expect(switches(page).getByRole('link')).toHaveText('Usar como Corredor')
    await expect(page).toHaveURL('/organizador/eventos')
  })
})
