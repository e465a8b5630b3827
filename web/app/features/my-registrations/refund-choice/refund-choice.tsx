import { Group } from '@mantine/core'
import { IconArrowBackUp, IconHeartHandshake } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import {
  chooseRefund,
  getRefundChoice,
  type RefundChoice as Held,
} from '#contract/my-registrations/refund-choice.ts'
import { isFreeValue } from '#contract/payment/payment-status.ts'
import { api } from '#web/api/api.ts'
import classes from '#web/features/registration/details.module.css'
import { REGISTRATIONS_KEY } from '#web/features/registration/queries.ts'
import { useRegistrationChange } from '#web/features/registration/use-registration-change.ts'
import { MY_REGISTRATION_PATH, pathTo } from '#web/paths.ts'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { Money } from '#web/ui/money.tsx'
import { TextButton } from '#web/ui/text-button.tsx'
import { AlternativeKit } from './alternative-kit.tsx'
import { NewDate, SpendCredit } from './new-date.tsx'

const useHeld = (id: number) =>
  useQuery({
    queryKey: [...REGISTRATIONS_KEY, id, 'refund-choice'],
    queryFn: async ({ signal }) => (await api(getRefundChoice, { params: { id }, signal })).data,
    staleTime: 0,
  })

/** On the page of a registration on the new date: offers to pay it with the credit of the cancelled event. */
export function CreditFrom({ id, targetId }: { id: number; targetId: number }) {
  const { data } = useHeld(id)
  const use = data?.choice === null ? data.credit?.registration : null
  if (!data || use?.id !== targetId) return null
  return <SpendCredit id={id} use={use} kind={data.kind} title="esta inscrição" />
}

export function RefundChoice({ registrationId: id }: { registrationId: number }) {
  const held = useHeld(id)
  if (!held.data) return null
  const { reason } = held.data
  return (
    <section className={classes.section} aria-labelledby="choice-title">
      <h2 id="choice-title">{titleOf(held.data)}</h2>
      <div className={classes.choice}>
        {reason && <p>A organização cancelou o evento: {reason}</p>}
        <HeldMoney id={id} held={held.data} />
      </div>
    </section>
  )
}

function titleOf({ kind, choice }: Held): string {
  if (kind === 'deferred') return 'Inscrição adiada'
  if (kind === 'changed') return 'Crédito para outra prova'
  return choice === null ? 'Escolha o que fazer' : 'A sua escolha'
}

function HeldMoney({ id, held }: { id: number; held: Held }) {
  if (held.choice !== null) return <Chosen held={held} />
  return held.kind === 'deferred' || held.kind === 'changed' ? (
    <NextRaceCredit id={id} held={held} />
  ) : (
    <Open id={id} held={held} />
  )
}

/** The credit waits for another registration; it is not returned before its last day. */
function NextRaceCredit({
  id,
  held: { kind, amount, fee, ends_on: endsOn, credit },
}: {
  id: number
  held: Held
}) {
  if (credit?.registration)
    return <SpendCredit id={id} use={credit.registration} kind={kind} title={credit.event?.title ?? ''} />
  return (
    <p>
      Você tem um crédito de <Money value={amount} />
      {kind === 'changed' && ', da troca por uma opção mais barata'}
      {kind === 'deferred' && !isFreeValue(fee) && (
        <>
          , já sem a taxa de adiamento de <Money value={fee} />
        </>
      )}
      . Inscreva a mesma pessoa em outra prova desta organização até {endsOn} e, em vez de pagar, use o
      crédito na página da nova inscrição.{' '}
      {kind === 'changed'
        ? 'Ele também paga, nesta inscrição, uma troca por uma opção mais cara.'
        : 'O que não for usado é devolvido.'}
    </p>
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
  const choose = useRegistrationChange({
    change: (choice: Choice) => api(chooseRefund, { params: { id }, body: { choice } }),
    done: 'Feito.',
    failure: 'Erro ao guardar a sua escolha.',
    onSettled: () => setAsked(null),
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
      {kind === 'late' && <AlternativeKit id={id} held={held} />}
      {credit && <NewDate id={id} credit={credit} endsOn={endsOn} />}
      <Group>
        <TextButton
          variant={kind === 'late' || credit ? 'default' : 'filled'}
          icon={IconArrowBackUp}
          onClick={() => setAsked('refund')}
        >
          Receber de volta
        </TextButton>
        {donationTo && (
          <TextButton variant="default" icon={IconHeartHandshake} onClick={() => setAsked('donation')}>
            Doar
          </TextButton>
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
