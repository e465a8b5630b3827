import { z } from 'zod'
import { toCents } from '#contract/money.ts'
import { MY_EVENTS_PATH, ORDER_PLACED_PATH } from '../../paths.ts'
import type { PlacedOrder } from './place-order.ts'

const Payer = z.object({
  name: z.string(),
  payment_link: z
    .string()
    .nullish()
    .transform((link) => link || null),
  /** When the place is given back, where that is in hours. */
  held_until: z.string().nullish(),
  /** Costs nothing: no link will come. */
  free: z.boolean().default(false),
})
export type Payer = z.infer<typeof Payer>

/** What the success screen is reached with. */
const SuccessState = z.object({
  participants: z.array(Payer).min(1),
  /** For a toast. */
  message: z.string().optional(),
  /** By which links that were not there yet are asked for. */
  order: z.string().optional(),
})
export type SuccessState = z.infer<typeof SuccessState>

/** Null when somebody comes to the success screen without having registered anyone. */
export const readSuccessState = (state: unknown): SuccessState | null =>
  SuccessState.safeParse(state).data ?? null

/** Where one goes after registering: to pay, or to one's registrations when there is nothing to pay. */
export function successPlace({ key, registrations, message }: PlacedOrder) {
  const participants = registrations.map(({ name, payment_link, value, held_until }) => ({
    name,
    payment_link,
    held_until,
    free: toCents(value) === 0,
  }))
  if (participants.every(({ payment_link, free }) => free && !payment_link))
    return { to: MY_EVENTS_PATH, state: { redirect: true, message } }
  return { to: ORDER_PLACED_PATH, state: { participants, message, order: key } satisfies SuccessState }
}
