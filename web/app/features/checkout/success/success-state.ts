import { z } from 'zod'
import { PublicEvent } from '#contract/event/event.ts'
import { KitPickup } from '#contract/event/kit-pickup.ts'
import { Money } from '#contract/fields.ts'
import { toCents } from '#contract/money.ts'
import { PriceLine } from '#contract/pricing/price-line.ts'
import { MY_EVENTS_PATH, ORDER_PLACED_PATH } from '#web/paths.ts'
import type { PlacedOrder } from '../order/place-order.ts'

const Payer = z.object({
  name: z.string(),
  payment_link: z
    .string()
    .nullish()
    .transform((link) => link || null),
  /** Equal for participants whose registrations share a payment. */
  payment_id: z.int().nullish(),
  /** Instant at which the spot is released, if that is within hours. */
  held_until: z.string().nullish(),
  value: Money.optional(),
  price_lines: z.array(PriceLine).default([]),
  free: z.boolean().default(false),
})
export type Payer = z.infer<typeof Payer>

const PlacedRace = PublicEvent.pick({ title: true, slug: true, date_event: true }).extend({
  // Absent in the state of a page that the previous release opened.
  kit_pickup: KitPickup.nullable().default(null),
})
export type PlacedRace = z.infer<typeof PlacedRace>

const SuccessState = z.object({
  participants: z.array(Payer).min(1),
  event: PlacedRace.optional(),
  message: z.string().optional(),
})
export type SuccessState = z.infer<typeof SuccessState>

/** Navigation state of 'Meus Eventos' after a registration that costs nothing, which has no payment page. */
export const FreeRegistrationState = z.object({ registered: z.object({ id: z.int(), title: z.string() }) })
type FreeRegistration = z.infer<typeof FreeRegistrationState>['registered']

export const readSuccessState = (state: unknown): SuccessState | null =>
  SuccessState.safeParse(state).data ?? null

/** The success screen, or the buyer's registrations when there is nothing to pay. */
export function successRedirect({ registrations, message }: PlacedOrder, race: PublicEvent) {
  const participants = registrations.map(
    ({ name, payment_id, payment_link, value, held_until, price_lines }) => ({
      name,
      payment_id,
      payment_link,
      held_until,
      value,
      price_lines,
      free: toCents(value) === 0,
    }),
  )
  const { title, slug, date_event, kit_pickup } = race
  if (participants.every(({ payment_link, free }) => free && !payment_link)) {
    const [first] = registrations
    const registered = first && ({ id: first.id, title } satisfies FreeRegistration)
    return { to: MY_EVENTS_PATH, state: { redirect: true, message, registered } }
  }
  const event = { title, slug, date_event, kit_pickup }
  return { to: ORDER_PLACED_PATH, state: { participants, event, message } satisfies SuccessState }
}
