import { expect, type Page, test } from 'playwright/test'
import { expectAccessible } from './accessibility.ts'
import { createAccount, linkSentTo, logIn } from './create-account.ts'
import { createProducer } from './create-producer.ts'
import { toast } from './toast.ts'

// One person with several roles: a runner accepts an invitation as realizador and switches between the roles.
// Tests in server/src/features/account/invitation cover the server's refusals.

const switches = (page: Page) => page.getByRole('navigation', { name: 'Trocar de perfil' })

test('a runner accepts the invitation of an organizer, switches roles by keyboard, and the choice is stored', {
  tag: '@operation',
}, async ({ page, request }) => {
  const runner = await createAccount(request)
  const organizer = await logIn(request, 'organizador@largada.test')
  await createProducer(request, organizer, { email: runner.email })
  const link = new URL(await linkSentTo(request, runner.email, /\/convite\?token=/))

  await test.step('the link leads through the login', async () => {
    await page.goto(link.pathname + link.search)
    await expect(page).toHaveURL('/login')
    await page.getByLabel('Email').fill(runner.email)
    await page.getByLabel('Senha', { exact: true }).fill(runner.password)
    await page.getByRole('main').getByRole('button', { name: 'Entrar', exact: true }).click()
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

  await test.step('the keyboard switches back to the runner, also on a phone', async () => {
    await page.setViewportSize({ width: 390, height: 844 })
    await page.getByRole('button', { name: 'Abrir menu' }).press('Enter')
    await switches(page).getByRole('link', { name: 'Usar como Corredor' }).press('Enter')
    await expect(page).toHaveURL('/participante/eventos')
    await page.getByRole('button', { name: 'Abrir menu' }).click()
    await expect(switches(page).getByRole('link')).toHaveText('Usar como Realizador')
  })

  await test.step('the choice survives a logout, and a page of the other role switches automatically', async () => {
    await page.getByRole('button', { name: 'Sair' }).click()
    await page.goto('/login')
    await page.getByLabel('Email').fill(runner.email)
    await page.getByLabel('Senha', { exact: true }).fill(runner.password)
    await page.getByRole('main').getByRole('button', { name: 'Entrar', exact: true }).click()
    await expect(page).toHaveURL('/participante/eventos')
    await page.setViewportSize({ width: 1280, height: 800 })
    await page.goto('/organizador/eventos')
    await expect(switches(page).getByRole('link')).toHaveText('Usar como Corredor')
    await expect(page).toHaveURL('/organizador/eventos')
  })
})
