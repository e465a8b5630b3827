import type { IsoDate } from '#contract/dates.ts'

interface Corrected {
  name: string
  birth_on: IsoDate
  /** Null: nothing was corrected. */
  registered_name: string | null
  registered_birth_on: IsoDate | null
}

/** The person as registered, before any correction. */
export const registeredPerson = (registration: Corrected) => ({
  name: registration.registered_name ?? registration.name,
  birth_date: registration.registered_birth_on ?? registration.birth_on,
})
