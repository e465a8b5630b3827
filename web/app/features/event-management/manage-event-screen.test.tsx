// @module-tag operation
import axe from 'axe-core'
import { expect, test } from 'vitest'
import { type Locator, page, userEvent } from 'vitest/browser'
import { ERRORS } from '#contract/errors.ts'
import type { EventInput, OrganizerEvent } from '#contract/event-management/event-document.ts'
import { answerCalls, listOf, sentCalls } from '#web-test/answers.ts'
import { EVENT } from '#web-test/organizer-event.ts'
import { PLACES } from '#web-test/places.ts'
import {
  button,
  chooseFile,
  expectFieldError,
  expectText,
  renderScreen,
  setScreenSize,
  signInOrganizer,
  toast,
} from '#web-test/render-screen.tsx'
import { COURSE } from '#web-test/sample-event.ts'
import ManageEventScreen from './manage-event-screen.tsx'

// Specification, page 2, §2 to §5 and §8: the form of an event.

const LIST = '/organizador/eventos'
const DETAIL = `${LIST}/detalhe`
const UPLOAD = 'POST /organizer/uploads?purpose=course'
const PUT = 'PUT /organizer/events/7'
const [STALE_STATUS, STALE_MESSAGE] = ERRORS.stale_version

function show(path: string, permissions?: string[], event = EVENT) {
  signInOrganizer(permissions)
  answerCalls({
    ...PLACES,
    'GET /enterprise/fees': {
      body: {
        data: {
          min_fee_free: null,
          setup_fee: null,
          min_fee_paid: null,
          max_fee_percentage: null,
          bounds: null,
        },
      },
    },
    'GET /organizer/events/7': { body: { data: event } },
  })
  return renderScreen(<ManageEventScreen />, { route: `${DETAIL}/:id`, path: `${DETAIL}/${path}` })
}

async function openNew() {
  const location = await show('novo')
  await expect.element(heading()).toHaveTextContent('Novo evento')
  return location
}

interface Opened {
  step?: number
  permissions?: string[]
  event?: OrganizerEvent
}

async function openEvent({ step = 1, permissions, event }: Opened = {}) {
  const location = await show(`7?etapa=${step}`, permissions, event)
  await expect.element(heading()).toHaveTextContent(EVENT.title)
  return location
}

const heading = () => page.getByRole('heading', { level: 1 })
const toolbar = () => page.getByRole('toolbar')
const form = (name?: string) => (name ? page.getByRole('form', { name }) : page.getByRole('form'))
/** A required field's label ends with an asterisk. */
const labelled = (label: string) => form().getByLabelText(new RegExp(`^${label}`))
const input = (role: string, name: string) => form().getByRole(role, { name })
/** The drawn track covers the input of a switch. */
const toggle = (name: string) =>
  form()
    .getByRole('switch', { name: new RegExp(`^${name}`) })
    .click({ force: true })
const save = () => toolbar().getByRole('button', { name: 'Salvar' }).click()
const goTo = (step: string) =>
  page
    .getByRole('navigation', { name: 'Etapas' })
    .getByRole('button', { name: new RegExp(step) })
    .click()
const expand = (name: string) => button(name).click()
const answerSave = (status: number, body: object = {}) => answerCalls({ [PUT]: { status, body } })

const STEPS = [
  'Dados do Evento',
  'Modalidades',
  'Produtos',
  'Formas de Pagamento e Cupons',
  'Termos',
  'Questionários',
]

test('§2 Próximo and Voltar change the step, the stepper opens any step, the URL holds the step', async () => {
  const location = await openEvent()
  for (const [index, step] of STEPS.entries()) {
    await expect.element(form(step)).toBeVisible()
    if (index < STEPS.length - 1) await button('Próximo').click()
  }
  await expect.element(button('Próximo')).not.toBeInTheDocument()
  await goTo('Modalidades')
  await expect.element(form('Modalidades')).toBeVisible()
  expect(location().search).toBe('?etapa=2')
  await button('Voltar').click()
  await expect.element(form('Dados do Evento')).toBeVisible()
  await expect.element(button('Voltar')).toBeDisabled()
})

test("§2 a new event: 'Novo evento', with Novo; Voltar opens the list", async () => {
  const location = await openNew()
  for (const name of ['Salvar', 'Salvar e Fechar', 'Novo'])
    await expect.element(toolbar().getByRole('button', { name })).toBeInTheDocument()
  await toolbar().getByRole('link', { name: 'Voltar' }).click()
  await expect.poll(() => location().pathname).toBe(LIST)
})

test('§2 a saved event: its title and a link to its page, without Novo', async () => {
  await openEvent({ step: 2 })
  await expect.element(form('Modalidades')).toBeVisible()
  await expect.element(heading()).toHaveTextContent('Corrida da Ilha')
  await expect
    .element(page.getByRole('link', { name: 'Ver página' }))
    .toHaveAttribute('href', '/events/corrida-da-ilha')
  await expect.element(toolbar().getByRole('button', { name: 'Novo' })).not.toBeInTheDocument()
})

test('the city is disabled without a state, filtered by typing, and cleared by another state', async () => {
  await openNew()
  const city = input('combobox', 'Cidade')
  await expect.element(city).toBeDisabled()
  await labelled('Estado').selectOptions('BA')
  await expect.element(city).toBeEnabled()
  await button('Abrir').click()
  await expect.element(button('Fechar')).toBeVisible()
  await city.fill('zzz')
  await expect.element(page.getByText('Sem opções')).toBeVisible()
  await city.fill('salva')
  await page.getByRole('option', { name: 'Salvador' }).click()
  await expect.element(city).toHaveValue('Salvador')
  await labelled('Estado').selectOptions('SP')
  await expect.element(city).toHaveValue('')
})

test('without edit-event everything is read-only', async () => {
  await openEvent({ permissions: ['view-event'] })
  await expect.element(toolbar().getByRole('button', { name: 'Salvar' })).not.toBeInTheDocument()
  await expect.element(labelled('Título')).toBeDisabled()
  await expect.element(labelled('Título')).toHaveValue(EVENT.title)
  await goTo('Produtos')
  await expect.element(button('Adicionar produto')).toBeDisabled()
  await expect.element(labelled('Valor').first()).toBeDisabled()
  await expand('Kit Completo')
  await expect.element(labelled('Taxa de serviço')).toBeDisabled()
})

test('§6 opening the editor refreshes the user and their permissions', async () => {
  await openEvent()
  await expect.poll(() => sentCalls('GET /me')).toHaveLength(1)
})

test('§5 no payment method blocks saving and shows its step', async () => {
  await openEvent({ step: 4 })
  for (const method of ['Pix', 'Boleto', 'Cartão de Crédito']) await toggle(method)
  await expect
    .element(page.getByText('Selecione ao menos uma forma de pagamento.', { exact: true }))
    .toBeVisible()
  await goTo('Termos')
  await save()
  await expect.element(toast('Por favor, selecione ao menos uma forma de pagamento.')).toBeVisible()
  await expect.element(form('Formas de Pagamento e Cupons')).toBeVisible()
  expect(sentCalls(PUT)).toEqual([])
})

test('§5 more shirts than kits block saving and the next step', async () => {
  await openEvent({ step: 3 })
  await expand('Kit Completo')
  const quantity = form().getByRole('textbox', { name: 'Quantidade' }).first()
  await quantity.fill('90')
  const sentence = 'Produto "Kit Completo" ultrapassou o limite de 90 camisetas (atualmente 100).'
  await expect.element(form().getByText(sentence)).toBeVisible()
  await expect.element(page.getByText('Quantidade excedeu o máximo permitido (90)').first()).toBeVisible()
  await button('Próximo').click()
  await expect.element(toast(sentence)).toBeVisible()
  await expect.element(form('Produtos')).toBeVisible()
  await goTo('Termos')
  await expect.element(form('Produtos')).toBeVisible()
  await quantity.fill('100')
  await button('Próximo').click()
  await expect.element(form('Formas de Pagamento e Cupons')).toBeVisible()
})

