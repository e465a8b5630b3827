import { expect, type Page } from 'playwright/test'
import type { PublicEvent } from '#contract/event.ts'
import { expectAccessible } from './accessibility.ts'
import { createRace } from './create-race.ts'
import { acceptTerms, advance, heading, next, openWizard, option, register, success, test } from './wizard.ts'

// Specification, page 2, §2 and §3: a question may ask for a file, such as a medical certificate.

const CERTIFICATE = 'Tem atestado médico?'
const PDF = {
  name: 'atestado.pdf',
  mimeType: 'application/pdf',
  buffer: Buffer.from('%PDF-1.7\n1 0 obj\n%%EOF'),
}

const question = (page: Page) => page.getByRole('group', { name: CERTIFICATE })
const file = (page: Page) => question(page).getByLabel(/^(Anexar|Trocar) arquivo/)
const expectLastStep = (page: Page) => expect(heading(page, 3)).toBeVisible()

/** Opens the third step of an event that requires a certificate. */
async function openKitStep(page: Page): Promise<PublicEvent> {
  const race = await createRace(page.request, {
    questionnaires: [{ description: CERTIFICATE, attach_file: 1 }],
  })
  await openWizard(page, race)
  await advance(page, 0, 2)
  await option(page, 'Kit', 'Kit Completo').check()
  await option(page, 'Tamanho da camisa', 'M').check()
  return race
}

test('a file is required for the answer yes, not for no', async ({ page }) => {
  await openKitStep(page)
  await option(page, CERTIFICATE, 'Não').check()
  await expect(file(page)).toHaveCount(0)
  await option(page, CERTIFICATE, 'Sim').check()
  await next(page)
  await expect(question(page).getByRole('alert')).toHaveText('Anexe o arquivo pedido.')
  await expect(file(page)).toBeFocused()
  await option(page, CERTIFICATE, 'Não').check()
  await next(page)
  await expectLastStep(page)
})

test('a file that is neither image nor PDF shows an error immediately', async ({ page }) => {
  await openKitStep(page)
  await option(page, CERTIFICATE, 'Sim').check()
  await file(page).setInputFiles({ name: 'lista.txt', mimeType: 'text/plain', buffer: Buffer.from('nada') })
  await expect(question(page).getByRole('alert')).toHaveText('Escolha uma imagem ou um PDF')
  await file(page).setInputFiles({ ...PDF, buffer: Buffer.from('nada') })
  await expect(question(page).getByRole('alert')).toHaveText('Formato de arquivo não aceito.')
})

test('no axe violations and no horizontal scrolling at any width', async ({ page }) => {
  await openKitStep(page)
  await option(page, CERTIFICATE, 'Sim').check()
  await file(page).setInputFiles(PDF)
  await expect(question(page)).toContainText('atestado.pdf')
  await expectAccessible(page, 'main')
})

test('the file survives a reload, is sent with the registration, and can be downloaded', async ({ page }) => {
  const { title } = await openKitStep(page)
  await option(page, CERTIFICATE, 'Sim').check()
  await file(page).setInputFiles(PDF)
  await expect(question(page)).toContainText('atestado.pdf')
  await page.reload()
  await expect(question(page)).toContainText('atestado.pdf')
  await next(page)
  await expectLastStep(page)
  await option(page, 'Forma de pagamento', 'Pix').check()
  await acceptTerms(page)
  await register(page).click()
  await expect(success(page)).toBeVisible()

  await page.goto('/participante/eventos')
  await page.getByRole('link', { name: title, exact: true }).click()
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Baixar anexo' }).click()
  expect((await download).suggestedFilename()).toMatch(/^anexo-\d+\.pdf$/)
})
