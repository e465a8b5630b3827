// @module-tag operation
import axe from 'axe-core'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { answerCalls, sentCalls } from '#web-test/answers.ts'
import { EVENT } from '#web-test/organizer-event.ts'
import { PLACES } from '#web-test/places.ts'
import {
  button,
  expectFieldError,
  expectText,
  renderScreen,
  signInOrganizer,
  toast,
} from '#web-test/render-screen.tsx'
import ManageEventScreen from './manage-event-screen.tsx'

// Who may register, in the editor (docs/algorithms/pricing.md).

const DETAIL = '/organizador/eventos/detalhe'
const PUT = 'PUT /organizer/events/7'

async function openStep(step: number): Promise<void> {
  signInOrganizer()
  answerCalls({ ...PLACES, 'GET /organizer/events/7': { body: { data: EVENT } } })
  await renderScreen(<ManageEventScreen />, { route: `${DETAIL}/:id`, path: `${DETAIL}/7?etapa=${step}` })
}

/** A closed disclosure hides its fields, also from `getByLabelText`. */
const rule = () => page.getByText(/^Quem pode se inscrever/).last()
const labelled = (label: string) => page.getByLabelText(label).last()
const save = () => page.getByRole('toolbar').getByRole('button', { name: 'Salvar' }).click()
async function sent() {
  await expect.poll(() => sentCalls(PUT)).not.toHaveLength(0)
  return sentCalls(PUT).at(-1)?.body
}

test('a category gets a rule', async () => {
  answerCalls({ [PUT]: { status: 200, body: { data: EVENT } } })
  await openStep(2)
  await button('5 km').click()
  await labelled('Sexo').selectOptions('Feminino')
  await labelled('Idade mínima').fill('60')
  expect((await axe.run(document.body)).violations.map(({ id }) => id)).toEqual([])
  await save()
  expect(await sent()).toMatchObject({
    modalities: [
      { sex: '', categories: [{}, { sex: '1', min_age: '60', max_age: '' }] },
      { categories: [{ sex: '', min_age: '', max_age: '' }] },
    ],
  })
})

test('a category becomes a relay', async () => {
  answerCalls({ [PUT]: { status: 200, body: { data: EVENT } } })
  await openStep(2)
  await button('5 km').click()
  await button('5 km 60+').click()
  await page.getByText('Revezamento: não, cada pessoa corre sozinha').last().click()
  await expect.element(page.getByLabelText('Composição da equipe').last()).not.toBeInTheDocument()
  await labelled('Pessoas por equipe').selectOptions('Quarteto (4)')
  await labelled('Composição da equipe').selectOptions('Ao menos um homem e uma mulher')
  await labelled('Trechos').fill('Praia')
  await save()
  await expectFieldError(labelled('Trechos'), 'Escreva 4 trechos, um por linha, ou deixe em branco.')
  await labelled('Trechos').fill('Praia\nSerra\nRio\nCidade')
  await expect.element(page.getByText('Revezamento: Quarteto · Ao menos um homem e uma mulher')).toBeVisible()
  expect((await axe.run(document.body)).violations.map(({ id }) => id)).toEqual([])
  await save()
  expect(await sent()).toMatchObject({
    modalities: [
      {
        categories: [
          { team_size: '', legs: '' },
          { team_size: '4', team_rule: 'mixed', legs: 'Praia\nSerra\nRio\nCidade' },
        ],
      },
      {},
    ],
  })
})

test('a rule that nobody meets is reported while it is typed and blocks saving', async () => {
  await openStep(3)
  await button('Kit 10 km').click()
  await rule().click()
  await labelled('Idade mínima').fill('40')
  await labelled('Idade máxima').fill('30')
  await expectFieldError(
    labelled('Idade máxima'),
    'A idade mínima é maior que a máxima: ninguém caberia nesta regra.',
  )
  await save()
  expect(sentCalls(PUT)).toEqual([])
})

test('a rule that excludes runners opens at its field, on its step', async () => {
  const refusal = '2 inscrições já feitas ficariam fora da regra.'
  answerCalls({
    [PUT]: { status: 422, body: { message: 'x', errors: { 'modalities.1.min_age': [refusal] } } },
  })
  await openStep(1)
  await save()
  const own = page.getByLabelText('Idade mínima').first()
  await expect.element(own).toHaveFocus()
  await expectFieldError(own, refusal)
  await expectText(page.getByRole('region', { name: /^Falta corrigir/ }), 'Modalidade "10 km", Idade mínima')
})

