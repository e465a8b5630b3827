import { expect, type Locator, type Page } from 'playwright/test'
import { PERMISSIONS } from '#contract/roles.ts'
import { accessibilityFindings, consoleProblems, expectNoSidewaysScroll } from './accessibility.ts'
import { createProducer, test } from './create-producer.ts'
import { toast } from './toast.ts'

// Specification, page 2, §2 Realizadores (permissions), §8 Permissions.
// web/app/features/producer/permissions/permissions-screen.test.tsx tests the content of the screen.

const picker = (page: Page): Locator => page.getByRole('combobox', { name: 'Permissões disponíveis' })
const details = (page: Page): Locator => page.getByLabel('Permissões escolhidas')
const assigned = (page: Page): Locator => page.getByRole('table', { name: 'Permissões Atribuídas' })

async function choose(page: Page, name: string) {
  await picker(page).fill(name)
  await page.getByRole('option', { name }).click()
}

test('permissions are granted and revoked permanently; no axe violations, no console errors', {
  tag: '@operation',
}, async ({ page, request, organizer }) => {
  const problems = consoleProblems(page)
  const producer = await createProducer(request, organizer)
  await page.goto(`/organizador/realizadores/detalhe/${producer.id}`)
  await page.getByRole('link', { name: 'Permissões' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Permissões: ${producer.fantasy_name}`)
  await choose(page, 'view-event-participants')
  await choose(page, 'view-fees')
  await page.getByRole('button', { name: 'Retirar Ver taxas' }).click()
  await page.getByRole('button', { name: 'Adicionar', exact: true }).click()
  await expect(toast(page, 'Permissões adicionadas com sucesso!')).toBeVisible()
  await page.reload()
  await expect(assigned(page).getByRole('row')).toHaveCount(2)
  await expect(assigned(page)).toContainText(PERMISSIONS['view-event-participants'])

  await page.getByRole('button', { name: 'Financeiro' }).click()
  await expect(details(page)).toBeVisible()
  for (const [colorScheme, width] of [
    ['light', 360],
    ['dark', 1280],
  ] as const) {
    await page.emulateMedia({ colorScheme })
    await page.setViewportSize({ width, height: 800 })
    await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', colorScheme)
    expect(await accessibilityFindings(page), `${colorScheme} at ${width} px`).toEqual([])
    await expectNoSidewaysScroll(page)
  }

  await page.getByRole('button', { name: 'Remover a permissão Ver participantes' }).click()
  await expect(toast(page, 'Permissão removida com sucesso!')).toBeVisible()
  await page.reload()
  await expect(page.getByText('Nenhum registro encontrado.')).toBeVisible()
  expect(problems).toEqual([])
})