test('§5 a modality without a product of one of its categories', async () => {
  await openEvent({ step: 2 })
  await button('Adicionar modalidade').click()
  await form().getByRole('textbox', { name: 'Nome' }).fill('21 km')
  await save()
  await expect.element(toast('Cada modalidade precisa ter pelo menos um produto associado.')).toBeVisible()
})

test('a new product is sold in all categories; a category without one is reported under its name', async () => {
  await openEvent({ step: 3 })
  await button('Adicionar produto').click()
  await expect.element(input('checkbox', 'Novo produto: todas as categorias')).toBeChecked()
  await page.getByRole('textbox', { name: 'Nome' }).last().fill('Kit de todos')
  await labelled('Valor').last().fill('4,00')
  await save()
  await expect.element(toast('o menor pagamento é de')).toBeVisible()
  expect(sentCalls(PUT)).toEqual([])
})

test('a category in which no product is sold blocks saving', async () => {
  await openEvent({ step: 2 })
  await expand('5 km')
  await button('Adicionar categoria').first().click()
  await form().getByRole('textbox', { name: 'Nome da categoria' }).last().fill('PCD')
  await save()
  const sentence = 'A categoria não tem produto: ninguém poderia se inscrever nela.'
  await expect.element(toast(sentence)).toBeVisible()
  await expectFieldError(form().getByRole('textbox', { name: 'Nome da categoria' }).last(), sentence)
  expect(sentCalls(PUT)).toEqual([])
})

test('§5 a product before there is any category', async () => {
  await openNew()
  await goTo('Produtos')
  await button('Adicionar produto').click()
  await expect.element(toast('Adicione ao menos uma categoria antes de cadastrar um produto.')).toBeVisible()
  await expect.element(page.getByRole('list', { name: 'Produtos' })).not.toBeInTheDocument()
})

test('§5 coupon codes are upper case; new items are active', async () => {
  await openEvent({ step: 4 })
  await button('Adicionar cupom').click()
  const code = input('textbox', 'Código')
  await userEvent.type(code, 'verao10')
  await expect.element(code).toHaveValue('VERAO10')
  await expect.element(input('switch', 'Ativo')).toBeChecked()
})

test('deadlines are added to the cancellation policy; cancellations can then be approved one by one', async () => {
  answerSave(200, { data: EVENT })
  await openEvent({ step: 4 })
  const approval = input('switch', 'Aprovar cada cancelamento com devolução')
  await expect.element(approval).not.toBeInTheDocument()
  await button('Adicionar prazo').click()
  await labelled('Dias antes do evento').fill('30')
  await labelled('Devolução').fill('80')
  await expect.element(button('Até 30 dias antes')).toBeVisible()
  await expect.element(form().getByText('devolve 80%')).toBeVisible()
  await expect.element(input('switch', 'Reter a taxa de serviço')).toBeChecked()
  await toggle('Aprovar cada cancelamento com devolução')
  await save()
  await expect
    .poll(() => sentCalls(PUT))
    .toMatchObject([
      {
        body: {
          approves_cancellations: true,
          cancellation_tiers: [{ days_before: '30', refund_rate: '80', keeps_fee: true }],
        },
      },
    ])
})

test('§5 the service fee is calculated while the user types', async () => {
  await openEvent({ step: 3 })
  await expand('Kit Completo')
  const result = form().getByLabelText('Cálculo da taxa')
  await expectText(result, 'R$ 7,50')
  await labelled('Taxa de serviço').fill('10')
  await expectText(result, 'R$ 10,00')
  await expectText(result, 'R$ 110,00')
  await toggle('O participante paga a taxa')
  await expectText(result, 'R$ 90,00')
})

test('the button adds those of the sizes P, M, G and GG that are missing; a double click adds no more', async () => {
  await openEvent({ step: 3 })
  await expand('Kit Completo')
  await button('Adicionar P, M, G e GG').dblClick()
  const sizes = form().getByRole('textbox', { name: 'Tamanho' })
  await expect
    .poll(() => sizes.elements().map((size) => (size as HTMLInputElement).value))
    .toEqual(['P', 'M', 'G', 'GG'])
})

test('a GPX file is uploaded for a modality, drawn at once, and saved with the event; other files are refused', async () => {
  await openEvent({ step: 2 })
  await expand('5 km')
  const control = labelled('Percurso em GPX').first()
  chooseFile(control, new File(['nada'], 'mapa.kml'))
  await expectFieldError(control, 'Escolha um arquivo GPX')
  const problem = 'O arquivo GPX não tem um percurso.'
  answerCalls({ [UPLOAD]: { status: 422, body: { message: 'x', errors: { file: [problem] } } } })
  chooseFile(control, new File(['<gpx/>'], 'percurso.gpx'))
  await expect.element(form().getByText(problem)).toBeVisible()

  answerCalls({ [UPLOAD]: { status: 201, body: { data: { path: COURSE.gpx, course: COURSE } } } })
  chooseFile(control, new File(['<gpx>…</gpx>'], 'percurso.gpx'))
  await expect.element(page.getByRole('img', { name: /^Percurso de 5 km/ })).toBeVisible()
  expect(form().getByText(problem).elements()).toHaveLength(0)
  answerSave(200, { data: EVENT })
  await save()
  await expect.poll(() => sentCalls(PUT).length).toBe(1)
  expect(sentCalls(PUT)[0]?.body).toMatchObject({ modalities: [{ course: COURSE.gpx }, { course: '' }] })
})

test('§8 missing fields are shown under each field and in one toast of bullet lines', async () => {
  await openNew()
  await goTo('Termos')
  await save()
  await expect.element(form('Dados do Evento')).toBeVisible()
  await expect.element(labelled('Título')).toHaveFocus()
  for (const label of ['Título', 'Descrição', 'E-mail de contato'])
    await expect
      .element(labelled(label))
      .toHaveAccessibleDescription(expect.stringContaining('O campo é obrigatório'))
  await expect.element(toast('• Título: O campo é obrigatório')).toBeVisible()
  await expect.element(toast('• Por favor, selecione ao menos uma forma de pagamento.')).toBeVisible()
})

test('§8 a server error is shown under its field, on its step', async () => {
  await openEvent({ step: 5 })
  answerSave(422, {
    message: 'Erro de validação',
    errors: { 'products.1.name': ['Nome já usado.', 'Outra'], 'terms.0.name': ['Curto demais.'] },
  })
  await save()
  await expect.element(toast('• Produto "Kit 10 km", Nome: Nome já usado.')).toBeVisible()
  await expect.element(toast('• Termo "Uso de imagem", Nome: Curto demais.')).toBeVisible()
  await expect.element(form('Produtos')).toBeVisible()
  await expect.element(form().getByText('Nome já usado.')).toBeVisible()
  await expect.element(form().getByText('Outra')).not.toBeInTheDocument()
})

test("§8 any other failure shows its message or 'Erro ao salvar o evento.'", async () => {
  await openEvent()
  answerSave(409, { exception: 'Alguém já se inscreveu.' })
  await save()
  await expect.element(toast('Alguém já se inscreveu.')).toBeVisible()
  answerSave(500)
  await save()
  await expect.element(toast('Erro ao salvar o evento.')).toBeVisible()
})

test('§8 an event that fails to load shows the message and the list', async () => {
  answerCalls({ 'GET /organizer/events/8': { status: 404, body: { message: 'Evento não encontrado.' } } })
  const location = await show('8')
  await expect.element(toast('Evento não encontrado.')).toBeVisible()
  await expect.poll(() => location().pathname).toBe(LIST)
})

