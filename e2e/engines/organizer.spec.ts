import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect } from 'playwright/test'
import readXlsxFile from 'read-excel-file/node'
import { createAccount, logIn } from '../create-account.ts'
import { placeOrder } from '../create-order.ts'
import { createRace } from '../create-race.ts'
import { signIn, test } from './journey.ts'

// In every engine: an organizer looks after the participants of an event.

test('an organizer filters participants, edits and cancels registrations, and exports them', async ({
  view,
  driver,
  request,
}) => {
  const [race, pending, free] = await Promise.all([
    createRace(request),
    createAccount(request),
    createAccount(request),
  ])
  await placeOrder(request, pending, race)
  await placeOrder(request, free, race, { kit: 'Kit Gratuito' })
  const row = ({ name }: { name: string }) => view.getByRole('row').filter(name)
  const dialog = (name: string) => view.getByRole('dialog', { name })
  await signIn(view, await logIn(request, 'organizador@largada.test'))
  await view.goto(`/organizador/eventos/${race.id}/participantes`)
  await row(pending).expectVisible()
  await row(free).expectVisible()

  await test.step('filter', async () => {
    await view.getByRole('button', { name: 'Filtros', exact: true }).click()
    await view.getByLabel('Produto').selectOption('Kit Gratuito')
    await row(pending).expectHidden()
    await row(free).expectVisible()
    await view.press('Escape')
    await view.getByRole('link', { name: 'Limpar filtros' }).click()
    await row(pending).expectVisible()
  })

  await test.step('panel', async () => {
    await view.getByRole('link', { name: pending.name }).click()
    await dialog(pending.name).getByRole('button', { name: 'Corrigir dados' }).click()
    await dialog('Corrigir dados').getByLabel('Nome').fill('Nome Corrigido')
    await dialog('Corrigir dados').getByLabel('Motivo').fill('Documento conferido')
    await dialog('Corrigir dados').getByRole('button', { name: 'Corrigir', exact: true }).click()
    await dialog('Nome Corrigido').expectText('Documento conferido')
    pending.name = 'Nome Corrigido'
    await view.press('Escape')
    await view.getByRole('dialog').expectHidden()
    await row(pending).expectVisible()
  })

  await test.step('export', async () => {
    await view.getByRole('button', { name: 'Exportar' }).click()
    const exporting = dialog('Exportar participantes')
    await exporting.getByText('Excel (XLSX)').click()
    await exporting.getByRole('button', { name: 'Baixar arquivo' }).click()
    await view.toast('2 linhas exportadas.').expectVisible()
    const file = `participants-event-${race.id}.xlsx`
    await expect.poll(() => readdir(driver.downloads)).toEqual([file])
    const [sheet] = (await readXlsxFile(await readFile(join(driver.downloads, file)))) as unknown as [
      { data: unknown[][] },
    ]
    expect(sheet.data.flat()).toEqual(expect.arrayContaining([pending.name, free.name]))
  })

  await test.step('edit', async () => {
    await view.getByRole('button', { name: `Ações de ${pending.name}` }).click()
    await view.getByRole('menuitem', { name: 'Editar' }).click()
    const form = view.getByRole('form', { name: 'Nova Seleção' })
    await form.getByLabel('Tamanho da camisa').selectOption('P')
    await form.getByRole('button', { name: 'Salvar' }).click()
    await view.getByRole('region', { name: 'Detalhes Atuais' }).expectText(/Tamanho da camisa P/)
  })

  await test.step('cancel', async () => {
    await view.goto(`/organizador/eventos/${race.id}/participantes`)
    await view.getByRole('button', { name: `Ações de ${pending.name}` }).click()
    await view.getByRole('menuitem', { name: 'Cancelar Inscrição' }).click()
    await view.getByRole('button', { name: 'Sim, cancelar' }).click()
    await view.toast('Inscrição cancelada com sucesso.').expectVisible()
    await row(pending).expectText('Cancelado')
  })
})
