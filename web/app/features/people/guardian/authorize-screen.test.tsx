import axe from 'axe-core'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import type { Authorization } from '#contract/people/guardian.ts'
import { guardianText, participantText } from '#contract/registration/minors.ts'
import { answerCalls, sentCalls } from '#web-test/answers.ts'
import { button, expectFieldError, expectText, field, renderScreen, toast } from '#web-test/render-screen.tsx'
import AuthorizeScreen from './authorize-screen.tsx'

const READ = 'POST /registrations/guardian/read'
const SIGN = 'POST /registrations/guardian'
const REFUSE = 'POST /registrations/guardian/refuse'
const open = (query = '?token=certo') =>
  renderScreen(<AuthorizeScreen />, { route: '/autorizar-menor', path: `/autorizar-menor${query}` })

const AUTHORIZATION: Authorization = {
  role: 'guardian',
  guardian: null,
  event: { title: 'Corrida da Serra', slug: 'corrida-da-serra', race_day: '2031-05-10', start_time: '07:00' },
  modality: '5 km',
  minor: { name: 'Lia Souza', cpf: '52998224725', birth_date: '2016-03-12' },
  due_at: '2031-05-01T03:00:00Z',
  consents: [
    {
      id: 2,
      name: 'Uso de imagem',
      version: 1,
      sha256: 'cd'.repeat(32),
      description: 'Fotos.',
      accepted: false,
    },
  ],
}
const RACE = {
  minor: { name: 'Lia Souza', cpf: '52998224725', birthDate: '2016-03-12' },
  title: 'Corrida da Serra',
  modality: '5 km',
  raceDay: '2031-05-10',
}
const IDENTITY = { token: 'certo', cpf: '52998224725', birth_date: '2016-03-12' }

async function identified(changes: Partial<Authorization> = {}) {
  answerCalls({ [READ]: { body: { data: { ...AUTHORIZATION, ...changes } } } })
  await open()
  await field('CPF').fill('529.982.247-25')
  await field('Data de nascimento').fill('12/03/2016')
  await button('Continuar').click()
  await expect.element(page.getByRole('heading', { level: 1, name: 'Corrida da Serra' })).toBeVisible()
}

async function fillGuardian() {
  await field('Seu nome completo').fill('Rita Souza')
  await field('Seu CPF').fill('111.444.777-35')
  await field('Sua data de nascimento').fill('02/01/1980')
  await field('O que você é de Lia').selectOptions('mother')
  await field('Seu e-mail').fill('rita@exemplo.test')
}

test('a guardian reads the text with the own name, gives consents and signs', async () => {
  answerCalls({ [SIGN]: { body: { message: 'Assinado.' } } })
  await identified()
  expect((await axe.run(document.body)).violations).toEqual([])
  await fillGuardian()
  const rita = { name: 'Rita Souza', cpf: '11144477735', relationship: 'mother' as const }
  const text = guardianText(RACE, rita)
  await expect.element(page.getByText(text.split('\n\n')[0] ?? '')).toBeVisible()
  await page.getByRole('checkbox', { name: 'Autorizo: Uso de imagem' }).click()
  await button('Autorizo e assino').click()
  await expect.element(page.getByRole('heading', { level: 1, name: 'Assinado' })).toBeVisible()
  expect(sentCalls(SIGN).map(({ body }) => body)).toEqual([
    {
      ...IDENTITY,
      text,
      consents: [{ id: 2, version: 1 }],
      guardian: { ...rita, birth_date: '1980-01-02', email: 'rita@exemplo.test' },
    },
  ])
})

test('what is missing is said at its field before anything is sent', async () => {
  await identified()
  await button('Autorizo e assino').click()
  await expectFieldError(field('Seu nome completo'), 'Digite o seu nome completo.')
  await expectFieldError(field('O que você é de Lia'), 'Escolha o que você é de quem vai correr.')
  expect(sentCalls(SIGN)).toEqual([])
})

test("the server's refusal is shown at the field", async () => {
  const errors = { 'guardian.birth_date': ['Só uma pessoa maior de idade pode autorizar.'] }
  answerCalls({ [SIGN]: { status: 422, body: { message: 'Erro de validação', errors } } })
  await identified()
  await fillGuardian()
  await button('Autorizo e assino').click()
  await expectFieldError(field('Sua data de nascimento'), 'Só uma pessoa maior de idade pode autorizar.')
})

test('a participant of 16 or 17 signs without other data', async () => {
  answerCalls({ [SIGN]: { body: { message: 'Assinado.' } } })
  await identified({ role: 'participant', consents: [] })
  await button('Assino').click()
  await expect.element(page.getByRole('heading', { level: 1, name: 'Assinado' })).toBeVisible()
  expect(sentCalls(SIGN).map(({ body }) => body)).toEqual([
    { ...IDENTITY, text: participantText(RACE), consents: [], guardian: null },
  ])
})

test('a refusal is confirmed first, and says what happens', async () => {
  answerCalls({
    [REFUSE]: { body: { message: 'A inscrição foi cancelada. O que foi pago por ela é devolvido.' } },
  })
  await identified()
  await button('Não autorizo').click()
  const dialog = page.getByRole('dialog', { name: /cancelar a inscrição\?$/ })
  await expectText(dialog, 'tudo o que foi pago é devolvido')
  expect((await axe.run(document.body)).violations).toEqual([])
  await button('Voltar').click()
  expect(sentCalls(REFUSE)).toEqual([])
  await button('Não autorizo').click()
  await button('Sim, cancelar').click()
  await expectText(page.getByRole('status'), 'A inscrição foi cancelada.')
})

test('without a token the page explains what to do', async () => {
  await open('')
  await expectText(page.getByRole('status'), 'Este link já foi usado ou passou do prazo.')
})

test('a wrong person may try again, and a cancelled registration is told', async () => {
  await open()
  const wrong = 'O CPF e a data de nascimento não são os de quem vai correr.'
  answerCalls({ [READ]: { status: 422, body: { message: wrong } } })
  await field('CPF').fill('529.982.247-25')
  await field('Data de nascimento').fill('12/03/2016')
  await button('Continuar').click()
  await expect.element(toast(wrong)).toBeVisible()
  answerCalls({ [READ]: { status: 409, body: { message: 'Esta inscrição foi cancelada.' } } })
  await button('Continuar').click()
  await expectText(page.getByRole('status'), 'Esta inscrição foi cancelada.')
})
