import { IconCalendarPlus, IconReceipt, IconRun } from '@tabler/icons-react'
import { isFreeValue, REGISTRATION_STATUS } from '#contract/payment-status.ts'
import { getMyRegistrationCalendar, type MyRegistration } from '#contract/registration.ts'
import { apiFile } from '../../api.ts'
import { DownloadButton } from '../../download-button.tsx'
import { EVENT_PATH, MY_EVENTS_PATH, pathTo, RECEIPT_PATH } from '../../paths.ts'
import { DetailToolbar } from '../../ui/detail-toolbar.tsx'
import { LinkButton } from '../../ui/link-button.tsx'
import { Money } from '../../ui/money.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { pageTitle } from '../../ui/page-title.ts'
import { CancelButton } from './cancel-button.tsx'
import classes from './details.module.css'
import { PaymentSection } from './payment-section.tsx'
import { PriceLines } from './price-lines.tsx'
import { CreditFrom, RefundChoice } from './refund-choice.tsx'
import { RefundList } from './refund-list.tsx'
import { ChoiceSection, PromisesSection } from './registration-details.tsx'
import { RegistrationStatus } from './status.tsx'
import { WithRegistration } from './with-registration.tsx'

export const meta = pageTitle('Inscrição')

/** One registration in full, with the actions it allows. */
export default function MyRegistrationScreen() {
  return (
    <WithRegistration>
      {(registration) => <MyRegistrationDetails registration={registration} />}
    </WithRegistration>
  )
}

function MyRegistrationDetails({ registration }: { registration: MyRegistration }) {
  const { id, event, participant, refunds } = registration
  const isCancelled = registration.status_code === REGISTRATION_STATUS.cancelled
  const cancellation = <CancellationSection registration={registration} />
  return (
    <>
      <PageHeader
        title={event.title}
        badge={<RegistrationStatus row={registration} />}
        description={`Inscrição de ${participant.name}`}
      />
      <DetailToolbar back={{ to: MY_EVENTS_PATH }}>
        {isCancelled ? (
          <LinkButton to={pathTo(EVENT_PATH, event.slug)} variant="default" icon={IconRun}>
            Página da corrida
          </LinkButton>
        ) : (
          <DownloadButton
            variant="default"
            leftSection={<IconCalendarPlus size={20} aria-hidden />}
            load={() => apiFile(getMyRegistrationCalendar, { params: { id } })}
            fileName="corrida.ics"
            failure="Erro ao gerar o arquivo de calendário."
          >
            Adicionar ao calendário
          </DownloadButton>
        )}
        {registration.receipt && (
          <LinkButton to={pathTo(RECEIPT_PATH, id)} variant="default" icon={IconReceipt}>
            Comprovante
          </LinkButton>
        )}
      </DetailToolbar>
      <div className={classes.columns}>
        {/* Where the money is comes before what it was paid for. */}
        {refunds.length > 0 && cancellation}
        <div className={classes.column}>
          {registration.has_refund_choice && <RefundChoice registrationId={id} />}
          {registration.credit_from && <CreditFrom id={registration.credit_from} targetId={id} />}
          <PaymentSection registration={registration} />
          <PriceSection registration={registration} />
        </div>
        <div className={classes.column}>
          <ChoiceSection registration={registration} />
          <PromisesSection registration={registration} />
        </div>
        {refunds.length === 0 && cancellation}
      </div>
    </>
  )
}

function PriceSection({ registration }: { registration: MyRegistration }) {
  return (
    <section className={classes.section} aria-labelledby="price-title">
      <h2 id="price-title">Valor</h2>
      <PriceLines lines={registration.lines} total={registration.value} />
      {!isFreeValue(registration.credit) && (
        <p className={classes.credit}>
          Devolução de <Money value={registration.credit} />: a organização mudou a inscrição para uma opção
          mais barata.
        </p>
      )}
    </section>
  )
}

/** What is given back, the policy by which it would be, and cancelling. */
function CancellationSection({ registration }: { registration: MyRegistration }) {
  const { refunds, can_cancel, cancellation, status_code } = registration
  // What is cancelled is not cancelled again.
  const policy = status_code === REGISTRATION_STATUS.cancelled ? [] : registration.cancellation_policy
  const isCancellable = can_cancel || cancellation !== null
  if (refunds.length === 0 && policy.length === 0 && !isCancellable) return null
  return (
    <section className={`${classes.section} ${classes.whole}`} aria-labelledby="refunds-title">
      <h2 id="refunds-title">Cancelamento e devolução</h2>
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
          <CancelButton registration={registration} />
        </div>
      )}
    </section>
  )
}
