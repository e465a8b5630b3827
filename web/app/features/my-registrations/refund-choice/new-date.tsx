import { Alert, Group } from '@mantine/core'
import { IconClockPause, IconTicket } from '@tabler/icons-react'
import { Link } from 'react-router'
import {
  type ChoiceKind,
  chooseRefund,
  type RefundChoice as Held,
} from '#contract/my-registrations/refund-choice.ts'
import { isFreeValue } from '#contract/payment/payment-status.ts'
import { api } from '#web/api/api.ts'
import classes from '#web/features/registration/details.module.css'
import { useRegistrationChange } from '#web/features/registration/use-registration-change.ts'
import { EVENT_PATH, pathTo } from '#web/paths.ts'
import { LinkButton } from '#web/ui/link-button.tsx'
import { Money } from '#web/ui/money.tsx'
import { TextButton } from '#web/ui/text-button.tsx'

type Credit = NonNullable<Held['credit']>
type Use = NonNullable<Credit['registration']>

interface NewDateProps {
  /** Id of the registration in the cancelled event. */
  id: number
  credit: Credit
  endsOn: string
}

export function NewDate({ id, credit, endsOn }: NewDateProps) {
  const { event, registration, until, is_kept: isKept } = credit
  const wait = useRegistrationChange({
    change: () => api(chooseRefund, { params: { id }, body: { choice: 'wait' } }),
    done: 'Feito.',
    failure: 'Erro ao guardar o crédito.',
  })
  if (registration)
    return <SpendCredit id={id} use={registration} kind="event_cancelled" title={event?.title ?? ''} />
  return (
    <Alert title="Crédito para a nova data">
      <div className={classes.choice}>
        <p>
          {event ? (
            <Named event={event} />
          ) : (
            'A organização ainda vai indicar a nova data. Avisamos por e-mail.'
          )}
        </p>
        <p>
          {isKept
            ? `O seu crédito está guardado até ${endsOn}. Até lá você também pode receber de volta.`
            : `Para esperar, guarde o crédito até ${until}.`}
        </p>
        <Group>
          {event?.is_open && (
            <LinkButton to={pathTo(EVENT_PATH, event.slug)} icon={IconTicket}>
              Inscrever-se na nova data
            </LinkButton>
          )}
          {!isKept && (
            <TextButton
              variant="default"
              loading={wait.isPending}
              icon={IconClockPause}
              onClick={() => wait.mutate()}
            >
              Guardar o crédito
            </TextButton>
          )}
        </Group>
      </div>
    </Alert>
  )
}

const Named = ({
  event: { slug, title, date_event: date, is_open: isOpen },
}: {
  event: NonNullable<Credit['event']>
}) => (
  <>
    A nova data é <Link to={pathTo(EVENT_PATH, slug)}>{title}</Link>, em {date}.{' '}
    {isOpen
      ? 'Faça a inscrição da mesma pessoa lá e, em vez de pagar, volte aqui: o crédito paga.'
      : 'As inscrições não estão abertas agora.'}
  </>
)

interface SpendCreditProps {
  id: number
  use: Use
  kind: ChoiceKind
  title: string
}

export function SpendCredit({ id, use, kind, title }: SpendCreditProps) {
  const spend = useRegistrationChange({
    change: () =>
      api(chooseRefund, {
        params: { id },
        body: { choice: 'credit', registration_id: use.id, expected_owed: use.owed },
      }),
    done: 'O crédito foi usado.',
    failure: 'Erro ao usar o crédito.',
    onSuccess: ({ data }) => data.payment_link && window.location.assign(data.payment_link),
  })
  return (
    <Alert title={`Crédito para ${title}`}>
      <div className={classes.choice}>
        <p>
          O crédito paga <Money value={use.used} /> dos <Money value={use.owed} /> da inscrição
          {isFreeValue(use.missing) ? (
            '. '
          ) : (
            <>
              ; faltam <Money value={use.missing} />, que você paga em seguida.{' '}
            </>
          )}
          {!isFreeValue(use.left) && (
            <>
              O que sobra, <Money value={use.left} />,{' '}
              {kind === 'changed' ? 'continua como crédito' : 'volta para você'}.
            </>
          )}
        </p>
        <Group>
          <TextButton loading={spend.isPending} icon={IconTicket} onClick={() => spend.mutate()}>
            {isFreeValue(use.missing) ? 'Usar o crédito' : 'Usar e pagar a diferença'}
          </TextButton>
        </Group>
      </div>
    </Alert>
  )
}
