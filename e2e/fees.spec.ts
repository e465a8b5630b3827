import { expect } from 'playwright/test'
import { consoleProblems, expectAccessible } from './accessibility.ts'
import { test } from './create-producer.ts'
import { toast } from './toast.ts'

// Specification, page 2, §2 Fee configuration, §5 Fee inputs, §8. The settings belong to the demo's
// organizer, and other tests save events under them. Only the set-up fee, which limits nothing, is really
// changed. web/app/features/fees/fees-screen.test.tsx tests the content of the screen;
// e2e/producer-journey.spec.ts tests who may see it.

test('fees are saved permanently within the bounds of the enterprise; no axe violations, no console errors', {
  tag: '@operation',
}, async ({ page }) => {
  const problems = consoleProblems(page)
  const amount = `${Math.floor(Math.random() * 900) + 100},37`
  await page.goto('/organizador/taxas')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Configuração de Taxas')
  await page.getByLabel('Taxa de Setup').fill(amount)
  await page.getByRole('button', { name: 'Salvar' }).click()
  await expect(toast(page, 'Taxas salvas com sucesso!')).toBeVisible()
  await page.reload()
  await expect(page.getByLabel('Taxa de Setup')).toHaveValue(amount)
  await page.setViewportSize({ width: 360, height: 800 })
  await expectAccessible(page)
  expect(problems).toEqual([])

  await expect(page.getByText('Mínimo da empresa: R$ 2,50.')).toBeVisible()
  await page.getByLabel('Taxa mínima paga').fill('2,49')
  await page.getByRole('button', { name: 'Salvar' }).click()
  await expect(
    page.getByText('O campo precisa ser maior ou igual a R$ 2,50, o mínimo da empresa').first(),
  ).toBeVisible()
  await expect(page.getByLabel('Taxa mínima paga')).toBeFocused()
})
