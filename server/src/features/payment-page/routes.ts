import {
  listPayableTogether as listPayableRoute,
  payTogether as payTogetherRoute,
  renewMyPayment as renewRoute,
} from '#contract/my-registrations/my-registrations.ts'
import {
  changePaymentMethod as changeRoute,
  getPaymentPage as pageRoute,
} from '#contract/payment-page/payment-page.ts'
import type { Deps } from '#server/deps.ts'
import type { Api } from '#server/lib/http.ts'
import { changePaymentMethod } from './change-method.ts'
import { RENEWALS_BY_USER } from './limits.ts'
import { listPayableTogether } from './pay-together/list-payable-together.ts'
import { payTogether, renewMyPayment } from './pay-together/pay-my-registrations.ts'
import { readPaymentPage } from './read-payment-page.ts'

export function paymentPageRoutes(api: Api, deps: Deps): void {
  api.handle(pageRoute, async ({ params, ip, reply }) => {
    reply.headers({ 'referrer-policy': 'no-referrer', 'x-robots-tag': 'noindex' })
    return { data: await readPaymentPage(deps, params.token, ip) }
  })

  api.handle(changeRoute, async ({ params, body, ip, reply }) => {
    reply.headers({ 'referrer-policy': 'no-referrer', 'x-robots-tag': 'noindex' })
    const { payment_type: type, installments } = body
    const token = await changePaymentMethod(deps, { token: params.token, type, installments, ip })
    return { data: { token }, message: 'Novo pagamento gerado.' }
  })

  api.handle(renewRoute, async ({ params, body, caller, ip }) => {
    await deps.rateLimiter.consume(RENEWALS_BY_USER, String(caller.userId))
    const renewal = { userId: caller.userId, registrationId: params.id, type: body.payment_type, ip }
    return { data: { payment_link: await renewMyPayment(deps, renewal) }, message: 'Novo pagamento gerado.' }
  })

  api.handle(listPayableRoute, async ({ caller }) => ({
    data: await listPayableTogether(deps, caller.userId),
  }))

  api.handle(payTogetherRoute, async ({ body, caller, ip }) => {
    await deps.rateLimiter.consume(RENEWALS_BY_USER, String(caller.userId))
    const { registration_ids: registrationIds, payment_type: type } = body
    const payment = { userId: caller.userId, registrationIds, type, ip }
    return { data: { payment_link: await payTogether(deps, payment) }, message: 'Novo pagamento gerado.' }
  })
}
