import { z } from 'zod'
import { dayIn } from '#contract/dates.ts'
import type { CorrectPerson } from '#contract/participants/panel.ts'
import { REGISTRATION_STATUS } from '#contract/payment/payment-status.ts'
import { CORRECTABLE_COLUMNS } from '#contract/registration/person.ts'
import { isTypingError } from '#contract/registration/typing-error.ts'
import type { Deps } from '#server/deps.ts'
import { readSnapshot } from '#server/features/checkout/wizard/sales-snapshots.ts'
import {
  ineligibleReason,
  newProblems,
  type RestrictedRegistration,
  registrationProblems,
} from '#server/features/event/domain/eligibility.ts'
import { findRegistrationMail } from '#server/features/payment/emails/queries.ts'
import { balanceLater } from '#server/features/payment/follow-up-jobs.ts'
import { endChanges, findOpenChange } from '#server/features/registration/changes/queries.ts'
import { registeredPerson } from '#server/features/registration/domain/registered-person.ts'
import { teamProblem } from '#server/features/registration/teams/queries.ts'
import { audit } from '#server/lib/audit.ts'
import type { Caller } from '#server/lib/auth.ts'
import { type Tx, transaction } from '#server/lib/db.ts'
import { AppError, invalidField } from '#server/lib/errors.ts'
import { addJob, defineMailJob } from '#server/lib/jobs.ts'
import { html } from '#server/lib/mail/html.ts'
import { emailLayout } from '#server/lib/mail/layout.ts'
import { lockEventOf } from '../edit/queries.ts'
import { lockReachedRegistration } from '../queries.ts'
import { updatePerson } from './queries.ts'

const COLUMNS = Object.keys(CORRECTABLE_COLUMNS) as [Column, ...Column[]]
type Column = keyof typeof CORRECTABLE_COLUMNS

interface Correction {
  caller: Caller
  registrationId: number
  person: CorrectPerson
  ip: string
}

/**
 * Notifies the buyer. A correction that makes the registration ineligible is refused, or marks it if the event
 * says so. The audit log omits the values, which are deleted with the account.
 */
export async function correctPerson(
  deps: Pick<Deps, 'db' | 'clock'>,
  { caller, registrationId, person, ip }: Correction,
): Promise<void> {
  const at = deps.clock.now()
  await transaction(deps.db, async (tx) => {
    // Lock order: event, registration (docs/algorithms/stock.md).
    await lockEventOf(tx, caller, registrationId)
    const registration = await lockReachedRegistration(tx, caller, registrationId)
    if (registration.status === REGISTRATION_STATUS.cancelled)
      throw new AppError('state_changed', { message: 'Uma inscrição cancelada não pode ser editada.' })
    if (person.birth_date > dayIn(registration.timezone, at))
      throw invalidField('birth_date', 'A data de nascimento está no futuro.')
    const { birth_date: birth_on, reason, ...others } = person
    const corrected = { ...others, birth_on }
    if (!isTypingError(registeredPerson(registration), { name: person.name, birth_date: birth_on }))
      throw invalidField(
        birth_on === registration.birth_on ? 'name' : 'birth_date',
        'Aqui só se corrigem erros de digitação. Para trocar a pessoa, cancele esta inscrição e faça outra.',
      )
    const changed = COLUMNS.filter((column) => corrected[column] !== registration[column])
    if (changed.length === 0) return
    const problem = changed.includes('sex') ? await teamProblem(tx, registrationId, corrected.sex) : null
    if (problem !== null) throw invalidField('sex', problem)
    const ineligible_reason = await eligibilityAfter(tx, registration, corrected)
    // The open change was made for the person as registered before.
    if (await findOpenChange(tx, registrationId)) {
      await endChanges(tx, [registrationId], 'replaced', at)
      await balanceLater(tx, registrationId)
    }
    await updatePerson(tx, registrationId, { ...corrected, ineligible_reason }, at)
    await audit(tx, {
      at,
      actorUserId: caller.userId,
      action: 'registration.person_corrected',
      entityId: registrationId,
      eventId: registration.event_id,
      after: {
        'Campos corrigidos': changed.map((column) => CORRECTABLE_COLUMNS[column]).join(', '),
        Motivo: reason,
      },
      ip,
    })
    await addJob(tx, personCorrectedJob, { registrationId, changed, reason })
  })
}

/** Returns the rule that the corrected person does not meet, or null. */
async function eligibilityAfter(
  tx: Tx,
  registration: RestrictedRegistration & { event_id: number },
  corrected: Pick<RestrictedRegistration, 'name' | 'birth_on' | 'sex'>,
): Promise<string | null> {
  const snapshot = await readSnapshot(tx, registration.event_id)
  if (!snapshot) throw new AppError('event_not_found')
  const problems = registrationProblems(snapshot, { ...registration, ...corrected })
  const [problem] = newProblems(registrationProblems(snapshot, registration), problems)
  if (problem && snapshot.ineligibleChanges === 'refuse')
    throw invalidField(corrected.birth_on === registration.birth_on ? 'sex' : 'birth_date', problem.sentence)
  return ineligibleReason(problems)
}

export const personCorrectedJob = defineMailJob(
  'person-corrected',
  z.object({
    registrationId: z.int(),
    changed: z.array(z.enum(COLUMNS)),
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
<p>A organização corrigiu ${changed.map((column) => CORRECTABLE_COLUMNS[column]).join(', ')} na inscrição de <strong>${registration.participant_name}</strong> em <strong>${registration.event_title}</strong>.</p>
<table><tr><th>Motivo</th><td>${reason}</td></tr></table>`,
        action: { label: 'Ver minhas inscrições', url: `${config.publicUrl}/participante/eventos` },
        note: html`Se algo não estiver certo, fale com a organização do evento.`,
      }),
    })
  },
)
