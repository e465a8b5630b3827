import { readFile } from 'node:fs/promises'
import { expect, type Page } from 'playwright/test'
import { PAYMENT_STATUSES } from '#contract/payment-status.ts'
import type { RegistrationRow } from '#contract/registration.ts'
import { createAccount } from './create-account.ts'
import { placeOrder } from './create-order.ts'
import { toast } from './toast.ts'
import { registering as test } from './wizard.ts'

// Specification, page 1: §2.9 'Meus Eventos', §4 chips, §8 messages; and the page of one registration.

const LIST = '**/api/v1/participant/list-events?*'
const ONE = /\/participant\/registrations\/\d+$/

const row = (page: Page, name: string | RegExp) => page.getByRole('row', { name })

/** Replaces the list response, to show statuses that the demo data does not have. */
async function showRows(page: Page, rows: readonly RegistrationRow[], total = rows.length): Promise<void> {
  await page.route(LIST, (route) =>
    route.fulfill({
      json: {
        status: 200,
        data: rows,
        meta: { current_page: 1, per_page: 20, last_page: Math.ceil(total / 20), total },
      },
    }),
  )
  await page.goto('/participante/eventos')
}

const rowWith = (id: number, payment: RegistrationRow['event']['payment']): RegistrationRow => ({
  id,
  status: 'Pendente',
  status_code: 0,
  status_color: 'warning',
  can_cancel: false,
  event: {
    id,
    slug: 'corrida',
    title: `Corrida ${id}`,
    date_event: '12/12/2027',
    city: 'Gramado',
    state: 'RS',
    start_time: '07:00',
    payment,
  },
  participant: { name: 'Ana Lima' },
  category: { name: '5 km Geral' },
})

const owing = (status: string, value = '50.00') => ({
  payment_link: '/pagar',
  value,
  type: 0 as const,
  status,
  status_code: 0,
})

