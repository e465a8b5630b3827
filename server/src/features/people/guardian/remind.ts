import { z } from 'zod'
import { momentIn, toBrazilianDate } from '#contract/dates.ts'
import { guardianWords } from '#contract/registration/minors.ts'
import type { Deps } from '#server/deps.ts'
import { transaction } from '#server/lib/db.ts'
import { addJob, defineJob, defineMailJob } from '#server/lib/jobs.ts'
import { html } from '#server/lib/mail/html.ts'
import { emailLayout } from '#server/lib/mail/layout.ts'
import { guardianInvitationJob } from './invite.ts'
import { askForMissing, claimReminders, findRequest } from './queries.ts'

const BATCH = 500

/** Returns the number of reminded registrations. */
export async function remindSigners({ db, clock }: Pick<Deps, 'db' | 'clock'>): Promise<number> {
  await askForMissing(db, clock.now())
  return transaction(db, async (tx) => {
    const due = await claimReminders(tx, clock.now(), BATCH)
    for (const { registration_id: registrationId, email } of due) {
      await addJob(tx, guardianReminderJob, { registrationId })
      if (email) await addJob(tx, guardianInvitationJob, { registrationId })
    }
    return due.length
  })
}

export const askGuardiansJob = defineJob('ask-guardians', z.object({}), async (deps) => {
  const registrations = await remindSigners(deps)
  if (registrations > 0) deps.log.info({ registrations }, 'signatures for minors were asked for')
})

/** Reminds the buyer. */
export const guardianReminderJob = defineMailJob(
  'guardian-reminder',
  z.object({ registrationId: z.int() }),
  async ({ db, mailer, config, clock }, { registrationId }) => {
    const request = await findRequest(db, registrationId)
    if (!request || request.missing.length === 0 || request.refused_at || request.anonymized_at) return
    if (request.due_at <= clock.now()) return
    await mailer.send({
      to: request.buyer_email,
      subject: `Falta a autorização de ${request.name.split(' ')[0]}: ${request.title}`,
      ...emailLayout({
        title: 'Falta a autorização do responsável',
        body: html`<p>Olá, ${request.buyer_name}!</p>
<p><strong>${request.name}</strong> terá menos de 18 anos em <strong>${request.title}</strong>, no dia ${toBrazilianDate(request.event_on)}. ${guardianWords({ missing: request.missing, refused: false })} assinar.</p>
<p>O prazo termina em <strong>${momentIn(request.timezone, request.due_at)}</strong>. Sem a assinatura, a inscrição é cancelada e tudo o que foi pago é devolvido.</p>`,
        action: {
          label: 'Assinar ou enviar o link',
          url: `${config.publicUrl}/participante/inscricoes/${registrationId}`,
        },
      }),
    })
  },
)
