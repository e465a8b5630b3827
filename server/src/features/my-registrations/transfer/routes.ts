import { toBrazilianDate } from '#contract/dates.ts'
import {
  acceptTransfer as acceptRoute,
  inviteToTransfer as inviteRoute,
  listTransferred as listTransferredRoute,
  readTransferOffer as readOfferRoute,
  readTransfer as readTransferRoute,
  withdrawTransfer as withdrawTransferRoute,
} from '#contract/my-registrations/transfer.ts'
import type { Deps } from '#server/deps.ts'
import type { Api } from '#server/lib/http.ts'
import { networkOf } from '#server/lib/network.ts'
import type { Limit } from '#server/lib/rate-limit.ts'
import { acceptTransfer } from './accept.ts'
import { inviteToTransfer, withdrawTransfer } from './invite.ts'
import { listDone } from './queries.ts'
import { readTransfer, readTransferOffer } from './read-offer.ts'

const TRANSFERS_BY_ADDRESS: Limit = { name: 'transfer-address', points: 60, perSeconds: 3_600 }

export function transferRoutes(api: Api, deps: Deps): void {
  api.handle(inviteRoute, async ({ params, caller, ip }) => ({
    data: await inviteToTransfer(deps, { userId: caller.userId, registrationId: params.id, ip }),
  }))

  api.handle(withdrawTransferRoute, async ({ params, caller, ip }) => {
    await withdrawTransfer(deps, { userId: caller.userId, registrationId: params.id, ip })
    return { message: 'Você desistiu da transferência. A inscrição continua sua.' }
  })

  api.handle(readTransferRoute, async ({ body, ip }) => {
    await deps.rateLimiter.consume(TRANSFERS_BY_ADDRESS, networkOf(ip))
    return { data: await readTransfer(deps, body.token) }
  })

  api.handle(readOfferRoute, async ({ body, caller }) => ({
    data: await readTransferOffer(deps, {
      userId: caller.userId,
      token: body.token,
      other: body.runner ?? null,
    }),
  }))

  api.handle(acceptRoute, async ({ body, caller, ip }) => {
    const data = await acceptTransfer(deps, { userId: caller.userId, input: body, ip })
    const message = data.payment_link
      ? 'Falta pagar a diferença. A inscrição passa a ser sua com o pagamento.'
      : 'A inscrição agora é sua.'
    return { data, message }
  })

  api.handle(listTransferredRoute, async ({ caller }) => ({
    data: (await listDone(deps.db, caller.userId)).map(
      ({ id, title, slug, event_on, to_name, ended_at }) => ({
        id,
        title,
        slug,
        date_event: toBrazilianDate(event_on),
        to: to_name.split(' ')[0] ?? '',
        at: ended_at.toISOString(),
      }),
    ),
  }))
}