test.describe('§2.9 Meus Eventos', () => {
  test("without registrations: a link to the events, and 'Lista de Eventos' goes to /", async ({ page }) => {
    await page.goto('/participante/eventos')
    await expect(page.getByText('Você ainda não tem inscrições.')).toBeVisible()
    await expect(page.getByRole('link', { name: 'Encontrar uma corrida' })).toHaveAttribute('href', '/')
    await page.getByRole('link', { name: 'Lista de Eventos' }).click()
    await expect(page).toHaveURL('/')
  })

  test('shows the columns, one row per registration, and the footer', async ({
    page,
    request,
    self,
    race,
  }) => {
    await placeOrder(request, self, race)
    const asked = page.waitForRequest(LIST)
    await page.goto('/participante/eventos')
    expect((await asked).url()).toMatch(/\?page=1&per_page=20$/)
    await expect(page.getByRole('columnheader')).toHaveText([
      'Título/Participante',
      'Data do Evento',
      'Cidade',
      'Horario',
      'Categorias',
      'Pagamento',
      'Valor',
      'Status do Pagamento',
      'Status Registro',
    ])
    await expect(row(page, race.title).getByRole('cell')).toHaveText([
      `${race.title}${self.name}`,
      race.date_event ?? '',
      'São Paulo, SP',
      '07:00',
      '5 km Geral',
      '',
      'R$\u00a0107,50',
      'Pendente',
      'Pendente',
    ])
    await expect(page.getByText('Página 1 de 1, total de 1 registros')).toBeVisible()
    await expect(page.getByRole('navigation', { name: 'Paginação' })).toBeHidden()
  })

  test('filters are in the URL; Buscar applies, Limpar resets them', async ({
    page,
    request,
    self,
    race,
  }) => {
    await placeOrder(request, self, race)
    await page.goto('/participante/eventos?pagina=1')
    await page.getByLabel('Título').fill('nenhuma assim')
    await page.getByLabel('Data inicial').fill('2026-01-01')
    await page.getByLabel('Data final').fill('2030-12-31')
    await page.getByRole('button', { name: 'Buscar' }).click()
    await expect(page).toHaveURL(
      '/participante/eventos?title=nenhuma+assim&date_event_start=2026-01-01&date_event_end=2030-12-31',
    )
    await expect(page.getByText('Nenhum registro encontrado.')).toBeVisible()
    await page.reload()
    await expect(page.getByLabel('Título')).toHaveValue('nenhuma assim')
    await page.getByRole('link', { name: 'Limpar', exact: true }).click()
    await expect(page).toHaveURL('/participante/eventos')
    await expect(row(page, race.title)).toBeVisible()
    await expect(page.getByLabel('Título')).toHaveValue('')
    await page.goBack()
    await expect(page.getByLabel('Título')).toHaveValue('nenhuma assim')
  })

  test("the link icon says 'Ver pagamento' or 'Pagamento indisponível', §9 after 100 ms, 700 ms by touch", async ({
    page,
  }) => {
    await page.clock.install()
    await showRows(page, [
      rowWith(1, owing('pendente')),
      rowWith(2, owing('vencido')),
      rowWith(3, owing('cancelado')),
      rowWith(4, { ...owing('pendente'), payment_link: null }),
      rowWith(5, null),
    ])
    const link = page.getByRole('link', { name: 'Ver pagamento' })
    await expect(link).toHaveCount(1)
    await expect(link).toHaveAttribute('href', '/pagar')
    await page.clock.pauseAt(Date.now() + 60_000)
    const tip = page.getByRole('tooltip', { name: 'Ver pagamento' })
    /** Advances in steps, between which the page renders. */
    const pass = async (ms: number) => {
      for (let passed = 0; passed < ms; passed += 10) await page.clock.runFor(10)
    }
    /** Delayed elements take some frames to appear and disappear. */
    const DRAWN_MS = 250
    await link.hover()
    await pass(90)
    await expect(tip).toBeHidden()
    await pass(DRAWN_MS)
    await expect(tip).toBeVisible()
    await page.mouse.move(0, 0)
    await pass(DRAWN_MS)
    await expect(tip).toBeHidden()
    const finger = { pointerType: 'touch' }
    await link.dispatchEvent('pointerdown', finger)
    await pass(690)
    await expect(tip).toBeHidden()
    await pass(DRAWN_MS)
    await expect(tip).toBeVisible()
    await link.dispatchEvent('pointerup', finger)
    await pass(1490)
    await expect(tip).toBeVisible()
    await pass(DRAWN_MS)
    await expect(tip).toBeHidden()
    await page.clock.resume()
    const dead = page.getByRole('button', { name: 'Pagamento indisponível' })
    await expect(dead).toHaveCount(4)
    await dead.first().hover({ force: true })
    await expect(page.getByRole('tooltip', { name: 'Pagamento indisponível' })).toBeVisible()
  })

  test("§4 chips: all 14 statuses, 'Desconhecido', 'Gratuito'; pagination with several pages", async ({
    page,
  }) => {
    const cases: [payment: RegistrationRow['event']['payment'], label: string][] = [
      ...PAYMENT_STATUSES.map(({ word, label }): (typeof cases)[number] => [
        owing(` ${word.toUpperCase()} `),
        label,
      ]),
      [owing('estranho'), 'Desconhecido'],
      [owing('pendente', '0'), 'Gratuito'],
      [owing('pendente', '0.00'), 'Gratuito'],
      [null, 'Gratuito'],
    ]
    await showRows(
      page,
      cases.map(([payment], i) => rowWith(i + 1, payment)),
      45,
    )
    await expect(page.getByText('Página 1 de 3, total de 45 registros')).toBeVisible()
    await expect(page.getByRole('navigation', { name: 'Paginação' })).toBeVisible()
    for (const [i, [, label]] of cases.entries())
      await expect(
        row(page, `Corrida ${i + 1} `)
          .getByRole('cell')
          .nth(7),
      ).toHaveText(label)
  })

  test("§8 a failure shows its message or 'Erro ao listar os registros.', with a retry", async ({ page }) => {
    for (const [body, message] of [
      [{ message: 'Banco em manutenção.' }, 'Banco em manutenção.'],
      [{}, 'Erro ao listar os registros.'],
    ] as const) {
      await page.route(LIST, (route) => route.fulfill({ status: 500, json: { status: 500, ...body } }))
      await page.goto('/participante/eventos')
      await expect(page.getByText(message)).toBeVisible()
      await page.unroute(LIST)
    }
    await page.getByRole('button', { name: 'Tentar novamente' }).click()
    await expect(page.getByText('Você ainda não tem inscrições.')).toBeVisible()
  })
})

