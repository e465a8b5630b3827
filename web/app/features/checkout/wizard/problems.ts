import type { Profile } from '#contract/account/account.ts'
import type { WizardStart } from '#contract/checkout/checkout.ts'
import {
  checkAnswers,
  checkCategory,
  checkEligibility,
  checkKit,
  checkPayment,
  checkPeople,
  checkTeams,
  checkTerms,
  fieldOf,
  fileFieldOf,
  profileProblem,
  type Refuse,
  teamFieldOf,
} from '#contract/checkout/order-rules.ts'
import { dayIn } from '#contract/dates.ts'
import { onlyDigits } from '#contract/documents.ts'
import type { PublicEvent } from '#contract/event/event.ts'
import { PERSON_FIELDS, Person, type PersonField } from '#contract/registration/person.ts'
import { answerFieldOf } from '#contract/registration/questions.ts'
import { agesOn } from '#web/features/event/eligibility-words.ts'
import { answerTo, type PricedOrder, questionsOf } from '../order/order.ts'
import { type Draft, type DraftAction, participantsOf } from './draft.ts'
import { choosers, restricted } from './eligibility.ts'

/** Error messages by the API's field name (`category_id`, `participants.0.cpf`). */
export type Problems = Readonly<Record<string, string>>

export interface WizardState {
  draft: Draft
  event: PublicEvent
  profile: Profile
  order: PricedOrder
  installments: WizardStart['installments']
  /** Whether the buyer is already registered in the event. Then only others can be registered. */
  isRegistered: boolean
}

export interface StepProps {
  state: WizardState
  problems: Problems
  change: (action: DraftAction) => void
  leave: (who: number, field: PersonField) => void
  /** Shows an earlier step. */
  returnTo: (step: number) => void
}

/** While everybody shares the buyer's choice, the problems of all show at the buyer's field. */
export function problemAt(
  { state, problems }: Pick<StepProps, 'state' | 'problems'>,
  who: number,
  field: string,
): string | undefined {
  const own = problems[fieldOf(who, field)]
  if (own || who > 0) return own
  // Without the buyer, the first participant makes the choice.
  const { participants } = state.order
  const [concerned = []] = choosers(state.draft, participants)
  return concerned.map((one) => problems[fieldOf(one.who, field)]).find(Boolean)
}

/** The legend with the participant's name, if several participants each make a choice of their own. */
export function ofFirst(legend: string, own: string, { draft, order }: WizardState): string {
  const [first, ...others] = order.participants
  if (!first || others.length === 0 || draft.sameForAll) return legend
  return first.who === 0 ? own : `${legend} de ${first.name}`
}

export function problemsOf(step: number, state: WizardState): Problems {
  const problems: Record<string, string> = {}
  CHECKS[step]?.(state, (who, field, message) => {
    problems[fieldOf(who, field)] ??= message
  })
  return problems
}

/**
 * The choice that the step lacks, in words; undefined when it lacks none or something else must be fixed
 * first.
 */
export function missingChoice(step: number, state: WizardState): string | undefined {
  const [first] = Object.values(problemsOf(step, state))
  return first?.startsWith('Escolha ') ? first : undefined
}

const CHECKS: readonly ((state: WizardState, refuse: Refuse) => void)[] = [
  function participantStep({ draft, profile }, refuse) {
    const incomplete = profileProblem(profile)
    if (incomplete) refuse(0, 'profile', incomplete)
    const people = participantsOf(draft).map(({ who, person }) => {
      const { data, error } = Person.safeParse(person)
      if (who > 0) for (const { path, message } of error?.issues ?? []) refuse(who, String(path[0]), message)
      return { who, ...(data ?? { cpf: onlyDigits(person.cpf), birth_date: '' }) }
    })
    checkPeople(people, dayIn('America/Sao_Paulo', new Date()), refuse)
  },

  function modalityStep({ draft, event, order }, refuse) {
    const day = agesOn(event)
    for (const { who, runner, choice } of order.participants) {
      const { modality, category } = choice
      checkCategory(who, choice, refuse)
      if (day) checkEligibility(who, restricted({ modality, category }), runner, day, refuse)
      if (modality?.sold_out)
        refuse(who, 'modality_id', 'As vagas desta modalidade se esgotaram. Escolha outra.')
      if (category?.sold_out)
        refuse(who, 'category_id', 'As vagas desta categoria se esgotaram. Escolha outra.')
    }
    checkTeams(
      order.participants.map(({ choice: { category }, runner }) => ({
        category: category && { ...category, id: category.category_id },
        sex: runner?.sex,
      })),
      (category) => draft.teams[category],
      refuse,
    )
  },

  function kitStep({ draft, event, order }, refuse) {
    const day = agesOn(event)
    for (const { who, runner, choice, rights } of order.participants) {
      const { kit, size } = choice
      checkKit(who, { kit: kit && { sizes: kit.shirt_sizes }, size }, refuse)
      if (rights.problem) refuse(who, 'right', rights.problem)
      if (day) checkEligibility(who, { kit }, runner, day, refuse)
      if (kit?.sold_out) refuse(who, 'product_id', 'Este kit se esgotou. Escolha outro.')
      if (size?.quantity === 0)
        refuse(who, 'shirt_size_id', `O tamanho ${size.size} se esgotou. Escolha outro.`)
    }
    checkAnswers(questionsOf(draft, event), (question) => answerTo(draft, question), refuse)
  },

  function confirmationStep({ draft, event, order }, refuse) {
    const { totalCents } = order
    checkPayment({ totalCents, methods: event.payment_methods, chosen: draft.paymentMethod }, refuse)
    checkTerms(event.terms, (term) => draft.terms.includes(term), refuse)
  },
]

