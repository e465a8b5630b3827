import * as links from '#contract/account/login-link.ts'
import * as contract from '#contract/account/session.ts'
import type { Deps } from '#server/deps.ts'
import { preferredRole } from '#server/lib/auth.ts'
import { AppError } from '#server/lib/errors.ts'
import type { Api } from '#server/lib/http.ts'
import { userAgentOf } from '#server/lib/network.ts'
import { selectActivity } from '../queries.ts'
import { login } from './login.ts'
import { loginWithLink, readLoginLink, requestLoginLink } from './login-link.ts'
import { loginVerified } from './login-verified.ts'
import { sessionUser } from './open-session.ts'
import { endOtherSessions, endOwnSession, listSessions } from './sessions.ts'

export function sessionRoutes(api: Api, deps: Deps): void {
  api.handle(contract.login, async ({ body, ip, request }) => ({
    message: 'Login realizado com sucesso.',
    data: await login(deps, {
      email: body.email,
      password: body.password,
      deviceToken: body.device_token,
      ip,
      userAgent: userAgentOf(request),
      role: preferredRole(request.headers),
    }),
  }))

  api.handle(links.loginVerified, async ({ body, ip, request }) => ({
    data: await loginVerified(deps, {
      token: body.token,
      signUpSecret: body.sign_up_secret,
      deviceToken: body.device_token,
      ip,
      userAgent: userAgentOf(request),
      role: preferredRole(request.headers),
    }),
  }))

  api.handle(links.requestLoginLink, async ({ body, ip }) => {
    const asked = { email: body.email, ip, deviceToken: body.device_token }
    await requestLoginLink(deps, asked, body)
    return { message: 'Se o e-mail estiver cadastrado, o link para entrar chega em instantes.' }
  })

  api.handle(links.readLoginLink, async ({ body }) => ({
    data: { email: await readLoginLink(deps, body.token) },
  }))

  api.handle(links.loginWithLink, async ({ body, ip, request }) => ({
    message: 'Login realizado com sucesso.',
    data: await loginWithLink(deps, {
      token: body.token,
      deviceToken: body.device_token,
      ip,
      userAgent: userAgentOf(request),
      role: preferredRole(request.headers),
    }),
  }))

  api.handle(contract.logout, async ({ caller, ip }) => {
    await endOwnSession(deps, caller, { sessionId: caller.sessionId, ip })
    return { message: 'Sessão encerrada.' }
  })

  api.handle(contract.getMe, async ({ caller }) => ({ data: await sessionUser(deps, caller) }))

  api.handle(contract.listSessions, async ({ caller }) => ({
    data: await listSessions(deps, caller, { userId: caller.userId, roles: caller.heldRoles }),
  }))

  api.handle(contract.revokeOtherSessions, async ({ caller, ip }) => {
    await endOtherSessions(deps, caller, ip)
    return { message: 'As outras sessões foram encerradas.' }
  })

  api.handle(contract.listActivity, async ({ caller }) => ({
    data: (await selectActivity(deps.db, caller.userId)).map((row) => ({ ...row, at: row.at.toISOString() })),
  }))

  api.handle(contract.revokeSession, async ({ caller, params, ip }) => {
    const ended = await endOwnSession(deps, caller, { sessionId: params.id, ip })
    if (!ended) throw new AppError('not_found')
    return { message: 'Sessão encerrada.' }
  })
}
