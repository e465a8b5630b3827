import axe from 'axe-core'
import { writeXlsx } from 'hucre/xlsx'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import type { GroupMember, InvitedGroup, MyGroup } from '#contract/group/group.ts'
import { answerCalls, listOf, sentCalls } from '#web-test/answers.ts'
import { button, chooseFile, expectText, renderScreen, signIn, toast } from '#web-test/render-screen.tsx'
import { EVENT as PUBLIC_EVENT } from '#web-test/sample-event.ts'
import { GroupNote } from './group-note.tsx'
import GroupScreen from './group-screen.tsx'
import InvitationScreen from './invitation-screen.tsx'
import { linkedGroup, rememberGroup } from './linked-group.ts'
import MyGroupsScreen from './my-groups-screen.tsx'

const EVENT = { id: 7, slug: 'corrida-da-ilha', title: 'Corrida da Ilha', date_event: '10/03/2031' }
const GROUP = {
  id: 41,
  name: 'Corredores da Ilha',
  kind: 'club',
  event: EVENT,
  names_until: '01/03/2031',
  is_open: true,
} as const
const INVITED: InvitedGroup = { ...GROUP, captain: 'Carla', prices: [], free_every: null }
const MINE: MyGroup = {
  ...GROUP,
  link: 'https://largada.test/grupo/convite',
  text: 'Venha correr com o grupo: https://largada.test/grupo/convite',
  members: 2,
  invited: 0,
  signed: 1,
  paid: 1,
  owed: '110.00',
  saving: '0.00',
  free_places: 0,
  price: null,
  takes_pix: true,
  pix_key_for: null,
}
const OWING: GroupMember = {
  registration_id: 31,
  name: 'Davi Lima',
  modality: '5 km',
  category: 'Geral',
  is_signed: false,
  is_paid: false,
  owed: '110.00',
  saving: '0.00',
}
const PAID: GroupMember = {
  ...OWING,
  registration_id: 32,
  name: 'Bia Souza',
  is_signed: true,
  is_paid: true,
  owed: '0.00',
}

const violations = async () =>
  (await axe.run('#conteudo')).violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)

const openInvitation = () =>
  renderScreen(<InvitationScreen />, { route: '/grupo/:token', path: '/grupo/convite' })
const openGroup = (group: MyGroup = MINE, members: readonly GroupMember[] = [OWING, PAID]) => {
  signIn(['Participante'])
  answerCalls({
    'GET /participant/groups/41': { body: { data: group } },
    'GET /participant/groups/41/members': listOf(members),
  })
  return renderScreen(<GroupScreen />, { route: '/participante/grupos/:id', path: '/participante/grupos/41' })
}

test('a guest is led to the wizard, which remembers the group', async () => {
  answerCalls({ 'GET /groups/convite': { body: { data: INVITED } } })
  const location = await openInvitation()
  await expect.element(page.getByRole('heading', { name: 'Corredores da Ilha' })).toBeVisible()
  await expectText(page.getByRole('main'), 'Carla convida você para o grupo')
  expect(await violations()).toEqual([])
  await page.getByRole('link', { name: 'Entrar no grupo' }).click()
  await expect.poll(() => location().pathname).toBe('/login')
  expect(location().state).toMatchObject({ from: '/register/event?evento=corrida-da-ilha' })
  expect(linkedGroup('corrida-da-ilha')).toMatchObject({ token: 'convite', name: 'Corredores da Ilha' })
  expect(linkedGroup('outra')).toBeNull()
})

