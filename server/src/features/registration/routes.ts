import { uploadAnswerFile as uploadFileRoute } from '#contract/checkout.ts'
import {
  getAnswerFile as answerFileRoute,
  getMyRegistrationCalendar as calendarRoute,
  getMyRegistration as getRoute,
  listMyRegistrations as listRoute,
  getMyAnswerFile as myAnswerFileRoute,
} from '#contract/registration.ts'
import { pageMeta } from '#contract/route.ts'
import type { Deps } from '#server/deps.ts'
import { type Api, SENT } from '#server/lib/http.ts'
import { readUpload } from '#server/lib/upload.ts'
import { ANSWER_FILES_BY_USER, keepAnswerFile } from './answers/keep-answer-file.ts'
import { readAnswerFile, readMyAnswerFile } from './answers/read-answer-file.ts'
import { sendAnswerFile } from './answers/send-answer-file.ts'
import { getMine, getMyCalendar } from './mine/get-mine.ts'
import { presentRow } from './mine/present.ts'
import { countMine, listMine } from './mine/queries.ts'

export function registrationRoutes(api: Api, deps: Deps): void {
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

  api.handle(uploadFileRoute, async ({ caller, request }) => {
    await deps.rateLimiter.consume(ANSWER_FILES_BY_USER, String(caller.userId))
    const bytes = await readUpload(request, uploadFileRoute)
    return { data: { path: await keepAnswerFile(deps, { bytes, userId: caller.userId }) } }
  })

  api.handle(myAnswerFileRoute, async ({ params, caller, reply }) =>
    sendAnswerFile(reply, await readMyAnswerFile(deps, caller.userId, params)),
  )

  api.handle(answerFileRoute, async ({ params, caller, reply, request }) =>
    sendAnswerFile(reply, await readAnswerFile(deps, { caller, answerId: params, ip: request.ip })),
  )
}
