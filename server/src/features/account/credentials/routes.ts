import {
  changePassword as changePasswordRoute,
  requestPasswordReset as requestPasswordResetRoute,
  resendVerification as resendVerificationRoute,
  resetPassword as resetPasswordRoute,
  verifyEmail as verifyEmailRoute,
} from '#contract/account.ts'
import { ERRORS } from '#contract/errors.ts'
import type { Deps } from '#server/deps.ts'
import { type Api, SENT } from '#server/lib/http.ts'
import { changePassword } from './change-password.ts'
import { requestPasswordReset } from './request-password-reset.ts'
import { resendVerification } from './resend-verification.ts'
import { resetPassword } from './reset-password.ts'
import { verifyEmail } from './verify-email.ts'

export function credentialRoutes(api: Api, deps: Deps): void {
  api.handle(verifyEmailRoute, async ({ query, ip, reply }) => {
    const verified = await verifyEmail(deps, { token: query.token, ip })
    const result = verified
      ? { status: 'success', message: 'Email verificado com sucesso.' }
      : { status: 'error', message: ERRORS.token_invalid[1] }
    reply.redirect(`/confirmacao-email?${new URLSearchParams(result)}`, 302)
    return SENT
  })

  api.handle(resendVerificationRoute, async ({ body, ip }) => {
    await resendVerification(deps, { email: body.email, ip, deviceToken: body.device_token })
    return { message: 'E-mail de verificação reenviado com sucesso. Verifique sua caixa de entrada.' }
  })

  api.handle(requestPasswordResetRoute, async ({ body, ip }) => {
    await requestPasswordReset(deps, { email: body.email, ip, deviceToken: body.device_token })
    return { message: 'Se o e-mail estiver cadastrado, você receberá as instruções em instantes.' }
  })

  api.handle(resetPasswordRoute, async ({ body, ip }) => {
    const device_token = await resetPassword(deps, { token: body.token, password: body.password, ip })
    return { message: 'Senha alterada com sucesso.', data: { device_token } }
  })

  api.handle(changePasswordRoute, async ({ body, caller, ip }) => {
    await changePassword(deps, caller, {
      currentPassword: body.current_password,
      password: body.password,
      ip,
    })
    return { message: 'Senha alterada com sucesso.' }
  })
}
