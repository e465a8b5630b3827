import { expect, type Page, test } from 'playwright/test'
import { expectAccessible } from './accessibility.ts'
import { logIn, signIn } from './create-account.ts'
import { createRace, readRace } from './create-race.ts'
import { at, goTo, MANAGE_EVENT, paste, save } from './manage-event.ts'

// Specification, page 2, §2 to §5 and §8: the form of an event.
// web/app/features/event-management/manage-event-screen.test.tsx tests its steps;
// e2e/new-event-journey.spec.ts creates an event.

async function openRace(page: Page, step = 1) {
  const race = await createRace(page.request)
  const session = await logIn(page.request, 'organizador@largada.test')
  await signIn(page.context(), session)
  await page.goto(`${MANAGE_EVENT}/${race.id}?etapa=${step}`)
  await expect(page.getByRole('heading', { level: 1, name: race.title })).toBeVisible()
  return { race, session }
}

const form = (page: Page) => page.locator('form[aria-label]').last()
const expectToast = (page: Page, words: string) =>
  expect(page.getByRole('alert').filter({ hasText: words }).first()).toBeVisible()
const expandItem = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()

test('an event is edited: a draft survives a reload, a concurrent save is joined with it, and the order of items reaches the public page', {
  tag: '@operation',
}, async ({ page }) => {
  const { race, session } = await openRace(page)
  const headers = { authorization: `Bearer ${session.token}` }

  await test.step('unsaved changes are there after a reload, and gone after a save', async () => {
    await page.getByLabel('Título').fill('Título sem salvar')
    page.once('dialog', (asked) => void asked.accept())
    await page.reload()
    await expect(page.getByLabel('Título')).toHaveValue('Título sem salvar')
    await expect(page.getByText('Você vê mudanças ainda não salvas')).toBeVisible()
    await save(page)
    await expectToast(page, 'Evento atualizado com sucesso!')
    await page.reload()
    await expect(page.getByLabel('Título')).toHaveValue('Título sem salvar')
    await expect(page.getByText('Você vê mudanças ainda não salvas')).toHaveCount(0)
  })
  await test.step('after a concurrent save the differing fields are chosen, and saved', async () => {
    await page.getByLabel('Título').fill('Meu título')
    await page.getByLabel('País').fill('Chile')
    const stored = await page.request.get(`/api/v1/organizer/events/${race.id}`, { headers })
    const { data } = await stored.json()
    await page.request.put(`/api/v1/organizer/events/${race.id}`, {
      data: { ...data, title: 'Título dela' },
      headers,
    })
    await save(page)
    const dialog = page.getByRole('dialog', { name: 'Escolha o que fica' })
    await dialog.getByRole('group', { name: 'Título' }).getByLabel('outro aparelho').check()
    await dialog.getByRole('button', { name: 'Salvar o escolhido' }).click()
    await expectToast(page, 'Evento atualizado com sucesso!')
    await expect(page.getByLabel('Título')).toHaveValue('Título dela')
    await expect(page.getByLabel('País')).toHaveValue('Chile')
  })
  await test.step("the step survives a reload; 'Salvar e Fechar' leads to the list", async () => {
    await goTo(page, 'Modalidades')
    await page.reload()
    await expect(page.getByRole('form', { name: 'Modalidades' })).toBeVisible()
    const up = form(page).getByRole('button', { name: 'Mover 10 km para cima' })
    await up.press('Enter')
    await expect(up).toBeDisabled()
    await page.getByRole('button', { name: 'Salvar e Fechar' }).click()
    await expectToast(page, 'Evento atualizado com sucesso!')
    await expect(page).toHaveURL('/organizador/eventos')
  })
  await page.request.put(`/api/v1/organizer/events/change-status/${race.id}`, {
    data: { status: 1 },
    headers,
  })
  await page.goto(`/events/${race.slug}`)
  await expect(page.getByRole('tab')).toHaveText([/^10 km/, /^5 km/])
})

test('30 categories pasted from a spreadsheet are reordered, sold in a kit, saved and public', {
  tag: '@operation',
}, async ({ page }) => {
  const { race } = await openRace(page, 2)
  await expandItem(page, '10 km')
  await page.getByRole('button', { name: 'Adicionar categoria' }).last().click()
  const name = (row: number) => at(page, `modalities.1.categories.${row}.category_name`)
  await expect(name(1)).toBeFocused()
  const rows = Array.from({ length: 30 }, (_, i) => `Faixa ${i + 1}\tF\t${18 + i}\t${18 + i}\t100`)
  await paste(name(1), ['Categoria\tSexo\tIdade mínima\tIdade máxima\tVagas', ...rows].join('\n'))
  await expect(name(30)).toHaveValue('Faixa 30')
  await page.getByRole('button', { name: 'Mover Faixa 30', exact: true }).press('ArrowUp')
  await expect(name(29)).toHaveValue('Faixa 30')
  await goTo(page, 'Produtos')
  await page.getByRole('checkbox', { name: 'Kit 10 km: todas as categorias' }).check()
  await save(page)
  await expectToast(page, 'Evento atualizado com sucesso!')
  const { modalities } = await readRace(page.request, race)
  const names = modalities[1]?.categories.map(({ category_name }) => category_name) ?? []
  expect(names).toHaveLength(31)
  expect(names.slice(-2)).toEqual(['Faixa 30', 'Faixa 29'])
})

test('the built scripts also report problems without a message of their own in Portuguese', {
  tag: '@operation',
}, async ({ page }) => {
  await openRace(page)
  const field = page.getByLabel('País')
  await field.fill('a'.repeat(70))
  await save(page)
  await expect(field).toHaveAccessibleDescription(/O campo pode ter no máximo 60 caracteres/)
})

test('no axe violations on any step, in either theme, at any width', { tag: '@operation' }, async ({
  page,
}) => {
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
