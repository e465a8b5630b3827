import { type Browser, expect, type Page, test } from 'playwright/test'
import { logIn, signIn } from './create-account.ts'
import { MANAGE_EVENT } from './manage-event.ts'
import { toast } from './toast.ts'

// An event is begun on one device and continued on another; a field that both change is asked about.

const ORGANIZER = 'organizador@largada.test'

async function device(browser: Browser): Promise<Page> {
  const page = await (await browser.newContext()).newPage()
  await signIn(page.context(), await logIn(page.request, ORGANIZER))
  return page
}
const isSaved = (page: Page) => expect(page.getByText('Rascunho salvo')).toBeVisible()

test('a draft is found on another device, joined with its changes, and becomes one event', {
  tag: '@operation',
}, async ({ page, browser }) => {
  const title = `Noturna ${Math.random().toString(36).slice(2, 8)}`
  await signIn(page.context(), await logIn(page.request, ORGANIZER))
  await page.goto(`${MANAGE_EVENT}/novo`)
  await page.getByLabel('Título').fill(title)
  await isSaved(page)
  await expect(page).toHaveURL(/rascunho=/)

  const other = await device(browser)
  await other.goto('/organizador/eventos')
  await other.getByRole('region', { name: 'Rascunhos' }).getByRole('link', { name: title }).click()
  await expect(other.getByLabel('Título')).toHaveValue(title)
  await other.getByLabel('Regras').fill('Escritas no outro aparelho.')
  await isSaved(other)

  await test.step('what the other device added joins in', async () => {
    await page.getByLabel('País').fill('Chile')
    await expect(page.getByLabel('Regras')).toHaveValue('Escritas no outro aparelho.')
    await isSaved(page)
  })
  await test.step('a field that both changed waits for a choice', async () => {
    await other.getByLabel('País').fill('Peru')
    const dialog = other.getByRole('dialog', { name: 'Escolha o que fica' })
    await expect(dialog).toContainText('Chile')
    await dialog.getByRole('group', { name: 'País' }).getByLabel('outro aparelho').check()
    await dialog.getByRole('button', { name: 'Guardar rascunho' }).click()
    await expect(other.getByLabel('País')).toHaveValue('Chile')
    await isSaved(other)
  })
  await test.step('the draft becomes an event once', async () => {
    await other.getByRole('button', { name: 'Salvar sem abrir' }).click()
    await expect(toast(other, 'Evento criado com sucesso!')).toBeVisible()
    await page.getByRole('button', { name: 'Salvar sem abrir' }).click()
    await expect(toast(page, 'já fez um evento dele').first()).toBeVisible()
    await other.goto(`/organizador/eventos?title=${encodeURIComponent(title)}`)
    await expect(other.getByRole('row', { name: title })).toHaveCount(1)
    await expect(other.getByRole('row', { name: title })).toContainText('Rascunho')
    await expect(other.getByRole('region', { name: 'Rascunhos' })).toHaveCount(0)
  })
  await test.step('asked again, the first device makes an event of its own', async () => {
    await page.getByRole('button', { name: 'Salvar sem abrir' }).click()
    await expect(toast(page, 'Evento criado com sucesso!')).toBeVisible()
    await other.reload()
    await expect(other.getByRole('row', { name: title })).toHaveCount(2)
  })
  await other.context().close()
})