test.describe('registration page', () => {
  test('shows price lines, size, answers, terms with version and time, and payment history', async ({
    page,
    request,
    self,
    race,
  }) => {
    await placeOrder(request, self, race)
    await page.goto('/participante/eventos')
    await page.getByRole('link', { name: race.title }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(race.title)
    const main = page.getByRole('main')
    await expect(main.getByRole('region', { name: 'Prova e kit' })).toContainText('Kit Completo')
    await expect(main.getByRole('region', { name: 'Prova e kit' })).toContainText('CamisaM')
    const price = main.getByRole('region', { name: 'Valor' })
    await expect(price).toContainText('Taxa de serviçoR$\u00a07,50')
    await expect(price).toContainText('TotalR$\u00a0107,50')
    const promises = main.getByRole('region', { name: 'Respostas e termos' })
    await expect(promises).toContainText('Vai usar o guarda-volumes?Sim')
    await expect(promises).toContainText(/Versão 1, aceita em \d\d\/\d\d\/\d{4} às \d\d:\d\d/)
    await expect(promises.getByText('Autorizo o uso da minha imagem')).toBeHidden()
    await promises.getByText('Ler o termo').last().click()
    await expect(promises.getByText('Autorizo o uso da minha imagem')).toBeVisible()
    const payment = main.getByRole('region', { name: 'Pagamento' })
    await expect(payment.getByRole('list', { name: 'Histórico do pagamento' })).toContainText('Pendente')
    await expect(payment.getByRole('link', { name: 'Ir para pagamento' })).toBeVisible()

    await test.step('a payment method can be changed', async () => {
      await payment.getByRole('button', { name: 'Pagar de outra forma' }).click()
      const dialog = page.getByRole('dialog', { name: 'Pagar de outra forma' })
      await dialog.getByRole('button', { name: 'Gerar novo pagamento' }).click()
      await expect(dialog.getByText('Escolha uma forma de pagamento')).toBeVisible()
      await dialog.getByRole('radio', { name: 'Boleto' }).check()
      await dialog.getByRole('button', { name: 'Gerar novo pagamento' }).click()
      await expect(toast(page, 'Novo pagamento gerado.')).toBeVisible()
      await expect(dialog).toBeHidden()
      await expect(payment.getByRole('heading', { name: 'Boleto' })).toBeVisible()
      await expect(payment.getByRole('link', { name: 'Ir para pagamento' })).toHaveCount(1)
      await expect(payment.getByText('Cancelado').first()).toBeVisible()
    })

    await test.step('a charge refused by the gateway can be replaced', async () => {
      await page.route(ONE, async (route) => {
        const answer = await route.fetch()
        const { data, ...body } = await answer.json()
        const [refused] = data.payments
        const payments = [{ ...refused, status: 'falhou', status_code: 7, payment_link: null }]
        await route.fulfill({ json: { ...body, data: { ...data, payments, payment_choices: [1, 2] } } })
      })
      await page.reload()
      await expect(payment.getByText('Falhou')).toBeVisible()
      await expect(payment.getByRole('link', { name: 'Ir para pagamento' })).toBeHidden()
      await expect(payment.getByRole('radio', { name: 'Boleto' })).toBeChecked()
      await page.unroute(ONE)
      await payment.getByRole('button', { name: 'Gerar novo pagamento' }).click()
      // The server responds that a payable charge exists.
      await expect(toast(page, 'Não há outro pagamento a gerar para esta inscrição.')).toBeVisible()
      await expect(payment.getByRole('link', { name: 'Ir para pagamento' })).toBeVisible()
    })
  })

  test('the event can be added to the calendar', async ({ page, request, self, race }) => {
    const { registrations } = await placeOrder(request, self, race)
    await page.goto(`/participante/inscricoes/${registrations[0]?.id}`)
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Adicionar ao calendário' }).click(),
    ])
    expect(file.suggestedFilename()).toBe('corrida.ics')
    const calendar = await readFile(await file.path(), 'utf8')
    expect(calendar).toContain('BEGIN:VCALENDAR')
    expect(calendar).toContain(`SUMMARY:${race.title}`)
  })

  test("a participant cancels: 'Inscrição cancelada com sucesso.'", async ({ page, request, self, race }) => {
    const { registrations } = await placeOrder(request, self, race)
    await page.goto(`/participante/inscricoes/${registrations[0]?.id}`)
    await page.getByRole('button', { name: 'Cancelar inscrição' }).click()
    const dialog = page.getByRole('dialog', { name: 'Cancelar esta inscrição?' })
    await dialog.getByRole('button', { name: 'Manter inscrição' }).click()
    await expect(dialog).toBeHidden()
    await expect(page.getByRole('button', { name: 'Cancelar inscrição' })).toBeFocused()
    await page.getByRole('button', { name: 'Cancelar inscrição' }).click()
    await dialog.getByRole('button', { name: 'Sim, cancelar' }).click()
    await expect(toast(page, 'Inscrição cancelada com sucesso.')).toBeVisible()
    await expect(page.getByRole('main').getByText('Cancelado').first()).toBeVisible()
    await expect(page.getByRole('button', { name: 'Cancelar inscrição' })).toBeHidden()
  })

  test('a confirmed registration has a receipt', async ({ page, request, self, race }) => {
    const { registrations } = await placeOrder(request, self, race, { kit: 'Kit Gratuito' })
    await page.goto(`/participante/inscricoes/${registrations[0]?.id}`)
    await page.getByRole('link', { name: 'Comprovante' }).click()
    const sheet = page.getByRole('article')
    await expect(sheet.getByRole('heading')).toHaveText('Comprovante de inscrição')
    await expect(sheet).toContainText(self.name)
    await expect(sheet).toContainText(race.title)
    await page.emulateMedia({ media: 'print' })
    await expect(page.getByRole('navigation')).toHaveCount(0)
    await expect(page.getByRole('button', { name: 'Imprimir' })).toBeHidden()
  })

  test("another person's registration, or an unknown one, is not found", async ({ page, request, race }) => {
    const other = await createAccount(request)
    const { registrations } = await placeOrder(request, other, race, { kit: 'Kit Gratuito' })
    for (const id of [registrations[0]?.id, 999_999_999, 'abc']) {
      await page.goto(`/participante/inscricoes/${id}`)
      await expect(page.getByText('Inscrição não encontrada.')).toBeVisible()
    }
  })
})
