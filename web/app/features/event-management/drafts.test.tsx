// @module-tag operation
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { ERRORS } from '#contract/errors.ts'
import { PERMISSIONS } from '#contract/roles.ts'
import { type Answer, answerCalls, holdCalls, listOf, sentCalls } from '#web-test/answers.ts'
import { EVENT } from '#web-test/organizer-event.ts'
import { PLACES } from '#web-test/places.ts'
import {
  button,
  expectText,
  renderScreen,
  signIn,
  signInOrganizer,
  stopTimers,
  toast,
} from '#web-test/render-screen.tsx'
import { localDraft, unsentDrafts } from './event-drafts.ts'
import { blankCategory, blankEvent, blankModality, blankProduct, type EventForm } from './form/event-form.ts'
import { formOf } from './form/read-event.ts'
import { defaultRights } from './form/rights.ts'
import ManageEventScreen from './manage-event-screen.tsx'

const DETAIL = '/organizador/eventos/detalhe'
const ID = '48548710-9baa-4ec1-a11f-9010193527c6'
const DRAFT = `/organizer/event-drafts/${ID}`
const SAVE = 'PUT /organizer/event-drafts/*'
const AT = '2030-01-01T12:00:00.000Z'
const [STALE_STATUS, STALE_MESSAGE] = ERRORS.stale_version
const REST_MS = 3_000
const WAITING = 'O rascunho é salvo em instantes.'

function open(path: string, signedIn = signInOrganizer) {
  signedIn()
  answerCalls({
    ...PLACES,
    'GET /enterprise/fees': { body: { data: { bounds: null } } },
    'GET /organizer/events/7': { body: { data: EVENT } },
  })
  return renderScreen(<ManageEventScreen />, { route: `${DETAIL}/:id`, path: `${DETAIL}/${path}` })
}
const field = (label: string) => page.getByRole('form').getByLabelText(new RegExp(`^${label}`))
const status = () => page.getByRole('status').filter({ hasText: /ascunho|conexão/ })
const row = (change: object = {}) => ({
  id: ID,
  event_id: null,
  title: 'Noturna',
  organizer_id: 1,
  organizer: 'Ilha Run',
  version: 3,
  updated_at: AT,
  updated_by: 'Rita Prado',
  ...change,
})
const answerDraft = (form: EventForm, base: EventForm | null = null, change: object = {}) =>
  answerCalls({
    'GET /organizer/event-drafts': listOf([row(change)]),
    [`GET ${DRAFT}`]: { body: { data: { ...row(change), document: { form, base } } } },
  })
const answerSaved = (version: number) =>
  answerCalls({ [SAVE]: { body: { data: { version, updated_at: AT } } } })
const savedDrafts = () =>
  sentCalls(SAVE.replace('*', ID)).map(
    ({ body }) => body as { version: number; document: { form: EventForm } },
  )

test('a new event is saved as a draft once it has a title, and its address names the draft', async () => {
  const advance = stopTimers('Timeout')
  const location = await open('novo')
  answerSaved(1)
  await field('País').fill('Chile')
  await expect.element(status()).toHaveTextContent('Dê um título ao evento para guardar o rascunho.')
  await field('Título').fill('Noturna')
  await expect.element(status()).toHaveTextContent(WAITING)
  await advance(REST_MS)
  await expect.element(status()).toHaveTextContent('Rascunho salvo')
  await expect.element(page.getByText(/há \d+ s/)).toBeVisible()
  await expect.poll(() => location().search).toMatch(/^\?rascunho=[\da-f-]{36}$/)
  // It is kept, so leaving asks nothing.
  await page.getByRole('link', { name: 'Voltar' }).click()
  await expect.poll(() => location().pathname).toBe('/organizador/eventos')
})

test('without a connection the draft stays in this browser and is saved later', async () => {
  const advance = stopTimers('Timeout')
  await open('novo')
  await field('Título').fill('Noturna')
  await advance(REST_MS)
  await expect.element(status()).toHaveTextContent('Sem conexão: guardado neste aparelho')
  expect(unsentDrafts(1).map(({ form }) => form.title)).toEqual(['Noturna'])
  answerSaved(1)
  window.dispatchEvent(new Event('online'))
  await expect.element(status()).toHaveTextContent('Rascunho salvo')
  expect(unsentDrafts(1)).toEqual([])
})

