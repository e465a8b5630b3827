import { expect, type Page, test } from 'playwright/test'
import { toBrazilianDate } from '#contract/dates.ts'

import { createAccount, logIn, signIn } from './create-account.ts'
import { inDays } from './days.ts'
import { at, givePicture, goTo, MANAGE_EVENT, paste, save } from './manage-event.ts'

import { toast } from './toast.ts'
import {
  acceptTerms,
  addCoupon,
  answerQuestions,
  heading,
  next,
  option,
  register,
  success,
} from './wizard.ts'

// Specification, page 2, §2 to §5: an organizer creates and opens an event, and a runner registers for it.

const newTitle = () => `Corrida do Zero ${Math.random().toString(36).slice(2, 8)}`

async function openNew(page: Page, email = 'organizador@largada.test'): Promise<void> {
  await signIn(page.context(), await logIn(page.request, email))
  await page.goto(`${MANAGE_EVENT}/novo`)
  await expect(page.getByRole('heading', { level: 1, name: 'Novo evento' })).toBeVisible()
}

async function fillEvent(page: Page, title: string): Promise<void> {
  await page.getByLabel('Título').fill(title)
  await page.getByLabel('Descrição').fill('Feita no editor, do primeiro ao último campo.')
  await page.getByLabel('Data do evento').fill(inDays(60))
  await page.getByLabel('Horário de largada').fill('0630')
  await page.getByLabel('Início das inscrições').fill(inDays(-1))
  await page.getByLabel('Fim das inscrições').fill(inDays(45))
  await page.getByLabel('Estado').selectOption('BA')
  await page.getByRole('combobox', { name: 'Cidade' }).fill('ilheus')
  await page.getByRole('option', { name: 'Ilhéus', exact: true }).click()
  await page.getByLabel('E-mail de contato').fill('contato@exemplo.test')
  // Not public, because other tests count the events of the public list.
  await page.getByRole('switch', { name: 'Público' }).press('Space')
  await givePicture(page, 'Imagem de capa')
  await givePicture(page, 'Imagem do evento')
}

async function fillModality(page: Page, index: number, name: string, categories: readonly string[]) {
  await page.getByRole('button', { name: 'Adicionar modalidade' }).click()
  await at(page, `modalities.${index}.modality_name`).fill(name)
  for (const [position, category] of categories.entries()) {
    await page.getByRole('button', { name: 'Adicionar categoria' }).last().click()
    await at(page, `modalities.${index}.categories.${position}.category_name`).fill(category)
  }
}

interface Kit {
  name: string
  value: string
  /** The label of the choice; absent: all categories, the default of a new kit. */
  category?: string
  sizes: number
}

const OFFERED = ['5 km — Geral Feminino', '5 km — Geral Masculino', '10 km — Geral', '10 km — 60+']

async function fillKit(page: Page, index: number, { name, value, category, sizes }: Kit): Promise<void> {
  const path = `products.${index}`
  await page.getByRole('button', { name: 'Adicionar produto' }).click()
  await at(page, `${path}.name`).fill(name)
  await at(page, `${path}.value`).fill(value)
  await at(page, `${path}.quantity`).fill('100')
  // A new kit starts with the minimum fee in reais, if the organizer has one.
  await at(page, `${path}.type_fee`).selectOption('Percentual')
  await at(page, `${path}.rate_organizer`).fill('10')
  await expect(at(page, `${path}.rate_organizer`)).toHaveValue('10')
  if (category) {
    const table = page.getByRole('region', { name: 'Categorias e produtos' })
    if (!(await table.isVisible())) await page.getByText(/^Categorias de cada produto/).click()
    for (const other of OFFERED.filter((one) => one !== category))
      await page.getByRole('checkbox', { name: `${name}: ${other}`, exact: true }).uncheck()
  }
  if (sizes === 0) return
  await page.getByRole('button', { name: 'Adicionar P, M, G e GG' }).last().click()
  for (let position = 0; position < 4; position++)
    await at(page, `${path}.shirt_sizes.${position}.quantity`).fill(String(sizes))
}

async function fillCoupon(page: Page, index: number, code: string, type: string, value: string) {
  const path = `discount_cupons.${index}`
  await page.getByRole('button', { name: 'Adicionar cupom' }).click()
  await at(page, `${path}.code`).fill(code)
  await at(page, `${path}.type`).selectOption(type)
  await at(page, `${path}.value`).fill(value)
  await at(page, `${path}.quantity`).fill('10')
}

const TERMS = ['Responsabilidade', 'Uso de imagem', 'Regulamento'] as const
const QUESTIONS = ['É a sua primeira corrida?', 'Precisa de guia?'] as const

async function fillWords(page: Page): Promise<void> {
  await goTo(page, 'Termos')
  for (const [index, name] of TERMS.entries()) {
    await page.getByRole('button', { name: 'Adicionar termo' }).click()
    await at(page, `terms.${index}.name`).fill(name)
    await at(page, `terms.${index}.description`).fill(`O texto de ${name}.`)
  }
  await goTo(page, 'Questionários')
  for (const [index, question] of QUESTIONS.entries()) {
    await page.getByRole('button', { name: 'Adicionar pergunta' }).click()
    await at(page, `questionnaires.${index}.description`).fill(question)
  }
}

