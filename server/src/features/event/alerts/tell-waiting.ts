import { z } from 'zod'
import type { Deps } from '#server/deps.ts'
import { transaction } from '#server/lib/db.ts'
import { addJobs, defineJob, defineMailJob, RUN_MS } from '#server/lib/jobs.ts'
import { html } from '#server/lib/mail/html.ts'
import { emailLayout } from '#server/lib/mail/layout.ts'
import { raceCard } from '../emails/race.ts'
import { type AlertKind, claimAlerts, findAlert, waitAgain } from './queries.ts'

/** Alerts claimed in a transaction. */
const BATCH = 500

const WORDS: Record<AlertKind, { title: string; news: string }> = {
  opening: { title: 'Inscrições abertas', news: 'As inscrições abriram' },
  place: { title: 'Vaga liberada', news: 'Há vaga de novo' },
}

/** Sends nothing if the event has closed again; the account then waits on. */
export const eventAlertJob = defineMailJob(
  'event-alert',
  z.object({ alertId: z.int() }),
  async ({ db, clock, mailer, config: { publicUrl } }, { alertId }) => {
    const alert = await findAlert(db, clock.now(), alertId)
    if (!alert) return
    if (!alert.is_open) return waitAgain(db, alertId)
    const { title, news } = WORDS[alert.kind]
    const url = `${publicUrl}/events/${alert.slug}`
    await mailer.send({
      to: alert.email,
      subject: `${title}: ${alert.title}`,
      ...emailLayout({
        title,
        body: html`<p>Olá, ${alert.name}!</p>
<p>${news} em <strong>${alert.title}</strong>, como você pediu para saber. As vagas são de quem se inscrever primeiro.</p>`,
        hero: raceCard(alert.race, publicUrl),
        action: { label: 'Inscrever-se', url },
        note: html`Você pediu este aviso na página da corrida. <a href="${url}#aviso=${alert.token}">Não quero mais avisos desta corrida</a>`,
      }),
    })
  },
)

/** Tells each waiting account once that its event is open. Returns their number. */
export async function tellWaiting({ db, clock }: Pick<Deps, 'db' | 'clock'>): Promise<number> {
  const endsAt = performance.now() + RUN_MS
  let total = 0
  let claimed = BATCH
  while (claimed === BATCH && performance.now() < endsAt) {
    claimed = await transaction(db, async (tx) => {
      const ids = await claimAlerts(tx, clock.now(), BATCH)
      const jobs = ids.map((alertId) => ({ payload: { alertId }, jobKey: `event-alert:${alertId}` }))
      await addJobs(tx, eventAlertJob, jobs)
      return ids.length
    })
    total += claimed
  }
  return total
}

export const tellWaitingJob = defineJob('tell-waiting', z.object({}), async (deps) => {
  const accounts = await tellWaiting(deps)
  if (accounts > 0) deps.log.info({ accounts }, 'accounts were told of open registrations')
})
