import { expect, type Page } from 'playwright/test'
import { type Account, createAccount, newCpf } from './create-account.ts'
import { placeOrder } from './create-order.ts'
import { createRace } from './create-race.ts'
import { toast } from './toast.ts'
import {
  acceptTerms,
  addressOf,
  advance,
  countRegistrations,
  fillIn,
  fillPerson,
  heading,
  next,
  openWizard,
  option,
  REGISTER,
  register,
  success,
  registering as test,
} from './wizard.ts'

// Specification, page 2, §2 and §8: outcomes of 'Registrar' with the server.
// web/app/features/checkout/steps/confirmation-step.test.tsx tests its messages.

const free = { kit: 'Kit Gratuito', size: null }

async function logIn(page: Page, { email, password }: Account): Promise<void> {
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Senha', { exact: true }).fill(password)
  await page.getByRole('main').getByRole('button', { name: 'Entrar', exact: true }).click()
}

test('a double click places one order to pay, which leads to /confirmacao-pagamento and from there to the payment; going back creates no second order', async ({
  page,
  request,
  self,
  race,
}) => {
  await page.goto(`/events/${race.slug}`)
  await page.getByRole('link', { name: 'Inscrever-se' }).first().click()
  await expect(heading(page, 0)).toBeVisible()
  await fillIn(page, race)
  let sent = 0
  const going = Promise.withResolvers<void>()
  await page.route(REGISTER, async (route) => {
    sent++
    await going.promise
    await route.continue()
  })
  await register(page).dblclick()
  await expect(page.getByRole('button', { name: 'Registrando...' })).toBeDisabled()
  going.resolve()
  await expect(success(page)).toBeVisible()
  expect(sent).toBe(1)
  await expect(page).toHaveURL('/confirmacao-pagamento')
  await expect(toast(page, 'Participante registrado com sucesso!')).toBeVisible()
  const [payment] = await Promise.all([
    page.waitForEvent('popup'),
    page.getByRole('button', { name: 'Ir para pagamento' }).click(),
  ])
  await expect(payment.getByRole('main')).toContainText('R$')

  await page.goBack()
  await expect(page).not.toHaveURL('/confirmacao-pagamento')
  await expect(register(page)).toBeHidden()
  expect(await countRegistrations(request, self)).toBe(1)
})

test('a free order leads to /participante/eventos, with a toast', async ({ page, race }) => {
  await fillIn(page, race, free)
  await register(page).click()
  await expect(page).toHaveURL('/participante/eventos')
  await expect(toast(page, 'Participante registrado com sucesso!')).toBeVisible()
  await expect(page.getByRole('row', { name: race.title })).toContainText('Gratuito')
  await page.reload()
  await expect(page.getByRole('row', { name: race.title })).toBeVisible()
  await expect(toast(page, 'Participante registrado com sucesso!')).toBeHidden()
})

test('after the order no data of the other participants remains in the browser', {
  tag: '@operation',
}, async ({ page, race }) => {
  const cpf = newCpf()
  const stored = () => page.evaluate(() => JSON.stringify([sessionStorage, localStorage, history.state]))
  await openWizard(page, race)
  await page.getByLabel('Desejo registrar outros participantes').check()
  await fillPerson(page, { name: 'Ana Lima', cpf })
  await fillIn(page, race, free)
  expect((await stored()).replaceAll(/\D/g, '')).toContain(cpf)
  await register(page).click()
  await expect(page).toHaveURL('/participante/eventos')
  await expect(page.getByRole('row', { name: race.title }).first()).toBeVisible()
  expect((await stored()).replaceAll(/\D/g, '')).not.toContain(cpf)
  expect(await page.evaluate(() => JSON.stringify(sessionStorage))).not.toContain('Ana Lima')
})

test("after a concurrent registration, 409 'Conflito: Participante já registrado nesse evento.' links to the registration; a reopened wizard says so", {
  tag: '@operation',
}, async ({ page, request, self, race }) => {
  await fillIn(page, race, free)
  const { registrations } = await placeOrder(request, self, race, { kit: 'Kit Gratuito' })
  await register(page).click()
  await expect(toast(page, 'Conflito: Participante já registrado nesse evento.')).toBeVisible()
  await expect(heading(page, 3)).toBeVisible()
  const own = `/participante/inscricoes/${registrations[0]?.id}`
  await expect(page.getByRole('link', { name: 'Ver minha inscrição' })).toHaveAttribute('href', own)
  expect(await countRegistrations(request, self)).toBe(1)

  await page.goto(addressOf(race))
  await expect(page.getByRole('heading', { name: 'Você já está inscrito nesta corrida' })).toBeVisible()
  await page.getByRole('button', { name: 'Inscrever outra pessoa' }).click()
  const friend = page.getByRole('group', { name: 'Participante 1' })
  await friend.getByLabel('Nome').fill('Ana Lima')
  await friend.getByLabel('CPF').fill(newCpf())
  await friend.getByLabel('Telefone').fill('11988887777')
  await friend.getByLabel('Data de nascimento').fill('10/05/1995')
  await friend.getByLabel('Sexo').selectOption('Feminino')
  await advance(page, 0, 3, free)
  await acceptTerms(page)
  await register(page).click()
  await expect(page).toHaveURL('/participante/eventos')
  expect(await countRegistrations(request, self)).toBe(2)
})

