import { expect, type Locator, type Page } from 'playwright/test'
import { consoleProblems, expectAccessible } from './accessibility.ts'
import { logIn, signIn } from './create-account.ts'
import {
  acceptInvitation,
  authorized,
  createProducer,
  grant,
  newCnpj,
  producerData,
  test,
} from './create-producer.ts'
import { createRace } from './create-race.ts'
import { toast } from './toast.ts'

// Specification, page 2, §2 Realizadores, §5 Producer form, §8 Producers.

const LIST = '/organizador/realizadores'
const NEW = `${LIST}/novo`
const detail = (id: number) => `${LIST}/detalhe/${id}`
const API = '**/api/v1/organizer/producers'

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

test.describe('§2 Listagem de Realizadores', () => {
  test('shows each realizador with CNPJ, contact and events, and a link to a new one', async ({
    page,
    request,
    organizer,
  }) => {
    const race = await createRace(request)
    const producer = await createProducer(request, organizer)
    await request.post('/api/v1/organizer/producers/add-event', {
      data: { organizer_id: producer.id, event_id: race.id },
      ...authorized(organizer),
    })
    await page.goto(LIST)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Listagem de Realizadores')
    const mine = row(page, producer.fantasy_name)
    for (const text of [producer.cnpj, producer.email, '(11) 98765-4321', producer.responsible, race.title])
      await expect(mine).toContainText(text)
    await expect(mine).toContainText('Convite ainda não aceito')
    await page.getByRole('link', { name: 'Novo Realizador' }).click()
    await expect(page).toHaveURL(NEW)
  })

  test('the search is kept in the URL and finds by name', async ({ page, request, organizer }) => {
    const producer = await createProducer(request, organizer)
    await page.goto(LIST)
    await page.getByPlaceholder('Pesquisar...').fill(producer.fantasy_name)
    await expect(row(page, 'Teresa Campos')).toHaveCount(1)
    await expect(page).toHaveURL(/busca=/)
    await page.reload()
    await expect(row(page, 'Teresa Campos')).toHaveCount(1)
    // An e-mail is found too, and is not kept in the URL.
    await page.getByRole('searchbox').fill(producer.email)
    await expect(page).toHaveURL(LIST)
    await page.reload()
    await expect(row(page, 'Teresa Campos')).toHaveCount(1)
    await page.getByRole('searchbox').fill('ninguém se chama assim')
    await expect(page.getByText('Nenhum registro encontrado.')).toBeVisible()
  })

  test('Editar opens the form', async ({ page, request, organizer }) => {
    const producer = await createProducer(request, organizer)
    await page.goto(`${LIST}?busca=${producer.email}`)
    await page.getByRole('link', { name: `Editar ${producer.fantasy_name}` }).click()
    await expect(page.getByLabel('CNPJ')).toHaveValue(producer.cnpj)
  })

  test('a list that fails to load shows an error and can be retried', async ({ page }) => {
    await page.route(`${API}*`, (route) => route.fulfill({ status: 500 }))
    await page.goto(LIST)
    await expect(page.getByText('Erro ao listar os registros.')).toBeVisible()
    await page.unroute(`${API}*`)
    await page.getByRole('button', { name: 'Tentar novamente' }).click()
    await expect(page.getByRole('table')).toBeVisible()
  })
})

test.describe('§2 linking to an event', () => {
  test("§8 linked: 'Realizador relacionado ao evento com sucesso!'", async ({ page, request, organizer }) => {
    const race = await createRace(request)
    const producer = await createProducer(request, organizer)
    await page.goto(`${LIST}?busca=${producer.email}`)
    await page.getByRole('button', { name: `Relacionar ${producer.fantasy_name} a um evento` }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('combobox', { name: 'Evento' }).fill(race.title)
    await page.getByRole('option', { name: race.title }).click()
    await dialog.getByRole('button', { name: 'Relacionar' }).click()
    await expect(toast(page, 'Realizador relacionado ao evento com sucesso!')).toBeVisible()
    await expect(dialog).toBeHidden()
    await expect(row(page, producer.fantasy_name)).toContainText(race.title)
  })

  test("§8 no event selected: 'Selecione um evento para continuar!'", async ({
    page,
    request,
    organizer,
  }) => {
    const producer = await createProducer(request, organizer)
    await page.goto(`${LIST}?busca=${producer.email}`)
    await page.getByRole('button', { name: /^Relacionar/ }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: 'Relacionar' }).click()
    await expect(toast(page, 'Selecione um evento para continuar!')).toBeVisible()
    await expect(dialog.getByText('Selecione um evento para continuar!')).toBeVisible()
  })
})

