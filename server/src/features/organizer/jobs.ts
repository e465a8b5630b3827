import { z } from 'zod'
import { acceptRoleMail } from '#server/features/account/emails.ts'
import { type InvitationLink, invite } from '#server/features/account/jobs.ts'
import { defineMailJob } from '#server/lib/jobs.ts'
import { html } from '#server/lib/mail/html.ts'
import { emailLayout } from '#server/lib/mail/layout.ts'
import type { Limit } from '#server/lib/rate-limit.ts'
import { getOrganizerName } from './queries.ts'

/** Invitations go to addresses that the caller typed. */
export const INVITATIONS_BY_USER: Limit = { name: 'invitation-user', points: 100, perSeconds: 3600 }

interface Invitation extends InvitationLink {
  organizer: string
}
type Mail = { subject: string } & ReturnType<typeof emailLayout>

const term = (days: number) =>
  html`O link vale por ${days} dias e só pode ser usado uma vez. Depois disso, use "Esqueceu sua senha?" na tela de login.`

const producerInvitation = ({ name, organizer, url, days }: Invitation): Mail => ({
  subject: `${organizer} convidou você para a Largada`,
  ...emailLayout({
    title: 'Crie a sua senha e comece a trabalhar',
    body: html`<p>Olá, ${name}!</p>
      <p>${organizer} cadastrou você como realizador na Largada, a plataforma em que organiza os seus eventos.</p>
      <p>Para confirmar este e-mail e entrar na sua conta, crie a sua senha.</p>`,
    action: { label: 'Criar minha senha', url },
    note: html`${term(days)} Se você não conhece ${organizer}, ignore esta mensagem.`,
  }),
})

const organizerInvitation = ({ name, organizer, url, days }: Invitation): Mail => ({
  subject: `${organizer} já pode organizar eventos na Largada`,
  ...emailLayout({
    title: 'Crie a sua senha e abra as inscrições',
    body: html`<p>Olá, ${name}!</p>
      <p>A conta de organizador de ${organizer} está pronta na Largada: nela você cadastra eventos, acompanha inscrições e recebe pagamentos.</p>
      <p>Para confirmar este e-mail e entrar, crie a sua senha.</p>`,
    action: { label: 'Criar minha senha', url },
    note: html`${term(days)} Se você não esperava este convite, ignore esta mensagem.`,
  }),
})

const defineInvitation = (name: string, role: string, mail: (invitation: Invitation) => Mail) =>
  defineMailJob(name, z.object({ userId: z.int() }), async (deps, { userId }) => {
    const invitation = await invite(deps, userId)
    if (!invitation) return
    const organizer = await getOrganizerName(deps.db, userId)
    await deps.mailer.send({
      to: invitation.to,
      ...(invitation.accepts
        ? acceptRoleMail({ ...invitation, role, from: organizer })
        : mail({ ...invitation, organizer })),
    })
  })

export const sendProducerInvitation = defineInvitation(
  'send-invitation-mail',
  'realizador',
  producerInvitation,
)
export const sendOrganizerInvitation = defineInvitation(
  'send-organizer-invitation',
  'organizador',
  organizerInvitation,
)

export const ORGANIZER_JOBS = [sendProducerInvitation, sendOrganizerInvitation] as const