test('a runner joins and leaves with a registration made before', async () => {
  signIn(['Participante'])
  const mine = (group: object | null) => ({
    'GET /participant/group-invitations/convite': {
      body: { data: [{ id: 31, name: 'Bruna Prado', modality: '5 km', group }] },
    },
  })
  answerCalls({
    'GET /groups/convite': { body: { data: INVITED } },
    'POST /participant/group-invitations/convite': { body: { message: 'Você entrou no grupo.' } },
    'DELETE /participant/groups/41/members/31': { body: { message: 'A inscrição saiu do grupo.' } },
    ...mine(null),
  })
  await openInvitation()
  await expect.element(button('Pôr Bruna Prado no grupo')).toBeVisible()
  answerCalls(mine({ id: 41, name: 'Corredores da Ilha' }))
  await button('Pôr Bruna Prado no grupo').click()
  await expect.element(toast('Você entrou no grupo.')).toBeVisible()
  expect(sentCalls('POST /participant/group-invitations/convite')[0]?.body).toEqual({
    registration_ids: [31],
  })
  await button('Tirar Bruna Prado do grupo').click()
  await expect.element(toast('A inscrição saiu do grupo.')).toBeVisible()
})

test('says that the group is closed, and that an invitation does not exist', async () => {
  answerCalls({ 'GET /groups/convite': { body: { data: { ...INVITED, is_open: false } } } })
  await openInvitation()
  await expectText(page.getByRole('alert'), 'não aceita mais ninguém')
  await expect.element(page.getByRole('link', { name: 'Entrar no grupo' })).not.toBeInTheDocument()
})

test('an unknown invitation asks for the link again', async () => {
  answerCalls({ 'GET /groups/convite': { status: 404, body: { message: 'Este convite não existe.' } } })
  await openInvitation()
  await expectText(page.getByRole('status'), 'Este convite não existe.')
})

test('the captain shares the invitation and sees what each member lacks', async () => {
  await openGroup()
  const share = page.getByRole('link', { name: 'Enviar por WhatsApp' })
  await expect.element(share).toHaveAttribute('href', `https://wa.me/?text=${encodeURIComponent(MINE.text)}`)
  const row = (name: string) => page.getByRole('row', { name: new RegExp(name) })
  await expectText(row('Davi Lima'), 'Falta confirmar')
  await expectText(row('Davi Lima'), 'Falta pagar')
  await expectText(row('Bia Souza'), 'Confirmou')
  expect(await violations()).toEqual([])
  await expect.element(page.getByRole('checkbox', { name: 'Bia Souza' })).not.toBeInTheDocument()
})

test('the captain removes a member after confirming it', async () => {
  answerCalls({ 'DELETE /participant/groups/41/members/31': { body: { message: 'Saiu do grupo.' } } })
  await openGroup()
  await button('Tirar Davi Lima do grupo').click()
  await page.getByRole('dialog').getByRole('button', { name: 'Tirar do grupo' }).click()
  await expect.element(toast('Saiu do grupo.')).toBeVisible()
})

test('the captain pays for the chosen members, or for all', async () => {
  answerCalls({
    'POST /participant/groups/41/payment': { status: 409, body: { message: 'Já foi pago.' } },
    'POST /participant/groups/41/quote': {
      body: { data: { owed: '99.00', saving: '0.00', free_places: 0 } },
    },
  })
  await openGroup()
  const sent = () => sentCalls('POST /participant/groups/41/payment').map(({ body }) => body)
  await page.getByRole('button', { name: /Pagar .*110,00 por todos/ }).click()
  await expect.element(toast('Já foi pago.')).toBeVisible()
  await page.getByRole('checkbox', { name: 'Davi Lima' }).click()
  await expectText(page.getByRole('main'), '1 inscrição escolhida: R$ 99,00.')
  await button('Pagar as escolhidas').click()
  await expect
    .poll(sent)
    .toEqual([{ expected_total: '110.00' }, { registration_ids: [31], expected_total: '99.00' }])
})

const PRICED: MyGroup = {
  ...MINE,
  members: 8,
  owed: '700.00',
  saving: '180.00',
  free_places: 1,
  price: { rate: '10.00', next: { min_members: 10, rate: '15.00' }, free_every: 7 },
}

