import { z } from 'zod'
import { toBrazilianDate } from '#contract/dates.ts'
import { mayNotify } from '#server/features/payment/emails/participant-news.ts'
import { transaction } from '#server/lib/db.ts'
import { addJobs, defineJob, defineMailJob, RUN_MS } from '#server/lib/jobs.ts'
import { html } from '#server/lib/mail/html.ts'
import { emailLayout } from '#server/lib/mail/layout.ts'
import { claimReminders, deleteOld, findInvitation } from './queries.ts'

/** The invitation, and its only reminder. */
export const groupInvitationJob = defineMailJob(
  'group-invitation',
  z.object({ id: z.int() }),
  async ({ db, clock, rateLimiter, mailer, config }, { id }) => {
    const found = await findInvitation(db, id, clock.now())
    if (!found || !(await mayNotify(rateLimiter, found.email))) return
    const { captain, group_name: group, title: race, reminded_at: remindedAt } = found
    const until = toBrazilianDate(found.groups_until)
    const title = remindedAt === null ? `Convite para o grupo ${group}` : `O grupo ${group} fecha em ${until}`
    await mailer.send({
      to: found.email,
      subject: `${title}: ${race}`,
      ...emailLayout({
        title,
        body: html`<p>Olá, ${found.name}!</p>
<p>${captain} convida você para o grupo <strong>${group}</strong> em <strong>${race}</strong>, no dia ${toBrazilianDate(found.event_on)}. Dá para entrar até ${until}.</p>`,
        action: { label: 'Ver o convite', url: `${config.publicUrl}/grupo/${found.token}` },
        note: html`Quem informou o seu e-mail foi ${captain}. Se você não quer entrar, ignore esta mensagem: enviamos no máximo um lembrete, e o seu e-mail é apagado depois da corrida.`,
      }),
    })
  },
)

const BATCH = 500

/** Reminds who has not joined, three days before the names are due, and forgets the invited of past races. */
export const remindInvitedJob = defineJob('remind-invited', z.object({}), async ({ db, clock }) => {
  await deleteOld(db, clock.now())
  const endsAt = performance.now() + RUN_MS
  let claimed = BATCH
  while (claimed === BATCH && performance.now() < endsAt)
    claimed = await transaction(db, async (tx) => {
      const due = await claimReminders(tx, clock.now(), BATCH)
      const jobs = due.map(({ id }) => ({ payload: { id }, jobKey: `group-invitation:${id}` }))
      await addJobs(tx, groupInvitationJob, jobs)
      return due.length
    })
})
