import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect } from 'playwright/test'
import readXlsxFile from 'read-excel-file/node'
import sharp from 'sharp'
import { toBrazilianDate } from '#contract/dates.ts'
import { createAccount, logIn } from '../create-account.ts'
import { placeOrder } from '../create-order.ts'
import { createRace } from '../create-race.ts'
import { inDays } from '../days.ts'
import { MANAGE_EVENT } from '../manage-event.ts'
import { signIn, test } from './journey.ts'

// In every engine: an organizer creates and opens an event, and manages the participants of another.

const day = (days: number) => toBrazilianDate(inDays(days))

test('an organizer creates an event with pictures, kits and sizes, and opens it', {
  tag: '@operation',
}, async ({ view, driver, request }) => {
  const title = `Corrida do Zero ${Math.random().toString(36).slice(2, 8)}`
  const picture = join(driver.downloads, 'capa.png')
  await sharp({ create: { width: 640, height: 400, channels: 3, background: '#e97504' } }).toFile(picture)
  const at = (path: string) => view.locator(`[name="${path}"]`)
  const press = (name: string) => view.getByRole('button', { name, exact: true }).last().click()
  const goTo = (step: string) =>
    view.getByRole('navigation', { name: 'Etapas' }).getByRole('button', { name: step }).click()
  await signIn(view, await logIn(request, 'organizador@largada.test'))
  await view.goto(`${MANAGE_EVENT}/novo`)
  await view.getByRole('heading', { level: 1, name: 'Novo evento' }).expectVisible()

  await test.step('description, dates, city and pictures', async () => {
    await at('title').fill(title)
    await at('description').fill('Feita no editor, do primeiro ao último campo.')
    await view.getByLabel('Data do evento').fill(day(60))
    await view.getByLabel('Horário de largada').fill('06:30')
    await view.getByLabel('Início das inscrições').fill(day(-1))
    await view.getByLabel('Fim das inscrições').fill(day(45))
    await view.getByLabel('Estado').selectOption('Bahia')
    await view.getByRole('combobox', { name: 'Cidade' }).fill('ilheus')
    await view.getByRole('option', { name: 'Ilhéus', exact: true }).click()
    await view.getByLabel('E-mail de contato').fill('contato@exemplo.test')
    // Not public, because other tests count the events of the public list.
    await view.getByRole('switch', { name: 'Público' }).click()
    for (const label of ['Imagem de capa', 'Imagem do evento']) {
      await view.getByLabel(label).upload(picture)
      await view
        .getByRole('img', { name: 'Prévia' })
        .nth(label === 'Imagem de capa' ? 0 : 1)
        .expectVisible()
    }
  })

  await test.step('a modality and a kit with sizes', async () => {
    await goTo('Modalidades')
    await press('Adicionar modalidade')
    await at('modalities.0.modality_name').fill('5 km')
    await press('Adicionar categoria')
    await at('modalities.0.categories.0.category_name').fill('Geral')
    await goTo('Produtos')
    await press('Adicionar produto')
    await at('products.0.name').fill('Kit Completo')
    await at('products.0.value').fill('100')
    await at('products.0.quantity').fill('100')
    await at('products.0.type_fee').selectOption('Percentual')
    await at('products.0.rate_organizer').fill('10')
    await press('Adicionar P, M, G e GG')
    for (let size = 0; size < 4; size++) await at(`products.0.shirt_sizes.${size}.quantity`).fill('25')
    await goTo('Formas de Pagamento')
    await view.getByRole('switch', { name: 'Pix' }).click()
  })

  await test.step('save, close, open and view', async () => {
    await view.getByRole('toolbar').getByRole('button', { name: 'Salvar', exact: true }).click()
    await view.toast('Evento criado com sucesso!').expectVisible()
    await view.getByRole('heading', { level: 1, name: title }).expectVisible()
    await view.goto(`/organizador/eventos?title=${encodeURIComponent(title)}`)
    for (const [entry, status] of [
      ['Fechar Evento', 'Inativo'],
      ['Abrir Evento', 'Ativo'],
    ] as const) {
      await view.getByRole('button', { name: `Ações de ${title}` }).click()
      await view.getByRole('menuitem', { name: entry }).click()
      await view.getByRole('row').filter(title).expectText(status)
    }
  })
})

test('an organizer filters participants, edits and cancels registrations, and exports them', {
  tag: '@operation',
}, async ({ view, driver, request }) => {
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
    const corrected = `${pending.name}a`
    await view.getByRole('link', { name: pending.name }).click()
    await dialog(pending.name).getByRole('button', { name: 'Corrigir dados' }).click()
    await dialog('Corrigir dados').getByLabel('Nome').fill(corrected)
    await dialog('Corrigir dados').getByLabel('Motivo').fill('Documento conferido')
    await dialog('Corrigir dados').getByRole('button', { name: 'Corrigir', exact: true }).click()
    await dialog(corrected).expectText('Documento conferido')
    pending.name = corrected
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
    const file = `${race.title.toLowerCase().replaceAll(' ', '-')}-participantes.xlsx`
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
