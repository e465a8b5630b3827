import type { LightMyRequestResponse } from 'fastify'
import type { TestApp } from './app.ts'
import { at, type TestEvent } from './factories/event.ts'
import { nextCpf, type TestUser } from './factories/user.ts'

type Fields = Record<string, unknown>

/** The wizard's form: the first item of each choice, all terms accepted, all questions answered. */
export const submission = (event: TestEvent, changes: Fields = {}): Fields => ({
  modality_id: at(event.categories, 0).modalityId,
  category_id: at(event.categories, 0).id,
  product_id: at(event.kits, 0).id,
  shirt_size_id: event.kits[0]?.sizes[0]?.id ?? null,
  participant_term_acceptances: event.terms.map(({ id }) => ({ term_id: id, accepted: true })),
  questionnaire_acceptances: event.questionnaires.map(({ id }) => ({ questionnaire_id: id, accepted: true })),
  payment_method_id: event.paymentMethods[0]?.id ?? null,
  ...changes,
})

/** An additional participant. */
export const companion = (changes: Fields = {}): Fields => ({
  name: 'Beto Lima',
  cpf: nextCpf(),
  phone: '(11) 98765-4321',
  birth_date: '1985-02-10',
  sex: 0,
  ...changes,
})

/** Sends the request of "Registrar". */
export const register = (
  app: TestApp,
  event: { id: number },
  user: TestUser,
  body: Fields,
  key?: string,
): Promise<LightMyRequestResponse> =>
  app.call('POST', `/events/${event.id}/register-participant`, {
    token: user.token,
    body,
    ...(key && { headers: { 'idempotency-key': key } }),
  })

/** Sends the request of "Aplicar" for a coupon code. */
export const showCode = (
  app: TestApp,
  event: TestEvent,
  user: TestUser,
  code: string,
): Promise<LightMyRequestResponse> =>
  app.call('POST', '/participant/validate-coupon', {
    token: user.token,
    body: { code, event_id: event.id, product_id: at(event.kits, 0).id },
  })