test('the captain sees what the group saves, on each member and in all, and what the next step needs', async () => {
  await openGroup(PRICED, [{ ...OWING, owed: '100.00', saving: '10.00' }, PAID])
  const main = page.getByRole('main')
  await expectText(main, '10%')
  await expectText(main, 'Com mais 2 membros: 15%')
  await expectText(main, 'A cada 7 pagantes no mesmo Pix')
  await expectText(page.getByRole('row', { name: /Davi Lima/ }), 'R$ 10,00 a menos')
  await expectText(main, 'O grupo economiza R$ 180,00, com 1 inscrição grátis.')
  expect(await violations()).toEqual([])
  await button('Tirar Davi Lima do grupo').click()
  await expectText(page.getByRole('dialog'), 'fora do grupo e sem o preço de grupo.')
})

test('another total is shown before the captain pays it', async () => {
  answerCalls({
    'POST /participant/groups/41/payment': {
      status: 409,
      body: {
        code: 'offer_changed',
        message: 'O total mudou.',
        data: { expected: '700.00', current: '770.00' },
      },
    },
  })
  await openGroup(PRICED)
  await page.getByRole('button', { name: /Pagar .*700,00 por todos/ }).click()
  await expect.element(toast('O total mudou.')).toBeVisible()
  await page.getByRole('button', { name: /Pagar .*770,00 por todos/ }).click()
  await expect
    .poll(() => sentCalls('POST /participant/groups/41/payment').map(({ body }) => body))
    .toEqual([{ expected_total: '700.00' }, { expected_total: '770.00' }])
})

test('the invitation announces the price of a group', async () => {
  const prices = [
    { min_members: 10, rate: '10.00' },
    { min_members: 20, rate: '15.00' },
  ]
  answerCalls({ 'GET /groups/convite': { body: { data: { ...INVITED, prices, free_every: 10 } } } })
  await openInvitation()
  const main = page.getByRole('main')
  await expectText(main, 'Grupos a partir de 10: 10% de desconto e a partir de 20: 15% de desconto.')
  await expectText(main, 'A cada 10 pagantes no mesmo Pix, 1 inscrição grátis. Quem sai')
})

test('after the last day there is no invitation and nobody is removed', async () => {
  await openGroup({ ...MINE, is_open: false })
  await expect.element(page.getByRole('row', { name: /Davi Lima/ })).toBeVisible()
  await expectText(page.getByRole('main'), 'O prazo para mudar os membros acabou.')
  await expect.element(page.getByRole('heading', { name: 'Convite' })).not.toBeInTheDocument()
  await expect.element(button('Tirar Davi Lima do grupo')).not.toBeInTheDocument()
})

test('a captain creates a group for the event of the address', async () => {
  signIn(['Participante'])
  answerCalls({
    'GET /participant/groups': { body: { data: [{ ...GROUP, members: 2 }] } },
    'GET /events/slug/corrida-da-ilha': { body: { data: { ...PUBLIC_EVENT, groups_until: '01/03/2031' } } },
    'POST /participant/groups': {
      status: 422,
      body: { message: 'Erro', errors: { name: ['Já existe um grupo com este nome neste evento.'] } },
    },
  })
  const location = await renderScreen(<MyGroupsScreen />, {
    route: '/participante/grupos',
    path: '/participante/grupos?evento=corrida-da-ilha',
  })
  await expect.element(page.getByRole('row', { name: /Corredores da Ilha/ })).toBeVisible()
  expect(await violations()).toEqual([])
  await button('Criar grupo').click()
  await expect.element(page.getByText('Dê um nome ao grupo')).toBeVisible()
  await page.getByRole('textbox', { name: /Nome do grupo/ }).fill('Corredores da Ilha')
  await button('Criar grupo').click()
  await expect.element(page.getByText('Já existe um grupo com este nome neste evento.').first()).toBeVisible()
  answerCalls({ 'POST /participant/groups': { status: 201, body: { data: { id: 42 } } } })
  await page.getByRole('textbox', { name: /Nome do grupo/ }).fill('Outro nome')
  await button('Criar grupo').click()
  await expect.poll(() => location().pathname).toBe('/participante/grupos/42')
})

