import { expect } from 'vitest'
import { type Locator, page } from 'vitest/browser'
import type { Profile } from '#contract/account/account.ts'
import type { WizardStart } from '#contract/checkout/checkout.ts'
import type { PublicEvent } from '#contract/event/event.ts'
import { FIRST_TIME } from '#web/features/checkout/queries.ts'
import { type Draft, EMPTY_DRAFT } from '#web/features/checkout/wizard/draft.ts'
import { writeDraft } from '#web/features/checkout/wizard/draft-storage.ts'
import RegistrationScreen from '#web/features/checkout/wizard/registration-screen.tsx'
import { WIZARD_PATH } from '#web/paths.ts'
import { answerCalls } from './answers.ts'
import { button, field, renderScreen, signIn } from './render-screen.tsx'
import { EVENT, PROFILE } from './sample-event.ts'

interface Options {
  event?: PublicEvent
  /** Index of the step. Choices of earlier steps are made: 5 km, Geral, the kit, size M, the answer no. */
  step?: number
  /** Where the wizard opens instead of at `step`. */
  opensAt?: number
  kit?: number
  start?: WizardStart
  /** The code of a link that applies a coupon. */
  coupon?: string
  profile?: Profile
}

/**
 * Opens the wizard at a step for a signed-in participant. Returns a function that reads the current location.
 */
export async function openWizard({
  event = EVENT,
  step = 0,
  opensAt = step,
  kit = 101,
  start,
  profile,
  coupon,
}: Options = {}) {
  if (step > 0) writeDraft({ user: PROFILE.id, slug: event.slug }, draftAt(step, kit))
  const location = await openRegistration(event, start, { profile, coupon })
  await expect.element(heading(opensAt)).toBeVisible()
  return location
}

/** Like `openWizard`, without waiting for a step, because the event may be closed. */
export function openRegistration(
  event: PublicEvent,
  start = FIRST_TIME,
  { profile = PROFILE, coupon }: { profile?: Profile | undefined; coupon?: string | undefined } = {},
) {
  signIn(['Participante'])
  answerCalls({
    'GET /participant/1/profile': { body: { data: profile } },
    [`GET /events/slug/${event.slug}`]: { body: { data: event } },
    [`GET /participant/events/${event.id}/start`]: { body: { data: start } },
  })
  const path = `${WIZARD_PATH}?evento=${event.slug}${coupon ? `&cupom=${coupon}` : ''}`
  return renderScreen(<RegistrationScreen />, { route: WIZARD_PATH, path })
}

export function draftAt(step: number, kit: number): Draft {
  const [buyer] = EMPTY_DRAFT.participants
  const choice = {
    modality_id: step > 1 ? 1 : null,
    category_id: step > 1 ? 11 : null,
    product_id: step > 2 ? kit : null,
    shirt_size_id: step > 2 && kit === 101 ? 1001 : null,
  }
  return {
    ...EMPTY_DRAFT,
    step,
    participants: [{ ...buyer, choice }],
    answers: step > 2 ? { 31: false } : {},
  }
}

const HEADINGS = [
  'Quem vai participar?',
  'Qual vai ser a sua prova?',
  'Qual kit você quer receber?',
  'Tudo certo? É só confirmar',
]

/** The heading of a step by its index, from 0. */
export const heading = (step: number): Locator => page.getByRole('heading', { name: HEADINGS[step] ?? '' })

export const next = () => button('Próximo').click()
export const back = () => button('Voltar').click()

export const others = () => field('Desejo registrar outros participantes')
export const group = (name: string): Locator => page.getByRole('group', { name, exact: true })

/** A card or chip of a group by the start of its label. */
export const option = (legend: string, name: string): Locator =>
  group(legend).getByRole('radio', { name: new RegExp(`^${name.replace('+', '\\+')}(?!\\w)`) })

export const summary = () => page.getByRole('complementary', { name: 'Resumo' })

/** Expects a line with this label and amount in the summary. */
export const expectLine = (label: string, amount: string) =>
  expect
    .poll(() => [...summary().element().querySelectorAll('dl > div, p')].map((line) => line.textContent))
    .toContain(`${label}${amount.replace('R$ ', 'R$\u00a0')}`)

/** Types an additional participant's data in the first step. */
export async function fillPerson(
  changes: Readonly<Record<string, string>> = {},
  title = 'Participante 2',
): Promise<void> {
  const values = {
    Nome: 'Ana Lima',
    CPF: '111.444.777-35',
    Telefone: '(11) 98888-7777',
    'Data de nascimento': '10/05/1995',
    ...changes,
  }
  const person = group(title)
  for (const [label, value] of Object.entries(values))
    await person.getByLabelText(label, { exact: true }).fill(value)
  await person.getByLabelText('Sexo', { exact: true }).selectOptions('Feminino')
}

export const expectMessage = (message: string) =>
  expect.element(page.getByRole('main').getByText(message, { exact: true })).toBeVisible()
