import { z } from 'zod'
import { dayIn } from '#contract/dates.ts'
import type { CorrectPerson } from '#contract/participant-panel.ts'
import { REGISTRATION_STATUS } from '#contract/payment-status.ts'
import type { Deps } from '#server/deps.ts'
import { audit } from '#server/lib/audit.ts'
import type { Caller } from '#server/lib/auth.ts'
import { transaction } from '#server/lib/db.ts'
import { AppError, invalidField } from '#server/lib/errors.ts'
import { addJob, defineMailJob } from '#server/lib/jobs.ts'
import { html } from '#server/lib/mail/html.ts'
import { emailLayout } from '#server/lib/mail/layout.ts'
import { findRegistrationMail } from '../../payment/emails/queries.ts'
import { lockReachedRegistration } from '../queries.ts'

/** What may be corrected, in words. */
const FIELDS = { name: 'nome', birth_on: 'data de nascimento', sex: 'sexo' } as const
type Field = keyof typeof FIELDS

interface Correction {
  caller: Caller
  registrationId: number
  person: CorrectPerson
  ip: string
}

/**
 * Corrects who is registered, and tells whoever registered them. The audit says which fields and why, not what they hold: a name and a
 * date of birth are personal data, which leave with the account. What is right already changes nothing.
 */
export async function correctPerson(
  deps: Pick<Deps, 'db' | 'clock'>,
  { caller, registrationId, person, ip }: Correction,
): Promise<void> {
  const at = deps.clock.now()
  await transaction(deps.db, async (tx) => {
    const registration = await lockReachedRegistration(tx, caller, registrationId)
    if (registration.status === REGISTRATION_STATUS.cancelled)
      throw new AppError('state_changed', { message: 'Uma inscrição cancelada não pode ser editada.' })
    if (person.birth_date > dayIn(registration.timezone, at))
      throw invalidField('birth_date', 'A data de nascimento está no futuro.')
    const corrected = { name: person.name, birth_on: person.birth_date, sex: person.sex }
    const changed = (Object.keys(FIELDS) as Field[]).filter(
      (field) => corrected[field] !== registration[field],
    )
    if (changed.length === 0) return
    await tx
      .updateTable('registrations')
      .set({ ...corrected, updated_at: at })
      .where('id', '=', registrationId)
      .execute()
    await audit(tx, {
      at,
      actorUserId: caller.userId,
      action: 'registration.person_corrected',
      entity: 'registration',
      entityId: registrationId,
      eventId: registration.event_id,
      after: { 'Campos corrigidos': changed.map((field) => FIELDS[field]).join(', '), Motivo: person.reason },
      ip,
    })
    await addJob(tx, personCorrectedJob, { registrationId, changed, reason: person.reason })
  })
}

export const personCorrectedJob = defineMailJob(
  'person-corrected',
  z.object({
    registrationId: z.int(),
    changed: z.array(z.enum(Object.keys(FIELDS) as [Field, ...Field[]])),
    reason: z.string(),
  }),
  async ({ db, mailer, config }, { registrationId, changed, reason }) => {
    const registration = await findRegistrationMail(db, registrationId)
    if (!registration || registration.status === REGISTRATION_STATUS.cancelled) return
    await mailer.send({
      to: registration.buyer_email,
      subject: `Dados corrigidos: ${registration.event_title}`,
      ...emailLayout({
        title: 'Dados corrigidos',
        body: html`<p>Olá, ${registration.buyer_name}!</p>
<p>A organização corrigiu ${changed.map((field) => FIELDS[field]).join(', ')} na inscrição de <strong>${registration.participant_name}</strong> em <strong>${registration.event_title}</strong>.</p>
<table><tr><th>Motivo</th><td>${reason}</td></tr></table>`,
        action: { label: 'Ver minhas inscrições', url: `${config.publicUrl}/participante/eventos` },
        note: html`Se algo não estiver certo, fale com a organização do evento.`,
      }),
    })
  },
)