test('a concurrent save shows what differs, field by field, and saves what is chosen', async () => {
  await openEvent()
  await labelled('Título').fill('Meu título')
  await labelled('Regras').fill('Minhas regras')
  const theirs = { ...EVENT, title: 'Título da Rita', country: 'Chile', lock_version: 6 }
  answerSave(STALE_STATUS, { message: STALE_MESSAGE })
  answerCalls({
    'GET /organizer/event-drafts': listOf([]),
    'GET /organizer/events/7': { body: { data: theirs } },
    'GET /organizer/events/7/history': {
      body: {
        data: [
          { id: 1, actor: 'Rita Prado', at: '2030-01-01T12:00:00Z', action: 'event.updated', changes: [] },
        ],
      },
    },
  })
  await save()
  const dialog = page.getByRole('dialog', { name: 'Escolha o que fica' })
  await expect.element(dialog).toBeVisible()
  await expectText(dialog, 'Rita Prado salvou este evento')
  const title = dialog.getByRole('group', { name: /^Título/ })
  await expectText(title, 'mudado pelos dois')
  await expectText(title, 'Título da Rita')
  // Only she changed it, so hers is preselected.
  await expect.element(dialog.getByRole('group', { name: 'País' }).getByLabelText(/Rita/)).toBeChecked()
  await expect.element(dialog.getByRole('group', { name: 'Regras' }).getByLabelText(/Meu/)).toBeChecked()
  await dialog.getByRole('button', { name: 'Decidir depois' }).click()
  await expect.element(dialog).not.toBeInTheDocument()
  await expect.element(labelled('Título')).toHaveValue('Meu título')

  await save()
  await title.getByLabelText(/Rita/).click()
  answerSave(200, { data: { ...theirs, rules: 'Minhas regras', lock_version: 7 } })
  await dialog.getByRole('button', { name: 'Salvar o escolhido' }).click()
  await expect.element(toast('Evento atualizado com sucesso!')).toBeVisible()
  expect(sentCalls(PUT).at(-1)?.body).toMatchObject({
    title: 'Título da Rita',
    country: 'Chile',
    rules: 'Minhas regras',
    lock_version: 6,
  })
  await expect.element(labelled('Título')).toHaveValue('Título da Rita')
})

test("leaving with unsaved changes asks for confirmation; 'Salvar e Fechar' leads to the list", async () => {
  const location = await openEvent()
  await labelled('Título').fill('Corrida da Ilha II')
  await toolbar().getByRole('link', { name: 'Voltar' }).click()
  await page
    .getByRole('dialog', { name: 'Sair sem salvar?' })
    .getByRole('button', { name: 'Continuar editando' })
    .click()
  await expect.element(labelled('Título')).toHaveValue('Corrida da Ilha II')
  answerSave(200, { data: { ...EVENT, title: 'Corrida da Ilha II', lock_version: 6 } })
  await button('Salvar e Fechar').click()
  await expect.element(toast('Evento atualizado com sucesso!')).toBeVisible()
  await expect.poll(() => location().pathname).toBe(LIST)
  expect(sentCalls(PUT)).toMatchObject([{ body: { title: 'Corrida da Ilha II', lock_version: 5 } }])
})

test('visiting every step leaves the form unchanged', async () => {
  const location = await openEvent({ step: 3 })
  await expand('Kit Completo')
  await goTo('Formas de Pagamento')
  await expand('DEZ')
  await toolbar().getByRole('link', { name: 'Voltar' }).click()
  await expect.poll(() => location().pathname).toBe(LIST)
})

const categoryNames = () =>
  form()
    .getByRole('textbox', { name: /^Nome da categoria/ })
    .elements()
    .map((element) => (element as HTMLInputElement).value)

test('categories are reordered with the keyboard or dragged; the focus stays and the position is announced', async () => {
  await openEvent({ step: 2 })
  await expand('5 km')
  await expect.element(labelled('Descrição da categoria')).not.toBeInTheDocument()
  const handle = button('Mover 5 km 60+')
  ;(handle.element() as HTMLElement).focus()
  await userEvent.keyboard('{ArrowUp}')
  await expect.element(page.getByText('5 km 60+: posição 1 de 2')).toBeInTheDocument()
  await expect.element(handle).toHaveFocus()
  expect(categoryNames()).toEqual(['5 km 60+', '5 km Geral'])
  await userEvent.dragAndDrop(handle, button('Mover 5 km Geral'))
  await expect.poll(categoryNames).toEqual(['5 km Geral', '5 km 60+'])

  await expand('5 km 60+')
  await expect.element(labelled('Descrição da categoria')).toBeVisible()
  await button('Mover 5 km 60+ para cima').click()
  await expect.element(button('Mover 5 km 60+ para baixo')).toHaveFocus()
  await button('Mover 10 km para cima').click()
  answerSave(200, { data: EVENT })
  await save()
  await expect.element(toast('Evento atualizado com sucesso!')).toBeVisible()
  const [sent] = sentCalls(PUT)
  expect(sent?.body).toMatchObject({
    modalities: [
      { modality_name: '10 km' },
      { modality_name: '5 km', categories: [{ category_name: '5 km 60+' }, { category_name: '5 km Geral' }] },
    ],
  })
})

test('an error of a category is told below its row, and leads to its field', async () => {
  await openEvent({ step: 2 })
  await expand('5 km')
  await labelled('Nome da categoria').last().fill('')
  await expand('5 km')
  await save()
  await expect.element(labelled('Nome da categoria').last()).toHaveFocus()
  await expect.element(form().getByText('Nome da categoria: O campo é obrigatório')).toBeVisible()
})

const pasteInto = (field: Locator, text: string) => {
  const data = new DataTransfer()
  data.setData('text', text)
  field
    .element()
    .dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }))
}

test('30 categories pasted from a spreadsheet are 30 rows, of at most 48 pixels each', async () => {
  answerSave(200, { data: EVENT })
  await openEvent({ step: 2, event: soldIn([]) })
  await expand('10 km')
  const rows = Array.from({ length: 30 }, (_, i) => `Faixa ${i}\tF\t${i + 18}\t${i + 19}\t50`)
  pasteInto(labelled('Nome da categoria').last(), rows.join('\n'))
  const grid = page.getByRole('list', { name: 'Categorias' })
  await expect.poll(() => grid.getByRole('listitem').elements().length).toBe(30)
  expect(grid.element().getBoundingClientRect().height).toBeLessThanOrEqual(30 * 48)
  expect((await axe.run(document.body)).violations.map(({ id }) => id)).toEqual([])
  await save()
  await expect.poll(() => sentCalls(PUT).length).toBe(1)
  const sent = sentCalls(PUT)[0]?.body as EventInput | undefined
  const categories = sent?.modalities?.[1]?.categories ?? []
  expect(categories).toHaveLength(30)
  expect(categories[0]).toMatchObject({ category_id: 121, category_name: 'Faixa 0', sex: '1', min_age: '18' })
  expect(categories[29]).toMatchObject({ category_name: 'Faixa 29', max_age: '48', vacancy_limit: '50' })
})

test('a pasted cell that cannot be read is named', async () => {
  await openEvent({ step: 2 })
  await expand('10 km')
  pasteInto(labelled('Nome da categoria'), 'Geral\tX')
  await expect.element(toast('Não entendi “X” na planilha')).toBeVisible()
  await expect.element(labelled('Nome da categoria')).toHaveValue('Geral')
})

test('on a phone a category is a card of at most 96 pixels, which opens', async () => {
  await setScreenSize(390, 844)
  await openEvent({ step: 2 })
  await expand('5 km')
  const rows = page.getByRole('list', { name: 'Categorias' }).getByRole('listitem')
  expect(rows.first().element().getBoundingClientRect().height).toBeLessThanOrEqual(96)
  const age = labelled('Idade mínima').nth(1)
  await expect.element(age).not.toBeVisible()
  await expand('5 km Geral')
  await expect.element(age).toBeVisible()
})

