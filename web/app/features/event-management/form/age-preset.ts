import type { AgePreset } from '#contract/event-management/age-presets.ts'
import type { EventForm } from './event-form.ts'
import { count } from './offer.ts'

/** The distance that the name of a modality tells: `10 km`, `21k`, `Meia maratona`. */
export function kmOf(name: string): number | null {
  const [, number] = /(\d+(?:[.,]\d+)?)\s*k(?:m|\b)/i.exec(name) ?? []
  if (number) return Number(number.replace(',', '.'))
  if (/^meia/i.test(name)) return 21.1
  return /^maratona/i.test(name) ? 42.2 : null
}

/** The modalities for whose distance a preset has an age, by their index. */
export const presetChanges = ({ bands }: AgePreset, modalities: EventForm['modalities']) =>
  modalities.flatMap(({ removed, modality_name: name, min_age, max_age }, index) => {
    const km = kmOf(name)
    const band = bands.find(
      ({ fromKm, toKm }) => km !== null && km >= fromKm && (toKm === null || km <= toKm),
    )
    if (removed || !band || count(min_age) === band.min_age) return []
    const highest = count(max_age)
    return [{ index, name, before: min_age, band, isPossible: highest === null || highest >= band.min_age }]
  })