test('a save that fails after the screen was left is not repeated, and keeps nothing again', async () => {
  const advance = stopTimers('Timeout')
  const location = await open('novo')
  await field('Título').fill('Noturna')
  const release = holdCalls()
  await page.getByRole('link', { name: 'Voltar' }).click()
  await expect.poll(() => location().pathname).toBe('/organizador/eventos')
  const { draft = '', form } = { ...unsentDrafts(1)[0] }
  expect(form?.title).toBe('Noturna')
  const saves = () => sentCalls(SAVE.replace('*', draft))
  await expect.poll(saves).toHaveLength(1)
  localDraft({ userId: 1, draft }).forget()
  release()
  await advance(60_000)
  await advance(60_000)
  expect(unsentDrafts(1)).toEqual([])
  expect(saves()).toHaveLength(1)
})

const writeUnsent = (title: string) =>
  localDraft({ userId: 1, draft: crypto.randomUUID() }).write({
    savedAt: AT,
    form: { ...blankEvent(), title },
  })
const unsentTitles = () => unsentDrafts(1).map(({ form }) => form.title)

test('a new event that never reached the server is offered; what is typed before does not replace it', async () => {
  const advance = stopTimers('Timeout')
  writeUnsent('Perdida')
  await open('novo')
  await field('Título').fill('Outra')
  await advance(REST_MS)
  await expect.element(status()).toHaveTextContent('Sem conexão: guardado neste aparelho')
  expect(unsentTitles().sort()).toEqual(['Outra', 'Perdida'])
  await button('Recuperar rascunho').click()
  await expect.element(field('Título')).toHaveValue('Perdida')
  // Nothing of both is lost.
  expect(unsentTitles().sort()).toEqual(['Outra', 'Perdida'])
  answerSaved(1)
  window.dispatchEvent(new Event('online'))
  await expect.element(status()).toHaveTextContent('Rascunho salvo')
})

test('of several that never reached the server, the next one is offered once one is discarded', async () => {
  writeUnsent('Primeira')
  writeUnsent('Segunda')
  await open('novo')
  await button('Descartar').click()
  await expect.poll(unsentTitles).toHaveLength(1)
  const [left] = unsentTitles()
  await button('Recuperar rascunho').click()
  await expect.element(field('Título')).toHaveValue(left ?? '')
  answerSaved(1)
  window.dispatchEvent(new Event('online'))
  await expect.element(status()).toHaveTextContent('Rascunho salvo')
})

test('what is typed during the first save is kept with the draft that it belongs to', async () => {
  const advance = stopTimers('Timeout')
  const location = await open('novo')
  answerSaved(1)
  await field('Título').fill('Noturna')
  const release = holdCalls()
  await advance(REST_MS)
  await expect.element(status()).toHaveTextContent('Rascunho: salvando…')
  await field('País').fill('Chile')
  release()
  await expect.poll(() => location().search).toMatch(/^\?rascunho=/)
  const draft = location().search.replace('?rascunho=', '')
  expect(localDraft({ userId: 1, draft }).read()).toMatchObject({
    form: { country: 'Chile' },
    synced: { id: draft, version: 1 },
  })
  expect(unsentDrafts(1)).toEqual([])
})

test('a draft is opened as it was left; the save of the event names it', async () => {
  answerDraft({ ...blankEvent(), title: 'Noturna', country: 'Chile', right_rules: defaultRights() })
  answerCalls({ 'POST /events/create': { status: 201, body: { data: { ...EVENT, id: 9 } } } })
  await open(`novo?rascunho=${ID}`)
  await expect.element(field('Título')).toHaveValue('Noturna')
  await expect.element(field('País')).toHaveValue('Chile')
  await button('Salvar sem abrir').click()
  await expect.poll(() => sentCalls('POST /events/create')).toHaveLength(1)
  expect(sentCalls('POST /events/create')[0]?.body).toMatchObject({
    title: 'Noturna',
    from_draft: { id: ID, version: 3 },
  })
  // Opening it changed nothing.
  expect(savedDrafts()).toEqual([])
})

test('a change within an item of a list is saved, also after another one', async () => {
  const advance = stopTimers('Timeout')
  const category = { ...blankCategory(), category_name: 'Geral' }
  const modality = { ...blankModality(), modality_name: '5 km', categories: [category] }
  const kit = { ...blankProduct(), name: 'Kit', value: '80.00' }
  answerDraft({ ...blankEvent(), title: 'Noturna', modalities: [modality], products: [kit] })
  await open(`novo?rascunho=${ID}&etapa=3`)
  for (const [version, value] of [
    [4, '90'],
    [5, '95'],
  ] as const) {
    answerSaved(version)
    await field('Valor').fill(value)
    await expect.element(status()).toHaveTextContent(WAITING)
    await advance(REST_MS)
    await expect.element(status()).toHaveTextContent('Rascunho salvo')
    expect(savedDrafts().at(-1)?.document.form.products[0]?.value).toBe(value)
  }
})

