import { randomUUID } from 'node:crypto'
import { writeXlsx } from 'hucre/xlsx'
import { type APIRequestContext, expect, type Page } from 'playwright/test'
import { expectAccessible } from './accessibility.ts'
import { createAccount, linkSentTo, signIn } from './create-account.ts'
import { placeOrder } from './create-order.ts'
import { createRace } from './create-race.ts'
import { inDays } from './days.ts'
import { payAtTestBank } from './pay-at-bank.ts'
import { toast } from './toast.ts'
import { acceptTerms, advance, option, register, registering as test } from './wizard.ts'

const raceWithGroups = (request: APIRequestContext) =>
  createRace(request, {
    groups_until: inDays(20),
    group_prices: [{ min_members: 3, rate: '10.00' }],
    group_free_every: 1,
  })

/** The captain creates the group on the page of the race; returns the invitation. */
async function createGroup(page: Page, slug: string, name: string): Promise<string> {
  await page.goto(`/events/${slug}`)
  await page.getByRole('link', { name: 'Criar um grupo' }).click()
  await page.getByLabel('Nome do grupo').fill(name)
  await page.getByRole('button', { name: 'Criar grupo' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(name)
  const text = await page.getByText('Venha correr com o grupo').textContent()
  return /\/grupo\/\S+/.exec(text ?? '')?.[0] ?? ''
}

for (const width of [390, 1280])
  test(`a captain invites a runner, who joins in the wizard, and pays for the group, at ${width} px`, {
    tag: '@operation',
  }, async ({ page, request, browser }) => {
    test.slow()
    const size = { width, height: 844 }
    await page.setViewportSize(size)
    const race = await raceWithGroups(request)
    const invitation = await createGroup(page, race.slug, 'Corredores da Ilha')
    await expect(page.getByText('Ninguém entrou ainda: envie o convite.')).toBeVisible()
    await expectAccessible(page)
    await page.setViewportSize(size)

    const runner = await createAccount(request)
    const context = await browser.newContext({ viewport: size })
    await signIn(context, runner.session)
    const guest = await context.newPage()
    await guest.goto(invitation)
    await expect(guest.getByRole('heading', { level: 1 })).toHaveText('Corredores da Ilha')
    await expect(guest.getByText('convida você para o grupo')).toBeVisible()
    await expect(guest.getByText('Grupos a partir de 3: 10% de desconto.')).toBeVisible()
    await guest.getByRole('link', { name: 'Entrar no grupo' }).click()
    await advance(guest, 0, 3)
    await expect(guest.getByRole('region', { name: 'Grupo' })).toContainText('Corredores da Ilha')
    await option(guest, 'Forma de pagamento', 'Pix').check()
    await acceptTerms(guest)
    await register(guest).click()
    await expect(guest).not.toHaveURL(/register\/event/)

    await page.reload()
    await expect(page.getByRole('row', { name: runner.name })).toContainText('Falta pagar')
    await expect(page.getByText('Com mais 2 membros: 10%')).toBeVisible()
    for (const other of [await createAccount(request), await createAccount(request)])
      await placeOrder(request, other, race, { group: invitation.split('/').at(-1) })
    await page.reload()
    await expect(page.getByRole('row', { name: runner.name })).toContainText('R$\u00a010,00 a menos')
    await page.getByRole('checkbox', { name: runner.name }).check()
    await expect(page.getByText('1 inscrição escolhida: R$\u00a097,50.')).toBeVisible()
    await expectAccessible(page)
    await page.setViewportSize(size)
    await page.getByRole('button', { name: 'Pagar as escolhidas' }).click()
    await expect(page).toHaveURL(/\/pagamento\//)
    await payAtTestBank(page)

    await page.goto('/participante/grupos')
    await page.getByRole('link', { name: 'Corredores da Ilha' }).click()
    await expect(page.getByRole('row', { name: runner.name })).toContainText('Pago')
    // The other two pay for one kit, at the price of the group, and both fees.
    await expect(page.getByText('com 1 inscrição grátis')).toBeVisible()
    await page.getByRole('button', { name: /Pagar R\$\s105,00 por todos/ }).click()
    await expect(page).toHaveURL(/\/pagamento\//)
    await expect(page.getByRole('main')).toContainText('105,00')
    // The runner leaves; the registration stays paid.
    await guest.goto(invitation)
    await guest.getByRole('button', { name: `Tirar ${runner.name} do grupo` }).click()
    await expect(guest.getByRole('button', { name: `Pôr ${runner.name} no grupo` })).toBeVisible()
    await context.close()
  })

const HEADINGS = ['Camisa', 'Nome', 'E-mail']
const csv = (rows: readonly string[][]) => ({
  name: 'equipe.csv',
  mimeType: 'text/csv',
  // As Excel writes it in Brazil.
  buffer: Buffer.from(rows.map((row) => `${row.join(';')}\r\n`).join(''), 'latin1'),
})
const xlsx = async (rows: string[][]) => ({
  name: 'equipe.xlsx',
  mimeType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  buffer: Buffer.from(await writeXlsx({ sheets: [{ name: 'Equipe', rows }] })),
})

for (const width of [390, 1280])
  test(`a captain corrects a spreadsheet cell by cell before anybody is invited, at ${width} px`, {
    tag: '@operation',
  }, async ({ page, request }) => {
    const size = { width, height: 844 }
    await page.setViewportSize(size)
    const group = `Equipe ${randomUUID().slice(0, 8)}`
    const invitation = await createGroup(page, (await raceWithGroups(request)).slug, group)
    const address = (name: string) => `${name}-${randomUUID().slice(0, 8)}@exemplo.test`
    const [joao, bia, davi] = [address('joao'), address('bia'), address('davi')]
    const table = page.getByRole('table', { name: 'Convidados que ainda não entraram' })
    const dialog = page.getByRole('dialog', { name: 'Convidar por planilha' })
    const problems = dialog.getByRole('listitem')
    const file = dialog.getByLabel('Planilha')

    await page.getByRole('button', { name: 'Convidar por planilha' }).click()
    await file.setInputFiles(
      csv([
        HEADINGS,
        ['M', 'João Conceição', joao],
        ['P', '', bia],
        ['G', 'Davi Lima', 'davi@'],
        ['G', 'Davi Lima', joao],
      ]),
    )
    await expect(problems).toHaveText([
      'B3: Falta o nome',
      'C4: Este e-mail não é válido',
      'C5: Este e-mail já está em C2',
    ])
    await expect(dialog.getByRole('alert')).toContainText('Ninguém foi convidado')
    await expectAccessible(page)
    await page.setViewportSize(size)
    // Nothing was written for the valid row either.
    await page.reload()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(group)
    await expect(page.getByText('convidado não entrou')).toBeHidden()

    const corrected = [
      HEADINGS,
      ['M', 'João Conceição', joao],
      ['P', 'Bia Souza', bia],
      ['G', 'Davi Lima', davi],
    ]
    await page.getByRole('button', { name: 'Convidar por planilha' }).click()
    await file.setInputFiles(await xlsx([...corrected, ['G', 'Caio Reis', '']]))
    await expect(problems).toHaveText(['C5: Falta o e-mail'])
    await file.setInputFiles(await xlsx(corrected))
    await expect(toast(page, '3 convites enviados.')).toBeVisible()
    await expect(dialog).toBeHidden()
    await expect(page.getByText('3 convidados não entraram')).toBeVisible()
    await page.getByRole('combobox', { name: 'Situação' }).click()
    await page.getByRole('option', { name: 'Convidados' }).click()
    for (const email of [joao, bia, davi]) await expect(table).toContainText(email)
    expect(await linkSentTo(request, joao, /\/grupo\//)).toContain(invitation)
  })