test.describe('§5 a new realizador', () => {
  test("§8 'Organizador registrado com sucesso!' and redirect to the list", async ({ page, request }) => {
    const data = producerData()
    await page.goto(NEW)
    await fillIn(page, data)
    const [sent] = await Promise.all([
      page.waitForRequest(
        (asked) => asked.method() === 'POST' && asked.url().endsWith('/producers/register'),
      ),
      save(page).click(),
    ])
    expect(sent.postDataJSON()).toMatchObject({
      cnpj: data.cnpj.replace(/[./-]/g, ''),
      phone: '11987654321',
      type: 1,
      enterprise_id: 1,
      address: { zip: '01001000', city: 'São Paulo', state: 'SP' },
    })
    await expect(toast(page, 'Organizador registrado com sucesso!')).toBeVisible()
    await expect(page).toHaveURL(LIST)
    await expect(row(page, data.fantasy_name)).toBeVisible()
    await acceptInvitation(request, data.email)
  })

  test('leaving a changed form asks for confirmation', async ({ page }) => {
    await page.goto(NEW)
    await page.getByLabel('Nome fantasia', { exact: true }).fill('Quase')
    const leave = page.getByRole('link', { name: 'Voltar' })
    await leave.click()
    const dialog = page.getByRole('dialog', { name: 'Sair sem salvar?' })
    await dialog.getByRole('button', { name: 'Continuar editando' }).click()
    await expect(page.getByLabel('Nome fantasia', { exact: true })).toHaveValue('Quase')
    await leave.click()
    await dialog.getByRole('button', { name: 'Sair sem salvar' }).click()
    await expect(page).toHaveURL(LIST)
  })

  test("§8 'Erro de validação, verifique os campos.' with a message under every field", async ({ page }) => {
    await page.goto(NEW)
    await save(page).click()
    await expect(toast(page, 'Erro de validação, verifique os campos.')).toBeVisible()
    for (const sentence of [
      'Nome fantasia é obrigatório',
      'Razão Social é obrigatória',
      'CNPJ obrigatório',
      'Nome do responsável é obrigatório',
      'Telefone é obrigatório',
      'Email obrigatório',
      'Senha é obrigatória',
      'CEP obrigatório',
      'Endereço é obrigatório',
      'Número é obrigatório',
      'Bairro é obrigatório',
      'Cidade é obrigatória',
      'Estado é obrigatório',
    ])
      await expect(page.getByText(sentence, { exact: true })).toBeVisible()
    await expect(page.getByLabel('Nome fantasia')).toBeFocused()
  })

  test('§5 invalid values show errors', async ({ page }) => {
    await page.goto(NEW)
    for (const [field, typed] of [
      ['Email', 'teresa@'],
      ['CNPJ', '12.345.678/0001-00'],
      ['Telefone', '1198'],
      ['CEP', '0100'],
    ] as const)
      await page.getByLabel(field, { exact: true }).fill(typed)
    await save(page).click()
    for (const sentence of ['Email inválido', 'CNPJ inválido', 'Telefone inválido', 'CEP inválido'])
      await expect(page.getByText(sentence, { exact: true })).toBeVisible()
  })

  test('§5 the CNPJ field accepts letters and adds the punctuation', async ({ page }) => {
    await page.goto(NEW)
    await page.getByLabel('CNPJ').pressSequentially('12abc34501de35')
    await expect(page.getByLabel('CNPJ')).toHaveValue('12.ABC.345/01DE-35')
  })

  test('§5 the CEP is looked up once, 500 ms after its last digit', async ({ page }) => {
    await page.clock.install()
    await page.goto(NEW)
    await expect(page.getByLabel('CEP')).toBeVisible()
    await page.clock.pauseAt(Date.now() + 60_000)
    const asked: string[] = []
    page.on('request', (request) => request.url().includes('/cep/') && asked.push(request.url()))
    await page.getByLabel('CEP').fill('01001-000')
    await page.clock.runFor(450)
    await page.getByLabel('CEP').fill('01001-001')
    await page.clock.runFor(450)
    expect(asked).toEqual([])
    await page.clock.runFor(100)
    await expect(page.getByLabel('Bairro')).toHaveValue('Sé')
    expect(asked).toHaveLength(1)
  })

  test("§8 the server's field errors show as 'Campo \"x\": msg' and under the field", async ({
    page,
    request,
    organizer,
  }) => {
    const taken = await createProducer(request, organizer)
    await page.goto(NEW)
    await fillIn(page, producerData({ cnpj: taken.cnpj, email: taken.email }))
    await save(page).click()
    await expect(toast(page, 'Campo "CNPJ": Este CNPJ já está cadastrado.')).toBeVisible()
    await expect(toast(page, 'Campo "Email": ')).toBeVisible()
    await expect(page.getByText('Este CNPJ já está cadastrado.', { exact: true })).toBeVisible()
    await expect(page.getByLabel('CNPJ')).toBeFocused()
  })

  for (const [what, answer, sentence] of [
    ['a failing server', { status: 500, body: '' }, 'Erro ao salvar organizador.'],
    ['an invalid response', { status: 201, body: 'nada' }, 'Ocorreu um erro inesperado.'],
  ] as const) {
    test(`§8 '${sentence}' for ${what}`, async ({ page }) => {
      await page.goto(NEW)
      await fillIn(page, producerData())
      await page.route(`${API}/register`, (route) => route.fulfill(answer))
      await save(page).click()
      await expect(toast(page, sentence)).toBeVisible()
      await expect(page).toHaveURL(NEW)
      await expect(page.getByLabel('Nome do responsável')).toHaveValue('Teresa Campos')
    })
  }
})

