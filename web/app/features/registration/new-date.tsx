import { Alert, Button, Group } from '@mantine/core'
import { IconClockPause, IconTicket } from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Link } from 'react-router'
import { isFreeValue } from '#contract/payment-status.ts'
import { chooseRefund, type RefundChoice as Held } from '#contract/refund-choice.ts'
import { api, failureMessage } from '../../api.ts'
import { EVENT_PATH, pathTo } from '../../paths.ts'
import { LinkButton } from '../../ui/link-button.tsx'
import { Money } from '../../ui/money.tsx'
import { showToast } from '../../ui/toast.ts'
import classes from './details.module.css'
import { REGISTRATIONS_KEY } from './queries.ts'

type Credit = NonNullable<Held['credit']>
type Use = NonNullable<Credit['registration']>

interface NewDateProps {
  /** The registration of the cancelled event. */
  id: number
  credit: Credit
  /** The last day to choose. */
  endsOn: string
}

/** Uses what was paid for a cancelled event on its new date, or waits for it. */
export function NewDate({ id, credit, endsOn }: NewDateProps) {
  const { event, registration, until, is_kept: isKept } = credit
  const queries = useQueryClient()
  const wait = useMutation({
    mutationFn: () => api(chooseRefund, { params: { id }, body: { choice: 'wait' } }),
    onSuccess: ({ message }) => showToast('success', message ?? 'Feito.'),
    onError: (failure) => showToast('error', failureMessage(failure, 'Erro ao guardar o crédito.')),
    onSettled: () => queries.invalidateQueries({ queryKey: REGISTRATIONS_KEY }),
  })
  if (registration) return <SpendCredit id={id} use={registration} title={event?.title ?? ''} />
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
            <Button
              variant="default"
              loading={wait.isPending}
              leftSection={<IconClockPause size={20} aria-hidden />}
              onClick={() => wait.mutate()}
            >
              Guardar o crédito
            </Button>
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
  /** Of the event on the new date. */
  title: string
}

/** Pays the registration on the new date by the credit. */
export function SpendCredit({ id, use, title }: SpendCreditProps) {
  const queries = useQueryClient()
  const spend = useMutation({
    mutationFn: () =>
      api(chooseRefund, {
        params: { id },
        body: { choice: 'credit', registration_id: use.id, expected_owed: use.owed },
      }),
    onSuccess: ({ data, message }) => {
      showToast('success', message ?? 'O crédito foi usado.')
      if (data.payment_link) window.location.assign(data.payment_link)
    },
    onError: (failure) => showToast('error', failureMessage(failure, 'Erro ao usar o crédito.')),
    // Also after a failure: it may have been paid meanwhile.
    onSettled: () => queries.invalidateQueries({ queryKey: REGISTRATIONS_KEY }),
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
              O que sobra, <Money value={use.left} />, volta para você.
            </>
          )}
        </p>
        <Group>
          <Button
            loading={spend.isPending}
            leftSection={<IconTicket size={20} aria-hidden />}
            onClick={() => spend.mutate()}
          >
            {isFreeValue(use.missing) ? 'Usar o crédito' : 'Usar e pagar a diferença'}
          </Button>
        </Group>
      </div>
    </Alert>
  )
}