test('the organizer chooses when ages count and what happens to runners whom a change excludes', async () => {
  answerCalls({ [PUT]: { status: 200, body: { data: EVENT } } })
  await openStep(1)
  await expect.element(labelled('Idade conta em')).toHaveValue('race_day')
  await labelled('Idade conta em').selectOptions('31 de dezembro do ano da prova')
  await labelled('Mudança que exclui um inscrito').selectOptions('Aceitar e marcar a inscrição')
  await save()
  expect(await sent()).toMatchObject({ age_reference: 'year_end', ineligible_changes: 'mark' })
})

test('categories added by sex and age get the rules of their names', async () => {
  answerCalls({ [PUT]: { status: 200, body: { data: EVENT } } })
  await openStep(2)
  await button('10 km').click()
  await button('Adicionar várias').click()
  await button('Adicionar 30 categorias').click()
  await expect.element(labelled('Sexo')).toHaveValue('0')
  await expect.element(labelled('Idade mínima')).toHaveValue('80')
})

test('lowest ages of a source are applied only after the organizer confirms them', async () => {
  answerCalls({ [PUT]: { status: 200, body: { data: EVENT } } })
  await openStep(2)
  const dialog = page.getByRole('dialog', { name: 'Idade mínima por distância' })
  await button('Idade mínima por distância').click()
  await expectText(dialog, 'Prefeitura de Juazeiro do Norte, 2024, consultado em 26/11/2026')
  await expectText(dialog, 'As idades passam a contar em: 31 de dezembro do ano da prova.')
  await dialog.getByRole('button', { name: 'Cancelar' }).click()
  await expect.element(page.getByText('14 anos ou mais')).not.toBeInTheDocument()

  await button('Idade mínima por distância').click()
  await dialog.getByRole('checkbox', { name: '5 km: 14 anos ou mais' }).click()
  expect((await axe.run(document.body)).violations.map(({ id }) => id)).toEqual([])
  await button('Conferi a fonte, aplicar').click()
  await expect.element(page.getByText('18 anos ou mais')).toBeVisible()
  await save()
  expect(await sent()).toMatchObject({
    age_reference: 'year_end',
    modalities: [
      { modality_name: '5 km', min_age: '' },
      { modality_name: '10 km', min_age: '18' },
    ],
  })
})

test('two stored categories are merged, and the form shows the event as it is afterwards', async () => {
  const MERGE = 'POST /organizer/events/7/categories/112/merge'
  await openStep(2)
  await button('5 km').click()
  await button('Unir categorias').click()
  const dialog = page.getByRole('dialog', { name: 'Unir duas categorias' })
  await dialog.getByLabelText('Categoria que deixa de existir').selectOptions('5 km 60+')
  await expect.element(dialog.getByLabelText('Categoria que fica', { exact: true })).toHaveValue('111')
  await dialog.getByLabelText('Nome da categoria que fica').fill('Todos')
  const refusal = '1 inscrição ficaria sem vaga em "5 km Geral".'
  answerCalls({ [MERGE]: { status: 409, body: { message: refusal } } })
  await dialog.getByRole('button', { name: 'Unir', exact: true }).click()
  await expectText(dialog.getByRole('alert'), refusal)

  const [five, ten] = EVENT.modalities
  const merged = five?.categories.slice(0, 1).map((one) => ({ ...one, category_name: 'Todos' })) ?? []
  const after = { ...EVENT, lock_version: 6, modalities: [{ ...five, categories: merged }, ten] }
  answerCalls({
    [MERGE]: { body: { data: { moved: 2 }, message: 'Categorias unidas: 2 inscrições mudaram.' } },
    'GET /organizer/events/7': { body: { data: after } },
    [PUT]: { status: 200, body: { data: after } },
  })
  await dialog.getByRole('button', { name: 'Unir', exact: true }).click()
  await expect.element(toast('Categorias unidas: 2 inscrições mudaram.')).toBeVisible()
  await expect.element(button('Todos')).toBeVisible()
  await expect.element(button('5 km 60+')).not.toBeInTheDocument()
  expect(sentCalls(MERGE).at(-1)?.body).toEqual({ into_category_id: 111, name: 'Todos' })
  await save()
  expect(await sent()).toMatchObject({ lock_version: 6 })
})

test('categories cannot be merged while changes are not saved', async () => {
  await openStep(2)
  await button('5 km').click()
  await page
    .getByLabelText(/^Nome da categoria/)
    .last()
    .fill('60 ou mais')
  await expect.element(button('Unir categorias (salve antes)')).toBeDisabled()
})
