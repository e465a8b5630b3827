import { expect, type Locator, type Page } from 'playwright/test'

/** What the tests of the event editor have in common. */

export const MANAGE_EVENT = '/organizador/eventos/detalhe'

export const goTo = (page: Page, step: string): Promise<void> =>
  page.getByRole('navigation', { name: 'Etapas' }).getByRole('button', { name: step }).click()

export const save = (page: Page): Promise<void> =>
  page.getByRole('toolbar').getByRole('button', { name: 'Salvar', exact: true }).click()

/** A field by its place in the document: many of one label may stand on a step. */
export const at = (page: Page, path: string): Locator => page.locator(`[name="${path}"]`)

/** Drawn by the page itself: a picture of some size that no other test needs. */
export async function givePicture(page: Page, label: string): Promise<void> {
  const drawn = await page.evaluate(() => {
    const canvas = document.createElement('canvas')
    canvas.width = 640
    canvas.height = 400
    const pen = canvas.getContext('2d')
    if (pen) pen.fillStyle = '#e97504'
    pen?.fillRect(0, 0, 640, 400)
    return canvas.toDataURL('image/png').split(',')[1] ?? ''
  })
  await page
    .getByLabel(label)
    .setInputFiles({ name: 'capa.png', mimeType: 'image/png', buffer: Buffer.from(drawn, 'base64') })
  const dialog = page.getByRole('dialog', { name: `Recortar: ${label.toLowerCase()}` })
  await dialog.getByRole('button', { name: 'Usar imagem' }).click()
  await expect(dialog).toBeHidden()
}