async function fillOffer(page: Page): Promise<void> {
  await goTo(page, 'Modalidades')
  await fillModality(page, 0, '5 km', ['Geral Feminino', 'Geral Masculino'])
  await fillModality(page, 1, '10 km', ['Geral', '60+'])
  await goTo(page, 'Produtos')
  await fillKit(page, 0, { name: 'Kit Completo', value: '100', category: '5 km — Geral Feminino', sizes: 20 })
  await fillKit(page, 1, { name: 'Kit Maratonista', value: '150', category: '10 km — Geral', sizes: 25 })
  await fillKit(page, 2, { name: 'Kit Básico', value: '60', sizes: 0 })
  await goTo(page, 'Formas de Pagamento')
  await page.getByRole('switch', { name: 'Pix' }).press('Space')
  await fillCoupon(page, 0, 'dez', 'Percentual', '10')
  await fillCoupon(page, 1, 'cinco', 'Valor fixo', '5')
  await fillWords(page)
}

/** Closes the event and opens it again from the list. */
async function closeAndOpen(page: Page, title: string): Promise<void> {
  await page.goto(`/organizador/eventos?title=${encodeURIComponent(title)}`)
  for (const entry of ['Fechar Evento', 'Abrir Evento']) {
    await page.getByRole('button', { name: `Ações de ${title}` }).click()
    await page.getByRole('menuitem', { name: entry }).click()
    await expect(toast(page, 'Status alterado com sucesso!').first()).toBeVisible()
  }
  await expect(page.getByRole('row', { name: title })).toContainText('Ativo')
}

test('an event is created and opened, and a participant registers for it', async ({ page, browser }) => {
  const title = newTitle()
  await openNew(page)
  await fillEvent(page, title)
  await fillOffer(page)
  await expect(page.getByText('Não falta nada: “Salvar” abre as inscrições')).toBeVisible()
  await save(page)
  await expect(toast(page, 'Evento criado com sucesso!')).toBeVisible()
  // 'Salvar' stays on the step, which is now on the event's own page.
  await expect(page).toHaveURL(/\/detalhe\/\d+\?etapa=6$/)
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
  const address = await page.getByRole('link', { name: 'Ver página' }).getAttribute('href')
  await closeAndOpen(page, title)

  const runner = await browser.newContext()
  const visit = await runner.newPage()
  await signIn(runner, (await createAccount(visit.request)).session)
  await visit.goto(address ?? '')
  await visit.getByRole('link', { name: 'Inscrever-se' }).first().click()
  await expect(heading(visit, 0)).toBeVisible()
  await next(visit)
  await option(visit, 'Modalidade', '5 km').check()
  await option(visit, 'Categoria', 'Geral Feminino').check()
  await next(visit)
  await option(visit, 'Kit', 'Kit Completo').check()
  await option(visit, 'Tamanho da camisa', 'GG').check()
  await answerQuestions(visit)
  await next(visit)
  await option(visit, 'Forma de pagamento', 'Pix').check()
  await addCoupon(visit, 'DEZ')
  await expect(toast(visit, 'Cupom aplicado com sucesso!')).toBeVisible()
  await expect(visit.getByRole('checkbox', { name: /^Li e aceito/ })).toHaveCount(TERMS.length)
  await acceptTerms(visit)
  await register(visit).click()
  await expect(success(visit)).toBeVisible()
  await runner.close()

  await page.reload()
  await expect(page.getByRole('row', { name: title })).toContainText('1')
})

test('a race of two distances, 60 categories, a kit with sizes, terms and payment is built in at most 25 inputs', {
  tag: '@operation',
}, async ({ page }) => {
  const title = newTitle()
  await openNew(page)
  let inputs = 0
  /** Counts one input: a field filled in, a choice made or a button pressed. */
  const input = async (done: Promise<unknown>) => {
    inputs++
    await done
  }
  const press = (name: string) => input(page.getByRole('button', { name, exact: true }).click())

  await press('5 km + 10 km com camiseta')
  await input(page.getByLabel('Título').fill(title))
  await input(page.getByLabel('Descrição').fill('Pelas ruas do centro, ao nascer do sol.'))
  await input(page.getByLabel('Data do evento').fill(toBrazilianDate(inDays(60))))
  await input(page.getByLabel('Estado').selectOption('BA'))
  await input(page.getByRole('combobox', { name: 'Cidade' }).fill('ilheus'))
  await input(page.getByRole('option', { name: 'Ilhéus', exact: true }).click())
  await input(givePicture(page, 'Imagem de capa'))
  // Not public, because other tests count the events of the public list.
  await input(page.getByRole('switch', { name: 'Público' }).press('Space'))
  await input(goTo(page, 'Modalidades'))
  for (const distance of ['5 km', '10 km']) {
    await press(distance)
    await input(page.getByRole('button', { name: 'Adicionar várias' }).last().click())
    await press('Adicionar 28 categorias')
  }
  await input(goTo(page, 'Produtos'))
  await press('Kit com camiseta')
  await input(at(page, 'products.0.value').fill('119,90'))
  await input(at(page, 'products.0.quantity').fill('500'))
  await input(paste(at(page, 'products.0.shirt_sizes.0.size'), 'P\t120\nM\t180\nG\t140\nGG\t60'))
  await input(save(page))
  await expect(toast(page, 'Evento criado com sucesso!')).toBeVisible()
  expect(inputs).toBeLessThanOrEqual(25)

  await expect(page.getByText('Ativo', { exact: true }).first()).toBeVisible()
  await page.goto((await page.getByRole('link', { name: 'Ver página' }).getAttribute('href')) ?? '')
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
  await expect(page.getByText('Feminino 18–19').first()).toBeVisible()
  await expect(page.getByRole('link', { name: 'Inscrever-se' }).first()).toBeVisible()
})