test('the login returns to the wizard for a guest and after an expired session, with the draft intact; a logout deletes the draft', {
  tag: '@operation',
}, async ({ browser, baseURL, request, self, race }) => {
  const context = await browser.newContext({ baseURL: baseURL ?? '' })
  const page = await context.newPage()
  await page.goto(`/events/${race.slug}`)
  await page.getByRole('link', { name: 'Inscrever-se' }).first().click()
  await expect(page).toHaveURL(`/login?evento=${race.slug}`)
  await page.goto(addressOf(race))
  await expect(page).toHaveURL('/login')
  await logIn(page, self)
  await expect(page).toHaveURL(addressOf(race))

  await fillIn(page, race)
  const token = await page.evaluate(() => localStorage.getItem('token'))
  await request.post('/api/v1/logout', { headers: { authorization: `Bearer ${token}` } })
  await register(page).click()
  await expect(toast(page, 'Sessão expirada. Faça login novamente.')).toBeVisible()
  await logIn(page, self)
  await expect(page).toHaveURL(addressOf(race))
  await expect(heading(page, 3)).toBeVisible()
  await expect(option(page, 'Forma de pagamento', 'Pix')).toBeChecked()

  await page.getByRole('navigation', { name: 'Etapas' }).getByRole('button', { name: 'Participante' }).click()
  await page.getByLabel('Desejo registrar outros participantes').check()
  await fillPerson(page, { name: 'Ana Lima', cpf: newCpf() })
  expect(await page.evaluate(() => JSON.stringify(sessionStorage))).toContain('Ana Lima')
  await page.getByRole('button', { name: 'Bruna' }).click()
  await page.getByRole('menuitem', { name: 'Sair' }).click()
  await expect(page).toHaveURL('/')
  expect(await page.evaluate(() => JSON.stringify(sessionStorage))).not.toContain('Ana Lima')
  await context.close()
})

test("a lost response: 'Erro de conexão.', and a retry creates no second registration", async ({
  page,
  request,
  self,
  race,
}) => {
  await fillIn(page, race)
  const keys: (string | undefined)[] = []
  await page.route(REGISTER, async (route) => {
    keys.push(route.request().headers()['idempotency-key'])
    if (keys.length > 1) return route.continue()
    await route.fetch()
    await route.abort('connectionreset')
  })
  await register(page).click()
  await expect(toast(page, 'Erro de conexão.')).toBeVisible()
  await page.reload()
  await register(page).click()
  await expect(success(page)).toBeVisible()
  expect(new Set(keys).size).toBe(1)
  expect(await countRegistrations(request, self)).toBe(1)
})

test('after a lost response, a changed order first checks whether the previous one was created', {
  tag: '@operation',
}, async ({ page, request, self, race }) => {
  await fillIn(page, race)
  await page.route(
    REGISTER,
    async (route) => {
      await route.fetch()
      await route.abort('connectionreset')
    },
    { times: 1 },
  )
  await register(page).click()
  await expect(toast(page, 'Erro de conexão.')).toBeVisible()
  await option(page, 'Forma de pagamento', 'Boleto').check()
  await register(page).click()
  await expect(success(page)).toBeVisible()
  expect(await countRegistrations(request, self)).toBe(1)
})

test('an item that sold out meanwhile is reported with a button to its step, and all other choices stay', {
  tag: '@operation',
}, async ({ page, request }) => {
  const race = await createRace(request, {
    modalities: [
      {
        modality_name: '5 km',
        categories: [{ category_id: -1, category_name: '5 km Geral' }],
      },
    ],
    products: [
      {
        name: 'Kit Completo',
        value: '50.00',
        rate_organizer: '10.00',
        shirt_sizes: [
          { size: 'M', quantity: 1 },
          { size: 'G', quantity: 9 },
        ],
      },
    ],
    discount_cupons: [],
  })
  await fillIn(page, race)
  await placeOrder(request, await createAccount(request), race)

  await register(page).click()
  await expect(heading(page, 3)).toBeVisible()
  await page.getByRole('button', { name: 'Ir para Kit' }).click()
  await expect(heading(page, 2)).toBeVisible()
  await expect(page.getByRole('main').getByText(/O tamanho M .*se esgotou/)).toBeVisible()
  await expect(option(page, 'Tamanho da camisa', 'M')).toBeDisabled()
  await expect(option(page, 'Kit', 'Kit Completo')).toBeChecked()
  await option(page, 'Tamanho da camisa', 'G').check()
  await next(page)
  await expect(option(page, 'Forma de pagamento', 'Pix')).toBeChecked()
  await register(page).click()
  await expect(success(page)).toBeVisible()
})
