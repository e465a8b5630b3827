import { expect, test } from 'playwright/test'
import { button, field, fillRegistration, newPerson } from './account-forms.ts'
import { linkSentTo, newCpf } from './create-account.ts'
import { hydrated } from './hydrated.ts'
import { raceWhere } from './races.ts'
import { toast } from './toast.ts'

// server/src/features/account/session/login-verified.test.ts tests refusals.

test('the verification link logs in where the account was created and returns to the race; elsewhere it carries the e-mail to the log-in', async ({
  page,
  request,
  browser,
}) => {
  const race = await raceWhere(request, ({ status }) => status === 1)
  const person = { ...newPerson(), cpf: newCpf() }
  await page.goto(`/register?evento=${race.slug}`)
  await expect(field(page, 'Nome')).toBeEnabled()
  await fillRegistration(page, person)
  await button(page, 'Cadastrar').click()
  await expect(page).toHaveURL(`/login?evento=${race.slug}`)
  const link = await linkSentTo(request, person.email, /\/email\/verify\?token=/)

  await test.step('in another browser', async () => {
    const other = await browser.newContext({ locale: 'pt-BR', reducedMotion: 'reduce' })
    const elsewhere = await other.newPage()
    await elsewhere.goto(link)
    const main = elsewhere.getByRole('main')
    await expect(main.getByRole('alert')).toHaveText('Email verificado com sucesso.')
    await expect(main.getByText(`continuar a sua inscrição em ${race.title}`)).toBeVisible()
    await expect(main.locator('picture img')).toBeVisible()
    expect(new URL(elsewhere.url()).hash, 'the token is not in the address').toBe('')
    await elsewhere.getByRole('link', { name: 'Ir para o login' }).click()
    await expect(elsewhere).toHaveURL(`/login?evento=${race.slug}`)
    await expect(field(elsewhere, 'Email')).toHaveValue(person.email)
    await other.close()
  })

  await test.step('in a new tab of the same browser', async () => {
    const tab = await page.context().newPage()
    await tab.goto(link)
    await expect(tab).toHaveURL(`/register/event?evento=${race.slug}`)
    await hydrated(tab)
    await expect(toast(tab, 'Email verificado com sucesso.')).toBeVisible()
    await expect(tab.getByRole('heading', { level: 1 })).toContainText(race.title)
    await expect(page, 'the waiting tab follows').toHaveURL(`/register/event?evento=${race.slug}`)
    await tab.close()
  })
})