test('Admin selects the organizer; when the response to the first save is lost, a retry creates no second event', {
  tag: '@operation',
}, async ({ page }) => {
  const title = newTitle()
  await openNew(page, 'admin@largada.test')
  await fillEvent(page, title)
  await goTo(page, 'Modalidades')
  await fillModality(page, 0, '5 km', ['Geral'])
  await goTo(page, 'Produtos')
  await fillKit(page, 0, { name: 'Kit', value: '80', sizes: 0 })
  await goTo(page, 'Formas de Pagamento')
  await page.getByRole('switch', { name: 'Pix' }).press('Space')
  await save(page)
  await expect(toast(page, 'O campo é obrigatório')).toBeVisible()
  const owner = page.getByRole('combobox', { name: 'Organizador' })
  await expect(owner).toBeFocused()
  await owner.fill('trílha')
  await page.getByRole('option', { name: 'Trilha & Mar Esportes' }).click()

  await page.route(
    '**/api/v1/events/create',
    async (route) => {
      await route.fetch()
      await route.abort()
    },
    { times: 1 },
  )
  await save(page)
  await expect(toast(page, 'Erro de conexão.')).toBeVisible()
  await page.getByLabel('Título').fill(`${title} II`)
  await save(page)
  await expect(toast(page, 'Evento atualizado com sucesso!')).toBeVisible()
  await expect(page.getByRole('heading', { level: 1, name: `${title} II` })).toBeVisible()

  await page.getByRole('link', { name: 'Histórico' }).click()
  await expect(page.getByRole('heading', { level: 1, name: `Histórico - ${title} II` })).toBeVisible()
  const entries = page.getByRole('list', { name: 'Histórico' }).getByRole('listitem')
  await expect(entries).toHaveCount(2)
  await expect(entries.first()).toContainText('Editou o evento')
  await expect(entries.first().getByRole('row', { name: 'Título' })).toContainText(`${title} II`)
  await expect(entries.last()).toContainText('Criou o evento')

  await page.goto(`/admin/eventos?title=${encodeURIComponent(title)}`)
  await expect(page.getByRole('row', { name: title })).toHaveCount(1)
  await expect(page.getByRole('row', { name: title })).toContainText('Trilha & Mar Esportes')
})

test('a draft stores items without a name or a price, and can be opened once they have them', {
  tag: '@operation',
}, async ({ page }) => {
  const title = newTitle()
  await openNew(page)
  await fillEvent(page, title)
  await goTo(page, 'Modalidades')
  await fillModality(page, 0, '', [''])
  await goTo(page, 'Produtos')
  await page.getByRole('button', { name: 'Adicionar produto' }).click()
  await goTo(page, 'Formas de Pagamento')
  await page.getByRole('switch', { name: 'Pix' }).press('Space')
  await page.getByRole('button', { name: 'Salvar sem abrir' }).click()
  await expect(toast(page, 'Evento criado com sucesso!')).toBeVisible()
  await expect(page).toHaveURL(/\/detalhe\/\d+\?etapa=4$/)

  await page.reload()
  await goTo(page, 'Modalidades')
  await page.getByRole('button', { name: 'Nova modalidade', exact: true }).click()
  await at(page, 'modalities.0.modality_name').fill('5 km')
  await at(page, 'modalities.0.categories.0.category_name').fill('Geral')
  await page.getByRole('button', { name: 'Salvar e abrir' }).click()
  // Refused because of the kit: its step opens with the first incomplete field and its card expanded.
  await expect(at(page, 'products.0.name')).toBeFocused()
  await expect(at(page, 'products.0.value')).toHaveValue('')
  await at(page, 'products.0.name').fill('Kit')
  await at(page, 'products.0.value').fill('80')
  await page.getByRole('button', { name: 'Salvar e abrir' }).click()
  await expect(toast(page, 'Evento atualizado com sucesso!')).toBeVisible()
  await page.goto((await page.getByRole('link', { name: 'Ver página' }).getAttribute('href')) ?? '')
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Inscrever-se' }).first()).toBeVisible()
})
