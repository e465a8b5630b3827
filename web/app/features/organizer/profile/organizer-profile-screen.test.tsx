// @module-tag operation
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import type { OrganizerProfile } from '#contract/organizer/organizer-profile.ts'
import { getSession } from '#web/session/session.ts'
import { answerCalls, sentCalls } from '#web-test/answers.ts'
import {
  button,
  expectFieldError,
  field,
  renderScreen,
  signInOrganizer,
  toast,
} from '#web-test/render-screen.tsx'
import OrganizerProfileScreen from './organizer-profile-screen.tsx'

const PROFILE: OrganizerProfile = {
  fantasy_name: 'Ilha Run',
  about: 'Corridas na ilha.',
  public_phone: '48987654321',
  public_email: null,
  site: null,
  instagram: 'ilharun',
  logo: null,
  corporate_reason: 'Ilha Run Eventos Ltda.',
  cnpj: '12ABC34501DE35',
  responsible: 'Teresa Campos',
  page: 'ilha-run-12',
}
const READ = 'GET /organizer/profile'
const SAVE = 'PUT /organizer/profile'

async function open(changes: Partial<OrganizerProfile> = {}) {
  signInOrganizer()
  answerCalls({ [READ]: { body: { data: { ...PROFILE, ...changes } } } })
  await renderScreen(<OrganizerProfileScreen />, { route: '/organizador/minha-organizacao' })
  await expect.element(field('Nome fantasia')).toBeVisible()
}

test('the public data are edited and saved as a whole; the session gets the new name', async () => {
  await open()
  await expect.element(field('Telefone')).toHaveValue('(48) 98765-4321')
  await expect.element(field('Instagram')).toHaveValue('@ilharun')
  await field('Nome fantasia').fill('Ilha Nova')
  await field('Telefone').fill('')
  await field('E-mail').fill('oi@ilha.test')
  await field('Site').fill('ilha.test')
  const saved = { ...PROFILE, fantasy_name: 'Ilha Nova', public_phone: null, site: 'https://ilha.test' }
  answerCalls({ [SAVE]: { body: { data: saved } } })
  await button('Salvar').click()
  await expect.element(toast('Organização salva com sucesso!')).toBeVisible()
  expect(sentCalls(SAVE)).toMatchObject([
    {
      body: {
        fantasy_name: 'Ilha Nova',
        about: 'Corridas na ilha.',
        public_phone: null,
        public_email: 'oi@ilha.test',
        site: 'https://ilha.test',
        instagram: 'ilharun',
        logo: null,
      },
    },
  ])
  await expect.element(field('Site')).toHaveValue('https://ilha.test')
  expect(getSession()?.user.organizer?.fantasy_name).toBe('Ilha Nova')
})

test('legal name and CNPJ are read-only; payouts, account and public page are one click away', async () => {
  await open()
  await expect.element(page.getByText('12.ABC.345/01DE-35')).toBeVisible()
  await expect.element(page.getByRole('textbox', { name: 'CNPJ' })).not.toBeInTheDocument()
  for (const [name, path] of [
    ['Chave Pix e conta bancária', '/organizador/repasses'],
    ['Minha conta', '/minha-conta'],
    ['Ver página pública', '/organizacoes/ilha-run-12'],
  ] as const)
    await expect.element(page.getByRole('link', { name })).toHaveAttribute('href', path)
})

test('without a public race it says when the page will be public', async () => {
  await open({ page: null })
  await expect.element(page.getByText(/abre quando o seu primeiro evento for publicado/)).toBeVisible()
  await expect.element(page.getByRole('link', { name: 'Ver página pública' })).not.toBeInTheDocument()
})

test('an invalid value is reported under its field before anything is sent, a refused one afterwards', async () => {
  await open()
  await field('Instagram').fill('duas palavras')
  await button('Salvar').click()
  await expectFieldError(field('Instagram'), 'Informe o nome da conta, como @suacorrida')
  expect(sentCalls(SAVE)).toEqual([])
  await field('Instagram').fill('')
  const errors = { public_email: ['Email inválido'] }
  answerCalls({ [SAVE]: { status: 422, body: { errors } } })
  await button('Salvar').click()
  await expectFieldError(field('E-mail'), 'Email inválido')
  await expect.element(field('E-mail')).toHaveFocus()
})

test('a logo is uploaded when it is chosen; another type of file is refused immediately', async () => {
  await open()
  const input = () => field('Logotipo').element() as HTMLInputElement
  const choose = (name: string, type: string) => {
    const files = new DataTransfer()
    files.items.add(new File(['x'], name, { type }))
    input().files = files.files
    input().dispatchEvent(new Event('change', { bubbles: true }))
  }
  choose('regulamento.pdf', 'application/pdf')
  await expect.element(page.getByText('Escolha uma imagem')).toBeVisible()
  const path = 'events/11111111-1111-4111-8111-111111111111.jpg'
  answerCalls({ 'POST /organizer/uploads': { status: 201, body: { data: { path, course: null } } } })
  choose('logo.png', 'image/png')
  await expect.element(page.getByRole('link', { name: 'Abrir o arquivo' })).toBeVisible()
  answerCalls({ [SAVE]: { body: { data: { ...PROFILE, logo: path } } } })
  await button('Salvar').click()
  await expect.poll(() => sentCalls(SAVE)).toMatchObject([{ body: { logo: path } }])
})

test('a user without permission reads why', async () => {
  signInOrganizer()
  const message = 'Só o organizador vê e muda os dados da organização.'
  answerCalls({ [READ]: { status: 403, body: { message } } })
  await renderScreen(<OrganizerProfileScreen />)
  await expect.element(page.getByText(message)).toBeVisible()
})
