import { expect, type Page, test } from 'playwright/test'
import type { EventInput } from '#contract/organizer-event.ts'
import { expectAccessible } from './accessibility.ts'
import { logIn, signIn } from './create-account.ts'
import { createRace } from './create-race.ts'
import { givePicture, goTo, MANAGE_EVENT, save } from './manage-event.ts'

// Specification, page 2, §2 to §5 and §8: the form of an event.

const LIST = '/organizador/eventos'

async function open(page: Page, path: string) {
  const session = await logIn(page.request, 'organizador@largada.test')
  await signIn(page.context(), session)
  await page.goto(path)
  return session
}

const openNew = async (page: Page) => {
  await open(page, `${MANAGE_EVENT}/novo`)
  await expect(page.getByRole('heading', { level: 1, name: 'Novo evento' })).toBeVisible()
}

async function openRace(
  page: Page,
  { step = 1, changes = {} }: { step?: number; changes?: Partial<EventInput> } = {},
) {
  const race = await createRace(page.request, changes)
  const session = await open(page, `${MANAGE_EVENT}/${race.id}?etapa=${step}`)
  await expect(page.getByRole('heading', { level: 1, name: race.title })).toBeVisible()
  return { race, session }
}

const form = (page: Page) => page.locator('form[aria-label]').last()
const expectToast = (page: Page, words: string) =>
  expect(page.getByRole('alert').filter({ hasText: words }).first()).toBeVisible()
const expandItem = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()

test.describe('§2 six steps', () => {
  test('Próximo and Voltar change the step, the stepper opens any step, a reload keeps it', async ({
    page,
  }) => {
    await openRace(page)
    const steps = [
      'Dados do Evento',
      'Modalidades',
      'Produtos',
      'Formas de Pagamento e Cupons',
      'Termos',
      'Questionários',
    ]
    for (const [index, step] of steps.entries()) {
      await expect(page.getByRole('form', { name: step })).toBeVisible()
      if (index < steps.length - 1) await page.getByRole('button', { name: 'Próximo' }).click()
    }
    await expect(page.getByRole('button', { name: 'Próximo' })).toHaveCount(0)
    await goTo(page, 'Modalidades')
    await page.reload()
    await expect(page.getByRole('form', { name: 'Modalidades' })).toBeVisible()
    await page.getByRole('button', { name: 'Voltar' }).click()
    await expect(page.getByRole('form', { name: 'Dados do Evento' })).toBeVisible()
  })

  test("the toolbar: Novo only on a new event, whose title is 'Novo evento'; Voltar opens the list", async ({
    page,
  }) => {
    await openNew(page)
    const toolbar = page.getByRole('toolbar')
    for (const name of ['Salvar', 'Salvar e Fechar', 'Novo'])
      await expect(toolbar.getByRole('button', { name, exact: true })).toBeVisible()
    await toolbar.getByRole('link', { name: 'Voltar' }).click()
    await expect(page).toHaveURL(LIST)
  })

  test('a saved event shows its title, its status and a link to its page', async ({ page }) => {
    const { race } = await openRace(page)
    await expect(page.getByText('Ativo', { exact: true }).first()).toBeVisible()
    await expect(page.getByRole('link', { name: 'Ver página' })).toHaveAttribute(
      'href',
      `/events/${race.slug}`,
    )
    await expect(page.getByRole('toolbar').getByRole('button', { name: 'Novo' })).toHaveCount(0)
  })

  test('the city is disabled without a state, filtered by typing, and cleared by another state', async ({
    page,
  }) => {
    await openNew(page)
    const city = page.getByRole('combobox', { name: 'Cidade' })
    await expect(city).toBeDisabled()
    await page.getByLabel('Estado').selectOption('RJ')
    await expect(city).toBeEnabled()
    await page.getByRole('button', { name: 'Abrir', exact: true }).click()
    await expect(page.getByRole('button', { name: 'Fechar', exact: true })).toBeVisible()
    await city.fill('zzz')
    await expect(page.getByText('Sem opções')).toBeVisible()
    await city.fill('niter')
    await page.getByRole('option', { name: 'Niterói' }).click()
    await expect(city).toHaveValue('Niterói')
    await page.getByLabel('Estado').selectOption('SP')
    await expect(city).toHaveValue('')
  })

  test('without edit-event everything is read-only', async ({ page }) => {
    await page.route('**/api/v1/me', async (route) => {
      const answer = await route.fetch()
      const body = await answer.json()
      await route.fulfill({
        response: answer,
        json: { ...body, data: { ...body.data, permissions: ['view-event'] } },
      })
    })
    const { race } = await openRace(page)
    await expect(page.getByRole('toolbar').getByRole('button', { name: 'Salvar' })).toHaveCount(0)
    await expect(page.getByLabel('Título')).toBeDisabled()
    await expect(page.getByLabel('Título')).toHaveValue(race.title)
    await goTo(page, 'Produtos')
    await expect(page.getByRole('button', { name: 'Adicionar produto' })).toBeDisabled()
    await expandItem(page, 'Kit Completo')
    await expect(form(page).getByRole('textbox', { name: 'Valor' })).toBeDisabled()
  })
})

