import { expect, type Locator, type Page } from 'playwright/test'
import { consoleProblems, expectAccessible } from './accessibility.ts'
import { logIn } from './create-account.ts'
import { acceptInvitation, createProducer, newCnpj, producerData, test } from './create-producer.ts'
import { createRace } from './create-race.ts'
import { toast } from './toast.ts'

// Specification, page 2, §2 Realizadores, §5 Producer form, §8 Producers. Tests in web/app/features/producer
// cover the content of each screen.

const LIST = '/organizador/realizadores'
const NEW = `${LIST}/novo`
const detail = (id: number) => `${LIST}/detalhe/${id}`

const save = (page: Page) => page.getByRole('button', { name: 'Salvar' })
const row = (page: Page, name: string): Locator => page.getByRole('row').filter({ hasText: name })

type Data = ReturnType<typeof producerData>

async function fillIn(page: Page, data: Data) {
  const fields: [string, string][] = [
    ['Nome fantasia', data.fantasy_name],
    ['Razão Social', data.corporate_reason],
    ['CNPJ', data.cnpj],
    ['Nome do responsável', data.responsible],
    ['Telefone', data.phone],
    ['Email', data.email],
  ]
  for (const [label, text] of fields) await page.getByLabel(label, { exact: true }).fill(text)
  await page.getByRole('textbox', { name: 'Senha' }).fill(data.password)
  await page.getByLabel('CEP').fill('01001-000')
  await expect(page.getByRole('textbox', { name: 'Endereço' })).toHaveValue('Praça da Sé')
  await page.getByLabel('Número').fill(data.address.number)
}

test('a realizador is registered, invited, found, edited, and linked to an event and unlinked', {
  tag: '@operation',
}, async ({ page, request, organizer }) => {
  const [race, taken] = await Promise.all([createRace(request), createProducer(request, organizer)])
  const data = producerData()

  await test.step('§8 registered, once the CNPJ is not in use by another', async () => {
    await page.goto(LIST)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Listagem de Realizadores')
    await page.getByRole('link', { name: 'Novo Realizador' }).click()
    await expect(page).toHaveURL(NEW)
    await fillIn(page, { ...data, cnpj: taken.cnpj })
    await save(page).click()
    await expect(toast(page, 'Campo "CNPJ": Este CNPJ já está cadastrado.')).toBeVisible()
    await expect(page.getByLabel('CNPJ')).toBeFocused()
    await page.getByLabel('CNPJ').fill(data.cnpj)
    await save(page).click()
    await expect(toast(page, 'Organizador registrado com sucesso!')).toBeVisible()
    await expect(page).toHaveURL(LIST)
    await expect(row(page, data.fantasy_name)).toContainText('Convite enviado')
    await acceptInvitation(request, data.email)
  })
  await test.step('the search survives a reload, without an e-mail address in the URL', async () => {
    await page.getByPlaceholder('Pesquisar...').fill(data.fantasy_name)
    await expect(page).toHaveURL(/busca=/)
    await page.reload()
    await expect(row(page, 'Teresa Campos')).toHaveCount(1)
    await page.getByRole('searchbox').fill(data.email)
    await expect(page).toHaveURL(LIST)
    await page.reload()
    await expect(row(page, 'Teresa Campos')).toHaveCount(1)
    await expect(row(page, data.fantasy_name)).toContainText('Convite aceito')
  })
  await test.step("§8 'Realizador relacionado ao evento com sucesso!'", async () => {
    await page.getByRole('button', { name: `Relacionar ${data.fantasy_name} a um evento` }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('combobox', { name: 'Evento' }).fill(race.title)
    await page.getByRole('option', { name: race.title }).click()
    await dialog.getByRole('button', { name: 'Relacionar' }).click()
    await expect(toast(page, 'Realizador relacionado ao evento com sucesso!')).toBeVisible()
    await expect(row(page, data.fantasy_name)).toContainText(race.title)
  })
  await test.step("§8 'Organizador atualizado com sucesso!' and return to the view", async () => {
    await page.getByRole('link', { name: `Editar ${data.fantasy_name}` }).click()
    await expect(page.getByRole('combobox', { name: 'Cidade' })).toHaveValue('São Paulo')
    const cnpj = newCnpj()
    await page.getByLabel('CNPJ').fill(cnpj)
    await page.getByLabel('Apelido (opcional)').fill('Tetê')
    await save(page).click()
    await expect(toast(page, 'Organizador atualizado com sucesso!')).toBeVisible()
    await expect(page).toHaveURL(new RegExp(`${detail(0).slice(0, -1)}\\d+$`))
    await expect(page.getByText(cnpj)).toBeVisible()
    await expect(page.getByText('Tetê')).toBeVisible()
  })
  await test.step("§2 'Realizadores - {event title}'", async () => {
    await page.goto(`/organizador/eventos/${race.id}/realizadores`)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Realizadores - ${race.title}`)
    await page.getByRole('button', { name: `Remover ${data.fantasy_name} do evento` }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Remover' }).click()
    await expect(toast(page, 'Realizador removido do evento com sucesso!')).toBeVisible()
    await expect(page.getByText('Nenhum registro encontrado.')).toBeVisible()
  })
})

test('the sessions of a realizador are listed, and ended one by one or all at once', {
  tag: '@operation',
}, async ({ page, request, organizer }) => {
  const producer = await createProducer(request, organizer)
  const { token } = await acceptInvitation(request, producer.email)
  for (let more = 0; more < 2; more++) await logIn(request, producer.email, 'uma senha boa')
  await page.goto(detail(producer.id))
  const sessions = page.getByRole('region', { name: 'Sessões abertas' })
  await expect(sessions.getByRole('listitem')).toHaveCount(3)
  await expectAccessible(page)
  await page.setViewportSize({ width: 1280, height: 800 })
  await sessions
    .getByRole('button', { name: /^Encerrar a sessão/ })
    .last()
    .click()
  await expect(toast(page, 'Sessão encerrada.')).toBeVisible()
  await expect(sessions.getByRole('listitem')).toHaveCount(2)
  await sessions.getByRole('button', { name: 'Encerrar todas' }).click()
  await expect(toast(page, 'Sessões encerradas.')).toBeVisible()
  await expect(page.getByText('Nenhuma sessão aberta agora.')).toBeVisible()
  const me = await request.get('/api/v1/me', { headers: { authorization: `Bearer ${token}` } })
  expect(me.status()).toBe(401)
})

test('no axe violations in either theme, at any width, and no console errors', { tag: '@operation' }, async ({
  page,
  request,
  organizer,
}) => {
  const { id } = await createProducer(request, organizer)
  const problems = consoleProblems(page)
  for (const path of [LIST, NEW, detail(id), `${detail(id)}?editar`])
    await test.step(path, async () => {
      await page.goto(path, { waitUntil: 'networkidle' })
      await expectAccessible(page)
    })
  expect(problems).toEqual([])
})