test('Enter and the arrows move between the categories; Enter in the last one adds another', async () => {
  await openEvent({ step: 2 })
  await expand('5 km')
  const names = form().getByRole('textbox', { name: /^Nome da categoria/ })
  await names.first().click()
  await userEvent.keyboard('{ArrowDown}')
  await expect.element(names.nth(1)).toHaveFocus()
  await userEvent.keyboard('{End}{ArrowRight}{ArrowRight}')
  await expect.element(labelled('Idade mínima').last()).toHaveFocus()
  await userEvent.keyboard('60{Enter}')
  await expect.element(names.nth(2)).toHaveFocus()
  await userEvent.keyboard('PCD{ArrowUp}')
  await expect.element(names.nth(1)).toHaveFocus()
  expect(categoryNames()).toEqual(['5 km Geral', '5 km 60+', 'PCD'])
})

const CANCELLATION = 'GET /organizer/events/7/cancellation'
const CALL_OFF = 'POST /organizer/events/7/cancellation'
const concerned = (change: object = {}) => ({
  body: {
    data: {
      registrations: 3,
      paid: { registrations: 2, amount: '215.00' },
      channels: {
        gateway: { registrations: 1, amount: '107.50' },
        bank_data: { registrations: 0, amount: '0.00' },
        pix_key: { registrations: 1, amount: '107.50' },
        in_person: { registrations: 0, amount: '0.00' },
      },
      choice_days: 7,
      cancelled: null,
      ...change,
    },
  },
})

test("on a phone 'Cancelar evento' shares its line with the description", async () => {
  await setScreenSize(390, 844)
  await openEvent()
  const words = page.getByText('As mudanças só valem depois de salvar.').element().getBoundingClientRect()
  const cancel = button('Cancelar evento').element().getBoundingClientRect()
  expect(cancel.left).toBeGreaterThanOrEqual(words.right)
  expect(cancel.top).toBeLessThan(words.bottom)
  expect(cancel.width).toBeGreaterThanOrEqual(44)
})

test('cancelling an event shows whom it affects and asks for the reason and the password', async () => {
  await openEvent()
  answerCalls({
    [CANCELLATION]: concerned(),
    [CALL_OFF]: { status: 422, body: { message: 'x', errors: { current_password: ['Senha incorreta.'] } } },
  })
  await button('Cancelar evento').click()
  const dialog = page.getByRole('dialog')
  await expectText(dialog, '3 inscrições serão canceladas')
  await expectText(dialog, 'de 2 inscrições com pagamento volta a quem pagou, com a taxa de serviço.')
  const ways = dialog.getByRole('list', { name: 'Como o dinheiro volta' }).getByRole('listitem')
  expect(ways.elements().map(({ textContent }) => textContent?.replaceAll('\u00a0', ' '))).toEqual([
    'R$ 107,50 de 1 inscrição pelo meio de pagamento, sem que ninguém precise fazer nada.',
    'R$ 107,50 de 1 inscrição fora do meio de pagamento (Pix de mais de 90 dias ou parte de um boleto): quem pagou confirma a chave Pix, e a empresa transfere.',
  ])
  await dialog.getByLabelText(/^Motivo/).fill('Chuva forte')
  await dialog.getByRole('switch', { name: /doação/ }).click({ force: true })
  await dialog.getByLabelText('Doação para').fill('APAE')
  await dialog.getByLabelText('Sua senha atual').fill('errada')
  await button('Cancelar o evento').click()
  await expectText(dialog, 'Senha incorreta.')
  expect(sentCalls(CALL_OFF).map(({ body }) => body)).toEqual([
    {
      reason: 'Chuva forte',
      donation_to: 'APAE',
      credit_until: null,
      new_event_id: null,
      current_password: 'errada',
    },
  ])

  const cancelled = {
    at: '2026-11-22T12:00:00Z',
    reason: 'Chuva forte',
    donation_to: 'APAE',
    credit: {
      until: '20/12/2026',
      event: null,
      used: { registrations: 0, amount: '0.00' },
    },
    waiting: { registrations: 2, amount: '215.00' },
    donated: { registrations: 0, amount: '0.00' },
  }
  answerCalls({
    [CALL_OFF]: { body: { message: 'Evento cancelado. As inscrições estão sendo canceladas.' } },
    [CANCELLATION]: concerned({ registrations: 0, paid: { registrations: 0, amount: '0.00' }, cancelled }),
    'GET /organizer/events/7': { body: { data: { ...EVENT, status: 3 } } },
  })
  await button('Cancelar o evento').click()
  await expect.element(toast('Evento cancelado. As inscrições estão sendo canceladas.')).toBeVisible()
  const alert = page.getByRole('alert').filter({ hasText: 'Evento cancelado em' })
  await expectText(alert, 'Chuva forte')
  await expectText(alert, 'de 2 inscrições esperam a escolha de quem pagou.')
  await expectText(alert, 'Crédito até 20/12/2026, sem nova data ainda.')
  await expect.element(button('Cancelar evento')).not.toBeInTheDocument()
  await expect.element(toolbar().getByRole('button', { name: 'Salvar' })).not.toBeInTheDocument()
  await expect.element(labelled('Título')).toBeDisabled()
})

test('a removed item is struck through, can be restored, and is not sent', async () => {
  await openEvent({ step: 3 })
  await button('Remover Kit 10 km').click()
  const undo = button('Desfazer a remoção de Kit 10 km')
  await expect.element(undo).toHaveFocus()
  await expect.element(form().getByText('Será removido ao salvar')).toBeVisible()
  await undo.click()
  await expect.element(labelled('Valor').last()).toHaveValue('80,00')
  await expand('Kit Completo')
  await button('Remover tamanho P').click()
  await expect.element(button('Desfazer a remoção de tamanho P')).toBeVisible()
  answerSave(200, { data: EVENT })
  await save()
  await expect.poll(() => sentCalls(PUT).length).toBe(1)
  expect(sentCalls(PUT)[0]?.body).toMatchObject({
    products: [{ shirt_sizes: [{ size: 'M' }] }, { name: 'Kit 10 km' }],
  })
})

const IN_USE: OrganizerEvent = {
  ...EVENT,
  modalities: EVENT.modalities.map((modality) => ({
    ...modality,
    categories: modality.categories.map((category) => ({ ...category, in_use: true, held: 3 })),
  })),
  products: EVENT.products.map((kit) => ({ ...kit, in_use: true, held: 3 })),
}

test('an item that registrations use is deactivated instead of removed', async () => {
  await openEvent({ step: 3, event: IN_USE })
  await button('Remover Kit Completo').click()
  await page.getByRole('dialog').getByRole('button', { name: 'Desativar' }).click()
  await expect.element(button('Remover Kit Completo')).toHaveFocus()
  await goTo('Modalidades')
  await expand('5 km')
  await button('Remover 5 km Geral').click()
  await page.getByRole('dialog').getByRole('button', { name: 'Encerrar as vagas' }).click()
  answerSave(200, { data: EVENT })
  await save()
  await expect.poll(() => sentCalls(PUT).length).toBe(1)
  expect(sentCalls(PUT)[0]?.body).toMatchObject({
    modalities: [{ categories: [{ vacancy_limit: '3' }, {}] }, {}],
    products: [{ name: 'Kit Completo', status: 0 }, {}],
  })
})

test.each([
  ['Vender a todas as categorias', [{ category_ids: ['111', '112'] }, { category_ids: [] }]],
  ['Remover o produto também', [{ category_ids: ['111', '112'] }]],
])('removing a category asks what happens to the kit sold only there: %s', async (answer, products) => {
  await openEvent({ step: 2 })
  await button('Remover 10 km').click()
  const dialog = page.getByRole('dialog', { name: 'Remover 10 km?' })
  await expectText(dialog, 'O produto "Kit 10 km" é vendido só aqui.')
  await dialog.getByRole('button', { name: answer }).click()
  await expect.element(button('Desfazer a remoção de 10 km')).toBeVisible()
  answerSave(200, { data: EVENT })
  await save()
  await expect.poll(() => sentCalls(PUT).length).toBe(1)
  expect(sentCalls(PUT)[0]?.body).toMatchObject({ modalities: [{ modality_name: '5 km' }], products })
})

