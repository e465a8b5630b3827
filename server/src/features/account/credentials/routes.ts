import { EMAIL_TAKEN, EMAIL_VERIFIED, LINK_INVALID } from '#contract/account/email-verification.ts'
import * as contract from '#contract/account/session.ts'
import type { Deps } from '#server/deps.ts'
import { type Api, SENT } from '#server/lib/http.ts'
import { changeOwnEmail } from '../email-change/change-email.ts'
import { undoEmailChange } from '../email-change/follow-links.ts'
import { getProfile } from '../profile.ts'
import { changePassword } from './change-password.ts'
import { readResetLink, requestPasswordReset, resetPassword } from './reset-password.ts'
import { resendVerification, verifyEmail } from './verify-email.ts'

export function credentialRoutes(api: Api, deps: Deps): void {
  api.handle(contract.verifyEmail, async ({ query, ip, reply }) => {
    const outcome = await verifyEmail(deps, { token: query.token, ip })
    const result =
      outcome === 'verified'
        ? { status: 'success', message: EMAIL_VERIFIED }
        : { status: 'error', message: outcome === 'taken' ? EMAIL_TAKEN : LINK_INVALID }
    const { evento, avisar } = query
    const landing = new URLSearchParams({
      ...result,
      ...(evento && { evento, ...(avisar && { avisar }) }),
    })
    // Browsers send no fragment, so the token is in no log of the page.
    const fragment = outcome === 'verified' ? `#${query.token}` : ''
    reply.redirect(`/confirmacao-email?${landing}${fragment}`, 302)
    return SENT
  })

  api.handle(contract.resendVerification, async ({ body, ip }) => {
    const asked = { email: body.email, ip, deviceToken: body.device_token }
    await resendVerification(deps, asked, body)
    return { message: 'E-mail de verificação reenviado com sucesso. Verifique sua caixa de entrada.' }
  })

  api.handle(contract.requestPasswordReset, async ({ body, ip }) => {
    await requestPasswordReset(deps, { email: body.email, ip, deviceToken: body.device_token })
    return { message: 'Se o e-mail estiver cadastrado, você receberá as instruções em instantes.' }
  })

  api.handle(contract.readResetLink, async ({ body }) => ({
    data: { email: await readResetLink(deps, body.token) },
  }))

  api.handle(contract.resetPassword, async ({ body, ip }) => {
    const device_token = await resetPassword(deps, { token: body.token, password: body.password, ip })
    return { message: 'Senha alterada com sucesso.', data: { device_token } }
  })

  api.handle(contract.changePassword, async ({ body, caller, ip }) => {
    await changePassword(deps, caller, {
      currentPassword: body.current_password,
      password: body.password,
      ip,
    })
    return { message: 'Senha alterada com sucesso.' }
  })

  api.handle(contract.changeEmail, async ({ body, caller, ip }) => {
    const changed = await changeOwnEmail(deps, caller, body, ip)
    const { email, pending_email } = await getProfile(deps.db, caller.userId, deps.clock.now())
    return {
      message: changed
        ? 'Enviamos um link de verificação para o novo e-mail.'
        : 'Este já é o e-mail da sua conta.',
      data: { email, pending_email },
    }
  })

  api.handle(contract.undoEmailChange, async ({ body, ip }) => ({
    message: 'A troca de e-mail foi desfeita. Crie uma nova senha.',
    data: { reset_token: await undoEmailChange(deps, { token: body.token, ip }) },
  }))
}
