import { type APIRequestContext, test as base, expect, type Page } from 'playwright/test'
import { type Account, logIn, signIn } from './create-account.ts'
import { authorized, newCnpj, producerData } from './create-producer.ts'

type Session = Account['session']

interface Workers {
  admin: Session
}

/** Pages logged in as the demo's administrator. Each test uses only its own data. */
export const test = base.extend<{ page: Page }, Workers>({
  admin: [
    async ({ playwright }, use) => {
      const request = await playwright.request.newContext({ baseURL: process.env.LARGADA_URL ?? '' })
      await use(await logIn(request, 'admin@largada.test'))
      await request.dispose()
    },
    { scope: 'worker' },
  ],
  page: async ({ page, admin }, use) => {
    await signIn(page.context(), admin)
    await use(page)
  },
})

const unique = () => `${Date.now().toString(36)}${Math.random().toString(36).slice(2, 8)}`

/** Valid values for the form of a new organizer. */
export function organizerData() {
  const { password: _password, ...company } = producerData()
  return { ...company, fantasy_name: `Organizadora ${unique()}`, enterprise_id: 1 }
}

export async function createOrganizer(request: APIRequestContext, admin: Session) {
  const data = organizerData()
  const answer = await request.post('/api/v1/admin/organizers', { data, ...authorized(admin) })
  expect(answer.status(), await answer.text()).toBe(201)
  return { ...data, id: (await answer.json()).data.id as number }
}

export const enterpriseData = () => ({ name: `Empresa ${unique()}`, cnpj: newCnpj() })

/** The id of an account's user. */
export const idOf = ({ session }: Account): number => session.user.id