test.describe('§5 rules that block saving', () => {
  test('no payment method', async ({ page }) => {
    await openRace(page, { step: 4 })
    for (const method of ['Pix', 'Boleto', 'Cartão de Crédito'])
      await page.getByRole('switch', { name: method }).press('Space')
    await expect(page.getByText('Selecione ao menos uma forma de pagamento.', { exact: true })).toBeVisible()
    await goTo(page, 'Termos')
    await save(page)
    await expectToast(page, 'Por favor, selecione ao menos uma forma de pagamento.')
    await expect(page.getByRole('form', { name: 'Formas de Pagamento e Cupons' })).toBeVisible()
  })

  test('more shirts than kits block saving and the next step', async ({ page }) => {
    await openRace(page, { step: 3 })
    await expandItem(page, 'Kit Completo')
    await form(page).getByLabel('Quantidade', { exact: true }).fill('90')
    const sentence = 'Produto "Kit Completo" ultrapassou o limite de 90 camisetas (atualmente 100).'
    await expect(form(page).getByText(sentence)).toBeVisible()
    await expect(page.getByText('Quantidade excedeu o máximo permitido (90)').first()).toBeVisible()
    await page.getByRole('button', { name: 'Próximo' }).click()
    await expectToast(page, sentence)
    await expect(page.getByRole('form', { name: 'Produtos' })).toBeVisible()
    await goTo(page, 'Termos')
    await expect(page.getByRole('form', { name: 'Produtos' })).toBeVisible()
    await form(page).getByLabel('Quantidade', { exact: true }).fill('100')
    await page.getByRole('button', { name: 'Próximo' }).click()
    await expect(page.getByRole('form', { name: 'Formas de Pagamento e Cupons' })).toBeVisible()
  })

  test('a modality without a product of one of its categories', async ({ page }) => {
    await openRace(page, { step: 2 })
    await page.getByRole('button', { name: 'Adicionar modalidade' }).click()
    await form(page).getByLabel('Nome', { exact: false }).last().fill('21 km')
    await save(page)
    await expectToast(page, 'Cada modalidade precisa ter pelo menos um produto associado.')
  })

  test('a product before there is any category', async ({ page }) => {
    await openNew(page)
    await goTo(page, 'Produtos')
    await page.getByRole('button', { name: 'Adicionar produto' }).click()
    await expectToast(page, 'Adicione ao menos uma categoria antes de cadastrar um produto.')
    await expect(page.getByRole('list', { name: 'Produtos' })).toHaveCount(0)
  })
})

test.describe('§5 and §4 while typing', () => {
  test('coupon codes are upper case; new items are active', async ({ page }) => {
    await openRace(page, { step: 4 })
    await page.getByRole('button', { name: 'Adicionar cupom' }).click()
    const code = form(page).getByLabel('Código').last()
    await code.pressSequentially('verao10')
    await expect(code).toHaveValue('VERAO10')
    await expect(form(page).getByRole('switch', { name: 'Ativo' }).last()).toBeChecked()
  })

  test('the service fee is calculated as it is typed', async ({ page }) => {
    await openRace(page, { step: 3 })
    await expandItem(page, 'Kit Completo')
    const result = form(page).getByLabel('Cálculo da taxa')
    await expect(result).toContainText('R$ 7,50')
    await form(page).getByLabel('Taxa de serviço').fill('10')
    await expect(result).toContainText('R$ 10,00')
    await expect(result).toContainText('R$ 110,00')
    await form(page).getByRole('switch', { name: 'O participante paga a taxa' }).press('Space')
    await expect(result).toContainText('R$ 90,00')
  })

  test('the button adds those of the sizes P, M, G and GG that are missing', async ({ page }) => {
    await openRace(page, { step: 3 })
    await expandItem(page, 'Kit Completo')
    await form(page).getByRole('button', { name: 'Adicionar P, M, G e GG' }).click()
    const sizes = form(page).getByRole('textbox', { name: 'Tamanho' })
    await expect(sizes).toHaveCount(4)
    await expect(sizes.nth(3)).toHaveValue('G')
  })
})

