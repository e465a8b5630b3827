import { beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { button, setScreenSize } from '#web-test/render-screen.tsx'
import { EVENT } from '#web-test/sample-event.ts'
import { heading, next, openWizard, option } from '#web-test/wizard.tsx'

beforeEach(() => setScreenSize(390, 844))

const boxOf = (locator: { element: () => Element }) => locator.element().getBoundingClientRect()

test('one line of 48 px names race and step', async () => {
  await openWizard({ step: 1 })
  const title = page.getByRole('heading', { level: 1, name: `Inscrição para: ${EVENT.title}` })
  expect(title.element().parentElement?.offsetHeight).toBeLessThanOrEqual(48)
  await expect.element(page.getByText(/2 de 4/)).toBeVisible()
  await expect.element(page.getByRole('navigation', { name: 'Etapas' })).not.toBeInTheDocument()
})

test('Voltar stands beside Próximo, and not in the first step', async () => {
  await openWizard()
  await expect.element(button('Voltar')).not.toBeInTheDocument()
  await next()
  expect(boxOf(button('Voltar')).bottom).toBeGreaterThan(770)
  await button('Voltar').click()
  await expect.element(heading(0)).toBeVisible()
})

test('the total is whole beside the button that says what is missing', async () => {
  await openWizard({ step: 2 })
  await option('Kit', 'Kit Completo').click()
  await expect.element(button('Próximo')).toHaveAccessibleDescription('Escolha um tamanho de camisa')
  const amount = page.getByRole('button', { name: /^Total/ }).element().lastElementChild
  expect(amount?.scrollWidth).toBeLessThanOrEqual(amount?.clientWidth ?? 0)
  const { right, height } = boxOf(button('Próximo'))
  expect(right).toBeLessThanOrEqual(390)
  expect(button('Próximo').element().scrollHeight).toBeLessThanOrEqual(height)
})

test('Próximo says which choice is missing; pressing it shows the marked field', async () => {
  await openWizard({ step: 2 })
  await expect.element(button('Próximo')).toHaveAccessibleDescription('Escolha um kit')
  await next()
  await expect.element(button('Próximo')).not.toHaveAccessibleDescription()
  const problem = page.getByText('Escolha um kit', { exact: true })
  expect(boxOf(problem).bottom).toBeLessThan(boxOf(button('Próximo')).top)
  await option('Kit', 'Kit Gratuito').click()
  await expect.element(page.getByText('Escolha um kit')).not.toBeInTheDocument()
})