const panel = (title: string) => page.getByRole('region', { name: title })

test('dates out of order are reported while the user types, and stay reported while other fields are invalid', async () => {
  await openNew()
  const sentence = 'O fim das inscrições não pode ser antes do início das inscrições.'
  const steps = page.getByRole('navigation', { name: 'Etapas' })
  await labelled('Início das inscrições').fill('20/05/2031')
  await labelled('Fim das inscrições').fill('10/05/2031')
  await expectFieldError(labelled('Fim das inscrições'), sentence)
  await expectText(steps.getByRole('button', { name: /^Dados do Evento/ }), 'com campos a corrigir')
  await goTo('Modalidades')
  await button('Adicionar modalidade').click()
  await save()
  await goTo('Modalidades')
  await expectText(steps.getByRole('button', { name: /^Dados do Evento/ }), 'com campos a corrigir')
  const errors = page.getByRole('region', { name: /^Falta corrigir/ })
  await errors.getByRole('button', { name: /^Ver os outros/ }).click()
  await expect.element(errors.getByRole('button', { name: sentence })).toBeVisible()
  await goTo('Dados do Evento')
  await labelled('Fim das inscrições').fill('25/05/2031')
  await expect.element(page.getByText(sentence)).not.toBeInTheDocument()
})

test('correcting a refused field clears its error, its step and its entry in the list of problems', async () => {
  await openEvent({ step: 5 })
  answerSave(422, { message: 'x', errors: { 'products.1.name': ['Nome já usado.'] } })
  await expand('Uso de imagem')
  await labelled('Texto').fill('')
  await save()
  const one = panel('Falta corrigir 1 campo')
  await expectText(one, 'Termo "Uso de imagem", Texto: O campo é obrigatório')
  const steps = page.getByRole('navigation', { name: 'Etapas' })
  await expectText(steps.getByRole('button', { name: /^Termos/ }), 'com campos a corrigir')
  await labelled('Texto').fill('Autorizo.')
  await expect.element(one).not.toBeInTheDocument()
  await expect.element(labelled('Texto')).not.toHaveAttribute('aria-invalid', 'true')
  await expect.element(steps.getByText('com campos a corrigir')).not.toBeInTheDocument()

  await save()
  await expect.element(labelled('Nome').last()).toHaveFocus()
  await goTo('Dados do Evento')
  await labelled('Título').fill('Outra')
  await panel('Falta corrigir 1 campo')
    .getByRole('button', { name: /Nome já usado/ })
    .click()
  await expect.element(labelled('Nome').last()).toHaveFocus()
  await labelled('Nome').last().fill('Kit de 10 km')
  await expect.element(page.getByText('Falta corrigir 1 campo')).not.toBeInTheDocument()
})

test('the entries of the list of problems lead into collapsed items', async () => {
  await openEvent({ step: 2 })
  await expand('5 km')
  await labelled('Nome da categoria').last().fill('')
  await save()
  await expand('5 km')
  await goTo('Termos')
  await button('Modalidade "5 km", Categoria 2, Nome da categoria: O campo é obrigatório').click()
  await expect.element(labelled('Nome da categoria').last()).toHaveFocus()
})

test('the toast uses the labels of the form', async () => {
  await openNew()
  await save()
  const lines = (await toast('• Título').element()).textContent.split('•')
  const named = lines.flatMap((line) => /^ (.+): /.exec(line)?.[1] ?? [])
  expect(named.length).toBeGreaterThan(5)
  for (const name of named) await expect.element(labelled(name).first()).toBeInTheDocument()
})

test('a percentage coupon shows its discount while the user types', async () => {
  await openEvent({ step: 4 })
  await button('Adicionar cupom').click()
  const discount = form().getByRole('textbox', { name: /^Desconto/ })
  await discount.click()
  await userEvent.keyboard('10')
  await expect.element(form().getByText('10%', { exact: true }).last()).toBeVisible()
  await userEvent.keyboard(',5')
  await expect.element(form().getByText('10,5%')).toBeVisible()
  await discount.fill('')
  await discount.fill('20')
  await expect.element(form().getByText('20%')).toBeVisible()
})

test('possible mistakes are shown below the form and do not block saving', async () => {
  answerSave(200, { data: EVENT })
  await openEvent()
  await toggle('Evento gratuito')
  const look = panel('Confira')
  await expectText(look, 'Evento gratuito: O evento está marcado como gratuito')
  await goTo('Modalidades')
  await expand('5 km')
  await labelled('Preço').first().fill('33,00')
  await expectText(look, 'Modalidade "5 km", Preço: Nenhum produto daqui custa R$ 33,00.')
  await goTo('Termos')
  await look.getByRole('button', { name: /Nenhum produto daqui/ }).click()
  await expect.element(labelled('Preço').first()).toHaveFocus()
  await save()
  await expect.element(toast('Evento atualizado com sucesso!')).toBeVisible()
})

test('an invalid URL is refused, and a time may be typed informally', async () => {
  await openEvent()
  await labelled('Regulamento').fill('regulamento.pdf')
  await labelled('Horário de largada').fill('')
  await labelled('Horário de largada').click()
  await userEvent.keyboard('7:5{Tab}')
  await expectFieldError(
    labelled('Horário de largada'),
    'Escreva os minutos com dois algarismos, como 07:05.',
  )
  await labelled('Horário de largada').fill('7h30')
  await userEvent.tab()
  await expect.element(labelled('Horário de largada')).toHaveValue('07:30')
  await save()
  await expectFieldError(labelled('Regulamento'), 'O campo precisa conter um endereço válido')
})

test('a picture that is too small is refused', async () => {
  await openEvent()
  const canvas = document.createElement('canvas')
  canvas.width = 40
  canvas.height = 40
  const picture = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve))
  chooseFile(labelled('Imagem de capa'), new File([picture ?? ''], 'capa.png', { type: 'image/png' }))
  await expect.element(form().getByText(/^A imagem tem 40 × 40 px/)).toBeVisible()
})

test('a cover is cropped around a focal point or with a frame; the dialog is accessible', async () => {
  const COVER = 'POST /organizer/uploads?purpose=cover'
  await openEvent()
  answerCalls({ [COVER]: { body: { data: { path: 'covers/nova.webp' } } } })
  const canvas = document.createElement('canvas')
  canvas.width = 900
  canvas.height = 1600
  const picture = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/jpeg'))
  chooseFile(labelled('Imagem de capa'), new File([picture ?? ''], 'capa.jpg', { type: 'image/jpeg' }))
  await button('Enquadrar a imagem').click()
  const dialog = page.getByRole('dialog', { name: 'Enquadrar: imagem de capa' })
  const point = dialog.getByRole('button', { name: /^Ponto de foco/ })
  const use = dialog.getByRole('button', { name: 'Usar imagem' })
  const accessible = async () => {
    await expect.element(use).toBeEnabled()
    const found = await axe.run(dialog.element())
    expect(found.violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)).toEqual([])
  }
  const selected = () => point.element().querySelector<HTMLElement>('[style*=height]')?.style.top
  await accessible()
  expect(selected()).toBe('34.19%')
  ;(point.element() as HTMLElement).focus()
  await userEvent.keyboard('{ArrowUp}{ArrowUp}')
  expect(selected()).toBe('24.19%')
  const { height } = point.element().getBoundingClientRect()
  await point.click({ position: { x: 20, y: height - 2 } })
  expect(selected()).toBe('68.38%')

  await dialog.getByText('Recortar', { exact: true }).click()
  await expect.element(dialog.getByRole('slider', { name: 'Aproximar' })).toBeInTheDocument()
  await accessible()
  await use.click()
  await expect.element(dialog).not.toBeInTheDocument()
  expect(sentCalls(COVER)).toHaveLength(2)
})