test('Admin sees the organizer of a draft and keeps it', async () => {
  answerDraft({ ...blankEvent(), title: 'Noturna' }, null, { organizer_id: 4 })
  answerCalls({ 'GET /organizer/owners': { body: { data: [{ id: 9, fantasy_name: 'Serra Eventos' }] } } })
  await open(`novo?rascunho=${ID}`, () => signIn(['Admin'], Object.keys(PERMISSIONS)))
  await expect.element(field('Organizador')).toHaveValue('Ilha Run')
  answerSaved(4)
  await field('País').fill('Chile')
  window.dispatchEvent(new Event('online'))
  await expect.poll(() => savedDrafts().at(-1)).toMatchObject({ organizer_id: 4 })
})

test('the organizer of a draft that Admin began is not asked', async () => {
  answerDraft({ ...blankEvent(), title: 'Noturna', organizer_id: '1' }, null, { organizer_id: 1 })
  await open(`novo?rascunho=${ID}`)
  await expect.element(field('Título')).toHaveValue('Noturna')
  await expect.element(field('Organizador')).not.toBeInTheDocument()
})

test('a draft that no longer exists leads back to the list', async () => {
  answerCalls({ [`GET ${DRAFT}`]: { status: 404, body: { message: 'Este rascunho não existe mais.' } } })
  const location = await open(`novo?rascunho=${ID}`)
  await expect.element(toast('Este rascunho não existe mais.')).toBeVisible()
  await expect.poll(() => location().pathname).toBe('/organizador/eventos')
})

const GONE = { status: 404, body: { message: 'Este rascunho não existe mais.' } }

test('a draft that fails to load shows no blank form, and is tried again', async () => {
  answerCalls({ [`GET ${DRAFT}`]: { status: 500, body: { message: 'Erro interno.' } } })
  await open(`novo?rascunho=${ID}`)
  await expectText(page.getByRole('alert'), 'Erro interno.')
  await expect.element(page.getByRole('form')).not.toBeInTheDocument()
  answerDraft({ ...blankEvent(), title: 'Noturna' })
  await button('Tentar novamente').click()
  await expect.element(field('Título')).toHaveValue('Noturna')
})

test('another event is only begun once this one is saved', async () => {
  stopTimers('Timeout')
  await open('novo')
  await field('Título').fill('Noturna')
  await expect.element(status()).toHaveTextContent(WAITING)
  await button('Novo').click()
  await expect.element(status()).toHaveTextContent('Sem conexão: guardado neste aparelho')
  await expect.element(field('Título')).toHaveValue('Noturna')
  answerSaved(1)
  window.dispatchEvent(new Event('online'))
  await expect.element(status()).toHaveTextContent('Rascunho salvo')
  await button('Novo').click()
  await expect.element(field('Título')).toHaveValue('')
})

test('a draft of the changes of an event is not opened as a new event', async () => {
  answerDraft(formOf(EVENT), formOf(EVENT), { event_id: 7 })
  const location = await open(`novo?rascunho=${ID}`)
  await expect.element(toast('Este rascunho não existe mais.')).toBeVisible()
  await expect.poll(() => location().pathname).toBe('/organizador/eventos')
})

test('what was typed offline into a draft that no longer exists is offered for a new event', async () => {
  const form = { ...blankEvent(), title: 'Noturna' }
  localDraft({ userId: 1, draft: ID }).write({ savedAt: AT, form, synced: { id: ID, version: 3, form } })
  answerCalls({ [`GET ${DRAFT}`]: GONE })
  await open(`novo?rascunho=${ID}`)
  await expect.element(toast('Este rascunho não existe mais.')).toBeVisible()
  expect(unsentTitles()).toEqual(['Noturna'])
})

test('a new event whose draft was deleted is offered again, and is created without it', async () => {
  const advance = stopTimers('Timeout')
  answerDraft({ ...blankEvent(), title: 'Noturna', right_rules: defaultRights() })
  await open(`novo?rascunho=${ID}`)
  await field('Título').fill('Noturna da Orla')
  answerCalls({ [`GET ${DRAFT}`]: GONE, [SAVE]: GONE })
  await advance(REST_MS)
  await expect.element(page.getByText(/^Outra pessoa apagou este rascunho/)).toBeVisible()
  expect(unsentTitles()).toEqual(['Noturna da Orla'])
  expect(localDraft({ userId: 1, draft: ID }).read()).toBeNull()
  answerCalls({ 'POST /events/create': { status: 201, body: { data: { ...EVENT, id: 9 } } } })
  await button('Salvar sem abrir').click()
  await expect.poll(() => sentCalls('POST /events/create')).toHaveLength(1)
  expect(sentCalls('POST /events/create')[0]?.body).not.toHaveProperty('from_draft')
  await expect.poll(unsentTitles).toEqual([])
})