/** Validates a participant's field as typed. An empty field is no problem yet. */
export const typedProblem = (field: PersonField, text: string): string | undefined =>
  text.trim() === '' ? undefined : Person.shape[field].safeParse(text).error?.issues[0]?.message

/** Whether a required field of an additional participant is empty. There is a separate toast for that. */
export const lacksPersonalData = (draft: Draft): boolean =>
  participantsOf(draft).some(
    ({ who, person }) =>
      who > 0 &&
      PERSON_FIELDS.some(
        (field) => person[field].trim() === '' && !Person.shape[field].safeParse('').success,
      ),
  )

const STEP_OF_FIELD: Readonly<Record<string, number>> = {
  ...Object.fromEntries(PERSON_FIELDS.map((field) => [field, 0])),
  profile: 0,
  participants: 0,
  modality_id: 1,
  category_id: 1,
  event_id: 1,
  teams: 1,
  product_id: 2,
  shirt_size_id: 2,
  right: 2,
  questionnaire_acceptances: 2,
  questionnaire_answers: 2,
  questionnaire_files: 2,
  payment_method_id: 3,
  discount_coupon_id: 3,
  participant_term_acceptances: 3,
}

export function stepsOfProblems(problems: Problems): number[] {
  const steps = Object.keys(problems).flatMap((field) => {
    const [name = ''] = field.replace(/^participants\.\d+\./, '').split('.', 1)
    return STEP_OF_FIELD[name] ?? []
  })
  return [...new Set(steps)].sort()
}

export function withoutSettled(problems: Problems, action: DraftAction, draft: Draft): Problems {
  const settled = (field: string) => {
    switch (action.type) {
      case 'personEdited':
        return field === fieldOf(action.who, action.field)
      case 'chosen': {
        const forAll = action.who === 0 && draft.sameForAll
        // Another modality has other categories, of which one may be selected at once.
        const levels = action.level === 'modality_id' ? [action.level, 'category_id'] : [action.level]
        return (
          field === 'event_id' ||
          // The teams of other categories may have changed too.
          field.startsWith('teams.') ||
          levels.some(
            (level) =>
              field === fieldOf(action.who, level) ||
              (action.who === 0 && draft.withoutBuyer && field === fieldOf(1, level)) ||
              (forAll && field.endsWith(`.${level}`)),
          )
        )
      }
      // Companions depend on the claims of others.
      case 'claimed':
      case 'claimEdited':
        return field === 'right' || field.endsWith('.right')
      case 'teamNamed':
        return field === teamFieldOf(action.category)
      case 'answered':
        return (
          field === 'questionnaire_acceptances' ||
          field === answerFieldOf(action.question) ||
          field === fileFieldOf(action.question)
        )
      case 'fileChanged':
        return field === fileFieldOf(action.question)
      case 'set':
        return (
          (field === 'payment_method_id' && action.values.paymentMethod !== undefined) ||
          (field === 'discount_coupon_id' && action.values.coupon !== undefined)
        )
      case 'termToggled':
        return field === 'participant_term_acceptances'
      // The indexes of participants change, so their problems would show at the wrong participant.
      case 'participantRemoved':
      case 'othersToggled':
      case 'buyerLeftOut':
      case 'sameForAllToggled':
        return field.startsWith('participants.') || field.startsWith('teams.')
      default:
        return false
    }
  }
  return Object.fromEntries(Object.entries(problems).filter(([field]) => !settled(field)))
}
