import { expect } from 'playwright/test'
import { expectAccessible } from './accessibility.ts'
import { newCpf } from './create-account.ts'
import { createRace } from './create-race.ts'
import { toast } from './toast.ts'
import {
  acceptTerms,
  addCoupon,
  advance,
  back,
  expectLine,
  fillPerson,
  heading,
  next,
  openWizard,
  option,
  register,
  sameForAll,
  success,
  summary,
  test,
} from './wizard.ts'

// Specification, page 2, §2 to §5: coupons, the draft and files, which need the server or a reload.
// web/app/features/checkout/*.test.tsx test the steps themselves.

test('§5 coupons are refused or applied by the server; another kit resets coupon, discount and final value', async ({
  page,
  race,
}) => {
  await openWizard(page, race)
  await advance(page, 0, 3)
  for (const [code, message] of [
    ['NAOEXISTE', 'Cupom inválido.'],
    ['SOBASICO', 'Este cupom não vale para o kit escolhido.'],
  ] as const) {
    await addCoupon(page, code)
    await expect(page.getByText(message)).toBeVisible()
  }
  await addCoupon(page, 'dez')
  await expect(toast(page, 'Cupom aplicado com sucesso!')).toBeVisible()
  await expectLine(page, 'Cupom DEZ', '-R$ 10,00')
  await expectLine(page, 'Taxa de serviço', 'R$ 7,50')
  await expectLine(page, 'Total', 'R$ 97,50')
  await back(page)
  await option(page, 'Kit', 'Kit Básico').check()
  await expectLine(page, 'Total', 'R$ 60,00')
  await expect(summary(page).getByText('Cupom DEZ')).toBeHidden()
})

test("Back and Forward of the browser change the step, Forward only as far as 'Próximo' would; Back on the first step leaves the wizard", {
  tag: '@operation',
}, async ({ page, race }) => {
  await page.goto(`/events/${race.slug}`)
  const eventPage = page.url()
  await openWizard(page, race)
  await advance(page, 0, 2)
  await page.goBack()
  await expect(heading(page, 1)).toBeFocused()
  await page.goForward()
  await expect(heading(page, 2)).toBeFocused()
  await back(page)
  await expect(heading(page, 1)).toBeVisible()
  await page.goBack()
  await expect(heading(page, 0)).toBeVisible()
  // The first step is incomplete again, so Forward stays on it and shows the same message as 'Próximo'.
  await page.getByLabel('Desejo registrar outros participantes').check()
  await page.goForward()
  await expect(toast(page, 'Preencha todos os campos de cadastro dos participantes.').first()).toBeVisible()
  await expect(heading(page, 0)).toBeVisible()
  await page.getByLabel('Desejo registrar outros participantes').uncheck()
  await page.goForward()
  await expect(heading(page, 1)).toBeVisible()
  await page.reload()
  await expect(heading(page, 1)).toBeVisible()
  await page.goBack()
  await expect(heading(page, 0)).toBeVisible()
  await page.goBack()
  await expect(page).toHaveURL(eventPage)
})

// web/app/features/checkout/wizard/draft-storage.test.ts tests other invalid drafts.
test('a reload keeps all values; Back goes one step back; an invalid stored draft is discarded', {
  tag: '@operation',
}, async ({ page, race }) => {
  await openWizard(page, race)
  await page.getByLabel('Desejo registrar outros participantes').check()
  await fillPerson(page, { name: 'Ana Lima', cpf: newCpf() })
  await next(page)
  await sameForAll(page).check()
  await option(page, 'Modalidade', '5 km').check()
  await option(page, 'Categoria', '5 km Geral').check()
  await page.reload()
  await expect(heading(page, 1)).toBeVisible()
  await expect(option(page, 'Categoria', '5 km Geral')).toBeChecked()
  await page.goBack()
  await expect(heading(page, 0)).toBeVisible()
  await expect(page.getByLabel('Nome')).toHaveValue('Ana Lima')

  await page.evaluate((key) => sessionStorage.setItem(key, '{'), `registration-draft:${race.slug}`)
  await page.reload()
  await expect(heading(page, 0)).toBeVisible()
  await expect(page.getByLabel('Desejo registrar outros participantes')).not.toBeChecked()
})

test('§3 a file required by a question: refused by its content, preserved on reload, sent with the registration and downloaded; no axe violations', {
  tag: '@operation',
}, async ({ page }) => {
  const question = page.getByRole('group', { name: 'Tem atestado médico?' })
  const file = question.getByLabel(/^(Anexar|Trocar) arquivo/)
  const pdf = (content: string) => ({
    name: 'atestado.pdf',
    mimeType: 'application/pdf',
    buffer: Buffer.from(content),
  })
  const race = await createRace(page.request, {
    questionnaires: [{ description: 'Tem atestado médico?', attach_file: 1 }],
  })
  await openWizard(page, race)
  await advance(page, 0, 2)
  await option(page, 'Kit', 'Kit Completo').check()
  await option(page, 'Tamanho da camisa', 'M').check()
  await option(page, 'Tem atestado médico?', 'Sim').check()
  await file.setInputFiles(pdf('nada'))
  await expect(question.getByRole('alert')).toHaveText('Formato de arquivo não aceito.')
  await file.setInputFiles(pdf('%PDF-1.7\n1 0 obj\n%%EOF'))
  await expect(question).toContainText('atestado.pdf')
  await expectAccessible(page, 'main')
  await page.reload()
  await expect(question).toContainText('atestado.pdf')
  await next(page)
  await expect(heading(page, 3)).toBeVisible()
  await option(page, 'Forma de pagamento', 'Pix').check()
  await acceptTerms(page)
  await register(page).click()
  await expect(success(page)).toBeVisible()

  await page.goto('/participante/eventos')
  const row = page.getByRole('row', { name: race.title })
  await row.getByRole('link', { name: race.title, exact: true }).click()
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Baixar anexo' }).click()
  expect((await download).suggestedFilename()).toMatch(/^anexo-\d+\.pdf$/)
})