test('the save of an event whose draft was discarded goes on without it', async () => {
  answerDraft({ ...formOf(EVENT), title: 'Título do rascunho' }, formOf(EVENT), { event_id: 7 })
  await open('7')
  await expect.element(field('Título')).toHaveValue('Título do rascunho')
  const save = (answer: Answer) => {
    answerCalls({ 'PUT /organizer/events/7': answer })
    return button('Salvar').click()
  }
  answerCalls({ 'GET /organizer/event-drafts': listOf([]), [`GET ${DRAFT}`]: GONE })
  await save({ status: STALE_STATUS, body: { message: STALE_MESSAGE } })
  await expect.element(toast(/^Outra pessoa apagou este rascunho/)).toBeVisible()
  const [first, second] = sentCalls('PUT /organizer/events/7').map(({ body }) => body)
  expect(first).toMatchObject({ from_draft: { id: ID, version: 3 } })
  expect(second).not.toHaveProperty('from_draft')
  await expect.element(field('Título')).toHaveValue('Título do rascunho')
  await save({ body: { data: { ...EVENT, title: 'Título do rascunho', lock_version: 6 } } })
  await expect.element(toast('Evento atualizado com sucesso!')).toBeVisible()
})

test('what somebody else changed meanwhile joins in; a field that both changed is asked about', async () => {
  const advance = stopTimers('Timeout')
  const form = { ...blankEvent(), title: 'Noturna' }
  answerDraft(form)
  await open(`novo?rascunho=${ID}`)
  const country = field('País')
  await field('Regras').fill('Minhas regras')
  await expect.element(status()).toHaveTextContent(WAITING)
  answerDraft({ ...form, country: 'Chile' }, null, { version: 4 })
  answerCalls({ [SAVE]: { status: STALE_STATUS, body: { message: STALE_MESSAGE } } })
  await advance(REST_MS)
  await expect.element(country).toHaveValue('Chile')
  // The version is not the reason why the second save is refused, so the next one waits.
  await expect.element(page.getByText(/Guardado neste aparelho\.$/)).toBeVisible()
  expect(savedDrafts().map(({ version }) => version)).toEqual([3, 4])
  answerSaved(5)
  window.dispatchEvent(new Event('online'))
  await expect.element(status()).toHaveTextContent('Rascunho salvo')
  expect(savedDrafts().at(-1)?.version).toBe(4)
  expect(savedDrafts().at(-1)?.document.form).toMatchObject({ country: 'Chile', rules: 'Minhas regras' })
})

test('a save whose answer was lost is not taken for somebody else’s', async () => {
  const advance = stopTimers('Timeout')
  const form = { ...blankEvent(), title: 'Noturna' }
  answerDraft(form)
  await open(`novo?rascunho=${ID}`)
  await field('Regras').fill('Primeiras regras')
  await expect.element(status()).toHaveTextContent(WAITING)
  await advance(REST_MS)
  await expect.element(status()).toHaveTextContent('Sem conexão: guardado neste aparelho')
  await field('Regras').fill('Segundas regras')
  answerDraft({ ...form, rules: 'Primeiras regras' }, null, { version: 4 })
  answerCalls({ [SAVE]: { status: STALE_STATUS, body: { message: STALE_MESSAGE } } })
  await expect.element(status()).toHaveTextContent(WAITING)
  await advance(REST_MS)
  await expect.poll(() => savedDrafts().length).toBe(3)
  expect(savedDrafts().map(({ version, document }) => [version, document.form.rules])).toEqual([
    [3, 'Primeiras regras'],
    [3, 'Primeiras regras'],
    [4, 'Segundas regras'],
  ])
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument()
  answerSaved(5)
  window.dispatchEvent(new Event('online'))
  await expect.element(status()).toHaveTextContent('Rascunho salvo')
})

