import { expect, type Locator, type Page } from 'playwright/test'
import { PERMISSIONS } from '#contract/roles.ts'
import { accessibilityFindings, consoleProblems, expectNoSidewaysScroll } from './accessibility.ts'
import { createProducer, grant, test } from './create-producer.ts'
import { toast } from './toast.ts'

// Specification, page 2, §2 Realizadores (permissions), §8 Permissions.

const address = (id: number) => `/organizador/realizador/permissao/${id}`
const picker = (page: Page): Locator => page.getByRole('combobox', { name: 'Permissões disponíveis' })
const details = (page: Page): Locator => page.getByLabel('Permissões escolhidas')
const assigned = (page: Page): Locator => page.getByRole('table', { name: 'Permissões Atribuídas' })
const add = (page: Page): Locator => page.getByRole('button', { name: 'Adicionar', exact: true })

async function choose(page: Page, name: string) {
  await picker(page).fill(name)
  await page.getByRole('option', { name }).click()
}

test.describe('§2 selecting and assigning', () => {
  test('selected permissions are chips with details, can be deselected, and are assigned', async ({
    page,
    request,
    organizer,
  }) => {
    const producer = await createProducer(request, organizer)
    await page.goto(address(producer.id))
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Permissões: ${producer.fantasy_name}`)
    await expect(add(page)).toBeDisabled()
    await choose(page, 'view-event-participants')
    await choose(page, 'view-fees')
    await expect(details(page)).toContainText(PERMISSIONS['view-event-participants'])
    await expect(details(page)).toContainText(PERMISSIONS['view-fees'])
    await page.getByRole('button', { name: 'Retirar view-fees' }).click()
    await expect(details(page)).not.toContainText('view-fees')
    await add(page).click()
    await expect(toast(page, 'Permissões adicionadas com sucesso!')).toBeVisible()
    await expect(page.getByRole('heading', { name: 'Permissões Atribuídas' })).toBeVisible()
    await expect(assigned(page).getByRole('columnheader')).toHaveText(['Permissão', 'Descrição', 'Ações'])
    await expect(assigned(page).getByRole('row')).toHaveCount(2)
    await expect(assigned(page)).toContainText(PERMISSIONS['view-event-participants'])
    await expect(details(page)).toHaveCount(0)
  })

  test('selects, deselects and assigns with the keyboard alone', async ({ page, request, organizer }) => {
    const { id } = await createProducer(request, organizer)
    await page.goto(address(id))
    await picker(page).focus()
    await page.keyboard.type('view-fees')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await page.keyboard.type('edit-fees')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await page.keyboard.press('Backspace')
    await page.keyboard.press('Escape')
    await expect(details(page)).toHaveText(/^view-fees/)
    await add(page).focus()
    await page.keyboard.press('Enter')
    await expect(assigned(page).getByRole('row')).toHaveCount(2)
  })
})

test.describe('§2 Permissões Atribuídas', () => {
  test('delete revokes a permission', async ({ page, request, organizer }) => {
    const { id } = await createProducer(request, organizer)
    await grant(request, organizer, id, ['view-event'])
    await page.goto(address(id))
    await page.getByRole('button', { name: 'Remover a permissão view-event' }).click()
    await expect(toast(page, 'Permissão removida com sucesso!')).toBeVisible()
    await expect(page.getByText('Nenhuma permissão ainda')).toBeVisible()
  })
})

test.describe('§8 messages', () => {
  for (const id of ['abc', '0', '1.5']) {
    test(`'Erro!' and 'ID do organizador/produtor inválido.' for the id ${id}`, async ({ page }) => {
      await page.goto(`/organizador/realizador/permissao/${id}`)
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Erro!')
      await expect(page.getByText('ID do organizador/produtor inválido.')).toBeVisible()
    })
  }

  test("another organizer's realizador is not found", async ({ page }) => {
    await page.goto(address(999_999))
    await expect(page.getByRole('alert')).toContainText('Dados do organizador não encontrados.')
  })
})

for (const [theme, width] of [
  ['light', 360],
  ['dark', 1280],
] as const) {
  test(`no axe violations in ${theme} at ${width} px`, async ({ page, request, organizer }) => {
    const { id } = await createProducer(request, organizer)
    await grant(request, organizer, id, ['view-event', 'edit-event'])
    const problems = consoleProblems(page)
    await page.addInitScript((scheme) => localStorage.setItem('color-scheme', scheme), theme)
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await page.setViewportSize({ width, height: 800 })
    await page.goto(address(id), { waitUntil: 'networkidle' })
    await page.getByRole('button', { name: 'Financeiro' }).click()
    await expect(details(page)).toBeVisible()
    expect(await accessibilityFindings(page)).toEqual([])
    await expectNoSidewaysScroll(page)
    expect(problems).toEqual([])
  })
}
