import { type APIRequestContext, expect } from 'playwright/test'
import type { PublicEvent } from '#contract/event/event.ts'
import type { Account } from './create-account.ts'

export interface Order {
  registrations: { id: number; name: string; payment_link: string | null }[]
}

interface Choice {
  kit?: string
  /** Required for a kit with sizes. */
  size?: string
  /** Of the categories of all modalities; the first without it. */
  category?: number
  coupon?: { id: number; code: string } | undefined
  /** The token of a group's invitation. */
  group?: string | undefined
}

/**
 * Registers a participant for a category of an event like the wizard does: all terms accepted, every
 * answer yes, payment by Pix.
 */
export async function placeOrder(
  request: APIRequestContext,
  { session }: Account,
  race: PublicEvent,
  { kit = 'Kit Completo', size = 'M', category = 0, coupon, group }: Choice = {},
): Promise<Order> {
  const chosen = race.modalities.flatMap(({ modality_id, categories }) =>
    categories.map(({ category_id }) => ({ modality_id, category_id })),
  )[category]
  const product = race.products.find(({ name }) => name === kit)
  const answer = await request.post(`/api/v1/events/${race.id}/register-participant`, {
    headers: { authorization: `Bearer ${session.token}` },
    data: {
      ...chosen,
      product_id: product?.id,
      shirt_size_id: product?.shirt_sizes.find((one) => one.size === size)?.id ?? null,
      payment_method_id: race.payment_methods[0]?.id,
      group,
      discount_coupon_id: coupon?.id,
      discount_coupon_code: coupon?.code,
      participant_term_acceptances: race.terms.map(({ id }) => ({ term_id: id, accepted: true })),
      questionnaire_acceptances: race.questionnaires.map(({ id }) => ({
        questionnaire_id: id,
        accepted: true,
      })),
    },
  })
  expect(answer.status(), await answer.text()).toBe(201)
  return (await answer.json()).data
}

/** Pays a Pix or a boleto on the sandbox gateway's page, which plays the bank. */
export async function payOrder(request: APIRequestContext, { registrations }: Order): Promise<void> {
  const token = registrations[0]?.payment_link?.split('/').at(-1)
  const hosted = async () =>
    (await (await request.get(`/api/v1/payments/${token}`)).json()).data?.hosted_link ?? ''
  await expect.poll(hosted).not.toBe('')
  await request.post(`${await hosted()}/pagar`)
}