test('the fee of a new kit is the lowest valid one, and follows the price until it is changed', async () => {
  const fee_bounds = { min_fee_free: '1.50', min_fee_paid: '4.00', max_fee_percentage: '20.00' }
  await openEvent({ step: 3, event: { ...EVENT, fee_bounds } })
  await button('Adicionar produto').click()
  const fee = labelled('Taxa de serviço')
  const value = labelled('Valor').last()
  await expect.element(fee).toHaveValue('4,00')
  await value.fill('0')
  await expect.element(fee).toHaveValue('1,50')
  await value.fill('90')
  await expect.element(fee).toHaveValue('4,00')
  await fee.fill('6')
  await value.fill('95')
  await expect.element(fee).toHaveValue('6,00')
})

const DRAFT: OrganizerEvent = { ...EVENT, status: 0, opened: false }

test("a new event with only a title can be saved as a draft; 'Salvar' requires the other fields", async () => {
  await openNew()
  const lacking = panel('Falta para abrir as inscrições')
  await expectText(lacking, 'Adicione uma modalidade ativa.')
  for (const label of ['Descrição', 'Data do evento', 'Cidade', 'Imagem de capa'])
    await expect.element(lacking.getByRole('button', { name: label, exact: true })).toBeVisible()
  await save()
  await expect.element(toast('• Por favor, selecione ao menos uma forma de pagamento.')).toBeVisible()
  const CREATE = 'POST /events/create'
  await button('Salvar sem abrir').click()
  // Matches only the newest toast: the one before it lists more fields.
  await expect.element(toast(/^Título: O campo é obrigatório$/)).toBeVisible()
  expect(sentCalls(CREATE)).toEqual([])
  answerCalls({ [CREATE]: { status: 201, body: { data: DRAFT } } })
  await labelled('Título').fill('Corrida Nova')
  await button('Salvar sem abrir').click()
  await expect.poll(() => sentCalls(CREATE).length).toBe(1)
  expect(sentCalls(CREATE)[0]?.body).toMatchObject({
    title: 'Corrida Nova',
    status: 0,
    description: '',
    date_event: '',
  })
})

test('a draft is saved as a draft, and opened by a separate button', async () => {
  answerSave(200, { data: DRAFT })
  await openEvent({ event: DRAFT })
  await expect.element(page.getByText(/^Rascunho: fica fora do site/)).toBeVisible()
  await expect.element(page.getByRole('link', { name: 'Ver página' })).not.toBeInTheDocument()
  await save()
  await expect.poll(() => sentCalls(PUT).length).toBe(1)
  expect(sentCalls(PUT)[0]?.body).not.toHaveProperty('status')
  answerSave(200, { data: EVENT })
  await button('Salvar e abrir').click()
  await expect.poll(() => sentCalls(PUT).length).toBe(2)
  expect(sentCalls(PUT)[1]?.body).toMatchObject({ status: 1 })
})

test('a draft may contain a kit without name and price, shows it empty after a reload, and cannot be opened with it', async () => {
  const [kit] = EVENT.products
  if (!kit) throw new Error('The sample event has a kit.')
  const event = {
    ...DRAFT,
    missing: ['details' as const],
    products: [{ ...kit, name: '', value: null, rate_organizer: null, category_ids: [] }],
    cancellation_tiers: [{ id: 5, days_before: null, refund_rate: null, keeps_fee: true }],
  }
  answerSave(200, { data: event })
  await openEvent({ step: 3, event })
  for (const label of ['Nome', 'Valor']) await expect.element(labelled(label)).toHaveValue('')
  await save()
  await expect.poll(() => sentCalls(PUT).length).toBe(1)
  expect(sentCalls(PUT)[0]?.body).toMatchObject({
    products: [{ name: '', value: '', rate_organizer: '' }],
    cancellation_tiers: [{ days_before: '', refund_rate: '' }],
  })
  await button('Salvar e abrir').click()
  await expectFieldError(labelled('Nome'), 'O campo é obrigatório')
  await expectFieldError(labelled('Valor'), 'O campo é obrigatório')
  expect(sentCalls(PUT)).toHaveLength(1)
  // The same problem is listed once.
  await expect.poll(() => button('Produto 1, Valor: O campo é obrigatório').all().length).toBe(1)
})

test('an event that cannot be sold has links to what is missing', async () => {
  await openEvent({ event: { ...EVENT, missing: ['kit'] } })
  await goTo('Produtos')
  for (const { name } of EVENT.products) await button(`Remover ${name}`).click()
  await goTo('Termos')
  await panel('Falta para abrir as inscrições')
    .getByRole('button', { name: 'Adicione um produto ativo.' })
    .click()
  await expect.element(form('Produtos')).toBeVisible()
})

test('the preview link is created, copied and deleted', async () => {
  const PREVIEW = 'organizer/events/7/preview'
  const secret = 'a'.repeat(43)
  answerCalls({
    [`POST /${PREVIEW}`]: { body: { data: { preview_token: secret } } },
    [`DELETE /${PREVIEW}`]: { body: { message: 'Link de prévia desfeito.' } },
  })
  await openEvent({ event: DRAFT })
  await button('Prévia').click()
  const dialog = page.getByRole('dialog', { name: 'Link de prévia' })
  await dialog.getByRole('button', { name: 'Criar link' }).click()
  await expect
    .element(dialog.getByLabelText('Link', { exact: true }))
    .toHaveValue(new URL(`/previa/${secret}`, window.location.href).href)
  await dialog.getByRole('button', { name: 'Desfazer link' }).click()
  await expect.element(dialog.getByRole('button', { name: 'Criar link' })).toBeVisible()
})

test('the usual categories of a race are added at once', async () => {
  answerSave(200, { data: EVENT })
  await openEvent({ step: 2, event: soldIn([]) })
  await expand('10 km')
  await button('Adicionar várias').click()
  const dialog = page.getByRole('dialog', { name: 'Adicionar várias categorias' })
  await expectText(dialog, 'Geral Feminino, Geral Masculino, Feminino 18–19 … Masculino 80+')
  await dialog.getByRole('button', { name: 'Adicionar 30 categorias' }).click()
  await expect.element(button('Masculino 80+')).toBeVisible()
  await save()
  await expect.poll(() => sentCalls(PUT).length).toBe(1)
  const sent = sentCalls(PUT)[0]?.body as EventInput | undefined
  expect(sent?.modalities?.[1]?.categories).toHaveLength(31)
})

/** The event with its first kit sold in these categories; an empty list means all. */
const soldIn = (categories: number[], event: OrganizerEvent = EVENT): OrganizerEvent => ({
  ...event,
  products: event.products.map((kit, i) => (i === 0 ? { ...kit, category_ids: categories } : kit)),
})

test('a kit can be copied, and copied to other categories with one kit each', async () => {
  answerSave(200, { data: EVENT })
  await openEvent({ step: 3, event: soldIn([111], IN_USE) })
  await expand('Kit Completo')
  await button('Duplicar produto').click()
  await expect.element(button('Kit Completo (cópia)')).toBeVisible()
  await button('Copiar para categorias').click()
  const dialog = page.getByRole('dialog', { name: 'Copiar para categorias' })
  await dialog.getByRole('checkbox', { name: 'Todas' }).click()
  await dialog.getByRole('button', { name: 'Adicionar 2 produtos' }).click()
  await save()
  await expect.poll(() => sentCalls(PUT).length).toBe(1)
  const products = (sentCalls(PUT)[0]?.body as EventInput | undefined)?.products ?? []
  expect(products).toMatchObject([
    { id: 21 },
    { id: 22 },
    { name: 'Kit Completo (cópia)', category_ids: ['111'], value: '100.00' },
    {
      name: 'Kit Completo',
      category_ids: ['112'],
      shirt_sizes: [{ size: 'P', quantity: '50' }, { size: 'M' }],
    },
    { name: 'Kit Completo', category_ids: ['121'] },
  ])
  for (const { id, shirt_sizes = [] } of products.slice(2))
    for (const own of [id, ...shirt_sizes.map((size) => size.id)]) expect(own).toBeLessThan(0)
})

