import type { MyRegistration } from '#contract/my-registrations/my-registrations.ts'
import { isFreeValue, REGISTRATION_STATUS } from '#contract/payment/payment-status.ts'
import { ShareSection } from '#web/features/registration/bib/share-section.tsx'
import { ChangeList } from '#web/features/registration/change-list.tsx'
import classes from '#web/features/registration/details.module.css'
import { PixKey } from '#web/features/registration/pix-key.tsx'
import { PriceLines } from '#web/features/registration/price-lines.tsx'
import { RefundList } from '#web/features/registration/refund-list.tsx'
import { Money } from '#web/ui/money.tsx'
import { pageTitle } from '#web/ui/page-title.ts'
import { bibOf } from '../bib-of.ts'
import { CancelButton } from '../cancel/cancel-button.tsx'
import { arrivalWords, refundWords } from '../cancel/refund-words.ts'
import { UndoSection } from '../cancel/undo-section.tsx'
import { PendingChange } from '../change/pending-change.tsx'
import { CreditFrom, RefundChoice } from '../refund-choice/refund-choice.tsx'
import { ReturnedSection } from '../return/returned-section.tsx'
import { TeamSection } from '../team/team-section.tsx'
import { ConfirmationSection } from './confirmation-section.tsx'
import { GuardianSection } from './guardian-section.tsx'
import { LaterQuestions } from './later-questions.tsx'
import { PaymentSection } from './payment-section.tsx'
import {
  ChoiceSection,
  CourseSection,
  PersonSection,
  PickupSection,
  PromisesSection,
} from './registration-details.tsx'
import { RegistrationHead } from './registration-head.tsx'
import { RightSection } from './right-section.tsx'
import { WithRegistration } from './with-registration.tsx'

export const meta = pageTitle('Inscrição')

export default function MyRegistrationScreen() {
  return (
    <WithRegistration>
      {(registration) => <MyRegistrationDetails registration={registration} />}
    </WithRegistration>
  )
}

function MyRegistrationDetails({ registration }: { registration: MyRegistration }) {
  const { id, participant, refunds } = registration
  const isCancelled = registration.status_code === REGISTRATION_STATUS.cancelled
  const isConfirmed = registration.status_code === REGISTRATION_STATUS.confirmed
  const cancellation = <CancellationSection registration={registration} />
  const race = (
    <>
      <ChoiceSection registration={registration} />
      {!isCancelled && <PickupSection registration={registration} />}
    </>
  )
  return (
    <>
      <RegistrationHead registration={registration} />
      {/* Refunds are shown above the purchase. */}
      {refunds.length > 0 && cancellation}
      <div className={classes.flow}>
        {registration.pending_change && (
          <PendingChange registration={registration} change={registration.pending_change} />
        )}
        {registration.undo_until && <UndoSection id={id} until={registration.undo_until} />}
        {registration.place_return?.state === 'waiting' && (
          <ReturnedSection id={id} returned={registration.place_return} />
        )}
        {registration.has_refund_choice && <RefundChoice registrationId={id} />}
        {registration.credit_from && <CreditFrom id={registration.credit_from} targetId={id} />}
        {registration.guardian && (!isCancelled || registration.guardian.refused_at) && (
          <GuardianSection id={id} participant={participant} guardian={registration.guardian} />
        )}
        {registration.confirmation && !isCancelled && (
          <ConfirmationSection id={id} participant={participant} confirmation={registration.confirmation} />
        )}
        {registration.right && !isCancelled && (
          <RightSection registrationId={id} right={registration.right} />
        )}
        {registration.team && (
          <TeamSection
            // After another order was saved, the section begins with it.
            key={registration.team.members.map(({ registration_id }) => registration_id).join()}
            registration={registration}
            team={registration.team}
          />
        )}
        {registration.questionnaire && (
          <LaterQuestions registration={registration} questionnaire={registration.questionnaire} />
        )}
        {/* Whoever has paid comes for the race; whoever has not, to pay. */}
        {isConfirmed && race}
        <PaymentSection registration={registration} />
        <PriceSection registration={registration} />
        {registration.changes.length > 0 && (
          <section className={classes.section} aria-labelledby="changes-title">
            <h2 id="changes-title">Alterações</h2>
            <ChangeList changes={registration.changes} />
          </section>
        )}
        {!isConfirmed && race}
        {isConfirmed && <ShareSection load={() => bibOf(registration)} />}
        <PersonSection registration={registration} />
        <CourseSection registration={registration} />
        <PromisesSection registration={registration} />
      </div>
      {refunds.length === 0 && cancellation}
    </>
  )
}

function PriceSection({ registration }: { registration: MyRegistration }) {
  return (
    <section className={classes.section} aria-labelledby="price-title">
      <h2 id="price-title">Valor</h2>
      <PriceLines lines={registration.price_lines} total={registration.value} />
      {!isFreeValue(registration.credit) && (
        <p className={classes.credit}>
          Devolução de <Money value={registration.credit} />: a organização mudou a inscrição para uma opção
          mais barata.
        </p>
      )}
    </section>
  )
}

function CancellationSection({ registration }: { registration: MyRegistration }) {
  const { refunds, can_cancel, cancellation, status_code } = registration
  // A cancelled registration cannot be cancelled again, so its policy no longer matters.
  const policy = status_code === REGISTRATION_STATUS.cancelled ? [] : registration.cancellation_policy
  const isCancellable = can_cancel || cancellation !== null
  if (refunds.length === 0 && policy.length === 0 && !isCancellable) return null
  return (
    <section className={`${classes.section} ${classes.whole}`} aria-labelledby="refunds-title">
      <h2 id="refunds-title">Cancelamento e devolução</h2>
      {refunds.some(({ pix_key }) => pix_key === 'asked') && <PixKey registrationId={registration.id} />}
      {refunds.length > 0 && <RefundList refunds={refunds} />}
      {policy.length > 0 && (
        <ul className={`${classes.policy} ${classes.group}`} aria-label="Política de cancelamento">
          {policy.map((sentence) => (
            <li key={sentence}>{sentence}</li>
          ))}
        </ul>
      )}
      {isCancellable && (
        <div className={classes.group}>
          {cancellation && <p>{[refundWords(cancellation), ...arrivalWords(registration)].join(' ')}</p>}
          <CancelButton registration={registration} />
        </div>
      )}
    </section>
  )
}
