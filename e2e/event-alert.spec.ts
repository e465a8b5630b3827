import { type APIRequestContext, expect, test } from 'playwright/test'
import { expectAccessible } from './accessibility.ts'
import { button, field, fillRegistration, newPerson } from './account-forms.ts'
import { createAccount, linkSentTo, newCpf, signIn } from './create-account.ts'
import { createRace } from './create-race.ts'
import { inDays } from './days.ts'
import { hydrated } from './hydrated.ts'

// server/src/features/event/alerts/event-alerts.test.ts tests refusals and the e-mail.

const WAITS = 'Você recebe um e-mail quando as inscrições abrirem.'

/** A race whose registrations have not begun. */
const earlyRace = (request: APIRequestContext) => createRace(request, { start_date: inDays(5) })

test('a visitor asks for the alert, logs in by a link sent by e-mail, and has it', async ({
  page,
  request,
}) => {
  const race = await earlyRace(request)
  const account = await createAccount(request)
  await page.goto(`/events/${race.slug}`)
  await hydrated(page)
  await page.getByRole('link', { name: 'Avise-me quando abrir' }).click()
  await expect(page).toHaveURL(`/login?evento=${race.slug}&avisar=1`)
  const main = page.getByRole('main')
  await expect(main).toContainText(`Entre para receber o aviso de ${race.title}.`)
  await expectAccessible(page)
  await field(page, 'Email').fill(account.email)
  await page.getByRole('link', { name: 'Entrar com link por e-mail' }).click()
  await button(page, 'Enviar link').click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Confira seu e-mail')

  await page.goto('about:blank')
  await page.goto(await linkSentTo(request, account.email, /\/entrar-com-link\?/))
  await expect(main).toContainText(`Entre para receber o aviso de ${race.title}.`)
  await button(page, 'Entrar').click()
  await expect(page).toHaveURL(`/events/${race.slug}`)
  await expect(page.getByText(WAITS)).toBeVisible()

  await button(page, 'Não quero mais o aviso').click()
  await expect(button(page, 'Avise-me quando abrir')).toBeVisible()
  const read = page.waitForResponse(/\/alert$/)
  await page.reload()
  await read
  await expect(button(page, 'Avise-me quando abrir'), 'it is asked for once').toBeVisible()
  await expect(page.getByText(WAITS)).toBeHidden()
})

test('the link of a new account leads back to the alert', { tag: '@operation' }, async ({
  page,
  request,
}) => {
  const race = await earlyRace(request)
  const person = { ...newPerson(), cpf: newCpf() }
  await page.goto(`/login?evento=${race.slug}&avisar=1`)
  await hydrated(page)
  await page.getByRole('main').getByRole('link', { name: 'Cadastre-se' }).click()
  await expect(page.getByRole('main')).toContainText(
    `Crie a sua conta para receber o aviso de ${race.title}.`,
  )
  await expect(field(page, 'Nome')).toBeEnabled()
  await fillRegistration(page, person)
  await button(page, 'Cadastrar').click()
  await expect(page).toHaveURL(`/login?evento=${race.slug}&avisar=1`)
  await page.goto(await linkSentTo(request, person.email, /\/email\/verify\?token=/))
  await expect(page).toHaveURL(`/events/${race.slug}`)
  await expect(page.getByText(WAITS)).toBeVisible()
})

test('a link to the log-in sets no alert for whoever is logged in', { tag: '@operation' }, async ({
  page,
  request,
  context,
}) => {
  const race = await earlyRace(request)
  const account = await createAccount(request)
  await signIn(context, account.session)
  const read = page.waitForResponse(/\/alert$/)
  await page.goto(`/login?evento=${race.slug}&avisar=1`)
  await expect(page).toHaveURL(`/events/${race.slug}`)
  expect((await read).request().method()).toBe('GET')
  await expect(button(page, 'Avise-me quando abrir')).toBeVisible()
  await expect(page.getByText(WAITS)).toBeHidden()
})
