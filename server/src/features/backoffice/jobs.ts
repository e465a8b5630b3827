import { z } from 'zod'
import { ACCOUNT_JOBS } from '#server/features/account/jobs.ts'
import { findAddressee } from '#server/features/account/queries.ts'
import { CHECKOUT_JOBS } from '#server/features/checkout/jobs.ts'
import { EVENT_JOBS } from '#server/features/event/jobs.ts'
import { GROUP_JOBS } from '#server/features/group/jobs.ts'
import { MY_REGISTRATION_JOBS } from '#server/features/my-registrations/jobs.ts'
import { ORGANIZER_JOBS } from '#server/features/organizer/jobs.ts'
import { PARTICIPANT_JOBS } from '#server/features/participants/jobs.ts'
import { PAYMENT_JOBS } from '#server/features/payment/jobs.ts'
import { PAYOUT_JOBS } from '#server/features/payout/jobs.ts'
import { PEOPLE_JOBS } from '#server/features/people/jobs.ts'
import { type Cron, defineJob, defineMailJob } from '#server/lib/jobs.ts'
import { html } from '#server/lib/mail/html.ts'
import { emailLayout } from '#server/lib/mail/layout.ts'
import { removeOldMail } from '#server/lib/mail/mailer.ts'
import { daysBefore } from '#server/retention-config.ts'
import { cpfChangedJob } from './accounts/change-cpf.ts'
import { sendStaffInvitation } from './staff/jobs.ts'

const accountsMergedMail = (to: { name: string; email: string; oldEmail: string; url: string }) => ({
  subject: 'As suas contas na Largada agora são uma só',
  ...emailLayout({
    title: 'As suas contas agora são uma só',
    body: html`<p>Olá, ${to.name}!</p>
      <p>Você tinha duas contas na Largada. Unificamos as duas: as inscrições e os pagamentos de ${to.oldEmail} passaram para ${to.email}.</p>
      <p>Para entrar, use ${to.email} e a senha dessa conta.</p>`,
    action: { label: 'Entrar', url: to.url },
    note: html`Se você não reconhece uma destas contas, fale com o nosso atendimento.`,
  }),
})

/** Goes to one of the two addresses of a merge; the old address no longer gives access. */
export const sendAccountsMergedMail = defineMailJob(
  'send-accounts-merged-mail',
  z.object({ userId: z.int(), oldEmail: z.string(), toOld: z.boolean() }),
  async (deps, { userId, oldEmail, toOld }) => {
    const kept = await findAddressee(deps.db, userId)
    if (!kept) return
    const url = `${deps.config.publicUrl}/login`
    const message = accountsMergedMail({ name: kept.name, email: kept.email, oldEmail, url })
    await deps.mailer.send({ to: toOld ? oldEmail : kept.email, ...message })
  },
)

const removeOldMailJob = defineJob('remove-old-mail', z.object({}), async ({ config, clock }) => {
  const { mail } = config.retention
  if (mail !== null) await removeOldMail(config, daysBefore(clock.now(), mail))
})

export const BACK_OFFICE_JOBS = [
  sendAccountsMergedMail,
  cpfChangedJob,
  sendStaffInvitation,
  removeOldMailJob,
] as const
export const BACK_OFFICE_CRONS: readonly Cron[] = [{ job: removeOldMailJob, match: '0 7 * * *' }]

/** The overview counts the queued jobs of these names. */
export const MAIL_TASKS: readonly string[] = [
  ...ACCOUNT_JOBS,
  ...EVENT_JOBS,
  ...ORGANIZER_JOBS,
  ...PAYMENT_JOBS,
  ...GROUP_JOBS,
  ...CHECKOUT_JOBS,
  ...MY_REGISTRATION_JOBS,
  ...PEOPLE_JOBS,
  ...PARTICIPANT_JOBS,
  ...PAYOUT_JOBS,
  ...BACK_OFFICE_JOBS,
]
  .filter(({ queue }) => queue === 'mail')
  .map(({ name }) => name)
