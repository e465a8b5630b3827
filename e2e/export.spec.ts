import { createReadStream } from 'node:fs'
import { request as ask, createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import Papa from 'papaparse'
import { type Download, expect, type Page, test } from 'playwright/test'
import readXlsxFile from 'read-excel-file/node'
import { formatCpf } from '#contract/documents.ts'
import { expectAccessible } from './accessibility.ts'
import { createAccount, logIn, signIn } from './create-account.ts'
import { placeOrder } from './create-order.ts'
import { createRace } from './create-race.ts'
import { toast } from './toast.ts'

// Specification, page 2, §2 and §8: 'Exportar' of the participants.
// web/app/features/participants/export/export-dialog.test.tsx tests the choices, the queue and refusals.

async function raceOfTwo(page: Page) {
  const [race, first, second] = await Promise.all([
    createRace(page.request),
    createAccount(page.request),
    createAccount(page.request),
  ])
  await placeOrder(page.request, first, race)
  await placeOrder(page.request, second, race, { kit: 'Kit Gratuito' })
  await signIn(page.context(), await logIn(page.request, 'organizador@largada.test'))
  return { race, first, second }
}

const dialogOf = (page: Page) => page.getByRole('dialog', { name: 'Exportar participantes' })
const begin = (page: Page) => dialogOf(page).getByRole('button', { name: 'Baixar arquivo' })

async function rowsOf(file: Download): Promise<Record<string, string>[]> {
  const content = await text(createReadStream(await file.path()))
  return Papa.parse<Record<string, string>>(content.replace(/^\uFEFF/, ''), { header: true, delimiter: ';' })
    .data
}

test('exports the filtered list in the chosen columns, which are stored', { tag: '@operation' }, async ({
  page,
}) => {
  const { race, first, second } = await raceOfTwo(page)
  await page.goto(`/organizador/eventos/${race.id}/participantes`)
  await page.getByRole('button', { name: 'Exportar' }).click()
  await expect(dialogOf(page)).toContainText('2 inscrições: todas as do evento.')
  await expect(dialogOf(page).getByRole('button', { name: 'Completo' })).toHaveAttribute(
    'aria-pressed',
    'true',
  )
  await dialogOf(page)
    .getByText(/^Escolher colunas \((\d+) de \1\)$/)
    .click()
  await expectAccessible(page, '[role=dialog]')
  const [whole] = await Promise.all([page.waitForEvent('download'), begin(page).click()])
  expect(whole.suggestedFilename()).toEqual(expect.stringMatching(/-participantes\.csv$/))
  await expect(toast(page, '2 linhas exportadas.')).toBeVisible()
  await expect(dialogOf(page)).toBeHidden()
  const rows = await rowsOf(whole)
  expect(rows.map(({ Nome, CPF, Kit, Tamanho, Total }) => [Nome, CPF, Kit, Tamanho, Total])).toEqual([
    [second.name, formatCpf(second.cpf), 'Kit Gratuito', '', '0,00'],
    [first.name, formatCpf(first.cpf), 'Kit Completo', 'M', '107,50'],
  ])
  expect(rows[0]).toMatchObject({
    'Status do pagamento': 'Gratuito',
    'É a sua primeira corrida?': 'Sim',
    'Termo: Uso de imagem (versão)': '1',
  })

  await page.getByRole('searchbox').fill(first.name)
  await expect(page.getByRole('row')).toHaveCount(2)
  await page.getByRole('button', { name: 'Exportar' }).click()
  await expect(dialogOf(page)).toContainText('1 inscrição, com os filtros da lista.')
  await dialogOf(page).getByRole('button', { name: 'Cronometragem' }).click()
  await dialogOf(page).getByLabel('Só quem corre (inscrição confirmada)').uncheck()
  await dialogOf(page).getByText('Excel (XLSX)').click()
  const [sheet] = await Promise.all([page.waitForEvent('download'), begin(page).click()])
  expect(sheet.suggestedFilename()).toEqual(expect.stringMatching(/-cronometragem\.xlsx$/))
  const [{ data }] = (await readXlsxFile(await sheet.path())) as unknown as [{ data: unknown[][] }]
  expect(data).toHaveLength(2)
  expect(data[0]).toEqual([
    'Inscrição',
    'Número de peito',
    'Nome',
    'CPF',
    'Data de nascimento',
    'Sexo',
    'Modalidade',
    'Categoria',
    'Equipe',
    'Trecho',
    'Cidade',
  ])
  expect(data[1]).toEqual([
    expect.any(Number),
    null,
    first.name,
    formatCpf(first.cpf),
    new Date('1991-08-14'),
    'Feminino',
    '5 km',
    '5 km Geral',
    null,
    null,
    'São Paulo',
  ])

  await page.reload()
  await page.getByRole('button', { name: 'Exportar' }).click()
  await expect(dialogOf(page).getByRole('radio', { name: 'Excel (XLSX)' })).toBeChecked()
  await dialogOf(page)
    .getByText(/^Escolher colunas \(11 de \d+\)$/)
    .click()
  await expect(dialogOf(page).getByLabel('CPF')).toBeChecked()
  await expect(dialogOf(page).getByLabel('Telefone')).not.toBeChecked()
})

/** Starts a proxy to the product that cuts an export off after its first bytes, once the browser has its headers. */
async function cuttingProxy(target: string, hasHeaders: Promise<unknown>) {
  const server = createServer((asked, answer) => {
    const upstream = ask(
      new URL(asked.url ?? '/', target),
      { method: asked.method, headers: asked.headers },
      (got) => {
        answer.writeHead(got.statusCode ?? 502, got.headers)
        // The server refuses an export while one of another test runs for the same organizer.
        const isExport = asked.url?.includes('/export-event-participants') && got.statusCode === 200
        if (!isExport) return void got.pipe(answer)
        got.once('data', async (chunk: Buffer) => {
          answer.write(chunk.subarray(0, 40))
          await hasHeaders
          answer.socket?.end()
        })
      },
    )
    asked.pipe(upstream)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () => server.close(),
  }
}

test("§8 'Erro ao exportar o arquivo.': a connection lost after the queue shows an error and saves no file", {
  tag: '@operation',
}, async ({ page, baseURL }) => {
  const { race } = await raceOfTwo(page)
  const answered = page.waitForResponse(
    (answer) => answer.url().includes('/export-event-participants?') && answer.status() === 200,
  )
  const proxy = await cuttingProxy(baseURL ?? '', answered)
  let saved = 0
  page.on('download', () => {
    saved += 1
  })
  /** While true, requests get 409 with `waiting`, as from a busy server. */
  let busy = true
  await page.route('**/export-event-participants?*', (route) =>
    busy
      ? route.fulfill({ status: 409, json: { status: 409, message: 'Há fila.', waiting: 2 } })
      : route.continue(),
  )
  await page.goto(`${proxy.address}/organizador/eventos/${race.id}/participantes`)
  await page.getByRole('button', { name: 'Exportar' }).click()
  await begin(page).click()
  await expect(dialogOf(page)).toContainText('Na fila: 2 exportações antes da sua.')
  await expectAccessible(page, '[role=dialog]')
  await page.setViewportSize({ width: 1280, height: 800 })
  busy = false
  await answered
  await expect(toast(page, 'Erro ao exportar o arquivo.')).toBeVisible()
  await expect(dialogOf(page).getByRole('alert')).toHaveText(
    'A conexão caiu no meio do caminho. Nenhum arquivo incompleto foi salvo.',
  )
  expect(saved).toBe(0)
  proxy.close()
})