test('a kit is sold in several categories with one quantity; removing one of them does not ask', async () => {
  answerSave(200, { data: EVENT })
  await openEvent({ step: 3, event: soldIn([111]) })
  await expand('Kit Completo')
  await input('checkbox', 'Kit Completo: 5 km — 5 km 60+').click()
  await goTo('Modalidades')
  await expand('5 km')
  await button('Remover 5 km Geral').click()
  await expect.element(button('Desfazer a remoção de 5 km Geral')).toBeVisible()
  await goTo('Produtos')
  await expect.element(input('checkbox', 'Kit Completo: 5 km — 5 km Geral')).not.toBeInTheDocument()
  await expect.element(input('checkbox', 'Kit Completo: 5 km — 5 km 60+')).toBeChecked()
  await save()
  await expect.poll(() => sentCalls(PUT).length).toBe(1)
  expect(sentCalls(PUT)[0]?.body).toMatchObject({
    products: [{ category_ids: ['112'], quantity: '100' }, { category_ids: ['121'] }],
  })
})

test('the table of categories and kits: whole rows and columns; no kit is sold nowhere', async () => {
  answerSave(200, { data: EVENT })
  await openEvent({ step: 3, event: soldIn([111]) })
  const box = (name: string) => input('checkbox', name)
  await expect.element(box('Kit 10 km: 10 km — 10 km Geral')).toBeChecked()
  await box('Kit 10 km: 10 km — 10 km Geral').click()
  await expect
    .element(toast('Um produto precisa de ao menos uma categoria: desmarque só as outras.'))
    .toBeVisible()
  await expect.element(box('Kit 10 km: 10 km — 10 km Geral')).toBeChecked()
  await expectText(form(), '5 km — 5 km 60+ (sem produto)')
  await box('5 km — 5 km 60+: todos os produtos').click()
  await box('Kit Completo: todas as categorias').click()
  await expect.element(box('Kit Completo: 10 km — 10 km Geral')).toBeChecked()
  await box('Kit Completo: todas as categorias').click()
  await expect
    .element(toast('Kit Completo agora só é vendido na primeira categoria. Marque as que quiser.'))
    .toBeVisible()
  await expect.element(box('Kit Completo: 5 km — 5 km Geral')).toBeChecked()
  await expect.element(box('Kit Completo: 10 km — 10 km Geral')).not.toBeChecked()
  await box('Kit Completo: todas as categorias').click()
  expect((await axe.run(document.body)).violations.map(({ id }) => id)).toEqual([])
  await save()
  await expect.poll(() => sentCalls(PUT).length).toBe(1)
  expect(sentCalls(PUT)[0]?.body).toMatchObject({
    products: [{ category_ids: [] }, { category_ids: ['112', '121'] }],
  })
})

test('a menu in the head of the table sells a kit in one modality, or in all', async () => {
  answerSave(200, { data: EVENT })
  await openEvent({ step: 3, event: soldIn([]) })
  const box = (name: string) => input('checkbox', name)
  const choose = async (item: string) => {
    await button('Onde vender Kit 10 km').click()
    await page.getByRole('menuitem', { name: item }).click()
  }
  await choose('Vender em todas')
  await expect.element(box('Kit 10 km: todas as categorias')).toBeChecked()
  button('Onde vender Kit 10 km').element().focus()
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByRole('menuitem', { name: 'Vender em todas' })).toHaveFocus()
  expect((await axe.run(document.body)).violations.map(({ id }) => id)).toEqual([])
  await userEvent.keyboard('{ArrowDown}{ArrowDown}{Enter}')
  await expect.element(box('Kit 10 km: 10 km — 10 km Geral')).toBeChecked()
  await expect.element(box('Kit 10 km: 5 km — 5 km Geral')).not.toBeChecked()
  await expect.element(button('Onde vender Kit 10 km')).toHaveFocus()
  await choose('Vender só em 5 km')
  await save()
  await expect.poll(() => sentCalls(PUT).length).toBe(1)
  expect(sentCalls(PUT)[0]?.body).toMatchObject({ products: [{}, { category_ids: ['111', '112'] }] })
})

test('the table has a row for each of two categories of the same name', async () => {
  const modalities = EVENT.modalities.map((modality) => ({
    ...modality,
    categories: modality.categories.map((category) => ({ ...category, category_name: 'Geral' })),
  }))
  await openEvent({ step: 3, event: { ...soldIn([]), modalities } })
  await expect.element(input('checkbox', 'Kit Completo: 5 km — Geral').first()).toBeVisible()
  expect(input('checkbox', 'Kit Completo: 5 km — Geral').elements()).toHaveLength(2)
})

test('kits are pasted from a spreadsheet, sold in all categories', async () => {
  answerSave(200, { data: EVENT })
  await openEvent({ step: 3 })
  pasteInto(labelled('Nome').last(), 'Kit 10 km\t85,00\t300\nKit Ouro\tR$ 190,00\t50')
  await expect.element(labelled('Valor').last()).toHaveValue('190,00')
  await save()
  await expect.poll(() => sentCalls(PUT).length).toBe(1)
  expect(sentCalls(PUT)[0]?.body).toMatchObject({
    products: [
      {},
      { id: 22, value: '85.00', quantity: '300' },
      { name: 'Kit Ouro', value: '190.00', quantity: '50', category_ids: [] },
    ],
  })
})

test('the last categories of a kit are removed together, after a confirmation', async () => {
  const [kit, other] = EVENT.products
  const products = [{ ...kit, category_ids: [111, 112] }, other].flatMap((one) => one ?? [])
  await openEvent({ step: 2, event: { ...EVENT, products } as OrganizerEvent })
  await button('Remover 5 km').click()
  await expectText(
    page.getByRole('dialog', { name: 'Remover 5 km?' }),
    'O produto "Kit Completo" é vendido só aqui.',
  )
})

test('pasting a table fills sizes and quantities', async () => {
  await openEvent({ step: 3 })
  await expand('Kit Completo')
  const first = form().getByRole('textbox', { name: 'Tamanho' }).first()
  const data = new DataTransfer()
  data.setData('text', 'P\t30\nG\t20\nBaby look\t10')
  first.element().dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true }))
  const values = () =>
    ['Tamanho', 'Quantidade de'].map((label) =>
      form()
        .getByRole('textbox', { name: new RegExp(`^${label}`) })
        .elements()
        .map((element) => (element as HTMLInputElement).value),
    )
  await expect.poll(values).toEqual([
    ['P', 'M', 'G', 'Baby look'],
    ['30', '50', '20', '10'],
  ])
  await expectText(form(), '(atualmente 110)')
})

test('the measures of a shirt are typed with a decimal comma and sent', async () => {
  await openEvent({ step: 3 })
  await expand('Kit Completo')
  await page.getByText('Tabela de medidas (opcional)').first().click()
  const measure = (name: string) => form().getByRole('textbox', { name: `${name}, em centímetros` })
  await expect.element(measure('Comprimento de P')).toHaveValue('68,5')
  await measure('Largura de M').fill('52,5')
  await save()
  await expect.poll(() => sentCalls(PUT).length).toBe(1)
  const [kit] = (sentCalls(PUT)[0]?.body as EventInput | undefined)?.products ?? []
  expect(kit?.shirt_sizes).toMatchObject([
    { size: 'P', width_cm: '48', length_cm: '68,5' },
    { size: 'M', width_cm: '52,5', length_cm: '' },
  ])
})

test('a template fills a new event, and the day of the race suggests the end of registrations', async () => {
  await openNew()
  await labelled('Título').fill('Corrida')
  await button('5 km + 10 km com camiseta').click()
  await expect.element(labelled('Título')).toHaveValue('Corrida')
  await expect.element(labelled('E-mail de contato')).toHaveValue('bruna@exemplo.test')
  await goTo('Modalidades')
  for (const name of ['5 km', '10 km']) await expect.element(button(name)).toBeVisible()
  await goTo('Formas de Pagamento')
  await expect.element(input('switch', 'Pix')).toBeChecked()
  await goTo('Dados do Evento')
  await labelled('Data do evento').fill('20/06/2090')
  await expect.element(labelled('Fim das inscrições')).toHaveValue('13/06/2090')
})

