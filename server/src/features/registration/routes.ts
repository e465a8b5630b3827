import { uploadAnswerFile as uploadFileRoute } from '#contract/checkout/checkout.ts'
import {
  getAnswerFile as answerFileRoute,
  getMyAnswerFile as myAnswerFileRoute,
} from '#contract/my-registrations/my-registrations.ts'
import type { Deps } from '#server/deps.ts'
import type { Api } from '#server/lib/http.ts'
import { readUpload } from '#server/lib/upload.ts'
import { ANSWER_FILES_BY_USER, keepAnswerFile } from './answers/keep-answer-file.ts'
import { readAnswerFile, readMyAnswerFile } from './answers/read-answer-file.ts'
import { sendAnswerFile } from './answers/send-answer-file.ts'

export function registrationRoutes(api: Api, deps: Deps): void {
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
