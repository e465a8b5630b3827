import { z } from 'zod'
import { PublicEvent } from '#contract/event.ts'
import { Money } from '#contract/fields.ts'
import { toCents } from '#contract/money.ts'
import { MY_EVENTS_PATH, ORDER_PLACED_PATH } from '../../paths.ts'
import type { Registered } from '../registration/just-registered.tsx'
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
  value: Money.optional(),
  /** Costs nothing, so there is no link. */
  free: z.boolean().default(false),
})
export type Payer = z.infer<typeof Payer>

/** The race, as far as the success screen shows it. */
const PlacedRace = PublicEvent.pick({ title: true, slug: true, date_event: true, kit_delivery_date: true })
export type PlacedRace = z.infer<typeof PlacedRace>

/** Navigation state of the success screen. */
const SuccessState = z.object({
  participants: z.array(Payer).min(1),
  event: PlacedRace.optional(),
  /** For a toast. */
  message: z.string().optional(),
})
export type SuccessState = z.infer<typeof SuccessState>

/** Null when the success screen was opened without an order. */
export const readSuccessState = (state: unknown): SuccessState | null =>
  SuccessState.safeParse(state).data ?? null

/** Where an order leads: to its payments, or to the own registrations when there is nothing to pay. */
export function successRedirect({ registrations, message }: PlacedOrder, race: PublicEvent) {
  const participants = registrations.map(({ name, payment_id, payment_link, value, held_until }) => ({
    name,
    payment_id,
    payment_link,
    held_until,
    value,
    free: toCents(value) === 0,
  }))
  const { title, slug, date_event, kit_delivery_date } = race
  if (participants.every(({ payment_link, free }) => free && !payment_link)) {
    const [first] = registrations
    const registered = first && ({ id: first.id, title } satisfies Registered)
    return { to: MY_EVENTS_PATH, state: { redirect: true, message, registered } }
  }
  const event = { title, slug, date_event, kit_delivery_date }
  return { to: ORDER_PLACED_PATH, state: { participants, event, message } satisfies SuccessState }
}
