import { Button, Group } from '@mantine/core'
import { IconArrowBackUp, IconHeartHandshake } from '@tabler/icons-react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import { chooseRefund, getRefundChoice, type RefundChoice as Held } from '#contract/refund-choice.ts'
import { api, failureMessage } from '../../api.ts'
import { MY_REGISTRATION_PATH, pathTo } from '../../paths.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { Money } from '../../ui/money.tsx'
import { showToast } from '../../ui/toast.ts'
import classes from './details.module.css'
import { NewDate, SpendCredit } from './new-date.tsx'
import { OtherPlace } from './other-place.tsx'
import { REGISTRATIONS_KEY } from './queries.ts'

const useHeld = (id: number) =>
  useQuery({
    queryKey: [...REGISTRATIONS_KEY, id, 'refund-choice'],
    queryFn: async ({ signal }) => (await api(getRefundChoice, { params: { id }, signal })).data,
    staleTime: 0,
  })

/** On the page of a registration on the new date: pays it by what was paid for the cancelled event. */
export function CreditFrom({ id, targetId }: { id: number; targetId: number }) {
  const { data } = useHeld(id)
  const use = data?.choice === null ? data.credit?.registration : null
  if (use?.id !== targetId) return null
  return <SpendCredit id={id} use={use} title="esta inscrição" />
}

/** What the runner of a cancelled registration decides about the money paid for it, or has decided. */
export function RefundChoice({ registrationId: id }: { registrationId: number }) {
  const held = useHeld(id)
  if (!held.data) return null
  const { choice, reason } = held.data
  return (
    <section className={classes.section} aria-labelledby="choice-title">
      <h2 id="choice-title">{choice === null ? 'Escolha o que fazer' : 'A sua escolha'}</h2>
      <div className={classes.choice}>
        {reason && <p>A organização cancelou o evento: {reason}</p>}
        {choice === null ? <Open id={id} held={held.data} /> : <Chosen held={held.data} />}
      </div>
    </section>
  )
}

function Chosen({ held: { amount, choice, donation_to: donationTo, credit } }: { held: Held }) {
  if (choice === 'donation')
    return (
      <p>
        Você doou <Money value={amount} /> a {donationTo}. Obrigado!
      </p>
    )
  if (choice === 'credit' && credit?.event && credit.registration)
    return (
      <p>
        Você usou <Money value={credit.registration.used} /> na{' '}
        <Link to={pathTo(MY_REGISTRATION_PATH, credit.registration.id)}>
          inscrição em {credit.event.title}
        </Link>
        . O que sobrou volta para você.
      </p>
    )
  if (choice === 'place') return <p>O seu pagamento chegou depois do prazo, e você ficou com outra vaga.</p>
  return <p>O que você pagou volta para você: o andamento está em Cancelamento e devolução.</p>
}

type Choice = 'refund' | 'donation'

function Open({ id, held }: { id: number; held: Held }) {
  const { kind, amount, refund, ends_on: endsOn, donation_to: donationTo, credit } = held
  const [asked, setAsked] = useState<Choice | null>(null)
  const queries = useQueryClient()
  const choose = useMutation({
    mutationFn: (choice: Choice) => api(chooseRefund, { params: { id }, body: { choice } }),
    onSuccess: ({ message }) => showToast('success', message ?? 'Feito.'),
    onError: (failure) => showToast('error', failureMessage(failure, 'Erro ao guardar a sua escolha.')),
    onSettled: async () => {
      // Also after a failure: the time may be over.
      await queries.invalidateQueries({ queryKey: REGISTRATIONS_KEY })
      setAsked(null)
    },
  })
  return (
    <>
      <p>
        {kind === 'late' ? (
          <>
            O seu pagamento de <Money value={refund} /> chegou depois do prazo, e o que você tinha escolhido
            já se esgotou. Escolha até {endsOn}; sem resposta, devolvemos tudo.
          </>
        ) : (
          <>
            Você pagou <Money value={refund} />. Até {endsOn}, escolha receber tudo de volta
            {credit && (donationTo ? ', usar na nova data' : ' ou usar na nova data')}
            {donationTo && ` ou doar a ${donationTo}`}. Sem resposta, devolvemos tudo.
          </>
        )}
      </p>
      {kind === 'late' && <OtherPlace id={id} held={held} />}
      {credit && <NewDate id={id} credit={credit} endsOn={endsOn} />}
      <Group>
        <Button
          variant={kind === 'late' || credit ? 'default' : 'filled'}
          leftSection={<IconArrowBackUp size={20} aria-hidden />}
          onClick={() => setAsked('refund')}
        >
          Receber de volta
        </Button>
        {donationTo && (
          <Button
            variant="default"
            leftSection={<IconHeartHandshake size={20} aria-hidden />}
            onClick={() => setAsked('donation')}
          >
            Doar
          </Button>
        )}
      </Group>
      <ConfirmDialog
        open={asked !== null}
        title={asked === 'donation' ? 'Doar o valor pago?' : 'Receber o valor de volta?'}
        confirmLabel={asked === 'donation' ? 'Sim, doar' : 'Sim, receber'}
        cancelLabel="Voltar"
        busy={choose.isPending}
        onConfirm={() => asked && choose.mutate(asked)}
        onClose={() => setAsked(null)}
      >
        {asked === 'donation' ? (
          <p>
            <Money value={amount} /> ficam com a organização, que se compromete a doar a {donationTo}. Isso
            não pode ser desfeito.
          </p>
        ) : (
          <p>
            <Money value={refund} /> voltam pelo mesmo meio por onde foram pagos.
          </p>
        )}
      </ConfirmDialog>
    </>
  )
}
