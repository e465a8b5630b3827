import { type APIRequestContext, test as base, expect, type Page } from 'playwright/test'
import { formatCnpj, isCnpj } from '#contract/documents.ts'
import type { ProducerInput } from '#contract/producer/producer.ts'
import type { Permission } from '#contract/roles.ts'
import { type Account, linkSentTo, logIn, signIn } from './create-account.ts'

type Session = Account['session']

/** Pages logged in as the demo's organizer. Each test uses only its own realizadores. */
export const test = base.extend<{ page: Page }, { organizer: Session }>({
  organizer: [
    async ({ playwright }, use) => {
      const request = await playwright.request.newContext({ baseURL: process.env.LARGADA_URL ?? '' })
      await use(await logIn(request, 'organizador@largada.test'))
      await request.dispose()
    },
    { scope: 'worker' },
  ],
  page: async ({ page, organizer }, use) => {
    await signIn(page.context(), organizer)
    await use(page)
  },
})

const PASSWORD = 'uma senha boa'

/** An unused alphanumeric CNPJ with valid check digits. */
export function newCnpj(): string {
  const base = Math.random().toString(36).slice(2, 10).toUpperCase().padEnd(8, 'A')
  for (let check = 0; check < 100; check++) {
    const cnpj = `${base}0001${String(check).padStart(2, '0')}`
    if (isCnpj(cnpj)) return formatCnpj(cnpj)
  }
  return newCnpj()
}

/** Valid values for the form of a new realizador. */
export function producerData(changes: Partial<ProducerInput> = {}): ProducerInput {
  const id = `${Date.now().toString(36)}${Math.random().toString(36).slice(2, 8)}`
  return {
    fantasy_name: `Realizadora ${id}`,
    corporate_reason: 'Realizadora de Testes Ltda.',
    cnpj: newCnpj(),
    responsible: 'Teresa Campos',
    phone: '11987654321',
    email: `teresa.${id}@exemplo.test`,
    password: PASSWORD,
    address: {
      zip: '01001000',
      address: 'Praça da Sé',
      number: '10',
      complement: null,
      district: 'Sé',
      city: 'São Paulo',
      state: 'SP',
    },
    ...changes,
  }
}

export const authorized = ({ token }: Session) => ({ headers: { authorization: `Bearer ${token}` } })

type MadeProducer = ProducerInput & { id: number }

export async function createProducer(
  request: APIRequestContext,
  organizer: Session,
  changes: Partial<ProducerInput> = {},
): Promise<MadeProducer> {
  const data = producerData(changes)
  const answer = await request.post('/api/v1/organizer/producers/register', {
    data,
    ...authorized(organizer),
  })
  expect(answer.status(), await answer.text()).toBe(201)
  return { ...data, id: (await answer.json()).data.id }
}

export async function grant(
  request: APIRequestContext,
  organizer: Session,
  producerId: number,
  names: readonly Permission[],
): Promise<void> {
  const { permissions } = await (
    await request.get('/api/v1/organizer/listPermissions', authorized(organizer))
  ).json()
  const wanted = (permissions as { id: number; name: string }[]).filter(({ name }) =>
    names.some((one) => one === name),
  )
  const answer = await request.post(`/api/v1/organizer/producers/${producerId}/permissions`, {
    data: { permissions: wanted.map(({ id }) => id) },
    ...authorized(organizer),
  })
  expect(answer.status(), await answer.text()).toBe(200)
}

/** Accepts the invitation: sets a password and logs in. */
export async function acceptInvitation(request: APIRequestContext, email: string): Promise<Session> {
  const link = await linkSentTo(request, email, /\/redefinir-senha\?token=/)
  const answer = await request.post('/api/v1/resetPassword/confirm', {
    data: {
      token: new URL(link).searchParams.get('token'),
      password: PASSWORD,
      password_confirmation: PASSWORD,
    },
  })
  expect(answer.status(), await answer.text()).toBe(200)
  return logIn(request, email, PASSWORD)
}
