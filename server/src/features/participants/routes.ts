import type { FastifyReply } from 'fastify'
import * as cancellation from '#contract/event-cancellation/event-cancellation.ts'
import * as edit from '#contract/participants/edit.ts'
import * as exports from '#contract/participants/export.ts'
import {
  EXPECTED_BYTES_HEADER,
  exportFoundParticipants,
  exportParticipants as exportParticipantsRoute,
  TOTAL_ROWS_HEADER,
} from '#contract/participants/export.ts'
import { mergeCategories as mergeCategoriesRoute } from '#contract/participants/merge-categories.ts'
import * as panel from '#contract/participants/panel.ts'
import * as contract from '#contract/participants/participants.ts'
import * as rights from '#contract/participants/right-claims.ts'
import * as selection from '#contract/participants/selection.ts'
import { plural } from '#contract/words.ts'
import type { Deps } from '#server/deps.ts'
import { cancelEvent } from '#server/features/event-cancellation/cancel-event.ts'
import { nameNewDate } from '#server/features/event-cancellation/name-new-date.ts'
import { readCancellation } from '#server/features/event-cancellation/read-cancellation.ts'
import { sendAnswerFile } from '#server/features/registration/answers/send-answer-file.ts'
import { type Api, SENT } from '#server/lib/http.ts'
import { cancelRegistration } from './cancel-registration.ts'
import { decideRequest } from './decide-request.ts'
import { editRegistration } from './edit/edit-registration.ts'
import { readRegistration } from './edit/read-registration.ts'
import { exportAnswerFiles } from './export/answer-files.ts'
import { exportParticipants } from './export/export-participants.ts'
import { readPresets, removePreset, savePreset } from './export/presets.ts'
import { listParticipants } from './list/list-participants.ts'
import { mergeCategories } from './merge/merge-categories.ts'
import { addNote } from './panel/add-note.ts'
import { correctAnswer } from './panel/correct-answer.ts'
import { correctPerson } from './panel/correct-person.ts'
import { inviteParticipant, inviteSignerAsStaff, inviteToTransferAsStaff } from './panel/invite.ts'
import { readPanel } from './panel/read-panel.ts'
import { resendMail } from './panel/resend-mail.ts'
import { grantRight } from './rights/grant-right.ts'
import { readClaims } from './rights/read-claims.ts'
import { readProof } from './rights/read-proof.ts'
import { reviewRight } from './rights/review-right.ts'
import { cancelSelected, resendToSelected } from './selection/act-on-selected.ts'

