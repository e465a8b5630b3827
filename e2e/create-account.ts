import { type APIRequestContext, type BrowserContext, expect } from 'playwright/test'
import type { SessionUser } from '#contract/account/session.ts'
import { isCpf } from '#contract/documents.ts'

export interface Account {
  name: string
  email: string
  password: string
  /** Digits only. */
  cpf: string
  session: SessionUser & { token: string }
}

export const DEMO_PASSWORD = 'largada-demo'

/** An unused CPF with valid check digits. */
export function newCpf(): string {
  const base = String(Math.floor(Math.random() * 1e9)).padStart(9, '0')
  for (let check = 0; check < 100; check++) {
    const cpf = base + String(check).padStart(2, '0')
    if (isCpf(cpf)) return cpf
  }
  return newCpf()
}

const unique = () => `${Date.now().toString(36)}${Math.random().toString(36).slice(2, 8)}`

/** Creates a participant with a verified e-mail through the same calls as the registration form. */
export async function createAccount(request: APIRequestContext, birthDate = '1991-08-14'): Promise<Account> {
  const id = unique()
  const account = {
    name: `Bruna Prado ${id}`,
    email: `bruna.${id}@exemplo.test`,
    password: 'uma senha boa',
    cpf: newCpf(),
  }
  const registered = await request.post('/api/v1/register', {
    data: {
      ...account,
      birth_date: birthDate,
      sex: 1,
      phone: '11987654321',
      emergency_contact: 'Rita Prado',
      emergency_contact_phone: '11912345678',
      accept_terms: true,
      address: {
        zip: '01001000',
        address: 'Praça da Sé',
        number: '1',
        district: 'Sé',
        city: 'São Paulo',
        state: 'SP',
      },
    },
  })
  expect(registered.status(), await registered.text()).toBe(201)
  await request.get(await linkSentTo(request, account.email, /\/email\/verify\?token=/))
  return { ...account, session: await logIn(request, account.email, account.password) }
}

export async function logIn(
  request: APIRequestContext,
  email: string,
  password = DEMO_PASSWORD,
): Promise<Account['session']> {
  const answer = await request.post('/api/v1/login', { data: { email, password } })
  expect(answer.status(), await answer.text()).toBe(200)
  return (await answer.json()).data
}

/** Logs in on every page of the context. */
export async function signIn(context: BrowserContext, { token, ...rest }: Account['session']): Promise<void> {
  await context.addInitScript(
    ([signedIn, values]) => {
      // Runs once per tab, so that a logout persists.
      if (sessionStorage.getItem('signed-in')) return
      sessionStorage.setItem('signed-in', 'yes')
      localStorage.setItem('token', signedIn)
      for (const [key, value] of Object.entries(values)) localStorage.setItem(key, JSON.stringify(value))
    },
    [token, rest] as const,
  )
}

/**
 * Returns the URL of a link in the newest message to an address that contains one. Waits for the message,
 * because a job sends mail.
 */
export async function linkSentTo(request: APIRequestContext, email: string, wanted: RegExp): Promise<string> {
  let link: string | undefined
  await expect(async () => {
    const list = await (await request.get('/dev/mail')).text()
    const entries = list.split('<li>').filter((item) => item.includes(email))
    for (const entry of entries) {
      const [, id] = /href="(\/dev\/mail\/[\w-]+)"/.exec(entry) ?? []
      const message = await (await request.get(`${id}/html`)).text()
      link ??= [...message.matchAll(/href="([^"]+)"/g)]
        .map(([, address]) => address)
        .find((one) => wanted.test(one ?? ''))
    }
    expect(link, `in ${entries.length} messages to ${email}`).toBeDefined()
  }).toPass({ timeout: 15_000 })
  return (link ?? '').replaceAll('&amp;', '&')
}
