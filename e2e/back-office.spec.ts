import { test as base, expect, type Page } from 'playwright/test'
import type { GatewayMessageRow, JobRow } from '#contract/backoffice/operations.ts'
import { consoleProblems, expectAccessible } from './accessibility.ts'
import { DEMO_PASSWORD, logIn, signIn } from './create-account.ts'
import { createOrganizer, enterpriseData, test } from './create-organizer.ts'
import { createRace } from './create-race.ts'
import { toast } from './toast.ts'

// Specification, page 2, §2 side menu of Admin; page 1, §2.11 toolbars. Tests in web/app/features/backoffice
// cover the content of each screen.

const HOME = '/admin/pagina-inicial'
const API = '**/api/v1/admin'
const row = (page: Page, text: string) => page.getByRole('row').filter({ hasText: text })

/** Replaces a list response of the API with these rows. */
const answerWith = (page: Page, path: string, data: object[]) =>
  page.route(`${API}${path}`, (route) =>
    route.request().method() === 'GET'
      ? route.fulfill({
          json: {
            status: 200,
            data,
            meta: { current_page: 1, per_page: 20, last_page: 1, total: data.length, more: false },
          },
        })
      : route.fallback(),
  )

test('§2 side menu of Admin; the home shows totals and system health', { tag: '@operation' }, async ({
  page,
}) => {
  const problems = consoleProblems(page)
  await page.goto(HOME)
  const menu = page.getByRole('navigation', { name: 'Principal' })
  await expect(menu.getByRole('link')).toHaveText([
    'Página Inicial',
    'Meus Eventos',
    'Empresas',
    'Organizadores',
    'Participantes',
    'Tarefas',
    'Mensagens',
    'Devoluções',
    'Auditoria',
    'Segurança',
    'Usuários',
  ])
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Página Inicial')
  await expect(page.getByRole('heading', { level: 2 })).toHaveText([
    'Precisa de você',
    'Em números',
    'Próximos eventos',
    'Saúde do sistema',
  ])
  for (const figure of ['Eventos ativos', 'Inscrições', 'Bruto recebido', 'Contas'])
    await expect(page.getByRole('heading', { name: figure, exact: true })).toBeVisible()
  await expect(page.getByText(/^R\$\s[\d.]+,\d{2}$/)).toBeVisible()
  for (const part of ['Tarefas', 'E-mails', 'Gateway'])
    await expect(page.getByRole('heading', { name: part })).toBeVisible()
  await expectAccessible(page)
  expect(problems).toEqual([])

  await page.setViewportSize({ width: 1280, height: 800 })
  await page.getByRole('link', { name: /expirado/ }).click()
  await expect(page).toHaveURL('/admin/eventos?status=2')
  await expect(page.getByText('Expirado').nth(1)).toBeVisible()
})

test('/admin/eventos and /admin/events list every organizer’s events, with filters in the URL', {
  tag: '@operation',
}, async ({ page, request }) => {
  const race = await createRace(request)
  await page.goto('/admin/events')
  await expect(row(page, 'Trilha & Mar Esportes').first()).toBeVisible()
  await page.goto('/admin/eventos')
  await page.getByLabel('Título').fill(race.title)
  await page.getByLabel('Organizador').fill('corre brasil')
  await page.getByLabel('Status').selectOption('Ativo')
  await page.getByLabel('Estado').selectOption('SP')
  await page.getByRole('button', { name: 'Buscar' }).click()
  await expect(page).toHaveURL(/organizer=corre.brasil.*status=1.*state=SP/)
  const mine = row(page, race.title)
  await expect(page.getByRole('row')).toHaveCount(2)
  await expect(mine).toContainText('Corre Brasil Eventos')
  await page.getByLabel('Status').selectOption('Cancelado')
  await page.getByRole('button', { name: 'Buscar' }).click()
  await expect(page.getByText('Nenhum registro encontrado.')).toBeVisible()
  await page.getByRole('link', { name: 'Limpar' }).click()
  await expect(page).toHaveURL('/admin/eventos')
  await expectAccessible(page)
})