test('the wizard names the group, which the runner may leave out', async () => {
  rememberGroup({ slug: EVENT.slug, token: 'convite', name: GROUP.name })
  await renderScreen(<GroupNote slug={EVENT.slug} />)
  await expectText(page.getByRole('region', { name: 'Grupo' }), 'Corredores da Ilha')
  await button('Não entrar no grupo').click()
  await expect.element(page.getByRole('region', { name: 'Grupo' })).not.toBeInTheDocument()
  expect(linkedGroup(EVENT.slug)).toBeNull()
})

const sheet = async (rows: (string | null)[][]) =>
  new File([new Uint8Array(await writeXlsx({ sheets: [{ name: 'Equipe', rows }] }))], 'equipe.xlsx')
const pick = async (file: File) => {
  await button('Convidar por planilha').click()
  await expect.element(button('Escolher o arquivo')).toBeVisible()
  chooseFile(page.getByLabelText('Planilha'), file)
}

test('a captain invites by spreadsheet, which sends only names and addresses', async () => {
  await openGroup()
  answerCalls({
    'POST /participant/groups/41/invited': { body: { data: { invited: 2 } } },
  })
  await pick(
    await sheet([
      ['CPF', 'Nome', 'E-mail'],
      ['529.982.247-25', 'Bia Souza', 'bia@exemplo.test'],
      [null, null, null],
      [null, 'Davi Lima', 'davi@exemplo.test'],
    ]),
  )
  await expect.element(toast('2 convites enviados.')).toBeVisible()
  expect(sentCalls('POST /participant/groups/41/invited').map(({ body }) => body)).toEqual([
    {
      rows: [
        ['CPF', 'Nome', 'E-mail'],
        ['', 'Bia Souza', 'bia@exemplo.test'],
        ['', '', ''],
        ['', 'Davi Lima', 'davi@exemplo.test'],
      ],
    },
  ])
})

test('a CSV of Excel in Brazil is read; what is wrong is shown by cell', { tags: 'operation' }, async () => {
  await openGroup()
  answerCalls({
    'POST /participant/groups/41/invited': {
      status: 422,
      body: {
        code: 'validation',
        message: 'Confira os campos.',
        errors: { B2: ['Este e-mail não é válido'] },
      },
    },
  })
  const latin = Uint8Array.from('Nome;E-mail\r\nJoão;x\r\n', (letter) => letter.charCodeAt(0))
  await pick(new File([latin], 'equipe.CSV'))
  await expectText(page.getByRole('alert'), 'Ninguém foi convidado')
  await expectText(page.getByRole('alert'), 'B2: Este e-mail não é válido')
  expect(sentCalls('POST /participant/groups/41/invited').map(({ body }) => body)).toEqual([
    {
      rows: [
        ['Nome', 'E-mail'],
        ['João', 'x'],
      ],
    },
  ])
  expect(await violations()).toEqual([])
})

test('a file that is no spreadsheet is not sent', { tags: 'operation' }, async () => {
  await openGroup()
  await pick(new File(['nada'], 'foto.xlsx'))
  await expectText(page.getByRole('alert'), 'Não foi possível ler este arquivo.')
  expect(sentCalls('POST /participant/groups/41/invited')).toEqual([])
})

test('a captain sees whom the group waits for, and takes an invitation back', async () => {
  await openGroup({ ...MINE, invited: 1 })
  answerCalls({
    'GET /participant/groups/41/invited': listOf([
      { id: 51, name: 'Caio Reis', email: 'caio@exemplo.test', is_reminded: true },
    ]),
    'DELETE /participant/groups/41/invited/51': { body: { message: 'Convite retirado.' } },
  })
  await page.getByRole('combobox', { name: 'Situação' }).click()
  await page.getByRole('option', { name: 'Convidados' }).click()
  await expectText(page.getByRole('row', { name: /Caio Reis/ }), 'Convidado e lembrado')
  await button('Retirar').click()
  await button('Retirar o convite').click()
  await expect.element(toast('Convite retirado.')).toBeVisible()
})
