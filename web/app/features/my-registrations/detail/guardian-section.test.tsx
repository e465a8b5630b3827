import axe from 'axe-core'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import type { GuardianState } from '#contract/registration/minors.ts'
import { guardianText } from '#contract/registration/minors.ts'
import { answerCalls, sentCalls } from '#web-test/answers.ts'
import { button, expectText, field, renderScreen, toast } from '#web-test/render-screen.tsx'
import { REGISTRATION } from '#web-test/sample-registration.ts'
import { GuardianSection } from './guardian-section.tsx'

const STATE: GuardianState = {
  due_at: '2031-05-01T03:00:00Z',
  missing: ['guardian'],
  signatures: [],
  refused_at: null,
  is_own: false,
}
const participant = { ...REGISTRATION.participant, name: 'Lia Souza' }
const show = (changes: Partial<GuardianState> = {}) =>
  renderScreen(<GuardianSection id={7} participant={participant} guardian={{ ...STATE, ...changes }} />)

const AUTHORIZATION = {
  role: 'guardian',
  guardian: { name: 'Ana Souza', cpf: '11144477735', email: 'ana@exemplo.test' },
  event: { title: 'Corrida da Serra', slug: 'corrida-da-serra', race_day: '2031-05-10', start_time: '07:00' },
  modality: '5 km',
  minor: { name: 'Lia Souza', cpf: '52998224725', birth_date: '2016-03-12' },
  due_at: '2031-05-01T03:00:00Z',
  consents: [],
}

test('the buyer signs as the guardian', async () => {
  answerCalls({
    'GET /participant/registrations/7/guardian': { body: { data: AUTHORIZATION } },
    'POST /participant/registrations/7/guardian': { body: { message: 'Assinado.' } },
  })
  await show()
  await expectText(
    page.getByRole('region', { name: 'Autorização do responsável' }),
    'Até 01/05/2031 às 00:00',
  )
  await button('Assinar como responsável').click()
  await field('O que você é de Lia').selectOptions('father')
  expect((await axe.run(document.body)).violations).toEqual([])
  await button('Autorizo e assino').click()
  await expect.element(toast('Assinado.')).toBeVisible()
  const text = guardianText(
    {
      minor: { name: 'Lia Souza', cpf: '52998224725', birthDate: '2016-03-12' },
      title: 'Corrida da Serra',
      modality: '5 km',
      raceDay: '2031-05-10',
    },
    { name: 'Ana Souza', cpf: '11144477735', relationship: 'father' },
  )
  expect(sentCalls('POST /participant/registrations/7/guardian').map(({ body }) => body)).toEqual([
    { text, consents: [], guardian: { relationship: 'father' } },
  ])
})

test('a link is created for the guardian, and sent by e-mail too', async () => {
  const data = {
    link: 'https://largada.test/autorizar-menor?token=x',
    text: 'Oi! Leia e assine: https://largada.test/autorizar-menor?token=x',
    expires_at: '2031-05-01T03:00:00Z',
  }
  answerCalls({ 'POST /participant/registrations/7/guardian/invitation': { status: 201, body: { data } } })
  await show()
  await field('E-mail do responsável (opcional)').fill('rita@exemplo.test')
  await button('Criar link para assinar').click()
  await expect
    .element(page.getByRole('link', { name: 'Enviar por WhatsApp' }))
    .toHaveAttribute('href', expect.stringMatching(/^https:\/\/wa\.me\/\?text=Oi/))
  expect(sentCalls('POST /participant/registrations/7/guardian/invitation').map(({ body }) => body)).toEqual([
    { role: 'guardian', email: 'rita@exemplo.test' },
  ])
})

test('the own account signs as the participant, and only sends a link to the guardian', async () => {
  await show({ is_own: true, missing: ['guardian', 'participant'] })
  await expect.element(button('Ler e assinar')).toBeVisible()
  expect(button('Assinar como responsável').elements()).toHaveLength(0)
  expect(button('Criar link para assinar').elements()).toHaveLength(1)
})

test('what is signed and what was refused is only told', async () => {
  const signed = {
    role: 'guardian',
    name: 'Rita Souza',
    relationship: 'mother',
    signed_at: '2031-04-20T12:00:00Z',
  } as const
  await show({ missing: [], signatures: [signed] })
  await expectText(page.getByRole('listitem'), 'Rita Souza (mãe) assinou em 20/04/2031 às 09:00')
  expect(page.getByRole('button').elements()).toHaveLength(0)
  await show({ refused_at: '2031-04-20T12:00:00Z' })
  await expect
    .element(page.getByText('A participação não foi autorizada, em 20/04/2031 às 09:00.'))
    .toBeVisible()
})