test('/Empresas: companies are created, found and changed; a CNPJ in use is refused', {
  tag: '@operation',
}, async ({ page }) => {
  const { name, cnpj } = enterpriseData()
  const { cnpj: otherCnpj } = enterpriseData()
  await page.goto('/Empresas')
  await page.getByRole('link', { name: 'Nova Empresa' }).click()
  await page.getByRole('button', { name: 'Salvar' }).click()
  await expect(page.getByText('Nome obrigatório')).toBeVisible()
  await expect(page.getByText('CNPJ obrigatório')).toBeVisible()
  await expect(page.getByLabel('Nome')).toBeFocused()
  await page.getByLabel('Nome').fill(name)
  await page.getByLabel('CNPJ').fill(cnpj)
  await page.getByRole('button', { name: 'Salvar' }).click()
  await expect(toast(page, 'Empresa cadastrada com sucesso!')).toBeVisible()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(name)
  await expectAccessible(page)

  await page.setViewportSize({ width: 1280, height: 800 })
  await page.getByRole('link', { name: 'Editar' }).click()
  await page.getByLabel('Nome').fill(`${name} S.A.`)
  await page.getByRole('button', { name: 'Salvar' }).click()
  await expect(toast(page, 'Empresa atualizada com sucesso!')).toBeVisible()
  await page.getByRole('link', { name: 'Histórico' }).click()
  await expect(page.getByRole('heading', { name: 'Editou a empresa' })).toBeVisible()
  await expect(page.getByRole('cell', { name: `${name} S.A.` })).toBeVisible()

  await page.goBack()
  await page.getByRole('link', { name: 'Taxas' }).click()
  await expect(page.getByText(`${name} S.A. · O piso e o teto`)).toBeVisible()
  await page.getByLabel('Taxa mínima paga').fill('3,00')
  await page.getByRole('button', { name: 'Salvar' }).click()
  await expect(toast(page, 'Taxas salvas com sucesso!')).toBeVisible()
  await page.reload()
  await expect(page.getByLabel('Taxa mínima paga')).toHaveValue('3,00')
  await expectAccessible(page)
  await page.setViewportSize({ width: 1280, height: 800 })

  await page.getByRole('link', { name: 'Voltar' }).click()
  await page.getByRole('link', { name: 'Editar' }).click()
  await expect(page.getByLabel('Sua senha atual')).toHaveCount(0)
  await page.getByLabel('CNPJ').fill(otherCnpj)
  await page.getByLabel('Sua senha atual').fill(DEMO_PASSWORD)
  await page.getByRole('button', { name: 'Salvar' }).click()
  await expect(toast(page, 'Empresa atualizada com sucesso!')).toBeVisible()

  await page.goto('/empresas')
  await page.getByRole('searchbox').fill(otherCnpj)
  await expect(row(page, `${name} S.A.`)).toContainText(otherCnpj)
  await expect(page).toHaveURL(/busca=/)
  await expectAccessible(page)
  await page.goto('/Empresas/novo')
  await page.getByLabel('Nome').fill('Outra')
  await page.getByLabel('CNPJ').fill(otherCnpj)
  await page.getByRole('button', { name: 'Salvar' }).click()
  await expect(page.getByText('Este CNPJ já está cadastrado.').first()).toBeVisible()
  await expect(page.getByLabel('CNPJ')).toBeFocused()
  await page.goto('/Empresas/999999')
  await expect(page.getByText('Registro não encontrado.')).toBeVisible()
})

const JOB: JobRow = {
  id: 4711,
  task: 'send-verification-mail',
  state: 'failed',
  attempts: 25,
  max_attempts: 25,
  created_at: '2026-11-01T12:00:00Z',
  run_at: '2026-11-01T12:00:00Z',
  last_error: '550 5.1.1 <[e-mail]>: unknown recipient',
  payload: [{ name: 'userId', value: '7' }],
}

const MESSAGE: GatewayMessageRow = {
  id: 4712,
  provider: 'sandbox',
  kind: 'CHARGE_RECEIVED',
  charge_id: 'cob_9f8e7d6c5b4a39281706',
  received_at: '2026-11-01T12:00:00Z',
  handled_at: '2026-11-01T12:00:01Z',
  outcome: 'amount_mismatch',
  payment: { id: 3, value: '110.00', status: 'pendente', event: { id: 5, title: 'Corrida do Teste' } },
}

test('no axe violations in jobs and gateway messages, in either theme, at any width', {
  tag: '@operation',
}, async ({ page }) => {
  await answerWith(page, '/jobs?*', [JOB, { ...JOB, id: 4714, task: 'create-charge', last_error: null }])
  await page.goto('/admin/tarefas')
  await expect(row(page, 'E-mail de verificação')).toContainText('Falhou')
  await expectAccessible(page)
  await answerWith(page, '/gateway-messages?*', [
    MESSAGE,
    { ...MESSAGE, id: 4713, payment: null, outcome: null },
  ])
  await page.goto('/admin/mensagens')
  await expect(row(page, 'Cobrança desconhecida')).toContainText('Por aplicar')
  await expectAccessible(page)
})

test('the audit log is searched by person, action and date', { tag: '@operation' }, async ({
  page,
  request,
  admin,
}) => {
  const organizer = await createOrganizer(request, admin)
  await page.goto(`/admin/auditoria?entidade=organizer&registro=${organizer.id}`)
  const entry = page.getByRole('listitem').filter({ hasText: 'Cadastrou o organizador' })
  await expect(entry).toContainText('Administração Largada')
  await expect(entry).toContainText(organizer.fantasy_name)
  await expect(entry.getByRole('link', { name: `Organizador nº ${organizer.id}` })).toHaveAttribute(
    'href',
    `/organizadores/${organizer.id}`,
  )
  await expectAccessible(page)
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.getByLabel('Quem').fill('ninguém se chama assim')
  await page.getByLabel('O que fez').selectOption('Cadastrou o organizador')
  await page.getByRole('button', { name: 'Buscar' }).click()
  await expect(page.getByText('Nada combina com essa busca.')).toBeVisible()
  // The name that was searched for is not in the URL.
  await expect(page).toHaveURL(
    ({ search }) => /acao=organizer\.created/.test(search) && !/se(\+|%20)chama/.test(search),
  )
  await page.getByLabel('Quem').fill('admin@largada.test')
  await page.getByRole('button', { name: 'Buscar' }).click()
  await expect(entry).toBeVisible()
  await expect(page).not.toHaveURL(({ search }) => search.includes('largada.test'))
  await page.getByLabel('De').fill('2020-01-01')
  await page.getByLabel('Até').fill('2020-01-02')
  await page.getByRole('button', { name: 'Buscar' }).click()
  await expect(page.getByText('Nenhum registro encontrado.')).toBeVisible()
})

base(
  'other roles than Admin are told so and see no data',
  { tag: '@operation' },
  async ({ browser, baseURL, request }) => {
    for (const [email, path] of [
      ['organizador@largada.test', HOME],
      ['empresa@largada.test', '/participantes'],
    ] as const) {
      const context = await browser.newContext({ baseURL: baseURL ?? '' })
      await signIn(context, await logIn(request, email))
      const page = await context.newPage()
      await page.goto(path)
      await expect(page.getByText('Esta página não é do seu perfil'), email).toBeVisible()
      await expect(page.getByRole('table')).toHaveCount(0)
      await context.close()
    }
  },
)
