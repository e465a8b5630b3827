import type { DistanceName } from './distances.ts'

/** A race of the demo. Its pictures are in `../pictures`. */
export interface Race {
  title: string
  state: string
  city: string
  at: readonly [latitude: number, longitude: number]
  /** From today; the race is on the next Sunday, or with `saturday` on the next Saturday. */
  inDays: number
  saturday?: boolean
  startTime: string
  /** Index in `organizers.ts`. */
  organizer: 0 | 1 | 2
  /** The first paragraphs of the description. */
  about: string
  distances: readonly DistanceName[]
  /** In reais; 0 is a free race. */
  price: number
  /** By default a month and a half ago. */
  opensInDays?: number
  /** By default a week before the race. */
  closesInDays?: number
  capacity: number
  registered: number
  /** Sold out, or nearly. */
  left?: 'none' | 'few'
  isPublic?: boolean
  absorbsFee?: boolean
  /** Sells its main kit in price tiers. */
  hasTiers?: boolean
}

type Place = 'state' | 'city' | 'at'
type Day = 'inDays' | 'saturday' | 'startTime'
type Text = 'title' | 'distances' | 'about'

/** A race with its properties in groups, so that a list of them is short. */
interface GroupedRace extends Pick<Race, Text> {
  place: Pick<Race, Place>
  day: Pick<Race, Day>
  sale: Omit<Race, Place | Day | Text>
}

export const races = (list: readonly GroupedRace[]): readonly Race[] =>
  list.map(({ place, day, sale, ...race }) => ({ ...race, ...place, ...day, ...sale }))
