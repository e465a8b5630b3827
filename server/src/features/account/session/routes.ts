import {
  getMe,
  listSessions as listSessionsRoute,
  login as loginRoute,
  logout,
  revokeSession,
} from '#contract/account.ts'
import type { Deps } from '#server/deps.ts'
import { AppError } from '#server/lib/errors.ts'
import type { Api } from '#server/lib/http.ts'
import { userAgentOf } from '../user-agent.ts'
import { listSessions } from './list-sessions.ts'
import { login } from './login.ts'
import { endSession } from './queries.ts'
import { sessionUser } from './session-user.ts'

export function sessionRoutes(api: Api, deps: Deps): void {
  api.handle(loginRoute, async ({ body, ip, request }) => ({
    message: 'Login realizado com sucesso.',
    data: await login(deps, { ...body, ip, userAgent: userAgentOf(request) }),
  }))

  api.handle(logout, async ({ caller }) => {
    await endSession(deps.db, caller.userId, caller.sessionId, deps.clock.now())
    return { message: 'Sessão encerrada.' }
  })

  api.handle(getMe, async ({ caller }) => ({ data: await sessionUser(deps, caller) }))

  api.handle(listSessionsRoute, async ({ caller }) => ({ data: await listSessions(deps, caller) }))

  api.handle(revokeSession, async ({ caller, params }) => {
    const ended = await endSession(deps.db, caller.userId, params.id, deps.clock.now())
    if (!ended) throw new AppError('not_found')
    return { message: 'Sessão encerrada.' }
  })
}
