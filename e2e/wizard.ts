import { type APIRequestContext, test as base, expect, type Locator, type Page } from 'playwright/test'
import type { PublicEvent } from '#contract/event/event.ts'
import { type Account, createAccount, signIn } from './create-account.ts'
import { createRace } from './create-race.ts'

interface Shared {
  /** One runner and race per worker, for tests that create no registration. */
  runner: Account
  race: PublicEvent
}

const baseURL = () => process.env.LARGADA_URL ?? ''

interface Own {
  /** The account that the page is logged in with. */
  visitor: Account
}

/** A logged-in participant and an event. */
export const test = base.extend<Own, Shared>({
  runner: [
    async ({ playwright }, use) => {
      const request = await playwright.request.newContext({ baseURL: baseURL() })
      await use(await createAccount(request))
      await request.dispose()
    },
    { scope: 'worker' },
  ],
  race: [
    async ({ playwright }, use) => {
      const request = await playwright.request.newContext({ baseURL: baseURL() })
      await use(await createRace(request))
      await request.dispose()
    },
    { scope: 'worker' },
  ],
  visitor: async ({ runner }, use) => use(runner),
  page: async ({ page, visitor }, use) => {
    await signIn(page.context(), visitor.session)
    await use(page)
  },
})

/** The same fixtures with a new account, for tests that register. */
export const registering = test.extend<{ self: Account }>({
  self: async ({ request }, use) => use(await createAccount(request)),
  visitor: async ({ self }, use) => use(self),
})

export const addressOf = ({ slug }: PublicEvent): string => `/register/event?evento=${slug}`

export async function openWizard(page: Page, race: PublicEvent): Promise<void> {
  await page.goto(addressOf(race))
  await expect(heading(page, 0)).toBeVisible()
}

const HEADINGS = [
  'Quem vai participar?',
  'Qual vai ser a sua prova?',
  'Qual kit você quer receber?',
  'Tudo certo? É só confirmar',
]

/** The heading of a step, counted from 0. */
export const heading = (page: Page, step: number): Locator =>
  page.getByRole('heading', { name: HEADINGS[step] ?? '' })

export const next = (page: Page) => page.getByRole('button', { name: 'Próximo' }).click()
export const back = (page: Page) => page.getByRole('button', { name: 'Voltar' }).click()
export const register = (page: Page): Locator => page.getByRole('button', { name: 'Registrar' })

/** Finds a card or chip of a group by the start of its label. */
export const option = (page: Page, group: string, name: string): Locator =>
  page
    .getByRole('group', { name: group, exact: true })
    .getByRole('radio', { name: new RegExp(`^${escaped(name)}(?!\\w)`) })

const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')

export const sameForAll = (page: Page): Locator => page.getByLabel('Mesma categoria e kit para todos')

export const summary = (page: Page): Locator => page.getByRole('complementary', { name: 'Resumo' })

interface Choice {
  modality?: string
  category?: string
  kit?: string
  /** Null when the kit has no sizes. */
  size?: string | null
}

/** For each step: fills it in and enters the next one. */
const STEPS: readonly ((page: Page, choice?: Choice) => Promise<void>)[] = [
  async (page) => {
    await next(page)
    await expect(heading(page, 1)).toBeVisible()
  },
  async (page, { modality = '5 km', category = '5 km Geral' } = {}) => {
    if (await sameForAll(page).isVisible()) await sameForAll(page).check()
    await option(page, 'Modalidade', modality).check()
    await option(page, 'Categoria', category).check()
    await next(page)
    await expect(heading(page, 2)).toBeVisible()
  },
  async (page, { kit = 'Kit Completo', size = 'M' } = {}) => {
    await option(page, 'Kit', kit).check()
    if (size !== null) await option(page, 'Tamanho da camisa', size).check()
    await answerQuestions(page)
    await next(page)
    await expect(heading(page, 3)).toBeVisible()
  },
]

/** Fills in and submits the steps from `from` to before `to`. */
export async function advance(page: Page, from: number, to: number, choice?: Choice): Promise<void> {
  for (const enter of STEPS.slice(from, to)) await enter(page, choice)
}

export async function answerQuestions(page: Page): Promise<void> {
  for (const no of await page.getByRole('radio', { name: 'Não' }).all()) await no.check()
}

export async function acceptTerms(page: Page): Promise<void> {
  for (const term of await page.getByRole('checkbox', { name: /^Li e aceito/ }).all()) await term.check()
}

/** Fills in the wizard up to 'Registrar'. */
export async function fillIn(page: Page, race: PublicEvent, choice?: Choice): Promise<void> {
  await openWizard(page, race)
  await advance(page, 0, 3, choice)
  const pix = option(page, 'Forma de pagamento', 'Pix')
  if (await pix.isVisible()) await pix.check()
  await acceptTerms(page)
}

/** Types an additional participant's data into the first step. */
export async function fillPerson(
  page: Page,
  person: { name: string; cpf: string; birthDate?: string },
  position = 0,
): Promise<void> {
  const card = page.getByRole('group', { name: `Participante ${position + 2}` })
  await card.getByLabel('Nome').fill(person.name)
  await card.getByLabel('CPF').fill(person.cpf)
  await card.getByLabel('Telefone').fill('11988887777')
  await card.getByLabel('Data de nascimento').fill(person.birthDate ?? '10/05/1995')
  await card.getByLabel('Sexo').selectOption('Feminino')
}

/** The number of registrations of an account. */
export async function countRegistrations(request: APIRequestContext, account: Account): Promise<number> {
  const answer = await request.get('/api/v1/participant/list-events', {
    headers: { authorization: `Bearer ${account.session.token}` },
  })
  return (await answer.json()).meta.total
}

/** Types a code and presses 'Aplicar'. */
export async function addCoupon(page: Page, code: string): Promise<void> {
  await page.getByLabel('Código do cupom').fill(code)
  await page.getByRole('button', { name: 'Aplicar' }).click()
}
/** Expects a line of the summary with this label and amount. */
export const expectLine = (page: Page, label: string, amount: string) =>
  expect(summary(page).getByText(label, { exact: true }).filter({ visible: true }).locator('..')).toHaveText(
    `${label}${amount.replace('R$ ', 'R$\u00a0')}`,
  )

export const success = (page: Page): Locator =>
  page.getByRole('heading', { name: 'Inscrição realizada com sucesso!' })

/** The request that 'Registrar' sends. */
export const REGISTER = '**/register-participant'
