import {
  changeMyRegistration,
  getChangeOptions,
  withdrawMyChange,
} from '#contract/my-registrations/change.ts'
import { deferMyRegistration } from '#contract/my-registrations/deferral.ts'
import {
  getMyRegistrationCalendar as calendarRoute,
  cancelMyRegistration as cancelRoute,
  getMyRegistration as getRoute,
  listMyRegistrations as listRoute,
  revokeMyConsent,
  saveMyAnswers,
  sendRightProof,
} from '#contract/my-registrations/my-registrations.ts'
import { returnMyPlace, withdrawMyReturn } from '#contract/my-registrations/place-return.ts'
import { chooseRefund as chooseRoute, getRefundChoice } from '#contract/my-registrations/refund-choice.ts'
import { confirmPixKey as pixKeyRoute } from '#contract/my-registrations/refund-pix-key.ts'
import { orderLegs as orderLegsRoute } from '#contract/my-registrations/team.ts'
import { undoMyCancellation } from '#contract/my-registrations/undo-cancellation.ts'
import { pageMeta } from '#contract/route.ts'
import type { Deps } from '#server/deps.ts'
import { ANSWER_FILES_BY_USER } from '#server/features/registration/answers/keep-answer-file.ts'
import { type Api, SENT } from '#server/lib/http.ts'
import { readUpload } from '#server/lib/upload.ts'
import { saveAnswers } from './answers/save-answers.ts'
import { cancelMyRegistration } from './cancel/cancel-my-registration.ts'
import { undoCancellation } from './cancel/undo-cancellation.ts'
import { changeRegistration } from './change/change-registration.ts'
import { readChangeOptions } from './change/read-change-options.ts'
import { withdrawChange } from './change/withdraw-change.ts'
import { revokeConsent } from './consents/revoke-consent.ts'
import { deferRegistration } from './defer/defer-registration.ts'
import { getMine, getMyCalendar } from './list/get-mine.ts'
import { presentRow } from './list/present.ts'
import { countMine, listMine } from './list/queries.ts'
import { chooseRefund, readRefundChoice } from './refund-choice/choose.ts'
import { confirmPixKey } from './refund-choice/confirm-pix-key.ts'
import { spendCredit } from './refund-choice/spend-credit.ts'
import { takeAlternativeKit } from './refund-choice/take-alternative-kit.ts'
import { returnPlace, withdrawReturn } from './return/return-place.ts'
import { sendProof } from './right-proof/send-proof.ts'
import { orderLegs } from './team/order-legs.ts'
import { transferRoutes } from './transfer/routes.ts'

const CHOSEN = {
  refund: 'A devolução foi pedida.',
  donation: 'Obrigado! O valor foi doado.',
  wait: 'O crédito está guardado.',
} as const

