import * as contract from '#contract/event-management/coupon-uses.ts'
import { pageMeta } from '#contract/route.ts'
import type { Deps } from '#server/deps.ts'
import { type Caller, may } from '#server/lib/auth.ts'
import { AppError } from '#server/lib/errors.ts'
import type { Api } from '#server/lib/http.ts'
import { sendTable } from '#server/lib/table-file.ts'
import { getEvent } from '../queries/document.ts'
import { createCodes, revokeUnusedCodes } from './change-codes.ts'
import { addPeople, clearPeople } from './change-people.ts'
import { codesTable, presentCode } from './present-codes.ts'
import { countCodes, countPeople, findCoupon, listCodes } from './queries.ts'

interface Params {
  id: number
  couponId: number
}

export function couponUseRoutes(api: Api, deps: Deps): void {
  const { db, config } = deps

  /** Throws 404 outside the caller's scope. */
  const getCoupon = async (caller: Caller, { id, couponId }: Params) => {
    const event = await getEvent(db, caller, id)
    const coupon = await findCoupon(db, id, couponId)
    if (!coupon) throw new AppError('not_found', { message: 'Cupom não encontrado.' })
    const view = {
      eventUrl: `${config.publicUrl}/events/${event.slug}`,
      timezone: event.timezone,
      seesParticipants: may(caller, 'view-event-participants'),
    }
    return { coupon, view }
  }
  const changeOf = (caller: Caller, { id, couponId }: Params, ip: string) => ({
    caller,
    eventId: id,
    couponId,
    ip,
  })

  api.handle(contract.listCouponCodes, async ({ caller, params, query: { page, per_page } }) => {
    const { coupon, view } = await getCoupon(caller, params)
    const codes = await listCodes(db, coupon.id, { limit: per_page, offset: (page - 1) * per_page })
    const counts = await countCodes(db, coupon.id)
    return {
      data: codes.map((row) => presentCode(row, view)),
      meta: pageMeta(page, per_page, counts.free + counts.used + counts.revoked),
      extra: { counts },
    }
  })

  api.handle(contract.exportCouponCodes, async ({ caller, params, reply }) => {
    const { coupon, view } = await getCoupon(caller, params)
    const codes = await listCodes(db, coupon.id, { limit: null, offset: 0 })
    return sendTable(reply, 'csv', codesTable(coupon.id, codes, view))
  })

  api.handle(contract.createCouponCodes, async ({ caller, params, body, ip }) => ({
    data: { created: await createCodes(deps, { ...changeOf(caller, params, ip), total: body.total }) },
    message: 'Códigos gerados.',
  }))

  api.handle(contract.revokeCouponCodes, async ({ caller, params, body, ip }) => ({
    data: {
      revoked: await revokeUnusedCodes(deps, { ...changeOf(caller, params, ip), codeIds: body.code_ids }),
    },
    message: 'Códigos cancelados.',
  }))

  api.handle(contract.countCouponPeople, async ({ caller, params }) => {
    const { coupon } = await getCoupon(caller, params)
    return { data: await countPeople(db, coupon.id) }
  })

  api.handle(contract.addCouponPeople, async ({ caller, params, body, ip }) => ({
    data: await addPeople(deps, { ...changeOf(caller, params, ip), list: body.list }),
    message: 'Lista atualizada.',
  }))

  api.handle(contract.clearCouponPeople, async ({ caller, params, ip }) => {
    await clearPeople(deps, changeOf(caller, params, ip))
    return { message: 'Lista esvaziada.' }
  })
}
