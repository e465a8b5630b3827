import { z } from 'zod'
import { formatCents } from '#contract/money.ts'
import { PAYMENT_TYPE } from '#contract/payment/payment-types.ts'
import { raceCard } from '#server/features/event/emails/race.ts'
import { defineMailJob } from '#server/lib/jobs.ts'
import { html } from '#server/lib/mail/html.ts'
import { emailLayout } from '#server/lib/mail/layout.ts'
import { formatDeadline, isPastDue } from '../domain/due-date.ts'
import { linksOf, pixCode } from '../emails/payment-due.ts'
import { listReminded } from '../emails/queries.ts'

/** One message about the payments of one payer for one event that are still unpaid; nothing if there are none. */
export const paymentReminderJob = defineMailJob(
  'payment-reminder',
  z.object({ paymentIds: z.array(z.int()).min(1), hours: z.int() }),
  async ({ db, mailer, config, clock }, { paymentIds, hours }) => {
    const now = clock.now()
    const unpaid = await listReminded(db, paymentIds, hours)
    const [first, ...others] = unpaid.filter(({ due_on, expires_at }) => !isPastDue(due_on, expires_at, now))
    if (!first) return
    const payments = [first, ...others] as const
    const { table, action } = linksOf(payments, config.publicUrl)
    const until = formatDeadline(first.due_on, first.expires_at)
    const people = payments.flatMap(({ participants }) => participants)
    const cents = payments.reduce((sum, { amount_cents }) => sum + amount_cents, 0)
    const title = people.length === 1 ? 'A vaga ainda não foi paga' : 'As vagas ainda não foram pagas'
    await mailer.send({
      to: first.buyer_email,
      subject: `Pague até ${until} para não perder ${people.length === 1 ? 'a vaga' : 'as vagas'} · ${first.event_title}`,
      ...emailLayout({
        title,
        body: html`<p>Olá, ${first.buyer_name}!</p>
<p>${people.length === 1 ? html`A vaga de <strong>${people[0]}</strong> em <strong>${first.event_title}</strong> fica guardada` : html`As vagas abaixo em <strong>${first.event_title}</strong> ficam guardadas`} até <strong>${until}</strong>. ${people.length === 1 ? 'Falta' : 'Faltam'} <strong>${formatCents(cents)}</strong>. Sem o pagamento, ${people.length === 1 ? 'a vaga volta a ficar disponível' : 'as vagas voltam a ficar disponíveis'} para outras pessoas.</p>
${payments.some(({ type }) => type === PAYMENT_TYPE.boleto) && html`<p>Um boleto pago depois do vencimento pode não ser compensado a tempo.</p>`}
${table}${pixCode(payments, now)}`,
        hero: raceCard(first.race, config.publicUrl),
        action,
        note: html`Se você já pagou, não precisa fazer nada: a confirmação chega por e-mail.`,
      }),
    })
  },
)
