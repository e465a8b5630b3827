import { randomUUID } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import {
  disownRegistration as disownRoute,
  getOrder as getOrderRoute,
  registerParticipant as registerParticipantRoute,
  getWizardStart as startRoute,
} from '#contract/checkout.ts'
import { toDecimal } from '#contract/money.ts'
import { changePaymentMethod as changeRoute, getPaymentPage as pageRoute } from '#contract/payment-page.ts'
import { REGISTRATION_STATUSES } from '#contract/payment-status.ts'
import { chooseRefund as chooseRoute, getRefundChoice } from '#contract/refund-choice.ts'
import {
  cancelMyRegistration as cancelRoute,
  listPayableTogether as listPayableRoute,
  payTogether as payTogetherRoute,
  renewMyPayment as renewRoute,
} from '#contract/registration.ts'
import * as waitingRoom from '#contract/waiting-room.ts'
import type { Deps } from '#server/deps.ts'
import { AppError, invalidField } from '#server/lib/errors.ts'
import type { Api } from '#server/lib/http.ts'
import { idempotencyKey } from '#server/lib/idempotency.ts'
import { paymentLink } from '../registration/payment-link.ts'
import { cancelMyRegistration } from './cancel-my-registration.ts'
import { disownRegistration } from './disown/disown-registration.ts'
import { DISOWNMENTS_BY_ADDRESS, RENEWALS_BY_USER } from './limit.ts'
import { listPayableTogether } from './list-payable-together.ts'
import { listOrderedRegistrations, type OrderedRegistration } from './order-result.ts'
import { payTogether, renewMyPayment } from './pay-my-registrations.ts'
import { changePaymentMethod } from './payment-page/change-method.ts'
import { readPaymentPage } from './payment-page/read-payment-page.ts'
import { findOrder } from './queries/orders.ts'
import { readWizardStart } from './read-wizard-start.ts'
import { chooseRefund, readRefundChoice } from './refund-choice/choose.ts'
import { spendCredit } from './refund-choice/spend-credit.ts'
import { takePlace } from './refund-choice/take-place.ts'
import { registerParticipant } from './register-participant.ts'
import { markWaitingRoom, readManagedRoom } from './waiting-room/manage-room.ts'
import { readRoom } from './waiting-room/read-room.ts'
import { takeTicket } from './waiting-room/take-ticket.ts'

const CHOSEN = {
  refund: 'A devolução foi pedida.',
  donation: 'Obrigado! O valor foi doado.',
  wait: 'O crédito está guardado.',
} as const

