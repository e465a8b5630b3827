import { expect, type Page } from 'playwright/test'
import { newCpf } from './create-account.ts'
import { createRace } from './create-race.ts'
import { toast } from './toast.ts'
import {
  acceptTerms,
  addCoupon,
  addressOf,
  advance,
  back,
  expectLine,
  fillPerson,
  heading,
  next,
  openWizard,
  option,
  register,
  summary,
  test,
} from './wizard.ts'

// Specification, page 2: §2 wizard, §5 Registration wizard, Coupon and price. No test here registers anyone. Long because it has one
// test for each sentence of that catalogue.

const others = (page: Page) => page.getByLabel('Desejo registrar outros participantes')

test.describe('§2 wizard: opening', () => {
  for (const address of ['/register/event', '/register/event?evento=nao-existe']) {
    test(`${address}: 'Evento não encontrado.'`, async ({ page }) => {
      await page.goto(address)
      await expect(page.getByText('Evento não encontrado.')).toBeVisible()
      await page.getByRole('main').getByRole('link', { name: 'Ver corridas' }).click()
      await expect(page).toHaveURL('/')
    })
  }

  test("shows the title 'Inscrição para: {event title}' and the four steps", async ({ page, race }) => {
    await openWizard(page, race)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Inscrição para: ${race.title}`)
    const steps = page.getByRole('navigation', { name: 'Etapas' }).getByRole('listitem')
    await expect(steps).toHaveText([/Participante/, /Modalidade/, /Kit/, /Confirmação/])
    await expect(steps.first()).toHaveAttribute('aria-current', 'step')
  })

  test('opens with the event of the navigation state alone', async ({ page, race }) => {
    await page.goto('/')
    await page.evaluate((slug) => {
      history.replaceState({ usr: { event: { slug } }, key: 'wizard' }, '', '/register/event')
    }, race.slug)
    await page.reload()
    await expect(heading(page, 0)).toBeVisible()
  })

  test('Voltar is disabled at the first step, and the last one shows Registrar', async ({ page, race }) => {
    await openWizard(page, race)
    await expect(page.getByRole('button', { name: 'Voltar' })).toBeDisabled()
    await expect(register(page)).toBeHidden()
    await advance(page, 0, 3)
    await expect(page.getByRole('button', { name: 'Próximo' })).toBeHidden()
    await expect(register(page)).toBeEnabled()
    await back(page)
    await expect(heading(page, 2)).toBeVisible()
  })

  test('a closed event shows that it is closed', async ({ page, request }) => {
    const race = await createRace(request, { vacancy_limit: 0 })
    await page.goto(addressOf(race))
    await expect(page.getByText('Inscrições encerradas')).toBeVisible()
    await expect(page.getByText('Todas as vagas foram preenchidas.')).toBeVisible()
  })
})

test.describe('§5 wizard, step 0', () => {
  test('the buyer’s data come from the profile, with a link to change them', async ({
    page,
    race,
    runner,
  }) => {
    await openWizard(page, race)
    const card = page.getByRole('region', { name: runner.name })
    await expect(card).toContainText(runner.email)
    await expect(card).toContainText('14/08/1991')
    await expect(card.getByRole('link', { name: 'Editar perfil' })).toHaveAttribute(
      'href',
      '/participante/perfil',
    )
  })

  test("empty: the toast 'Preencha todos os campos de cadastro dos participantes.' and every field's message", async ({
    page,
    race,
  }) => {
    await openWizard(page, race)
    await others(page).check()
    await next(page)
    await expect(toast(page, 'Preencha todos os campos de cadastro dos participantes.')).toBeVisible()
    for (const message of [
      'Preencha o nome do participante.',
      'Preencha o CPF do participante.',
      'Preencha o telefone do participante.',
      'Selecione o sexo do participante.',
      'Preencha a data de nascimento do participante.',
    ])
      await expect(page.getByText(message)).toBeVisible()
    await expect(page.getByLabel('Nome')).toBeFocused()
    await page.getByLabel('Nome').fill('Ana')
    await expect(page.getByText('Preencha o nome do participante.')).toBeHidden()
  })

  const INVALID = [
    ['CPF', '11111111111', 'CPF inválido'],
    ['Telefone', '1199', 'Telefone inválido'],
    ['Data de nascimento', '31/02/1990', 'Data inválida'],
    ['Data de nascimento', '01/01/2999', 'Data inválida'],
  ] as const
  test(`invalid values: ${INVALID.map(([, , message]) => `'${message}'`).join(', ')}`, async ({
    page,
    race,
  }) => {
    await openWizard(page, race)
    await others(page).check()
    for (const [field, value, message] of INVALID)
      await test.step(`${field} ${value}`, async () => {
        await fillPerson(page, { name: 'Ana Lima', cpf: newCpf() })
        await page.getByLabel(field).press('Control+a')
        await page.getByLabel(field).pressSequentially(value)
        await next(page)
        await expect(page.getByText(message)).toHaveCount(1)
        await expect(heading(page, 0)).toBeVisible()
      })
  })

  test('the same CPF twice is refused before anything is sent', async ({ page, race, runner }) => {
    await openWizard(page, race)
    await others(page).check()
    await fillPerson(page, { name: 'Ana Lima', cpf: runner.cpf })
    await next(page)
    await expect(page.getByText('Este CPF já está nesta inscrição.')).toBeVisible()
  })

  test('masks: 000.000.000-00 and (00) 00000-0000', async ({ page, race }) => {
    await openWizard(page, race)
    await others(page).check()
    await page.getByLabel('CPF').pressSequentially('52998224725')
    await page.getByLabel('Telefone').pressSequentially('11987654321')
    await expect(page.getByLabel('CPF')).toHaveValue('529.982.247-25')
    await expect(page.getByLabel('Telefone')).toHaveValue('(11) 98765-4321')
  })

  test('participants are added and removed; without any the box is unticked', async ({ page, race }) => {
    await openWizard(page, race)
    await others(page).check()
    await page.getByRole('button', { name: 'Adicionar participante' }).click()
    await expect(page.getByRole('group', { name: /^Participante/ })).toHaveCount(2)
    await page.getByRole('button', { name: 'Remover participante 3' }).click()
    await page.getByRole('button', { name: 'Remover participante 2' }).click()
    await expect(others(page)).not.toBeChecked()
  })
})

test.describe('§5 wizard, steps 1 and 2', () => {
  test("requires a modality and a category: 'Escolha uma modalidade' and 'Escolha uma categoria'", async ({
    page,
    resume,
  }) => {
    await resume(1)
    await next(page)
    await expect(page.getByText('Escolha uma modalidade', { exact: true })).toBeVisible()
    await expect(page.getByText('Escolha uma categoria', { exact: true })).toBeVisible()
    await option(page, 'Modalidade', '5 km').check()
    await expect(page.getByText('Escolha uma modalidade', { exact: true })).toBeHidden()
    await next(page)
    await expect(page.getByText('Escolha uma categoria', { exact: true })).toBeVisible()
  })

  test("requires kit, size and answers: 'Escolha um kit', 'Escolha um tamanho de camisa' and 'Responda todas as perguntas'", async ({
    page,
    resume,
  }) => {
    await resume(2)
    await next(page)
    await expect(page.getByText('Escolha um kit', { exact: true })).toBeVisible()
    await expect(page.getByText('Responda todas as perguntas')).toBeVisible()
    await option(page, 'Kit', 'Kit Completo').check()
    await page.getByRole('radio', { name: 'Sim' }).first().check()
    await next(page)
    await expect(page.getByText('Escolha um tamanho de camisa')).toBeVisible()
    await expect(page.getByText('Responda todas as perguntas')).toBeVisible()
  })

  test('a kit without sizes requires no size', async ({ page, resume }) => {
    await resume(2)
    await advance(page, 2, 3, { kit: 'Kit Básico', size: null })
  })

  test('a size with quantity 0 is disabled', async ({ page, resume }) => {
    await resume(2)
    await option(page, 'Kit', 'Kit Completo').check()
    await expect(option(page, 'Tamanho da camisa', 'GG')).toBeDisabled()
    await expect(page.getByText('esgotado')).toBeVisible()
  })

  test("a category without kits: 'Nenhum kit disponível para essa categoria.'", async ({ page, resume }) => {
    await resume(1)
    await option(page, 'Modalidade', '5 km').check()
    await option(page, 'Categoria', '5 km 60+').check()
    await next(page)
    await expect(page.getByText('Nenhum kit disponível para essa categoria.')).toBeVisible()
    await next(page)
    await expect(page.getByText('Escolha um kit', { exact: true })).toBeVisible()
  })

  test('sold-out choices are marked and disabled', async ({ page, request }) => {
    const race = await createRace(request, {
      modalities: [
        {
          modality_name: 'Meia',
          vacancy_limit: 0,
          categories: [{ category_id: -1, category_name: 'Única' }],
        },
        {
          modality_name: 'Dez',
          categories: [
            { category_id: -2, category_name: 'Cheia', vacancy_limit: 0 },
            { category_id: -3, category_name: 'Livre' },
          ],
        },
      ],
      products: [
        { name: 'Kit Raro', value: '50.00', rate_organizer: '10.00', quantity: 0 },
        { name: 'Kit Comum', value: '50.00', rate_organizer: '10.00' },
      ],
      discount_cupons: [],
    })
    await openWizard(page, race)
    await advance(page, 0, 1)
    await expect(option(page, 'Modalidade', 'Meia')).toBeDisabled()
    await option(page, 'Modalidade', 'Dez').check()
    await expect(option(page, 'Categoria', 'Cheia')).toBeDisabled()
    await option(page, 'Categoria', 'Livre').check()
    await next(page)
    await expect(option(page, 'Kit', 'Kit Raro')).toBeDisabled()
    await expect(page.getByText('Esgotado', { exact: true })).toBeVisible()
  })
})

test.describe('§5 wizard, step 3', () => {
  test("requires payment method and terms: 'Escolha uma forma de pagamento' and 'Você deve aceitar todos os termos.'", async ({
    page,
    resume,
  }) => {
    await resume(3)
    await register(page).click()
    await expect(page.getByText('Escolha uma forma de pagamento')).toBeVisible()
    await expect(page.getByText('Você deve aceitar todos os termos.')).toBeVisible()
    await page.getByRole('checkbox', { name: 'Li e aceito: Uso de imagem' }).check()
    await register(page).click()
    await expect(page.getByText('Você deve aceitar todos os termos.')).toBeVisible()
  })

  test("no payment methods: 'Nenhum método de pagamento disponível para este evento.'", async ({
    page,
    resume,
  }) => {
    // A paid event cannot be saved without a method, so the methods are disabled in the response.
    await page.route('**/api/v1/events/slug/*', async (route) => {
      const answer = await route.fetch()
      const body = await answer.json()
      await route.fulfill({ json: { ...body, data: { ...body.data, payment_methods: [] } } })
    })
    await resume(3)
    await acceptTerms(page)
    await expect(page.getByText('Nenhum método de pagamento disponível para este evento.')).toBeVisible()
    await register(page).click()
    await expect(heading(page, 3)).toBeVisible()
  })

  test('a free kit requires neither payment method nor coupon', async ({ page, resume }) => {
    await resume(2)
    await advance(page, 2, 3, { kit: 'Kit Gratuito', size: null })
    await expect(page.getByText('Forma de pagamento')).toBeHidden()
    await expect(page.getByText('Cupom de desconto')).toBeHidden()
    await expectLine(page, 'Total', 'Gratuito')
  })

  test('a term is read in a dialog and accepted there', async ({ page, resume }) => {
    await resume(3)
    await page.getByRole('button', { name: 'Ler: Uso de imagem' }).click()
    const dialog = page.getByRole('dialog', { name: 'Uso de imagem' })
    await expect(dialog).toContainText('Autorizo o uso da minha imagem')
    await dialog.getByRole('button', { name: 'Li e aceito' }).click()
    await expect(page.getByRole('checkbox', { name: 'Li e aceito: Uso de imagem' })).toBeChecked()
    await expect(page.getByRole('button', { name: 'Ler: Uso de imagem' })).toBeFocused()
  })
})

test.describe('§5 coupon and price', () => {
  test("no kit: 'Selecione um kit antes de aplicar o cupom.'", async ({ request, race, runner }) => {
    const answer = await request.post('/api/v1/participant/validate-coupon', {
      data: { code: 'DEZ', event_id: race.id, product_id: null },
      headers: { authorization: `Bearer ${runner.session.token}` },
    })
    expect(answer.status()).toBe(422)
    expect((await answer.json()).errors.product_id).toEqual(['Selecione um kit antes de aplicar o cupom.'])
  })

  test('coupon errors show under the code', async ({ page, resume }) => {
    await resume(3)
    for (const [code, message] of [
      ['', 'Por favor, insira um código de cupom.'],
      ['NAOEXISTE', 'Cupom inválido.'],
      ['SOBASICO', 'Este cupom não vale para o kit escolhido.'],
    ] as const)
      await test.step(message, async () => {
        await addCoupon(page, code)
        await expect(page.getByText(message)).toBeVisible()
      })
    for (const [body, message] of [
      [{ status: 500, message: 'Serviço indisponível.' }, 'Serviço indisponível.'],
      [{ status: 500 }, 'Ocorreu um erro ao validar o cupom.'],
    ] as const)
      await test.step(message, async () => {
        await page.route('**/validate-coupon', (route) => route.fulfill({ status: 500, json: body }), {
          times: 1,
        })
        await addCoupon(page, 'DEZ')
        await expect(page.getByText(message)).toBeVisible()
      })
  })

  test("percent: 'Cupom aplicado com sucesso!' reduces the value; the fee is on the full value", async ({
    page,
    resume,
  }) => {
    await resume(3)
    await expectLine(page, 'Kit Completo', 'R$ 100,00')
    await expectLine(page, 'Taxa de serviço', 'R$ 7,50')
    await expectLine(page, 'Total', 'R$ 107,50')
    await addCoupon(page, 'dez')
    await expect(toast(page, 'Cupom aplicado com sucesso!')).toBeVisible()
    await expectLine(page, 'Cupom DEZ', '-R$ 10,00')
    await expectLine(page, 'Total', 'R$ 97,50')
    await page.getByRole('button', { name: 'Remover cupom DEZ' }).click()
    await expectLine(page, 'Total', 'R$ 107,50')
  })

  test('fixed, applied with Enter; a fee paid by the organizer is not added', async ({ page, resume }) => {
    await resume(2)
    await advance(page, 2, 3, { kit: 'Kit Básico', size: null })
    await page.getByLabel('Código do cupom').fill('TRINTA')
    await page.getByLabel('Código do cupom').press('Enter')
    await expectLine(page, 'Cupom TRINTA', '-R$ 30,00')
    await expectLine(page, 'Total', 'R$ 30,00')
    await expect(summary(page).getByText('Taxa de serviço')).toBeHidden()
  })

  test('the discount is at most the kit’s value; a total of zero requires no payment method', async ({
    page,
    resume,
  }) => {
    await resume(2)
    await advance(page, 2, 3, { kit: 'Kit Básico', size: null })
    await addCoupon(page, 'ENORME')
    await expectLine(page, 'Cupom ENORME', '-R$ 60,00')
    await expectLine(page, 'Total', 'Gratuito')
    await expect(page.getByText('Forma de pagamento')).toBeHidden()
  })
})