test.describe('§4 view and edit', () => {
  test("§8 'Organizador atualizado com sucesso!' and return to the view", async ({
    page,
    request,
    organizer,
  }) => {
    const producer = await createProducer(request, organizer)
    await page.goto(detail(producer.id))
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(producer.fantasy_name)
    await expect(page.getByText(producer.cnpj)).toBeVisible()
    await page.getByRole('link', { name: 'Editar' }).click()
    await expect(page.getByLabel('Senha')).toHaveCount(0)
    await expect(page.getByRole('combobox', { name: 'Cidade' })).toHaveValue('São Paulo')
    const cnpj = newCnpj()
    await page.getByLabel('CNPJ').fill(cnpj)
    await page.getByLabel('Apelido (opcional)').fill('Tetê')
    await save(page).click()
    await expect(toast(page, 'Organizador atualizado com sucesso!')).toBeVisible()
    await expect(page).toHaveURL(detail(producer.id))
    await expect(page.getByText(cnpj)).toBeVisible()
    await expect(page.getByText('Tetê')).toBeVisible()
  })

  test('Voltar discards the changes', async ({ page, request, organizer }) => {
    const producer = await createProducer(request, organizer)
    await page.goto(`${detail(producer.id)}?editar`)
    await page.getByLabel('Nome fantasia').fill('Outra')
    await page.getByRole('button', { name: 'Voltar' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(producer.fantasy_name)
  })

  test('Permissões opens the permissions', async ({ page, request, organizer }) => {
    const { id } = await createProducer(request, organizer)
    await page.goto(detail(id))
    await page.getByRole('link', { name: 'Permissões' }).click()
    await expect(page).toHaveURL(`/organizador/realizador/permissao/${id}`)
  })

  for (const id of ['999999', 'abc']) {
    test(`§8 'Dados do organizador não encontrados.' for the id ${id}`, async ({ page }) => {
      await page.goto(`${LIST}/detalhe/${id}`)
      await expect(page.getByText('Dados do organizador não encontrados.')).toBeVisible()
    })
  }

  test("§8 'Erro ao carregar os dados do organizador.' with a retry", async ({
    page,
    request,
    organizer,
  }) => {
    const producer = await createProducer(request, organizer)
    await page.route(`${API}/${producer.id}`, (route) => route.fulfill({ status: 500 }))
    await page.goto(detail(producer.id))
    await expect(page.getByRole('alert')).toContainText('Erro ao carregar os dados do organizador.')
    await page.unroute(`${API}/${producer.id}`)
    await page.getByRole('button', { name: 'Tentar novamente' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(producer.fantasy_name)
  })
})

test.describe("§2 'Realizadores - {event title}'", () => {
  test("lists the event's realizadores and unlinks one after a confirmation", async ({
    page,
    request,
    organizer,
  }) => {
    const race = await createRace(request)
    const producer = await createProducer(request, organizer)
    await request.post('/api/v1/organizer/producers/add-event', {
      data: { organizer_id: producer.id, event_id: race.id },
      ...authorized(organizer),
    })
    await page.goto(`/organizador/eventos/${race.id}/realizadores`)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Realizadores - ${race.title}`)
    const remove = page.getByRole('button', { name: `Remover ${producer.fantasy_name} do evento` })
    await remove.click()
    await page.getByRole('dialog').getByRole('button', { name: 'Cancelar' }).click()
    await expect(row(page, producer.fantasy_name)).toBeVisible()
    await remove.click()
    await page.getByRole('dialog').getByRole('button', { name: 'Remover' }).click()
    await expect(toast(page, 'Realizador removido do evento com sucesso!')).toBeVisible()
    await expect(page.getByText('Nenhum realizador neste evento')).toBeVisible()
  })

  test("another organizer's event is not found", async ({ page }) => {
    await page.goto('/organizador/eventos/999999/realizadores')
    await expect(page.getByRole('alert')).toContainText('Evento não encontrado.')
  })
})

test('the sessions of a realizador are listed, and ended one by one or all at once', async ({
  page,
  request,
  organizer,
}) => {
  const producer = await createProducer(request, organizer)
  await page.goto(detail(producer.id))
  await expect(page.getByText('Nenhuma sessão aberta agora.')).toBeVisible()
  const { token } = await acceptInvitation(request, producer.email)
  for (let more = 0; more < 2; more++) await logIn(request, producer.email, 'uma senha boa')
  await page.reload()
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

test.describe('§6 a realizador', () => {
  test("changes a colleague's contact data; e-mail and company are read-only", async ({
    browser,
    baseURL,
    request,
    organizer,
  }) => {
    const [editor, colleague] = [
      await createProducer(request, organizer),
      await createProducer(request, organizer),
    ]
    await grant(request, organizer, editor.id, ['view-realizadores', 'edit-realizador'])
    const race = await createRace(request)
    for (const { id } of [editor, colleague])
      await request.post('/api/v1/organizer/producers/add-event', {
        data: { organizer_id: id, event_id: race.id },
        ...authorized(organizer),
      })
    const context = await browser.newContext({ baseURL: baseURL ?? '' })
    await signIn(context, await acceptInvitation(request, editor.email))
    const page = await context.newPage()
    await page.goto(`${detail(colleague.id)}?editar`)
    await expect(page.getByText(/quem muda é o organizador/)).toBeVisible()
    for (const label of ['Email', 'CNPJ', 'Nome fantasia', 'Razão Social'])
      await expect(page.getByLabel(label, { exact: true })).not.toBeEditable()
    await page.getByLabel('Nome do responsável').fill('Teresa Nova')
    await expectAccessible(page)
    await page.setViewportSize({ width: 1280, height: 800 })
    await save(page).click()
    await expect(toast(page, 'Organizador atualizado com sucesso!')).toBeVisible()
    await expect(page.getByText('Teresa Nova')).toBeVisible()
    await expect(page.getByRole('region', { name: 'Sessões abertas' })).toHaveCount(0)
    await context.close()
  })

  test('has an extra Meus Eventos and sees realizadores only as permitted', async ({
    browser,
    baseURL,
    request,
    organizer,
  }) => {
    const producer = await createProducer(request, organizer)
    const context = await browser.newContext({ baseURL: baseURL ?? '' })
    await signIn(context, await acceptInvitation(request, producer.email))
    const page = await context.newPage()
    await page.goto(LIST)
    const menu = page.getByRole('navigation', { name: 'Principal' })
    await expect(menu.getByRole('link')).toHaveText(['Meus Eventos', 'Realizadores', 'Taxas', 'Meus Eventos'])
    await expect(menu.getByRole('link').last()).toHaveAttribute('href', '/realizador/eventos')
    await expect(page.getByText('Você não tem permissão para esta ação.')).toBeVisible()
    await expect(page.getByRole('link', { name: 'Novo Realizador' })).toHaveCount(0)

    await grant(request, organizer, producer.id, ['view-realizadores'])
    await page.reload()
    await expect(page.getByText('Você não tem permissão para esta ação.')).toBeHidden()
    await expect(page.getByRole('button', { name: /^Relacionar/ })).toHaveCount(0)
    await context.close()
  })
})

test('no axe violations in either theme, at any width, and no console errors', async ({
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