test('a template can be undone; what was typed into it since is only lost after a question', async () => {
  await openNew()
  const dialog = page.getByRole('dialog', { name: 'Desfazer o modelo?' })
  await button('5 km gratuita').click()
  await labelled('Título').fill('Corrida')
  await button('Desfazer modelo').click()
  await expect.element(dialog).not.toBeInTheDocument()
  await expect.element(button('5 km + 10 km com camiseta')).toBeVisible()
  await expect.element(labelled('Título')).toHaveValue('Corrida')
  await expect.element(labelled('E-mail de contato')).toHaveValue('')

  await button('5 km + 10 km com camiseta').click()
  await goTo('Modalidades')
  await expand('5 km')
  await form().getByRole('textbox', { name: 'Nome' }).first().fill('6 km')
  await goTo('Dados do Evento')
  await button('Desfazer modelo').click()
  await dialog.getByRole('button', { name: 'Manter' }).click()
  await button('Desfazer modelo').click()
  await dialog.getByRole('button', { name: 'Desfazer modelo' }).click()
  await expect.element(button('5 km gratuita')).toBeVisible()
  await goTo('Modalidades')
  await expect.element(button('6 km')).not.toBeInTheDocument()
  await goTo('Formas de Pagamento')
  await expect.element(input('switch', 'Pix')).not.toBeChecked()
})

test('days that contradict each other are told at the one changed last', async () => {
  await openEvent()
  const message = 'A data do evento não pode ser antes do fim das inscrições.'
  await labelled('Fim das inscrições').fill('01/01/2090')
  await userEvent.tab()
  await expectFieldError(labelled('Fim das inscrições'), message)
  await expect.element(labelled('Data do evento')).not.toHaveAttribute('aria-invalid', 'true')
  await labelled('Data do evento').fill('01/12/2089')
  await userEvent.tab()
  await expectFieldError(labelled('Data do evento'), message)
  await expect.element(labelled('Fim das inscrições')).not.toHaveAttribute('aria-invalid', 'true')
  await labelled('Data do evento').fill('02/01/2090')
  await userEvent.tab()
  await expect.element(page.getByText(message)).not.toBeInTheDocument()
})

test('a question has a kind, options and participants; kinds that need options require them', async () => {
  await openEvent({ step: 6 })
  await button('Adicionar pergunta').click()
  await input('textbox', 'Pergunta').last().fill('Como você vem?')
  await labelled('Tipo de resposta').selectOptions('Uma de várias opções')
  await form().getByText('Quem responde: todos').last().click()
  await labelled('Só para a modalidade').selectOptions(`${EVENT.modalities[0]?.modality_name}`)
  await toggle('Resposta obrigatória')
  await labelled('Opções').fill('Ônibus')
  await save()
  await expect.element(toast('Escreva ao menos duas opções, uma em cada linha.')).toBeVisible()
  await labelled('Opções').fill('Ônibus\nCarro')
  answerSave(200, { data: EVENT })
  await save()
  await expect.poll(() => sentCalls(PUT).length).toBe(1)
  const { questionnaires } = { ...(sentCalls(PUT)[0]?.body as EventInput) }
  expect(questionnaires?.at(-1)).toMatchObject({
    description: 'Como você vem?',
    kind: 'choice',
    required: false,
    options: 'Ônibus\nCarro',
    modality_id: String(EVENT.modalities[0]?.modality_id),
  })
})

test('a question can be asked later, of a category or kit, and after a certain answer to an earlier one', async () => {
  await openEvent({ step: 6 })
  await button('Adicionar pergunta').click()
  await input('textbox', 'Pergunta').last().fill('Qual foi o tempo?')
  await labelled('Quando perguntar').selectOptions('Depois, pela página da inscrição')
  await form().getByText('Quem responde: todos').click()
  await labelled('Só para a categoria').selectOptions('5 km · 5 km Geral')
  await labelled('Só para o kit').selectOptions(`${EVENT.products[0]?.name}`)
  await labelled('Só se').selectOptions('É a sua primeira corrida?')
  await save()
  await expect
    .element(input('combobox', 'Resposta').last())
    .toHaveAccessibleDescription('O campo é obrigatório')
  await input('combobox', 'Resposta').last().selectOptions('Não')
  await expectText(
    form(),
    `Quem responde: 5 km · 5 km Geral · ${EVENT.products[0]?.name} · “É a sua primeira corrida?” Não`,
  )
  answerSave(200, { data: EVENT })
  await save()
  await expect.poll(() => sentCalls(PUT).length).toBe(1)
  const { questionnaires } = { ...(sentCalls(PUT)[0]?.body as EventInput) }
  expect(questionnaires?.at(-1)).toMatchObject({
    asked: 'later',
    category_id: '111',
    product_id: String(EVENT.products[0]?.id),
    condition_question_id: '61',
    condition_value: 'Não',
  })
})

test('the regulation may be a PDF, which is uploaded, or a link', async () => {
  answerCalls({
    'POST /organizer/uploads?purpose=regulation': {
      status: 201,
      body: { data: { path: 'routes/regulamento.pdf', course: null } },
    },
  })
  answerSave(200, { data: EVENT })
  await openEvent()
  const hidden = document.querySelector<HTMLInputElement>('input[type=file][accept="application/pdf"]')
  if (!hidden) throw new Error('no input for a PDF')
  chooseFile(page.elementLocator(hidden), new File(['%PDF-'], 'regulamento.pdf', { type: 'application/pdf' }))
  await expect.element(form().getByText('PDF enviado')).toBeVisible()
  await save()
  await expect.poll(() => sentCalls(PUT).length).toBe(1)
  expect(sentCalls(PUT)[0]?.body).toMatchObject({ regulation: '/storage/routes/regulamento.pdf' })
})

test('the preview of the description renders headings, lists and links', async () => {
  await openEvent()
  const formats = page.getByRole('group', { name: 'Formatar: Descrição' })
  await labelled('Descrição').fill('')
  await formats.getByRole('button', { name: 'Título' }).click()
  await userEvent.keyboard('Kits{Enter}')
  await formats.getByRole('button', { name: 'Lista' }).click()
  await userEvent.keyboard('camiseta')
  await expect.element(labelled('Descrição')).toHaveValue('# Kits\n- camiseta')
  await labelled('Descrição').fill('# Kits\n- camiseta\n- [mapa](https://exemplo.test)')
  await button('Ver como fica').first().click()
  const preview = panel('Prévia: Descrição')
  await expect.element(preview.getByRole('heading', { name: 'Kits' })).toBeVisible()
  await expect.element(preview.getByRole('link', { name: 'mapa' })).toBeVisible()
})

test('no step is wider than a phone, even with long words', async () => {
  await setScreenSize(360, 800)
  const word = 'Corridaextraordinariamentelonga'.repeat(4)
  const [modality, ...others] = EVENT.modalities
  const [kit, ...kits] = EVENT.products
  if (!modality || !kit) throw new Error('the sample event is empty')
  const long = {
    ...EVENT,
    title: word,
    modalities: [{ ...modality, modality_name: word }, ...others],
    products: [{ ...kit, name: word }, ...kits],
  }
  await show('7', undefined, long)
  await expect.element(heading()).toHaveTextContent(word)
  for (const step of STEPS) {
    await goTo(step)
    await expect.element(form(step)).toBeVisible()
    for (const card of page.getByRole('button', { expanded: false }).all())
      if (form(step).element().contains(card.element())) (card.element() as HTMLElement).click()
    const { scrollWidth, clientWidth } = document.documentElement
    expect([step, scrollWidth]).toEqual([step, clientWidth])
  }
})
