import { expect, onTestFinished, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { ParticipantRow } from '#contract/participants/participants.ts'
import ParticipantsScreen from '#web/features/participants/list/participants-screen.tsx'
import { answerCalls, listOf, sentCalls } from '#web-test/answers.ts'
import { button, renderLayout, setScreenSize, signIn, signInOrganizer } from '#web-test/render-screen.tsx'
import AppLayout from './app-layout.tsx'

const LIST = 'GET /organizer/events/7/participants'
const rowOf = (id: number, name: string) =>
  ({
    id,
    status: 'Confirmado',
    status_code: 1,
    status_color: 'success',
    participant: { name, cpf: '52998224725', emailResponsible: 'ana@exemplo.test', phone: '' },
    products: [],
    ineligible: null,
    group: null,
    team: null,
    value: '0.00',
    money_sentence: 'Gratuito',
    credit: '0.00',
    payment: null,
    payments: [],
    created_at: '2031-01-10T12:00:00Z',
    category: { id: 111, name: 'Geral', modality: '5 km' },
    event: { title: 'Corrida da Ilha', end_date: '20/02/2031', payment: null },
    can_cancel: true,
    refundable: null,
    cancellation_needs_reason: false,
    cancellation_requested: false,
    terms_accepted: [],
    questionnaires: [],
  }) satisfies ParticipantRow
const TOTALS = {
  total_participants_registered: 2,
  total_participants_confirmed: 2,
  total_participants_pending: 0,
  total_participants_canceled: 0,
  total_paid_participants: 0,
  total_valor_paid_participants: '0.00',
  total_free_participants: 2,
}
const EVENT = { id: 7, title: 'Corrida da Ilha', modalities: [], products: [], groups: [] }
const LISTED = listOf([rowOf(31, 'Bruna Prado'), rowOf(32, 'Caio Moura')], TOTALS, { event: EVENT })

const link = (name: string) => page.getByRole('link', { name, exact: true })
const dialog = (name: string) => page.getByRole('dialog', { name })
const press = (keys: string) => userEvent.keyboard(keys)

async function openList() {
  await setScreenSize(1280, 900)
  signInOrganizer()
  answerCalls({ [LIST]: LISTED })
  await renderLayout(
    <AppLayout />,
    <ParticipantsScreen />,
    '/organizador/eventos/7/participantes',
    '/organizador/eventos/:id/participantes',
  )
  await expect.element(link('Bruna Prado')).toBeVisible()
}

test('the first row of a list is reached with at most eight presses of Tab', async () => {
  await openList()
  await press('{Tab}{Tab}')
  await expect.element(button('Ir para a lista')).toHaveFocus()
  await press('{Enter}')
  await expect.element(link('Bruna Prado')).toHaveFocus()
})

test('j and k move between rows, e edits the row, / focuses the search, and a field receives the keys', async () => {
  await openList()
  await press('jj')
  await expect.element(link('Caio Moura')).toHaveFocus()
  await press('j')
  await expect.element(link('Caio Moura')).toHaveFocus()
  await press('k')
  await expect.element(link('Bruna Prado')).toHaveFocus()
  await press('/')
  await expect.element(page.getByRole('searchbox')).toHaveFocus()
  await press('jek?')
  await expect.element(page.getByRole('searchbox')).toHaveValue('jek?')
  await expect.element(page.getByRole('searchbox')).toHaveFocus()
  await expect.element(dialog('Atalhos do teclado')).not.toBeInTheDocument()
  await page.getByRole('checkbox', { name: 'Selecionar Caio Moura' }).click()
  await press('e')
  await expect.element(link('Bruna Prado')).not.toBeInTheDocument()
})

test('in the panel j, k and the arrows open the neighbours, and other keys of the list do nothing', async () => {
  await openList()
  await link('Bruna Prado').click()
  await expect.element(page.getByText('1 de 2 nesta página')).toBeVisible()
  await expect.element(button('Inscrição anterior')).toBeDisabled()
  await press('j')
  await expect.element(page.getByText('2 de 2 nesta página')).toBeVisible()
  await press('/')
  await expect.element(page.getByRole('searchbox', { includeHidden: true })).not.toHaveFocus()
  await press('{ArrowLeft}')
  await expect.element(page.getByText('1 de 2 nesta página')).toBeVisible()
  await button('Próxima inscrição').click()
  await expect.element(page.getByText('2 de 2 nesta página')).toBeVisible()
  expect(sentCalls('GET /organizer/registrations/31')).not.toEqual([])
  expect(sentCalls('GET /organizer/registrations/32')).not.toEqual([])
})

test('? lists the keys', async () => {
  await openList()
  await press('?')
  await expect.element(dialog('Atalhos do teclado').getByText('Salvar o formulário aberto')).toBeVisible()
  await press('{Escape}')
  await expect.element(dialog('Atalhos do teclado')).not.toBeInTheDocument()
})

test('Ctrl+S presses the button that saves the form with the focus, and no other', async () => {
  signInOrganizer()
  const saved: string[] = []
  const form = (name: string, isSaved: boolean) => (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        saved.push(name)
      }}
    >
      <input aria-label={name} />
      <button type="submit" data-save={isSaved || undefined}>
        Enviar
      </button>
    </form>
  )
  await renderLayout(
    <AppLayout />,
    <>
      {form('um', true)}
      {form('dois', true)}
      {form('apagar', false)}
    </>,
    '/minha-conta',
  )
  await page.getByRole('textbox', { name: 'dois' }).click()
  await press('{Control>}s{/Control}')
  await page.getByRole('textbox', { name: 'apagar' }).click()
  await press('{Control>}s{/Control}')
  await page.getByRole('textbox', { name: 'um' }).click()
  await press('{Meta>}s{/Meta}')
  expect(saved).toEqual(['dois', 'um'])
})

