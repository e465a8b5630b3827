import { RIGHT_PRESETS, type RightPreset, rightOf } from '#contract/event-management/right-presets.ts'
import { formatBasisPoints, toDecimal } from '#contract/money.ts'
import { countWords, plainText } from '#contract/words.ts'
import { blankRight, type EventForm, type RightForm } from './event-form.ts'
import { count } from './offer.ts'
import { filled } from './read-event.ts'

export const presetOf = (law: string): RightPreset | undefined =>
  RIGHT_PRESETS.find((preset) => preset.law === law)

function rightForm(preset: RightPreset): RightForm {
  const right = rightOf(preset)
  const blank = blankRight()
  return filled(blank, { ...blank, ...right, id: blank.id, rate: right.rate && toDecimal(right.rate) })
}

/** The rules of a new event. */
export const defaultRights = (): RightForm[] =>
  RIGHT_PRESETS.filter(({ isRequired }) => isRequired).map(rightForm)

/** Fills the quota of a law from the spots of the event. */
export function proposedRight(
  preset: RightPreset,
  { vacancy_limit, end_date }: Pick<EventForm, 'vacancy_limit' | 'end_date'>,
): RightForm {
  const right = rightForm(preset)
  const spots = count(vacancy_limit)
  const { quotaRate, isReserved = false } = preset
  if (spots === null || quotaRate === undefined) return right
  return {
    ...right,
    quantity: String(shareOf(spots, quotaRate, isReserved)),
    release_on: isReserved ? end_date : '',
  }
}

/** A law reserves at least a share, and limits a discount to at most one. */
const shareOf = (spots: number, rate: number, isReserved: boolean): number =>
  isReserved ? Math.ceil((spots * rate) / 10_000) : Math.floor((spots * rate) / 10_000)

/** As `200 de 500 vagas, 40%`; null: the event or the right has no limit. */
export function shareWords(quantity: string, vacancyLimit: string): string | null {
  const [part, spots] = [count(quantity), count(vacancyLimit)]
  if (part === null || !spots) return null
  const rate = Math.round((part / spots) * 10_000)
  return `${countWords(part)} de ${countWords(spots)} vagas, ${formatBasisPoints(rate)}`
}

interface Suggestions {
  /** The laws of the event's city and state, then those of the whole country. */
  here: RightPreset[]
  elsewhere: RightPreset[]
}

export function suggestions({ state, city }: Pick<EventForm, 'state' | 'city'>): Suggestions {
  const isHere = (preset: RightPreset) =>
    (preset.state === undefined || preset.state === state) &&
    (preset.city === undefined || plainText(preset.city) === plainText(city))
  const precision = (preset: RightPreset) => (preset.city ? 2 : preset.state ? 1 : 0)
  return {
    here: RIGHT_PRESETS.filter(isHere).sort((a, b) => precision(b) - precision(a)),
    elsewhere: RIGHT_PRESETS.filter((preset) => !isHere(preset)),
  }
}
