import { expect, type Page, test } from 'playwright/test'
import { openPage } from './accessibility.ts'
import { button, field, fillRegistration, newPerson, type Person } from './account-forms.ts'
import { newCpf } from './create-account.ts'
import { payAtTestBank } from './pay-at-bank.ts'
import { toast } from './toast.ts'
import {
  acceptTerms,
  answerQuestions,
  fillPerson,
  heading,
  next,
  option,
  register,
  sameForAll,
  summary,
} from './wizard.ts'

// The main user journey on the demo data: from finding an event to two confirmed registrations.

const RACE = 'Maratona de São Paulo'
const PHOTO = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

async function findRace(page: Page): Promise<void> {
  await openPage(page, '/')
  await page.getByRole('searchbox', { name: 'Nome da corrida' }).fill('maratona sao paul')
  await page.getByLabel('Estado').selectOption('São Paulo')
  await expect(page).toHaveURL(/title=maratona\+sao\+paul.*state=SP/)
  await page.getByRole('article').filter({ hasText: RACE }).getByRole('link', { name: 'Inscrever' }).click()
  await expect(page.getByRole('heading', { level: 1, name: RACE })).toBeVisible()
}

async function createAccount(page: Page, person: Person): Promise<void> {
  // Not the footer's: the race's page is still shown when the address has changed already.
  await page.getByRole('main').getByRole('link', { name: 'Cadastre-se' }).click()
  await expect(page).toHaveURL(/\/register\?evento=/)
  await page
    .getByLabel('Foto ou documento (opcional)')
    .setInputFiles({ name: 'foto.png', mimeType: 'image/png', buffer: PHOTO })
  await field(page, 'RG (opcional)').fill('12.345.678-9')
  await fillRegistration(page, person)
  await field(page, 'Complemento (opcional)').fill('Apto. 42')
  await page.getByRole('checkbox', { name: 'Promoções (opcional)' }).check()
  await page.getByRole('checkbox', { name: 'Novidades dos eventos (opcional)' }).check()
  await button(page, 'Cadastrar').click()
  await expect(page).toHaveURL(/\/login\?evento=/)
  await expect(toast(page, 'Cadastro realizado com sucesso!')).toBeVisible()
}

/** Opens the received mail in the demo's mailbox and presses its button. */
async function followVerification(page: Page, { email }: Person): Promise<void> {
  const message = page.getByRole('link').filter({ hasText: `para ${email}` })
  await expect(async () => {
    await page.goto('/dev/mail')
    await expect(message).toBeVisible({ timeout: 500 })
  }).toPass()
  await message.click()
  await page.frameLocator('iframe').getByRole('link', { name: 'Confirmar' }).first().click()
  await expect(page.getByText('Email verificado com sucesso.')).toBeVisible()
  await page.getByRole('main').getByText('Ir para o login').click()
}

async function logIn(page: Page, { email, password }: Person): Promise<void> {
  await field(page, 'Email').fill(email)
  await field(page, 'Senha').fill(password)
  await page.getByRole('main').getByRole('button', { name: 'Entrar' }).click()
  await expect(toast(page, 'Login realizado com sucesso.')).toBeVisible()
}

async function registerBoth(page: Page, friend: { name: string; cpf: string }): Promise<void> {
  await page.getByRole('link', { name: 'Inscrever-se' }).first().click()
  await expect(heading(page, 0)).toBeVisible()
  await page.getByLabel('Desejo registrar outros participantes').check()
  await fillPerson(page, friend)
  await next(page)
  await sameForAll(page).check()
  await option(page, 'Modalidade', '10 km').check()
  await option(page, 'Categoria', 'Geral Masculino').check()
  await next(page)
  await option(page, 'Kit', 'Kit Completo').check()
  await option(page, 'Tamanho da sua camisa', 'G').check()
  await page.getByRole('group', { name: friend.name }).getByRole('radio', { name: 'Baby look M' }).check()
  await answerQuestions(page)
  await next(page)
  await option(page, 'Forma de pagamento', 'Pix').check()
  await page.getByLabel('Código do cupom').fill('largada10')
  await page.getByRole('button', { name: 'Aplicar' }).click()
  await expect(toast(page, 'Cupom aplicado com sucesso!')).toBeVisible()
  await expect(summary(page).getByText('Cupom LARGADA10')).toHaveCount(2)
  await acceptTerms(page)
  await register(page).click()
  await expect(page.getByRole('heading', { name: 'Inscrição realizada com sucesso!' })).toBeVisible()
}

/** Pays on the payment's page, which opens in a new tab. */
async function pay(page: Page): Promise<void> {
  const button = page.getByRole('button', { name: 'Ir para pagamento' })
  await expect(button).toBeEnabled({ timeout: 20_000 })
  const [payment] = await Promise.all([page.waitForEvent('popup'), button.click()])
  await expect(payment.getByLabel('QR Code do Pix')).toBeVisible()
  await payAtTestBank(payment)
  await page.bringToFront()
}

test('a participant finds an event, creates an account, registers two people and pays for both at once', async ({
  page,
}) => {
  const person = newPerson()
  const friend = { name: person.name.replace('Caio', 'Lia'), cpf: newCpf() }

  await findRace(page)
  await page.getByRole('link', { name: 'Inscrever-se' }).first().click()
  await expect(page).toHaveURL(/\/login\?evento=/)
  await createAccount(page, person)
  await followVerification(page, person)
  await logIn(page, person)
  await findRace(page)
  await registerBoth(page, friend)

  await pay(page)

  await page.getByRole('link', { name: 'Ver minhas inscrições' }).click()
  await expect(page).toHaveURL('/participante/eventos')
  await expect(async () => {
    await page.reload()
    for (const name of [`${RACE} ${person.name}`, friend.name])
      await expect(page.getByRole('row', { name }).getByRole('cell').last()).toHaveText('Confirmado', {
        timeout: 1_000,
      })
  }).toPass({ timeout: 30_000 })

  // A payment by Pix is received immediately: status 2.
  await expect(page.getByRole('row', { name: friend.name }).getByRole('cell').nth(7)).toHaveText('Pago')

  await page.getByRole('row', { name: friend.name }).getByRole('link', { name: RACE }).click()
  await expect(page.getByText('Baby look M')).toBeVisible()
  await expect(page.getByText('Cupom LARGADA10')).toBeVisible()
  await page.getByRole('link', { name: 'Comprovante' }).click()
  await expect(page.getByRole('heading', { name: 'Comprovante de inscrição' })).toBeVisible()

  // No cookies, on the gateway's page either: sessions are identified by a header.
  expect(await page.context().cookies()).toEqual([])
})
