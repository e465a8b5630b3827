import { test as base, expect, type Page } from 'playwright/test'
import { formatCpf } from '#contract/documents.ts'
import { consoleProblems, expectAccessible } from './accessibility.ts'
import { createAccount, logIn, signIn } from './create-account.ts'
import { placeOrder } from './create-order.ts'
import { createRace } from './create-race.ts'
import { toast } from './toast.ts'

// Specification, page 2, §2 side menu of Empresa; `/pessoas` and `/cidades`.

const test = base.extend<{ page: Page }>({
  page: async ({ page, request }, use) => {
    await signIn(page.context(), await logIn(request, 'empresa@largada.test'))
    await use(page)
  },
})
const row = (page: Page, text: string) => page.getByRole('row').filter({ hasText: text })

test('the home shows the menu, totals, the next events and a link to the fees', {
  tag: '@operation',
}, async ({ page }) => {
  const problems = consoleProblems(page)
  await page.goto('/empresa/pagina-inicial')
  await expect(page.getByRole('navigation', { name: 'Principal' }).getByRole('link')).toHaveText([
    'Página Inicial',
    'Pessoas',
    'Cidades',
    'Financeiro',
  ])
  for (const figure of ['Eventos ativos', 'Inscrições', 'Bruto recebido', 'Organizadores'])
    await expect(page.getByRole('heading', { name: figure, exact: true })).toBeVisible()
  await expect(page.getByRole('heading', { level: 2 })).toHaveText([
    'Precisa de você',
    'Em números',
    'Próximos eventos',
  ])
  await expect(page.getByRole('region', { name: 'Próximos eventos' }).getByRole('listitem')).toHaveCount(5)
  await expectAccessible(page)
  expect(problems).toEqual([])
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.getByRole('link', { name: 'Ver todos os eventos' }).click()
  await expect(row(page, 'Trilha & Mar Esportes').first()).toBeVisible()
  await page.goBack()
  await page.getByRole('link', { name: 'Taxas' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Configuração de Taxas')
  await page.getByRole('button', { name: 'Salvar' }).click()
  await expect(toast(page, 'Taxas salvas com sucesso!')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Voltar' }).click()
  await expect(page).toHaveURL('/empresa/pagina-inicial')
})

test('a person is found by name or CPF, with all registrations; a CPF does not stay in the URL', {
  tag: '@operation',
}, async ({ page, request }) => {
  const race = await createRace(request)
  const runner = await createAccount(request)
  await placeOrder(request, runner, race)
  await page.goto('/pessoas')
  await expect(page.getByRole('navigation', { name: 'Paginação' })).toBeVisible()
  await expectAccessible(page)
  await page.setViewportSize({ width: 1280, height: 800 })
  const search = page.getByRole('searchbox')
  await search.fill(runner.name)
  await expect(row(page, runner.name)).toContainText(race.title)
  await expect(page).toHaveURL(/busca=/)
  await search.fill(runner.cpf)
  await expect(page).toHaveURL('/pessoas')
  await row(page, runner.name).getByRole('link').click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(runner.name)
  await expect(page.getByText(formatCpf(runner.cpf))).toBeVisible()
  await expect(page.getByRole('link', { name: race.title })).toBeVisible()
  await expectAccessible(page)
  await page.goto('/pessoas/999999999')
  await expect(page.getByText('Pessoa não encontrada.')).toBeVisible()
})

test('cities are listed with their events and registrations', { tag: '@operation' }, async ({ page }) => {
  await page.goto('/cidades')
  await page.getByLabel('Estado').selectOption('BA')
  await expect(page).toHaveURL('/cidades?uf=BA')
  await expect(row(page, 'Salvador, BA')).toBeVisible()
  await expect(row(page, 'São Paulo, SP')).toHaveCount(0)
  await expectAccessible(page)
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.getByRole('searchbox').fill('lencois')
  await expect(page).toHaveURL('/cidades?uf=BA&busca=lencois')
  await page.getByRole('link', { name: 'Lençóis, BA' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Lençóis, BA')
  await expect(row(page, 'Travessia da Chapada Diamantina')).toContainText('Corre Brasil Eventos')
  await expectAccessible(page)
})
