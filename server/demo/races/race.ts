import type { DistanceName } from './distances.ts'

/** One race of the demo; `race-draft.ts` makes an event of it, and its pictures are in `../pictures`. */
export interface Race {
  title: string
  state: string
  city: string
  /** Coordinates of the start. */
  at: readonly [latitude: number, longitude: number]
  /** Days from today to the race, moved to the next Sunday, or with `saturday` Saturday. */
  inDays: number
  saturday?: boolean
  startTime: string
  /** Index in `organizers.ts`. */
  organizer: 0 | 1 | 2
  /** The first paragraphs of its description. */
  about: string
  distances: readonly DistanceName[]
  /** In reais; 0 is a free race. */
  price: number
  /** Days from today to the first day of registration; by default a month and a half ago. */
  opensInDays?: number
  /** Days from today to the last day of registration; by default a week before the race. */
  closesInDays?: number
  capacity: number
  /** Number of registrations. */
  registered: number
  /** Whether the race is sold out or nearly. */
  left?: 'none' | 'few'
  isPublic?: boolean
  /** The organizer pays the service fee. */
  absorbsFee?: boolean
}

/** Type-checks a list of races where it is written. */
export const races = (list: readonly Race[]): readonly Race[] => list
