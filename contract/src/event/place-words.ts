interface Place {
  /** Where within the city the race starts. */
  start_place: string | null
  city: string | null
  state: string | null
}

/** The place of a race in words; empty if nothing is known. */
export const placeWords = ({ start_place, city, state }: Place): string =>
  [start_place, city, state].filter(Boolean).join(', ')
