import { expect } from 'playwright/test'
import { consoleProblems, expectAccessible } from './accessibility.ts'
import { placeOrder } from './create-order.ts'
import {
  addressOf,
  advance,
  heading,
  next,
  openWizard,
  option,
  register,
  registering,
  test,
} from './wizard.ts'

// Accessibility of the wizard: no axe violations in either theme, no horizontal scrolling, usable by keyboard alone.

test('every step with its errors, a term in its dialog, and the summary of a small screen', {
  tag: '@operation',
}, async ({ page, race }) => {
  const problems = consoleProblems(page)
  const others = page.getByLabel('Desejo registrar outros participantes')
  await openWizard(page, race)
  await others.check()
  await next(page)
  await expect(page.getByText('Preencha o nome do participante.')).toBeVisible()
  await expectAccessible(page)
  await others.uncheck()

  await advance(page, 0, 1)
  await next(page)
  await expect(page.getByText('Escolha uma modalidade', { exact: true })).toBeVisible()
  await expectAccessible(page)

  await advance(page, 1, 2)
  await option(page, 'Kit', 'Kit Completo').check()
  await next(page)
  await expect(page.getByText('Escolha um tamanho de camisa')).toBeVisible()
  await expectAccessible(page)

  await advance(page, 2, 3)
  await register(page).click()
  await expect(page.getByText('Escolha uma forma de pagamento')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Ler: Uso de imagem' }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
  // Checks only the dialog: text behind the overlay is excluded.
  await expectAccessible(page, '[role="dialog"]')
  await page.keyboard.press('Escape')

  await page.setViewportSize({ width: 390, height: 844 })
  await page.getByRole('button', { name: /^Total/ }).click()
  await expect(page.getByText('Taxa de serviço')).toBeVisible()
  await expectAccessible(page)
  expect(problems).toEqual([])
})

registering(
  'the screens after the wizard: success with one and two to pay, Meus Eventos, a registration and its receipt',
  { tag: '@operation' },
  async ({ page, request, self, race }) => {
    const problems = consoleProblems(page)
    // The page is hydrated before its URL is replaced.
    await page.goto('/', { waitUntil: 'networkidle' })
    for (const names of [['Ana Lima'], ['Ana Lima', 'Bruno Sá']]) {
      await page.evaluate((names) => {
        const participants = names.map((name) => ({ name, payment_link: '/pagar' }))
        history.replaceState({ usr: { participants }, key: 'success' }, '', '/confirmacao-pagamento')
      }, names)
      await page.reload()
      await expect(page.getByRole('img', { name: 'Concluída' })).toBeVisible()
      await expectAccessible(page)
    }

    const { registrations } = await placeOrder(request, self, race, { kit: 'Kit Gratuito' })
    const details = `/participante/inscricoes/${registrations[0]?.id}`
    for (const path of [`${details}/comprovante`, details, '/participante/eventos']) {
      await page.goto(path, { waitUntil: 'networkidle' })
      await expectAccessible(page)
    }
    // Nine columns if they fit, otherwise one card per registration; nothing scrolls horizontally.
    const list = page
      .getByRole('table')
      .locator('..')
      .or(page.getByRole('list', { name: 'Minhas inscrições' }))
    for (const width of [600, 768, 1024, 1180, 1280]) {
      await page.setViewportSize({ width, height: 800 })
      await expect(async () => {
        const hidden = await list.evaluate((element) => element.scrollWidth - element.clientWidth)
        expect(hidden, `${width} px`).toBeLessThanOrEqual(0)
      }).toPass({ timeout: 5_000 })
    }
    expect(problems).toEqual([])
  },
)

test('the keyboard alone completes the wizard from the first step to the last', {
  tag: '@operation',
}, async ({ page, race }) => {
  await page.goto(addressOf(race))
  await expect(heading(page, 0)).toBeVisible()
  /** Presses Tab until an element with this name has focus. */
  const tabTo = async (name: RegExp) => {
    for (let presses = 0; presses < 60; presses++) {
      await page.keyboard.press('Tab')
      const focused = await page.evaluate(() => {
        const element = document.activeElement as HTMLInputElement | null
        return (
          element?.getAttribute('aria-label') ??
          element?.labels?.[0]?.textContent ??
          element?.textContent ??
          ''
        )
      })
      if (name.test(focused.trim())) return
    }
    throw new Error(`the keyboard does not reach ${name}`)
  }
  const press = (key: string) => page.keyboard.press(key)

  await tabTo(/^Desejo registrar/)
  await press('Space')
  await press('Space')
  await tabTo(/^Próximo/)
  await press('Enter')
  await expect(heading(page, 1)).toBeFocused()

  await press('Tab')
  await press('Space')
  await expect(option(page, 'Modalidade', '5 km')).toBeChecked()
  await press('ArrowDown')
  await expect(option(page, 'Modalidade', '10 km')).toBeChecked()
  await press('ArrowUp')
  await press('Tab')
  await press('Space')
  await expect(option(page, 'Categoria', '5 km Geral')).toBeChecked()
  await tabTo(/^Próximo/)
  await press('Enter')
  await expect(heading(page, 2)).toBeFocused()

  // A refused step focuses the first missing field.
  await tabTo(/^Próximo/)
  await press('Enter')
  await expect(option(page, 'Kit', 'Kit Completo')).toBeFocused()
  await press('Space')
  await press('Tab')
  await press('Space')
  await expect(option(page, 'Tamanho da camisa', 'P')).toBeChecked()
  for (const _question of race.questionnaires) {
    await press('Tab')
    await press('ArrowDown')
  }
  await tabTo(/^Próximo/)
  await press('Enter')
  await expect(heading(page, 3)).toBeFocused()

  await tabTo(/^Pix/)
  await press('Space')
  await expect(option(page, 'Forma de pagamento', 'Pix')).toBeChecked()
  for (const term of race.terms) {
    await tabTo(new RegExp(`^Li e aceito: ${term.name}`))
    await press('Space')
  }
  await tabTo(/^Registrar/)
  await expect(register(page)).toBeFocused()
})