export function participantRoutes(api: Api, deps: Deps): void {
  api.handle(contract.listParticipants, async ({ caller, params, query }) =>
    listParticipants(deps, { caller, eventId: params.id, query }),
  )
  api.handle(contract.searchParticipants, async ({ caller, params, body }) =>
    listParticipants(deps, { caller, eventId: params.id, query: body }),
  )

  api.handle(selection.resendToSelected, async ({ caller, params, body, ip }) => ({
    data: await resendToSelected(deps, { caller, eventId: params.id, ...body, ip }),
  }))
  api.handle(selection.cancelSelected, async ({ caller, params, body, ip }) => ({
    data: await cancelSelected(deps, { caller, eventId: params.id, ...body, ip }),
  }))

  const sendExport = async (
    reply: FastifyReply,
    asked: Parameters<typeof exportParticipants>[1],
  ): Promise<typeof SENT> => {
    const file = await exportParticipants(deps, asked)
    reply
      .type(file.mediaType)
      .header('content-disposition', `attachment; filename="${file.fileName}"`)
      .header(TOTAL_ROWS_HEADER, file.rows)
      .header(EXPECTED_BYTES_HEADER, file.expectedBytes)
      .send(file.content)
    return SENT
  }
  api.handle(exportParticipantsRoute, ({ caller, params, query, ip, reply }) =>
    sendExport(reply, { caller, eventId: params.id, query, ip }),
  )
  api.handle(exportFoundParticipants, ({ caller, params, body, ip, reply }) =>
    sendExport(reply, { caller, eventId: params.id, query: body, ip }),
  )

  api.handle(exports.listExportPresets, async ({ caller, params }) => ({
    data: await readPresets(deps.db, caller, params.id),
  }))
  api.handle(exports.saveExportPreset, async ({ caller, params, body, ip }) => ({
    data: await savePreset(deps, { caller, eventId: params.id, preset: body, ip }),
    message: 'Modelo guardado.',
  }))
  api.handle(exports.removeExportPreset, async ({ caller, params, ip }) => ({
    data: await removePreset(deps, { caller, eventId: params.id, presetId: params.presetId, ip }),
    message: 'Modelo apagado.',
  }))
  const sendAnswerFiles = async (
    reply: FastifyReply,
    asked: Parameters<typeof exportAnswerFiles>[1],
  ): Promise<typeof SENT> => {
    const content = await exportAnswerFiles(deps, asked)
    reply
      .type('application/zip')
      .header('content-disposition', `attachment; filename="anexos-evento-${asked.eventId}.zip"`)
      .send(content)
    return SENT
  }
  api.handle(exports.exportAnswerFiles, ({ caller, params, query, ip, reply }) =>
    sendAnswerFiles(reply, { caller, eventId: params.id, filter: query, ip }),
  )
  api.handle(exports.exportFoundAnswerFiles, ({ caller, params, body, ip, reply }) =>
    sendAnswerFiles(reply, { caller, eventId: params.id, filter: body, ip }),
  )

  api.handle(contract.cancelRegistration, async ({ caller, params, body, ip }) => {
    await cancelRegistration(deps, { caller, registrationId: params.id, ...body, ip })
    return { data: { id: params.id, status: body.status }, message: 'Inscrição cancelada com sucesso.' }
  })

  api.handle(contract.approveCancellation, async ({ caller, params, ip }) => {
    await decideRequest(deps, { caller, registrationId: params.id, approves: true, note: '', ip })
    return { message: 'Cancelamento aprovado. O valor será devolvido.' }
  })
  api.handle(contract.refuseCancellation, async ({ caller, params, body, ip }) => {
    await decideRequest(deps, { caller, registrationId: params.id, approves: false, note: body.note, ip })
    return { message: 'Cancelamento recusado.' }
  })

  api.handle(mergeCategoriesRoute, async ({ caller, params, body, ip }) => {
    const moved = await mergeCategories(deps, {
      caller,
      eventId: params.id,
      fromId: params.categoryId,
      intoId: body.into_category_id,
      name: body.name,
      ip,
    })
    const words = plural(moved, 'inscrição mudou', 'inscrições mudaram')
    return { data: { moved }, message: `Categorias unidas: ${words} de categoria.` }
  })

  api.handle(cancellation.getEventCancellation, async ({ caller, params }) => ({
    data: await readCancellation(deps, caller, params.id),
  }))
  api.handle(cancellation.cancelEvent, async ({ caller, params, body, ip }) => {
    await cancelEvent(deps, {
      caller,
      eventId: params.id,
      reason: body.reason,
      donationTo: body.donation_to,
      creditUntil: body.credit_until,
      newEventId: body.new_event_id,
      password: body.current_password,
      ip,
    })
    return {
      data: await readCancellation(deps, caller, params.id),
      message: 'Evento cancelado. As inscrições estão sendo canceladas.',
    }
  })

  api.handle(cancellation.nameNewDate, async ({ caller, params, body, ip }) => {
    await nameNewDate(deps, { caller, eventId: params.id, newEventId: body.new_event_id, ip })
    return {
      data: await readCancellation(deps, caller, params.id),
      message: 'Nova data indicada. Avisamos por e-mail quem tem crédito.',
    }
  })

  api.handle(edit.getEditableRegistration, async ({ caller, params }) => ({
    data: await readRegistration(deps, caller, params.registrationId),
  }))

  api.handle(edit.editRegistration, async ({ caller, params, body, ip }) => ({
    data: await editRegistration(deps, { caller, registrationId: params.registrationId, input: body, ip }),
    message: 'Registro atualizado com sucesso!',
  }))

  api.handle(panel.getRegistrationRecord, async ({ caller, params, ip }) => ({
    data: await readPanel(deps, caller, params.id, ip),
  }))
  api.handle(panel.correctPerson, async ({ caller, params, body, ip }) => {
    await correctPerson(deps, { caller, registrationId: params.id, person: body, ip })
    return { data: await readPanel(deps, caller, params.id, ip), message: 'Dados corrigidos.' }
  })
  api.handle(panel.correctAnswer, async ({ caller, params, body, ip }) => {
    const { id: registrationId, questionnaireId } = params
    const done = await correctAnswer(deps, { caller, registrationId, questionnaireId, answer: body, ip })
    return {
      data: await readPanel(deps, caller, registrationId, ip),
      message: done === 'added' ? 'Resposta guardada.' : 'Resposta corrigida.',
    }
  })
  api.handle(panel.addRegistrationNote, async ({ caller, params, body, ip }) => {
    await addNote(deps, { caller, registrationId: params.id, text: body.text, ip })
    return { data: await readPanel(deps, caller, params.id, ip), message: 'Anotação guardada.' }
  })
  api.handle(panel.inviteParticipantAsStaff, async ({ caller, params }) => ({
    data: await inviteParticipant(deps, caller, params.id),
  }))
  api.handle(panel.inviteToTransferAsStaff, async ({ caller, params, body, ip }) => ({
    data: await inviteToTransferAsStaff(deps, { caller, registrationId: params.id, email: body.email, ip }),
    ...(body.email !== null && { message: 'Convite enviado por e-mail.' }),
  }))
  api.handle(panel.inviteSignerAsStaff, async ({ caller, params, body, ip }) => ({
    data: await inviteSignerAsStaff(deps, { caller, registrationId: params.id, role: body.role, ip }),
  }))
  api.handle(panel.resendRegistrationMail, async ({ caller, params, ip }) => {
    const sent = await resendMail(deps, { caller, registrationId: params.id, ip })
    return { message: sent === 'link' ? 'Link de pagamento enviado.' : 'Confirmação enviada.' }
  })

  api.handle(rights.listRightClaims, ({ caller, params, query }) =>
    readClaims(deps, { caller, eventId: params.eventId, query }),
  )
  api.handle(rights.reviewRight, async ({ caller, params, body, ip }) => {
    const { right_rule_id: ruleId, ...review } = body
    await reviewRight(deps, { caller, registrationId: params.id, ruleId, ...review, ip })
    return {
      data: await readPanel(deps, caller, params.id, ip),
      message: body.decision === 'approve' ? 'Desconto aprovado.' : 'Desconto recusado. Avisamos por e-mail.',
    }
  })
  api.handle(rights.grantRight, async ({ caller, params, body, ip }) => {
    const { right_rule_id: ruleId, reason } = body
    await grantRight(deps, { caller, registrationId: params.id, ruleId, reason, ip })
    return {
      data: await readPanel(deps, caller, params.id, ip),
      message: 'Desconto concedido. Avisamos por e-mail.',
    }
  })
  api.handle(rights.getRightProof, async ({ caller, params, ip, reply }) =>
    sendAnswerFile(
      reply,
      await readProof(deps, { caller, registrationId: params.id, ruleId: params.rightRuleId, ip }),
      'comprovante',
    ),
  )
}