test('a field that two people changed waits for a choice', async () => {
  const advance = stopTimers('Timeout')
  const form = { ...blankEvent(), title: 'Noturna' }
  answerDraft(form)
  await open(`novo?rascunho=${ID}`)
  await field('Regras').fill('Minhas regras')
  await expect.element(status()).toHaveTextContent(WAITING)
  answerDraft({ ...form, rules: 'Regras da Rita' }, null, { version: 4 })
  answerCalls({ [SAVE]: { status: STALE_STATUS, body: { message: STALE_MESSAGE } } })
  await advance(REST_MS)
  const dialog = page.getByRole('dialog', { name: 'Escolha o que fica' })
  await expect.element(dialog).toBeVisible()
  await expectText(dialog, 'Rita Prado mudou este rascunho')
  await dialog.getByRole('button', { name: 'Decidir depois' }).click()
  await expect
    .element(status())
    .toHaveTextContent('Vocês mudaram o mesmo campo. O rascunho espera a sua escolha.')
  await button('Comparar').click()
  answerSaved(5)
  await dialog
    .getByRole('group', { name: /^Regras/ })
    .getByLabelText(/Rita/)
    .click()
  await dialog.getByRole('button', { name: 'Guardar rascunho' }).click()
  await expect.element(field('Regras')).toHaveValue('Regras da Rita')
  await expect.element(status()).toHaveTextContent('Rascunho salvo')
  expect(savedDrafts().at(-1)).toMatchObject({ version: 4, document: { form: { rules: 'Regras da Rita' } } })
})

test('an event opens with its unsaved changes, which can be discarded', async () => {
  answerDraft({ ...formOf(EVENT), title: 'Título do rascunho' }, formOf(EVENT), { event_id: 7 })
  answerCalls({ [`DELETE ${DRAFT}`]: { body: { message: 'Rascunho apagado.' } } })
  await open('7')
  await expect.element(field('Título')).toHaveValue('Título do rascunho')
  await expectText(page.getByRole('alert'), 'Rascunho de Rita Prado')
  await button('Descartar mudanças').click()
  await expect.element(field('Título')).toHaveValue(EVENT.title)
  expect(sentCalls(`DELETE ${DRAFT}`)).toHaveLength(1)
  await expect.element(page.getByText('Você vê mudanças ainda não salvas')).not.toBeInTheDocument()
})

test.each([
  ['only the event’s side changed is the event’s', true, 'Evento salvo'],
  ['is a conflict without the version in which they began', false, 'Meu'],
])('changes made offline to an event that was saved since: what %s', async (_, isKnown, side) => {
  const old = { ...formOf(EVENT), lock_version: 4, country: 'Peru' }
  const form = { ...old, title: 'Título offline' }
  localDraft({ userId: 1, draft: 7 }).write({ savedAt: AT, form, ...(isKnown && { base: old }) })
  answerCalls({ 'GET /organizer/event-drafts': listOf([]) })
  answerSaved(1)
  await open('7')
  const dialog = page.getByRole('dialog', { name: 'Escolha o que fica' })
  const country = dialog.getByRole('group', { name: /^País/ })
  await expect.element(country.getByLabelText(new RegExp(side))).toBeChecked()
  await country.getByLabelText(/Evento salvo/).click()
  await dialog.getByRole('button', { name: 'Continuar com o escolhido' }).click()
  await expect.element(field('Título')).toHaveValue('Título offline')
  await expect.element(field('País')).toHaveValue(EVENT.country)
  await expect.element(status()).toHaveTextContent('Rascunho salvo')
  expect(localDraft({ userId: 1, draft: 7 }).read()).toBeNull()
})

test('changes typed offline keep the version of the event with which they began', async () => {
  answerCalls({ 'GET /organizer/event-drafts': listOf([]) })
  await open('7')
  await field('Título').fill('Título offline')
  window.dispatchEvent(new Event('online'))
  await expect.element(status()).toHaveTextContent('Sem conexão: guardado neste aparelho')
  expect(localDraft({ userId: 1, draft: 7 }).read()?.base).toMatchObject({
    title: EVENT.title,
    lock_version: EVENT.lock_version,
  })
  answerSaved(1)
  window.dispatchEvent(new Event('online'))
  await expect.element(status()).toHaveTextContent('Rascunho salvo')
})

test('changes of an event that was saved since are compared with it first', async () => {
  const old = { ...formOf(EVENT), lock_version: 4, country: 'Peru' }
  answerDraft({ ...old, title: 'Título do rascunho' }, old, { event_id: 7 })
  answerSaved(4)
  await open('7')
  const dialog = page.getByRole('dialog', { name: 'Escolha o que fica' })
  await expectText(dialog, 'O evento foi salvo depois deste rascunho.')
  await expect
    .element(dialog.getByRole('group', { name: 'País' }).getByLabelText(/Evento salvo/))
    .toBeChecked()
  await dialog.getByRole('button', { name: 'Continuar com o escolhido' }).click()
  await expect.element(field('Título')).toHaveValue('Título do rascunho')
  await expect.element(field('País')).toHaveValue(EVENT.country)
  await expect.poll(() => savedDrafts().at(-1)?.document.form.lock_version).toBe(EVENT.lock_version)
})
