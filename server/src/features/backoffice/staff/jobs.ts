import { z } from 'zod'
import { acceptRoleMail } from '#server/features/account/emails.ts'
import { invite } from '#server/features/account/jobs.ts'
import { defineMailJob } from '#server/lib/jobs.ts'
import { html } from '#server/lib/mail/html.ts'
import { emailLayout } from '#server/lib/mail/layout.ts'
import { getStaff } from './queries.ts'

export const sendStaffInvitation = defineMailJob(
  'send-staff-invitation',
  z.object({ userId: z.int() }),
  async (deps, { userId }) => {
    const invitation = await invite(deps, userId)
    if (!invitation) return
    const { to, name, url, days } = invitation
    if (invitation.accepts) {
      const { role, enterprise } = await getStaff(deps.db, userId)
      const words = role === 'Admin' ? 'administrador' : 'usuário de empresa'
      const from = enterprise ?? 'A administração da Largada'
      await deps.mailer.send({ to, ...acceptRoleMail({ ...invitation, role: words, from }) })
      return
    }
    await deps.mailer.send({
      to,
      subject: 'A sua conta na administração da Largada',
      ...emailLayout({
        title: 'Crie a sua senha e comece a trabalhar',
        body: html`<p>Olá, ${name}!</p>
          <p>A administração da Largada criou uma conta para você. Para confirmar este e-mail e entrar, crie a sua senha.</p>`,
        action: { label: 'Criar minha senha', url },
        note: html`O link vale por ${days} dias e só pode ser usado uma vez. Se você não esperava este convite, ignore esta mensagem.`,
      }),
    })
  },
)
