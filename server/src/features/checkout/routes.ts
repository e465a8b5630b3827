import { randomUUID } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import {
  getOrder as getOrderRoute,
  registerParticipant as registerParticipantRoute,
  getWizardStart as startRoute,
} from '#contract/checkout/checkout.ts'
import * as waitingRoom from '#contract/checkout/waiting-room.ts'
import { toDecimal } from '#contract/money.ts'
import { REGISTRATION_STATUSES } from '#contract/payment/payment-status.ts'
import type { Deps } from '#server/deps.ts'
import { presentLines } from '#server/features/registration/domain/price-lines.ts'
import { paymentLink } from '#server/features/registration/payment-link.ts'
import { AppError, invalidField } from '#server/lib/errors.ts'
import type { Api } from '#server/lib/http.ts'
import { idempotencyKey } from '#server/lib/idempotency.ts'
import { listOrderedRegistrations, type OrderedRegistration } from './order/order-result.ts'
import { registerParticipant } from './order/register-participant.ts'
import { findOrder } from './queries/orders.ts'
import { markWaitingRoom, readManagedRoom } from './waiting-room/manage-room.ts'
import { readRoom } from './waiting-room/read-room.ts'
import { takeTicket } from './waiting-room/take-ticket.ts'
import { readWizardStart } from './wizard/read-wizard-start.ts'

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

  api.handleCached(waitingRoom.getWaitingRoom, async ({ params }) => ({
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
}

function headerOf({ headers }: FastifyRequest, name: string): string | null {
  const sent = headers[name]
  return typeof sent === 'string' ? sent : null
}

const present = (ordered: readonly OrderedRegistration[], publicUrl: string) => {
  const registrations = ordered.map(({ id, name, status, totalCents, priceLines, payment }) => ({
    id,
    name,
    payment_id: payment?.id ?? null,
    payment_link: payment && paymentLink(publicUrl, payment.token),
    held_until: payment?.expiresAt?.toISOString() ?? null,
    value: toDecimal(totalCents),
    price_lines: presentLines(priceLines),
    status: REGISTRATION_STATUSES[status]?.label ?? 'Desconhecido',
  }))
  return { registrations, payment_link: registrations[0]?.payment_link ?? null }
}