test.describe('§8 saving', () => {
  test('a complete new event is created through all steps; Salvar stays on its page', async ({ page }) => {
    await openNew(page)
    const title = `Corrida Nova ${Math.random().toString(36).slice(2, 8)}`
    await page.getByLabel('Título').fill(title)
    await page.getByLabel('Descrição').fill('Feita no editor.')
    await page.getByLabel('Data do evento').fill('2031-06-15')
    await page.getByLabel('Horário de largada').fill('0700')
    await page.getByLabel('Início das inscrições').fill('2031-01-10')
    await page.getByLabel('Fim das inscrições').fill('2031-06-01')
    await page.getByLabel('Estado').selectOption('SP')
    await page.getByRole('combobox', { name: 'Cidade' }).fill('santos')
    await page.getByRole('option', { name: 'Santos', exact: true }).click()
    await page.getByLabel('E-mail de contato').fill('contato@exemplo.test')
    await page.getByRole('switch', { name: 'Público' }).press('Space')
    await givePicture(page, 'Imagem de capa')
    await givePicture(page, 'Imagem do evento')

    await goTo(page, 'Modalidades')
    await page.getByRole('button', { name: 'Adicionar modalidade' }).click()
    await form(page)
      .getByLabel(/^Nome \*?/)
      .first()
      .fill('5 km')
    await form(page).getByRole('button', { name: 'Adicionar categoria' }).click()
    await form(page).getByLabel('Nome da categoria').fill('Geral')

    await goTo(page, 'Produtos')
    await page.getByRole('button', { name: 'Adicionar produto' }).click()
    await form(page).getByLabel('Nome').fill('Kit Único')
    await expect(form(page).getByLabel('Categoria')).toContainText('5 km — Geral')
    await form(page).getByLabel('Valor').first().fill('80')
    await form(page).getByLabel('Taxa de serviço').fill('10')

    await goTo(page, 'Formas de Pagamento')
    await page.getByRole('switch', { name: 'Pix' }).press('Space')
    await save(page)
    await expectToast(page, 'Evento criado com sucesso!')
    await expect(page).toHaveURL(/\/detalhe\/\d+\?etapa=4$/)
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
  })

  test('Salvar e Fechar goes to the list', async ({ page }) => {
    const { race } = await openRace(page)
    await page.getByLabel('Título').fill(`${race.title} II`)
    await page.getByRole('button', { name: 'Salvar e Fechar' }).click()
    await expectToast(page, 'Evento atualizado com sucesso!')
    await expect(page).toHaveURL(LIST)
  })

  test('missing fields are shown under each field and in one toast of bullet lines', async ({ page }) => {
    await openNew(page)
    await goTo(page, 'Termos')
    await save(page)
    await expect(page.getByRole('form', { name: 'Dados do Evento' })).toBeVisible()
    await expect(page.getByLabel('Título')).toBeFocused()
    await expect(form(page).getByText('O campo é obrigatório').first()).toBeVisible()
    await expectToast(page, '• Título: O campo é obrigatório')
    await expectToast(page, '• Por favor, selecione ao menos uma forma de pagamento.')
  })

  test('a server error is shown under its field, on its step', async ({ page }) => {
    const { race } = await openRace(page, { step: 5 })
    await page.route(`**/api/v1/organizer/events/${race.id}`, (route) =>
      route.request().method() === 'PUT'
        ? route.fulfill({
            status: 422,
            json: {
              status: 422,
              message: 'Erro de validação',
              errors: { 'products.1.name': ['Nome já usado.', 'Outra'], 'terms.0.name': ['Curto demais.'] },
            },
          })
        : route.continue(),
    )
    await save(page)
    await expectToast(page, '• Nome já usado.')
    await expectToast(page, '• Curto demais.')
    await expect(page.getByRole('form', { name: 'Produtos' })).toBeVisible()
    await expect(form(page).getByText('Nome já usado.')).toBeVisible()
    await expect(form(page).getByText('Outra', { exact: true })).toHaveCount(0)
  })

  test("any other failure shows its message or 'Erro ao salvar o evento.'", async ({ page }) => {
    const { race } = await openRace(page)
    await page.route(`**/api/v1/organizer/events/${race.id}`, (route) =>
      route.request().method() === 'PUT' ? route.fulfill({ status: 500, json: {} }) : route.continue(),
    )
    await save(page)
    await expectToast(page, 'Erro ao salvar o evento.')
  })

  test('an event that fails to load shows the message and the list', async ({ page }) => {
    await open(page, `${MANAGE_EVENT}/999999999`)
    await expectToast(page, 'Evento não encontrado.')
    await expect(page).toHaveURL(LIST)
  })
})

