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
  /** Participants who are paid for together have the same. */
  payment_id: z.int().nullish(),
  /** When the spot is released, if that is within hours. */
  held_until: z.string().nullish(),
  /** Costs nothing, so there is no link. */
  free: z.boolean().default(false),
})
export type Payer = z.infer<typeof Payer>

/** Navigation state of the success screen. */
const SuccessState = z.object({
  participants: z.array(Payer).min(1),
  /** For a toast. */
  message: z.string().optional(),
})
export type SuccessState = z.infer<typeof SuccessState>

/** Null when the success screen was opened without an order. */
export const readSuccessState = (state: unknown): SuccessState | null =>
  SuccessState.safeParse(state).data ?? null

/** Where an order leads: to its payments, or to the own registrations when there is nothing to pay. */
export function successRedirect({ registrations, message }: PlacedOrder) {
  const participants = registrations.map(({ name, payment_id, payment_link, value, held_until }) => ({
    name,
    payment_id,
    payment_link,
    held_until,
    free: toCents(value) === 0,
  }))
  if (participants.every(({ payment_link, free }) => free && !payment_link))
    return { to: MY_EVENTS_PATH, state: { redirect: true, message } }
  return { to: ORDER_PLACED_PATH, state: { participants, message } satisfies SuccessState }
}