export function myRegistrationRoutes(api: Api, deps: Deps): void {
  transferRoutes(api, deps)

  api.handle(listRoute, async ({ query, caller }) => {
    const { page, per_page: perPage } = query
    const filter = { title: query.title, from: query.date_event_start, to: query.date_event_end }
    const now = deps.clock.now()
    const [rows, total] = await Promise.all([
      listMine(deps.db, caller.userId, filter, { page, perPage, now }),
      countMine(deps.db, caller.userId, filter),
    ])
    const context = { publicUrl: deps.config.publicUrl, now }
    return { data: rows.map((row) => presentRow(row, context)), meta: pageMeta(page, perPage, total) }
  })

  api.handle(getRoute, async ({ params, caller }) => ({
    data: await getMine(deps, { userId: caller.userId, registrationId: params.id }),
  }))

  api.handle(calendarRoute, async ({ params, caller, reply }) => {
    const file = await getMyCalendar(deps, { userId: caller.userId, registrationId: params.id })
    reply
      .type('text/calendar; charset=utf-8')
      .header('content-disposition', 'attachment; filename="corrida.ics"')
      .send(file)
    return SENT
  })

  api.handle(revokeMyConsent, async ({ params, caller, ip }) => {
    const { id: registrationId, termId } = params
    await revokeConsent(deps, { userId: caller.userId, registrationId, termId, ip })
    return { message: 'Autorização revogada.' }
  })

  api.handle(sendRightProof, async ({ params, caller, request, ip }) => {
    await deps.rateLimiter.consume(ANSWER_FILES_BY_USER, String(caller.userId))
    await sendProof(deps, { userId: caller.userId, registrationId: params.id, ip }, () =>
      readUpload(request, sendRightProof),
    )
    return { message: 'Comprovante enviado. A organização vai conferir.' }
  })

  api.handle(saveMyAnswers, async ({ params, body, caller, ip }) => {
    await saveAnswers(deps, { userId: caller.userId, registrationId: params.id, answers: body.answers, ip })
    return { message: 'Respostas guardadas.' }
  })

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

  api.handle(undoMyCancellation, async ({ params, caller, ip }) => {
    await undoCancellation(deps, { userId: caller.userId, registrationId: params.id, ip })
    return { message: 'Cancelamento desfeito. A inscrição vale de novo.' }
  })

  api.handle(getChangeOptions, async ({ params, caller }) => ({
    data: await readChangeOptions(deps, { userId: caller.userId, registrationId: params.id }),
  }))

  api.handle(changeMyRegistration, async ({ params, body, caller, ip }) => {
    const link = await changeRegistration(deps, {
      userId: caller.userId,
      registrationId: params.id,
      categoryId: body.category_id,
      productId: body.product_id,
      shirtSizeId: body.shirt_size_id,
      type: body.payment_type,
      expectedCents: body.expected_value,
      ip,
    })
    const message = link
      ? 'A nova vaga está guardada. Pague a diferença para concluir a alteração.'
      : 'Inscrição alterada.'
    return { data: { payment_link: link }, message }
  })

  api.handle(withdrawMyChange, async ({ params, caller, ip }) => {
    await withdrawChange(deps, { userId: caller.userId, registrationId: params.id, ip })
    return { message: 'Você desistiu da alteração. A inscrição continua como era.' }
  })

  api.handle(deferMyRegistration, async ({ params, body, caller, ip }) => {
    await deferRegistration(deps, {
      userId: caller.userId,
      registrationId: params.id,
      reason: body.reason,
      expectedCents: body.expected_credit,
      ip,
    })
    return { message: 'Inscrição adiada. O seu crédito está guardado.' }
  })

  api.handle(orderLegsRoute, async ({ params, body, caller, ip }) => {
    const { registration_ids: registrationIds } = body
    await orderLegs(deps, { userId: caller.userId, registrationId: params.id, registrationIds, ip })
    return { message: 'Trechos guardados.' }
  })

  api.handle(returnMyPlace, async ({ params, body, caller, ip }) => {
    await returnPlace(deps, {
      userId: caller.userId,
      registrationId: params.id,
      expectedCents: body.expected_refund,
      ip,
    })
    return { message: 'Vaga devolvida. O reembolso sai quando alguém a comprar.' }
  })

  api.handle(withdrawMyReturn, async ({ params, caller, ip }) => {
    await withdrawReturn(deps, { userId: caller.userId, registrationId: params.id, ip })
    return { message: 'A vaga é sua de novo.' }
  })

  api.handle(pixKeyRoute, async ({ params, caller, ip }) => {
    await confirmPixKey(deps, { userId: caller.userId, registrationId: params.id, ip })
    return { message: 'Chave Pix confirmada. Avisamos por e-mail quando a devolução for feita.' }
  })

  api.handle(getRefundChoice, async ({ params, caller }) => ({
    data: await readRefundChoice(deps, { userId: caller.userId, registrationId: params.id }),
  }))

  api.handle(chooseRoute, async ({ params, body, caller, ip }) => {
    const request = { userId: caller.userId, registrationId: params.id, ip }
    if (body.choice === 'credit') {
      const { registration_id: targetId, expected_owed: expectedCents } = body
      const link = await spendCredit(deps, { ...request, targetId, expectedCents })
      const message = link ? 'O crédito foi usado. Falta pagar a diferença.' : 'O crédito foi usado.'
      return { data: { payment_link: link }, message }
    }
    if (body.choice !== 'place') {
      await chooseRefund(deps, { ...request, choice: body.choice })
      return { data: { payment_link: null }, message: CHOSEN[body.choice] }
    }
    const link = await takeAlternativeKit(deps, {
      ...request,
      productId: body.product_id,
      shirtSizeId: body.shirt_size_id,
      type: body.payment_type,
      expectedCents: body.expected_value,
    })
    const message = link ? 'A vaga é sua. Falta pagar a diferença.' : 'A vaga é sua.'
    return { data: { payment_link: link }, message }
  })
}