const options = () =>
  page
    .getByRole('option')
    .all()
    .map((option) => option.element().textContent)

test('Ctrl+K finds pages, events and participants of the event on screen, and opens them', async () => {
  await openList()
  answerCalls({
    'GET /organizer/events': listOf([{ id: 9, title: 'Bruma do Mar', date_event: '20/02/2031' }]),
    'POST /organizer/events/7/participants/search': LISTED,
  })
  await page.getByRole('searchbox').click()
  await press('{Control>}k{/Control}')
  const search = page.getByRole('textbox', { name: 'Buscar páginas, eventos e pessoas' })
  await expect.element(search).toHaveFocus()
  await search.fill('finan')
  await expect.poll(options).toContain('Financeiro')
  await search.fill('bru')
  await expect.poll(() => sentCalls('GET /organizer/events').at(-1)?.route).toContain('title=bru')
  await expect
    .poll(options)
    .toEqual(['Bruma do Mar20/02/2031', 'Bruna Prado5 km, Nº 31', 'Caio Moura5 km, Nº 32'])
  await press('{ArrowDown}{ArrowDown}{Enter}')
  await expect.element(page.getByText('2 de 2 nesta página')).toBeVisible()
})

test('Escape closes the search for pages', async () => {
  signInOrganizer()
  await renderLayout(<AppLayout />, <h1>Minha conta</h1>, '/minha-conta', '/minha-conta')
  await expect.element(page.getByRole('heading', { name: 'Minha conta' })).toBeVisible()
  const search = page.getByRole('textbox', { name: 'Buscar páginas, eventos e pessoas' })
  await press('{Control>}k{/Control}')
  await expect.element(search).toHaveFocus()
  await press('{Escape}')
  await expect.element(search).not.toBeInTheDocument()
})

test('Ctrl+K opens a registration of any event by its number', async () => {
  signInOrganizer()
  await renderLayout(<AppLayout />, <h1>Minha conta</h1>, '/minha-conta', '/minha-conta')
  await expect.element(page.getByRole('heading', { name: 'Minha conta' })).toBeVisible()
  await press('{Control>}k{/Control}')
  const search = page.getByRole('textbox', { name: 'Buscar páginas, eventos e pessoas' })
  await search.fill('nº 1213')
  await expect.poll(options).toEqual(['Inscrição Nº 1213'])
  await search.fill('52998224725')
  await expect.poll(options).toEqual([])
  await search.fill('1213')
  await expect.poll(options).toEqual(['Inscrição Nº 1213'])
  await press('{ArrowDown}{Enter}')
  await expect.element(page.getByRole('heading', { name: 'Minha conta' })).not.toBeInTheDocument()
})

test.each([
  ['Admin', 'POST /admin/participants/search', 'POST /enterprise/people/search'],
  ['Empresa', 'POST /enterprise/people/search', 'POST /admin/participants/search'],
])('%s finds people by their own search', async (role, own, other) => {
  onTestFinished(() => localStorage.clear())
  signIn([role])
  answerCalls({
    [own]: listOf([{ id: 5, name: 'Ana Luz', masked_cpf: '***.982.247-**' }]),
    'GET /admin/events': listOf([]),
  })
  await renderLayout(<AppLayout />, <h1>Minha conta</h1>, '/minha-conta', '/minha-conta')
  await button('Ir para…').click()
  await page.getByRole('textbox', { name: 'Buscar páginas, eventos e pessoas' }).fill('luz')
  await expect.poll(options).toEqual(['Ana Luz***.982.247-**'])
  expect(sentCalls(other)).toEqual([])
  await press('{Enter}')
  await expect.element(page.getByRole('heading', { name: 'Minha conta' })).not.toBeInTheDocument()
})

test('runners have no such keys', async () => {
  signIn(['Participante'])
  await renderLayout(<AppLayout />, <h1>Meu perfil</h1>, '/minha-conta')
  await expect.element(page.getByRole('heading', { name: 'Meu perfil' })).toBeVisible()
  await expect.element(button('Ir para…')).not.toBeInTheDocument()
  await press('?')
  await expect.element(dialog('Atalhos do teclado')).not.toBeInTheDocument()
})
