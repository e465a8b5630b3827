import { expect, type Locator, type Page } from 'playwright/test'

/** Helpers of the tests of an event's form. */

export const MANAGE_EVENT = '/organizador/eventos/detalhe'

export const goTo = (page: Page, step: string): Promise<void> =>
  page.getByRole('navigation', { name: 'Etapas' }).getByRole('button', { name: step }).click()

export const save = (page: Page): Promise<void> =>
  page.getByRole('toolbar').getByRole('button', { name: 'Salvar', exact: true }).click()

/** Finds a field by its path in the form, because labels repeat within a step. */
export const at = (page: Page, path: string): Locator => page.locator(`[name="${path}"]`)

/** Pastes text as copied from a spreadsheet. */
export const paste = (field: Locator, text: string): Promise<void> =>
  field.evaluate((element, copied) => {
    const clipboardData = new DataTransfer()
    clipboardData.setData('text', copied)
    element.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
  }, text)

/** Uploads an image generated in the page. */
export async function givePicture(page: Page, label: string): Promise<void> {
  const drawn = await page.evaluate(() => {
    const canvas = document.createElement('canvas')
    canvas.width = 640
    canvas.height = 400
    const context = canvas.getContext('2d')
    if (context) context.fillStyle = '#e97504'
    context?.fillRect(0, 0, 640, 400)
    return canvas.toDataURL('image/png').split(',')[1] ?? ''
  })
  const stored = page.waitForResponse((response) => response.url().includes('/organizer/uploads'))
  await page
    .getByLabel(label)
    .setInputFiles({ name: 'capa.png', mimeType: 'image/png', buffer: Buffer.from(drawn, 'base64') })
  await stored
  await expect(page.getByLabel(label)).toBeEnabled()
}