test.describe('unsaved and concurrent changes', () => {
  test('a concurrent save by another person opens a dialog to reload or continue', async ({
    page,
    request,
  }) => {
    const { race, session } = await openRace(page)
    const headers = { authorization: `Bearer ${session.token}` }
    await page.getByLabel('Título').fill('Meu título')
    await request.put(`/api/v1/organizer/events/change-status/${race.id}`, { data: { status: 0 }, headers })
    await save(page)
    const dialog = page.getByRole('dialog', { name: 'O evento foi salvo por outra pessoa' })
    await expect(dialog).toContainText(session.user.name)
    await dialog.getByRole('button', { name: 'Continuar editando' }).click()
    await expect(page.getByLabel('Título')).toHaveValue('Meu título')
    await save(page)
    await dialog.getByRole('button', { name: 'Recarregar' }).click()
    await expect(page.getByLabel('Título')).toHaveValue(race.title)
    await save(page)
    await expectToast(page, 'Evento atualizado com sucesso!')
  })

  test('leaving with unsaved changes asks for confirmation; they are recovered after a reload', async ({
    page,
  }) => {
    const { race } = await openRace(page)
    await page.getByLabel('Título').fill('Título sem salvar')
    await page.getByRole('toolbar').getByRole('link', { name: 'Voltar' }).click()
    const dialog = page.getByRole('dialog', { name: 'Sair sem salvar?' })
    await dialog.getByRole('button', { name: 'Continuar editando' }).click()
    await expect(page.getByLabel('Título')).toHaveValue('Título sem salvar')
    page.on('dialog', (asked) => void asked.accept())
    await page.reload()
    await expect(page.getByLabel('Título')).toHaveValue(race.title)
    await page.getByRole('button', { name: 'Recuperar rascunho' }).click()
    await expect(page.getByLabel('Título')).toHaveValue('Título sem salvar')
    await save(page)
    await expectToast(page, 'Evento atualizado com sucesso!')
    await page.reload()
    await expect(page.getByLabel('Título')).toHaveValue('Título sem salvar')
    await expect(page.getByRole('button', { name: 'Recuperar rascunho' })).toHaveCount(0)
  })

  test('visiting every step leaves the form unchanged', async ({ page }) => {
    await openRace(page, { step: 3 })
    await expandItem(page, 'Kit Completo')
    await goTo(page, 'Formas de Pagamento')
    await expandItem(page, 'DEZ')
    await page.getByRole('toolbar').getByRole('link', { name: 'Voltar' }).click()
    await expect(page).toHaveURL(LIST)
  })
})

test.describe('list items', () => {
  test('categories are collapsed and can be reordered', async ({ page }) => {
    const { race } = await openRace(page, { step: 2 })
    await expandItem(page, '5 km')
    await expect(form(page).getByLabel('Nome da categoria')).toHaveCount(0)
    await expandItem(page, '5 km 60+')
    await expect(form(page).getByLabel('Nome da categoria')).toHaveValue('5 km 60+')

    const up = form(page).getByRole('button', { name: 'Mover 5 km 60+ para cima' })
    await up.press('Enter')
    await expect(
      form(page).getByRole('status').filter({ hasText: '5 km 60+: posição 1 de 2' }),
    ).toBeAttached()
    await expect(up).toBeDisabled()
    await expect(form(page).getByRole('button', { name: 'Mover 5 km 60+ para baixo' })).toBeFocused()
    await form(page).getByRole('button', { name: 'Mover 10 km para cima' }).click()
    await save(page)
    await expectToast(page, 'Evento atualizado com sucesso!')

    await page.goto(`/events/${race.slug}`)
    const named = page.getByRole('heading', { level: 3 }).filter({ hasText: /^(5|10) km$/ })
    await expect(named).toHaveText(['10 km', '5 km'])
  })

  test('a category with an error is expanded automatically', async ({ page }) => {
    await openRace(page, { step: 2 })
    await expandItem(page, '5 km')
    await expandItem(page, '5 km 60+')
    await form(page).getByLabel('Nome da categoria').fill('')
    await expandItem(page, 'Nova categoria')
    await save(page)
    await expect(form(page).getByLabel('Nome da categoria')).toBeFocused()
    await expect(form(page).getByText('O campo é obrigatório')).toBeVisible()
  })
})

test.describe('accessibility', () => {
  test('no axe violations on any step, in either theme, at any width', async ({ page }) => {
    await openRace(page)
    for (const [step, item] of [
      ['Dados do Evento', null],
      ['Modalidades', '5 km'],
      ['Produtos', 'Kit Completo'],
      ['Formas de Pagamento', 'DEZ'],
      ['Termos', 'Uso de imagem'],
      ['Questionários', 'É a sua primeira corrida?'],
    ] as const)
      await test.step(step, async () => {
        await goTo(page, step)
        if (item) await expandItem(page, item)
        await expectAccessible(page)
      })
  })
})
