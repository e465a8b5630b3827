// @module-tag operation
import { expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { TOTAL_ROWS_HEADER } from '#contract/participants/export.ts'
import { ALL_COLUMNS } from '#contract/participants/export-columns.ts'
import { answerCalls, listOf, sentCalls } from '#web-test/answers.ts'
import { button, expectText, renderScreen, signInOrganizer, toast } from '#web-test/render-screen.tsx'
import { ExportButton } from './export-button.tsx'

// Specification, page 2, §2 and §8: 'Exportar' of the participants. e2e/export.spec.ts covers the files.

const EXPORT = 'GET /organizer/events/7/export-event-participants'
const LIST = 'GET /organizer/events/7/participants'
const dialog = () => page.getByRole('dialog', { name: 'Exportar participantes' })
const begin = () => dialog().getByRole('button', { name: 'Baixar arquivo' }).click()
const chosen = (columns: number) => `Escolher colunas (${columns} de ${ALL_COLUMNS.length})`
const calls = () => sentCalls(EXPORT).length

const csv = (rows: number) => ({
  body: 'Nome\nBruna Prado\nCaio Moura\n',
  headers: { [TOTAL_ROWS_HEADER]: String(rows), 'content-type': 'text/csv' },
})
const queued = (waiting: number) => ({ status: 409, body: { message: 'Há fila.', waiting } })

async function open(filters = {}, total = 2) {
  signInOrganizer()
  await renderScreen(<ExportButton eventId={7} userId={1} filters={filters} found={{ total }} />)
  await button('Exportar').click()
  await expect.element(dialog()).toBeVisible()
}

test('exports all columns, those of a preset, or a selection; the choice is stored', async () => {
  answerCalls({ [EXPORT]: csv(2) })
  await open({ payment_status: '2' })
  await expectText(dialog(), '2 inscrições, com os filtros da lista.')
  await expect
    .element(dialog().getByRole('button', { name: 'Completo' }))
    .toHaveAttribute('aria-pressed', 'true')
  await dialog().getByRole('button', { name: 'Cronometragem' }).click()
  await dialog().getByText(chosen(11)).click()
  await expect.element(dialog().getByLabelText('Inscrição', { exact: true })).toBeDisabled()
  await dialog().getByLabelText('E-mail').click()
  await expectText(dialog(), chosen(12))
  await begin()
  await expect.element(toast('2 linhas exportadas.')).toBeVisible()
  await expect.element(dialog()).not.toBeInTheDocument()

  await button('Exportar').click()
  await dialog().getByText(chosen(12)).click()
  await expect.element(dialog().getByLabelText('E-mail')).toBeChecked()
  await expect.element(dialog().getByLabelText('Telefone')).not.toBeChecked()
})

test('a preset exports confirmed registrations only, unless the box or a filter says otherwise', async () => {
  answerCalls({ [EXPORT]: csv(2), [LIST]: listOf([], { total: 2 }) })
  await open({}, 5)
  await expectText(dialog(), '5 inscrições: todas as do evento.')
  const only = dialog().getByLabelText('Só quem corre (inscrição confirmada)')
  await expect.element(only).not.toBeChecked()
  await dialog().getByRole('button', { name: 'Camisetas' }).click()
  await expect.element(only).toBeChecked()
  await expectText(dialog(), '2 inscrições confirmadas: todas as do evento.')
  expect(sentCalls(`${LIST}?registration_status=1&page=1&per_page=20`)).toHaveLength(1)
  await begin()
  await expect.element(toast('2 linhas exportadas.')).toBeVisible()
  expect(
    sentCalls(
      `${EXPORT}?registration_status=1&format=csv&columns=id%2Cname%2Cmodality%2Ccategory%2Ckit%2Cshirt_size`,
    ),
  ).toHaveLength(1)
})

test('columns are saved as a preset of the team, which can be selected, edited and removed', async () => {
  const PRESETS = 'PUT /organizer/events/7/export-presets'
  const saved = {
    id: 3,
    name: 'Chip Brasil',
    columns: ['id', 'name', 'modality', 'category', 'kit', 'shirt_size', 'cpf'],
    only_confirmed: true,
  }
  answerCalls({
    'GET /organizer/events/7/export-presets': { body: { data: [] } },
    [PRESETS]: { body: { data: [saved], message: 'Modelo guardado.' } },
    'DELETE /organizer/events/7/export-presets/3': { body: { data: [], message: 'Modelo apagado.' } },
  })
  await open()
  await dialog().getByRole('button', { name: 'Camisetas' }).click()
  await dialog().getByText(chosen(6)).click()
  await dialog().getByLabelText('CPF').click()
  await dialog().getByLabelText('Guardar como modelo da equipe').fill('Chip Brasil')
  await dialog().getByRole('button', { name: 'Guardar' }).click()
  await expect
    .element(dialog().getByRole('button', { name: 'Chip Brasil', exact: true }))
    .toHaveAttribute('aria-pressed', 'true')
  expect(sentCalls(PRESETS).at(-1)?.body).toMatchObject({ name: 'Chip Brasil', only_confirmed: true })
  // Changes the name and the columns.
  const edited = { ...saved, name: 'Chip Norte', columns: [...saved.columns, 'team'] }
  answerCalls({ [PRESETS]: { body: { data: [edited], message: 'Modelo guardado.' } } })
  await dialog().getByRole('button', { name: 'Editar o modelo Chip Brasil' }).click()
  await dialog().getByLabelText('Editar o modelo Chip Brasil').fill('Chip Norte')
  await dialog().getByLabelText('Equipe').click()
  await dialog().getByRole('button', { name: 'Salvar mudanças' }).click()
  await expect
    .element(dialog().getByRole('button', { name: 'Chip Norte', exact: true }))
    .toHaveAttribute('aria-pressed', 'true')
  expect(sentCalls(PRESETS).at(-1)?.body).toMatchObject({ id: 3, name: 'Chip Norte' })
  await dialog().getByRole('button', { name: 'Apagar o modelo Chip Norte' }).click()
  await expect
    .element(dialog().getByRole('button', { name: 'Chip Norte', exact: true }))
    .not.toBeInTheDocument()
})

test("the files of the answers are downloaded as one ZIP; without any, the server's message is shown", async () => {
  answerCalls({
    'GET /organizer/events/7/answer-files.zip': {
      status: 409,
      body: { message: 'Nenhuma resposta tem anexo com esses filtros.' },
    },
  })
  await open()
  await dialog().getByRole('button', { name: 'Anexos (ZIP)' }).click()
  await expect.element(toast('Nenhuma resposta tem anexo com esses filtros.')).toBeVisible()
})

test('the search is sent in the body when files are requested', async () => {
  const ZIP = 'POST /organizer/events/7/answer-files.zip'
  answerCalls({ [ZIP]: { status: 409, body: { message: 'Nenhuma resposta tem anexo com esses filtros.' } } })
  await open({ search: 'bruna', registration_status: '1' })
  await dialog().getByRole('button', { name: 'Anexos (ZIP)' }).click()
  await expect.element(toast('Nenhuma resposta tem anexo com esses filtros.')).toBeVisible()
  expect(sentCalls(ZIP).at(-1)?.body).toEqual({ search: 'bruna', registration_status: '1' })
})

test("§8 'Erro ao exportar o arquivo.': an incomplete file is not saved, a refusal shows the server's message", async () => {
  answerCalls({ [EXPORT]: csv(3) })
  await open()
  await begin()
  await expect.element(toast('Erro ao exportar o arquivo.')).toBeVisible()
  await expect
    .element(dialog().getByRole('alert'))
    .toHaveTextContent('A conexão caiu no meio do caminho. Nenhum arquivo incompleto foi salvo.')
  answerCalls({ [EXPORT]: { status: 503, body: { message: 'Já há outras exportações em andamento.' } } })
  await dialog().getByRole('button', { name: 'Tentar novamente' }).click()
  await expect
    .element(dialog().getByRole('alert'))
    .toHaveTextContent('Já há outras exportações em andamento.')
})

test('while queued it shows the position, then downloads the file; cancelling stops the polling', async () => {
  answerCalls({ [EXPORT]: queued(2) })
  await open()
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  await begin()
  await expectText(dialog(), 'Na fila: 2 exportações antes da sua.')
  answerCalls({ [EXPORT]: queued(1) })
  await vi.advanceTimersByTimeAsync(2_000)
  await expectText(dialog(), 'Na fila: 1 exportação antes da sua.')
  answerCalls({ [EXPORT]: csv(2) })
  await vi.advanceTimersByTimeAsync(2_000)
  await expect.element(toast('2 linhas exportadas.')).toBeVisible()
  vi.useRealTimers()
  await expect.element(dialog()).not.toBeInTheDocument()

  answerCalls({ [EXPORT]: queued(9) })
  await button('Exportar').click()
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  await begin()
  await expectText(dialog(), 'Na fila: 9 exportações antes da sua.')
  await dialog().getByRole('button', { name: 'Cancelar' }).click()
  await expect.element(dialog().getByRole('button', { name: 'Baixar arquivo' })).toBeVisible()
  const before = calls()
  expect(before).toBeGreaterThan(3)
  await vi.advanceTimersByTimeAsync(10_000)
  expect(calls()).toBe(before)
})
