import type { DistanceName } from './distances.ts'

/** One race of the demo, as shortly as it can be said; `race-draft.ts` makes an event of it, and its pictures are in `../pictures`. */
export interface Race {
  title: string
  state: string
  city: string
  /** Where the start is, for the map. */
  at: readonly [latitude: number, longitude: number]
  /** Days from today to the race, moved to the next Sunday, or with `saturday` Saturday. */
  inDays: number
  saturday?: boolean
  startTime: string
  /** Index of its organizer in `organizers.ts`. */
  organizer: 0 | 1 | 2
  /** The first paragraphs of its description: what makes it worth the trip. */
  about: string
  distances: readonly DistanceName[]
  /** In reais; 0 is a free race. */
  price: number
  /** Days from today to the first day of registration; a month and a half ago unless said. */
  opensInDays?: number
  /** Days from today to the last day of registration; a week before the race unless said. */
  closesInDays?: number
  capacity: number
  /** How many runners have registered. */
  registered: number
  /** What the registrations leave: nothing, or a handful of places. */
  left?: 'none' | 'few'
  isPublic?: boolean
  /** The organizer bears the service fee. */
  absorbsFee?: boolean
}

/** So that a list of races is checked where it is written. */
export const races = (list: readonly Race[]): readonly Race[] => list