export function checkoutRoutes(api: Api, deps: Deps): void {
  api.handle(registerParticipantRoute, async ({ params, body, caller, request, ip }) => {
    if (body.event_id !== undefined && body.event_id !== params.eventId)
      throw invalidField('event_id', 'Campo não é válido')
    const registrations = await registerParticipant(deps, {
      userId: caller.userId,
      eventId: params.eventId,
      input: body,
      // Without a key from the client, the request cannot be repeated.
      key: idempotencyKey(request) ?? randomUUID(),
      pass: headerOf(request, waitingRoom.PASS_HEADER),
      ip,
    })
    const message =
      registrations.length === 1
        ? 'Participante registrado com sucesso!'
        : 'Participantes registrados com sucesso!'
    return { data: present(registrations, deps.config.publicUrl), message }
  })

  api.handle(disownRoute, async ({ body, ip }) => {
    await deps.rateLimiter.consume(DISOWNMENTS_BY_ADDRESS, ip)
    const outcome = await disownRegistration(deps, { token: body.token, ip })
    const message =
      outcome === 'released'
        ? 'A inscrição foi cancelada. Nada será cobrado de você.'
        : 'Avisamos a organização do evento, que vai verificar a inscrição.'
    return { data: { outcome }, message }
  })

  api.handle(getOrderRoute, async ({ params, caller }) => {
    const order = await findOrder(deps.db, caller.userId, params.key)
    if (!order) throw new AppError('not_found')
    return { data: present(await listOrderedRegistrations(deps, order.id), deps.config.publicUrl) }
  })

  api.handle(startRoute, async ({ params, caller, request }) => {
    const asked = { userId: caller.userId, eventId: params.eventId }
    const ticket = headerOf(request, waitingRoom.TICKET_HEADER)
    const pass = headerOf(request, waitingRoom.PASS_HEADER)
    return { data: await readWizardStart(deps, { ...asked, ticket, pass }) }
  })

  api.handleKept(waitingRoom.getWaitingRoom, async ({ params }) => ({
    data: await readRoom(deps, params.id),
  }))
  api.handle(waitingRoom.takeTicket, async ({ params, body, ip }) => ({
    data: await takeTicket(deps, { eventId: params.id, ...body, ip }),
  }))
  api.handle(waitingRoom.getManagedWaitingRoom, async ({ params, caller }) => ({
    data: await readManagedRoom(deps, { caller, eventId: params.eventId }),
  }))
  api.handle(waitingRoom.markWaitingRoom, async ({ params, body, caller, ip }) => ({
    data: await markWaitingRoom(deps, { caller, eventId: params.eventId, isMarked: body.is_marked, ip }),
    message: body.is_marked ? 'Sala de espera aberta.' : 'A sala de espera abre sozinha quando precisar.',
  }))

  api.handle(cancelRoute, async ({ params, body, caller, ip }) => {
    const requested = await cancelMyRegistration(deps, {
      expectedCents: body?.expected_refund,
      userId: caller.userId,
      registrationId: params.id,
      ip,
    })
    return {
      data: { requested },
      message: requested
        ? 'Pedido de cancelamento enviado. A organização vai responder por e-mail.'
        : 'Inscrição cancelada com sucesso.',
    }
  })

  api.handle(getRefundChoice, async ({ params, caller }) => ({
    data: await readRefundChoice(deps, { userId: caller.userId, registrationId: params.id }),
  }))
  api.handle(chooseRoute, async ({ params, body, caller, ip }) => {
    const asked = { userId: caller.userId, registrationId: params.id, ip }
    if (body.choice === 'credit') {
      const { registration_id: targetId, expected_owed: expectedCents } = body
      const link = await spendCredit(deps, { ...asked, targetId, expectedCents })
      const message = link ? 'O crédito foi usado. Falta pagar a diferença.' : 'O crédito foi usado.'
      return { data: { payment_link: link }, message }
    }
    if (body.choice !== 'place') {
      await chooseRefund(deps, { ...asked, choice: body.choice })
      return { data: { payment_link: null }, message: CHOSEN[body.choice] }
    }
    const link = await takePlace(deps, {
      ...asked,
      productId: body.product_id,
      shirtSizeId: body.shirt_size_id,
      type: body.payment_type,
      expectedCents: body.expected_total,
    })
    const message = link ? 'A vaga é sua. Falta pagar a diferença.' : 'A vaga é sua.'
    return { data: { payment_link: link }, message }
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
    const payment = {
      userId: caller.userId,
      registrationIds: body.registration_ids,
      type: body.payment_type,
      ip,
    }
    return { data: { payment_link: await payTogether(deps, payment) }, message: 'Novo pagamento gerado.' }
  })

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
}

function headerOf({ headers }: FastifyRequest, name: string): string | null {
  const sent = headers[name]
  return typeof sent === 'string' ? sent : null
}

const present = (ordered: readonly OrderedRegistration[], publicUrl: string) => {
  const registrations = ordered.map(({ id, name, status, totalCents, payment }) => ({
    id,
    name,
    payment_id: payment?.id ?? null,
    payment_link: payment && paymentLink(publicUrl, payment.token),
    held_until: payment?.expiresAt?.toISOString() ?? null,
    value: toDecimal(totalCents),
    status: REGISTRATION_STATUSES[status]?.label ?? 'Desconhecido',
  }))
  return { registrations, payment_link: registrations[0]?.payment_link ?? null }
}
