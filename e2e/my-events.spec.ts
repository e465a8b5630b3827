import { readFile } from 'node:fs/promises'
import { expect, type Page } from 'playwright/test'
import { expectAccessible } from './accessibility.ts'
import { placeOrder } from './create-order.ts'
import { toast } from './toast.ts'
import { registering as test } from './wizard.ts'

// Specification, page 1: §2.9 'Meus Eventos'; and the page of one registration.

const row = (page: Page, name: string | RegExp) => page.getByRole('row', { name })

test('a participant finds a registration, changes its payment method, cancels it, and prints the receipt of a free one', {
  tag: '@operation',
}, async ({ page, request, self, race }) => {
  await placeOrder(request, self, race)

  await test.step('shows the columns, one row per registration, and the footer', async () => {
    await page.goto('/participante/eventos')
    await expect(row(page, race.title).getByRole('cell')).toHaveText([
      `${race.title}${self.name}`,
      race.date_event ?? '',
      'São Paulo, SP',
      '07:00',
      '5 km Geral',
      '',
      'R$\u00a0107,50',
      'Pendente',
      'Pendente',
    ])
    await expect(page.getByText('Página 1 de 1, total de 1 registros')).toBeVisible()
  })

  await test.step('filters are in the URL; Buscar applies, Limpar resets them', async () => {
    await page.getByLabel('Título').fill('nenhuma assim')
    await page.getByRole('button', { name: 'Buscar' }).click()
    await expect(page).toHaveURL('/participante/eventos?title=nenhuma+assim')
    await expect(page.getByText('Nenhum registro encontrado.')).toBeVisible()
    await page.reload()
    await expect(page.getByLabel('Título')).toHaveValue('nenhuma assim')
    await page.getByRole('link', { name: 'Limpar', exact: true }).click()
    await expect(page).toHaveURL('/participante/eventos')
    await expect(row(page, race.title)).toBeVisible()
    await expect(page.getByLabel('Título')).toHaveValue('')
    await page.goBack()
    await expect(page.getByLabel('Título')).toHaveValue('nenhuma assim')
    await page.goForward()
  })

  const main = page.getByRole('main')
  const payment = main.getByRole('region', { name: 'Pagamento' })
  await test.step('shows price lines, answers, terms and payment', async () => {
    await row(page, race.title).getByRole('link', { name: race.title }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(race.title)
    await expect(main.getByRole('region', { name: 'Prova e kit' })).toContainText('CamisaM')
    await expect(main.getByRole('region', { name: 'Valor' })).toContainText('TotalR$\u00a0107,50')
    const promises = main.getByRole('region', { name: 'Respostas e termos' })
    await expect(promises).toContainText('Vai usar o guarda-volumes?Sim')
    await expect(promises).toContainText(/Versão 1, aceita em \d\d\/\d\d\/\d{4} às \d\d:\d\d/)
    await expect(main.getByText('Pendente', { exact: true })).toHaveCount(1)
    await expect(payment.getByRole('link', { name: 'Ir para pagamento' })).toBeVisible()
  })

  await test.step('the event can be added to the calendar', async () => {
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Adicionar ao calendário' }).click(),
    ])
    expect(file.suggestedFilename()).toBe('corrida.ics')
    const calendar = await readFile(await file.path(), 'utf8')
    expect(calendar).toContain('BEGIN:VCALENDAR')
    expect(calendar).toContain(`SUMMARY:${race.title}`)
  })

  await test.step('a payment method can be changed', async () => {
    await payment.getByRole('button', { name: 'Pagar de outra forma' }).click()
    const dialog = page.getByRole('dialog', { name: 'Pagar de outra forma' })
    await dialog.getByRole('radio', { name: 'Boleto' }).check()
    await dialog.getByRole('button', { name: 'Gerar novo pagamento' }).click()
    await expect(toast(page, 'Novo pagamento gerado.')).toBeVisible()
    await expect(dialog).toBeHidden()
    await expect(payment.getByRole('heading', { name: 'Boleto' })).toBeVisible()
    await expect(payment.getByRole('link', { name: 'Ir para pagamento' })).toHaveCount(1)
    await expect(payment.getByText('Cancelado').first()).toBeVisible()
  })

  const cancel = async () => {
    await page.getByRole('button', { name: 'Cancelar inscrição' }).click()
    const dialog = page.getByRole('dialog', { name: 'Cancelar esta inscrição?' })
    await dialog.getByRole('button', { name: 'Sim, cancelar' }).click()
    await expect(toast(page, 'Inscrição cancelada com sucesso.')).toBeVisible()
    await expect(main.getByText('Cancelado').first()).toBeVisible()
    await expect(page.getByRole('button', { name: 'Cancelar inscrição' })).toBeHidden()
  }
  await test.step("a participant cancels: 'Inscrição cancelada com sucesso.'", cancel)

  const undo = { name: 'Desfazer cancelamento' }
  await test.step('undoes it on the page, and in the list', async () => {
    await expect(page.getByRole('region', { name: 'Mudou de ideia?' })).toContainText('faltam 09:')
    await expectAccessible(page)
    await page.getByRole('button', undo).click()
    await expect(toast(page, 'Cancelamento desfeito. A inscrição vale de novo.')).toBeVisible()
    await expect(payment.getByRole('link', { name: 'Ir para pagamento' })).toHaveCount(1)
    await cancel()
    await page.goto('/participante/eventos')
    await row(page, race.title).getByRole('button', undo).click()
    await expect(row(page, race.title).getByRole('cell').last()).toHaveText('Pendente')
    await page.getByRole('link', { name: race.title }).first().click()
    await cancel()
  })

  await test.step('a confirmed registration has a receipt', async () => {
    const { registrations } = await placeOrder(request, self, race, { kit: 'Kit Gratuito' })
    await page.goto(`/participante/inscricoes/${registrations[0]?.id}`)
    await page.getByRole('link', { name: 'Comprovante' }).click()
    const sheet = page.getByRole('article')
    await expect(sheet.getByRole('heading')).toHaveText('Comprovante de inscrição')
    await expect(sheet).toContainText(self.name)
    await expect(sheet).toContainText(race.title)
    await page.emulateMedia({ media: 'print' })
    await expect(page.getByRole('navigation')).toHaveCount(0)
    await expect(page.getByRole('button', { name: 'Imprimir' })).toBeHidden()
  })
})
