import { expect, type Locator, type Page, test } from 'playwright/test'
import { expectAccessible } from './accessibility.ts'
import { logIn, signIn } from './create-account.ts'
import { createRace } from './create-race.ts'

// Specification, page 2, §2: 'Listagem de Eventos'.
// web/app/features/event-management/list/events-screen.test.tsx tests what each user sees;
// e2e/producer-journey.spec.ts tests it with real permissions.

const LIST = '/organizador/eventos'

const rowOf = (page: Page, title: string): Locator =>
  page.getByRole('row').filter({ has: page.getByRole('link', { name: title, exact: true }) })

async function openMenu(page: Page, title: string) {
  await page.getByRole('button', { name: `Ações de ${title}` }).click()
  return page.getByRole('menu')
}

test('an event is found by filters kept in the URL, closed and opened, and copied to a new date', {
  tag: '@operation',
}, async ({ page }) => {
  const race = await createRace(page.request, { vacancy_limit: 80 })
  await signIn(page.context(), await logIn(page.request, 'organizador@largada.test'))
  await page.goto(LIST)
  await expect(page.getByRole('heading', { level: 1, name: 'Listagem de Eventos' })).toBeVisible()
  await expect(page.getByText(/^Página 1 de/)).toBeVisible()
  await expectAccessible(page)
  await page.setViewportSize({ width: 1280, height: 800 })

  await page.getByRole('searchbox', { name: 'Título' }).fill(race.title)
  const day = race.date_event?.split('/').reverse().join('-') ?? ''
  await page.getByLabel('Data inicial').fill(day)
  await page.getByLabel('Data final').fill(day)
  await page.getByRole('button', { name: 'Buscar' }).click()
  await expect(page).toHaveURL(new RegExp(`date_event_start=${day}&date_event_end=${day}`))
  await expect(page.getByRole('row')).toHaveCount(2)
  await page.reload()
  await expect(page.getByLabel('Título')).toHaveValue(race.title)
  const row = rowOf(page, race.title)
  for (const text of ['0 de 80', `${race.date_event} · 07:00`, 'São Paulo, SP', 'Ativo'])
    await expect(row).toContainText(text)

  await (await openMenu(page, race.title)).getByRole('menuitem', { name: 'Fechar Evento' }).click()
  await expect(page.getByRole('alert')).toContainText('Status alterado com sucesso!')
  await expect(row).toContainText('Inativo')
  await page.reload()
  await expect(row).toContainText('Inativo')
  await (await openMenu(page, race.title)).getByRole('menuitem', { name: 'Abrir Evento' }).click()
  await expect(row).toContainText('Ativo')

  await (await openMenu(page, race.title)).getByRole('menuitem', { name: 'Duplicar' }).click()
  const dialog = page.getByRole('dialog', { name: 'Duplicar evento' })
  await dialog.getByLabel('Data da nova edição').fill('2031-05-18')
  await dialog.getByRole('button', { name: 'Duplicar' }).click()
  await expect(page).toHaveURL(/\/organizador\/eventos\/detalhe\/\d+$/)
  await expect(page.getByLabel(/^Data do evento/)).toHaveValue('18/05/2031')
  expect(page.url()).not.toContain(`/${race.id}`)
})
