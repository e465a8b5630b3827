import { z } from 'zod'
import { defineMailJob } from '#server/lib/jobs.ts'
import { html } from '#server/lib/mail/html.ts'
import { emailLayout } from '#server/lib/mail/layout.ts'
import type { Limit } from '#server/lib/rate-limit.ts'
import { newLink } from '../account/jobs.ts'
import { findAddressee } from '../account/queries.ts'
import { getOrganizerName } from './queries.ts'

/** Limits whatever may send a message to an address that the caller typed. */
export const INVITATIONS_BY_USER: Limit = { name: 'invitation-user', points: 100, perSeconds: 3600 }

const INVITATION_DAYS = 3
const TERM = html`O link vale por ${INVITATION_DAYS} dias e só pode ser usado uma vez. Depois disso, use "Esqueceu sua senha?" na tela de login.`

interface Invitation {
  name: string
  organizer: string
  url: string
}
type Mail = { subject: string } & ReturnType<typeof emailLayout>

const producerInvitation = ({ name, organizer, url }: Invitation): Mail => ({
  subject: `${organizer} convidou você para a Largada`,
  ...emailLayout({
    title: 'Crie a sua senha e comece a trabalhar',
    body: html`<p>Olá, ${name}!</p>
      <p>${organizer} cadastrou você como realizador na Largada, a plataforma em que organiza os seus eventos.</p>
      <p>Para confirmar este e-mail e entrar na sua conta, crie a sua senha.</p>`,
    action: { label: 'Criar minha senha', url },
    note: html`${TERM} Se você não conhece ${organizer}, ignore esta mensagem.`,
  }),
})

const organizerInvitation = ({ name, organizer, url }: Invitation): Mail => ({
  subject: `${organizer} já pode organizar eventos na Largada`,
  ...emailLayout({
    title: 'Crie a sua senha e abra as inscrições',
    body: html`<p>Olá, ${name}!</p>
      <p>A conta de organizador de ${organizer} está pronta na Largada: nela você cadastra eventos, acompanha inscrições e recebe pagamentos.</p>
      <p>Para confirmar este e-mail e entrar, crie a sua senha.</p>`,
    action: { label: 'Criar minha senha', url },
    note: html`${TERM} Se você não esperava este convite, ignore esta mensagem.`,
  }),
})

/** The link sets a password and verifies the e-mail, because it was read there. */
const defineInvitation = (name: string, mail: (invitation: Invitation) => Mail) =>
  defineMailJob(name, z.object({ userId: z.int() }), async (deps, { userId }) => {
    const to = await findAddressee(deps.db, userId)
    if (!to) return
    const organizer = await getOrganizerName(deps.db, userId)
    const token = await newLink(deps, to, 'reset_password', INVITATION_DAYS * 24)
    const url = `${deps.config.publicUrl}/redefinir-senha?token=${token}`
    await deps.mailer.send({ to: to.email, ...mail({ name: to.name, organizer, url }) })
  })

export const sendProducerInvitation = defineInvitation('send-invitation-mail', producerInvitation)
export const sendOrganizerInvitation = defineInvitation('send-organizer-invitation', organizerInvitation)

export const PRODUCER_JOBS = [sendProducerInvitation, sendOrganizerInvitation] as const
