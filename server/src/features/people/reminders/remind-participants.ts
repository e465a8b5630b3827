import { z } from 'zod'
import type { Deps } from '#server/deps.ts'
import { transaction } from '#server/lib/db.ts'
import { addJob, defineJob, defineMailJob, RUN_MS } from '#server/lib/jobs.ts'
import { html } from '#server/lib/mail/html.ts'
import { emailLayout } from '#server/lib/mail/layout.ts'
import { confirmationReminderJob } from './confirmation-reminder.ts'
import { claimReminders, listMissing } from './queries.ts'

/** Registrations claimed in a transaction. */
const BATCH = 500

/**
 * Reminds participants who have not confirmed, and once for each event their buyer: three days after the
 * registration, and in the week before the race. Returns the number of registrations.
 */
export async function remindParticipants({ db, clock }: Pick<Deps, 'db' | 'clock'>): Promise<number> {
  const endsAt = performance.now() + RUN_MS
  let total = 0
  let claimed = BATCH
  while (claimed === BATCH && performance.now() < endsAt) {
    claimed = await transaction(db, async (tx) => {
      const due = await claimReminders(tx, clock.now(), BATCH)
      for (const { registration_id: registrationId, email } of due)
        if (email) await addJob(tx, confirmationReminderJob, { registrationId })
      for (const group of Map.groupBy(due, (one) => `${one.event_id}:${one.buyer_id}`).values())
        await addJob(tx, remindBuyerJob, { registrationIds: group.map((one) => one.registration_id) })
      return due.length
    })
    total += claimed
  }
  return total
}

export const remindParticipantsJob = defineJob('remind-participants', z.object({}), async (deps) => {
  const registrations = await remindParticipants(deps)
  if (registrations > 0) deps.log.info({ registrations }, 'participants were reminded to confirm')
})

/** Names who has not confirmed. The registrations belong to one buyer and event. */
export const remindBuyerJob = defineMailJob(
  'confirmation-reminder-buyer',
  z.object({ registrationIds: z.array(z.int()).min(1) }),
  async ({ db, mailer, config }, { registrationIds }) => {
    const missing = await listMissing(db, registrationIds)
    const [first] = missing
    if (!first) return
    await mailer.send({
      to: first.buyer_email,
      subject: `Falta confirmar ${missing.length === 1 ? 'uma inscrição' : `${missing.length} inscrições`}: ${first.title}`,
      ...emailLayout({
        title: 'Quem você inscreveu ainda não confirmou',
        body: html`<p>Olá, ${first.buyer_name}!</p>
<p>Em <strong>${first.title}</strong>, falta cada pessoa abaixo confirmar os próprios dados e aceitar os termos. Sem isso, o kit não pode ser retirado.</p>
<table>${missing.map(({ name }) => html`<tr><td>${name}</td></tr>`)}</table>
<p>Em Meus Eventos, abra cada inscrição e envie o convite por WhatsApp ou por onde preferir.</p>`,
        action: { label: 'Ver minhas inscrições', url: `${config.publicUrl}/participante/eventos` },
      }),
    })
  },
)
