import { z } from 'zod'
import { defineMailJob } from '#server/lib/jobs.ts'
import { html } from '#server/lib/mail/html.ts'
import { emailLayout } from '#server/lib/mail/layout.ts'
import { newLink } from '../../account/jobs.ts'
import { findAddressee } from '../../account/queries.ts'

const INVITATION_DAYS = 3

/** The link sets a password and verifies the e-mail, because it was read there. */
export const sendStaffInvitation = defineMailJob(
  'send-staff-invitation',
  z.object({ userId: z.int() }),
  async (deps, { userId }) => {
    const to = await findAddressee(deps.db, userId)
    if (!to) return
    const token = await newLink(deps, to, 'reset_password', INVITATION_DAYS * 24)
    await deps.mailer.send({
      to: to.email,
      subject: 'A sua conta na administração da Largada',
      ...emailLayout({
        title: 'Crie a sua senha e comece a trabalhar',
        body: html`<p>Olá, ${to.name}!</p>
          <p>A administração da Largada criou uma conta para você. Para confirmar este e-mail e entrar, crie a sua senha.</p>`,
        action: {
          label: 'Criar minha senha',
          url: `${deps.config.publicUrl}/redefinir-senha?token=${token}`,
        },
        note: html`O link vale por ${INVITATION_DAYS} dias e só pode ser usado uma vez. Se você não esperava este convite, ignore esta mensagem.`,
      }),
    })
  },
)
