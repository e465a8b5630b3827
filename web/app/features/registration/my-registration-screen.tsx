import { Button } from '@mantine/core'
import { IconReceipt } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { recordFailure } from '../../query-failure.ts'
import { DetailToolbar } from '../../ui/detail-toolbar.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { CalendarButton } from './calendar-button.tsx'
import { CancelButton } from './cancel-button.tsx'
import { ChoiceSection } from './choice-section.tsx'
import classes from './details.module.css'
import { DetailsSkeleton } from './details-skeleton.tsx'
import { PaymentSection } from './payment-section.tsx'
import { PriceSection } from './price-section.tsx'
import { PromisesSection } from './promises-section.tsx'
import { registrationQuery } from './queries.ts'
import { isMissing, RegistrationMissing } from './registration-missing.tsx'
import { RegistrationStatus } from './status.tsx'

/** Everything about one registration, and what can still be done with it. */
export function MyRegistrationScreen({ id }: { id: number }) {
  const query = useQuery(registrationQuery(id))
  const { data: registration, error } = query
  const failure = recordFailure(query)
  if (!registration) {
    if (!failure) return <DetailsSkeleton />
    if (error && isMissing(error)) return <RegistrationMissing />
    return <ErrorState {...failure} />
  }
  const { event, participant } = registration
  return (
    <>
      <PageHeader
        title={event.title}
        badge={<RegistrationStatus row={registration} />}
        description={`Inscrição de ${participant.name}`}
      />
      <DetailToolbar back={{ to: '/participante/eventos' }}>
        <CalendarButton id={id} />
        {registration.receipt && (
          <Button
            component={Link}
            to={`/participante/inscricoes/${id}/comprovante`}
            variant="default"
            leftSection={<IconReceipt size={20} aria-hidden />}
          >
            Comprovante
          </Button>
        )}
        {registration.can_cancel && <CancelButton registration={registration} />}
      </DetailToolbar>
      <div className={classes.columns}>
        <div className={classes.column}>
          <ChoiceSection registration={registration} />
          <PromisesSection registration={registration} />
        </div>
        <div className={classes.column}>
          <PriceSection registration={registration} />
          <PaymentSection registration={registration} />
        </div>
      </div>
    </>
  )
}
