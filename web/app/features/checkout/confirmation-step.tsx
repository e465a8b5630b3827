import { Button, Checkbox, Switch } from '@mantine/core'
import { useId, useState } from 'react'
import { installmentWords } from '#contract/installments.ts'
import { formatCents, toCents } from '#contract/money.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { PaymentTypeChoice } from '../../ui/payment-type-choice.tsx'
import classes from './confirmation-step.module.css'
import { CouponField } from './coupon-field.tsx'
import type { PricedOrder } from './order.ts'
import type { StepProps } from './problems.ts'

/** Payment method, coupon and terms. */
export function ConfirmationStep(props: StepProps) {
  const { state, problems, change } = props
  return (
    <>
      {state.order.totalCents > 0 && <PaymentMethods {...props} />}
      {payersOf(state.order) > 1 && (
        <Switch
          className={classes.together}
          label="Pagar tudo de uma vez"
          description={`Um só pagamento de ${formatCents(state.order.totalCents)} para as ${payersOf(state.order)} inscrições. Desligado, cada uma tem o seu.`}
          checked={state.draft.payTogether}
          onChange={(event) => change({ type: 'set', values: { payTogether: event.currentTarget.checked } })}
        />
      )}
      {state.order.hasPaidKit && (
        <CouponField state={state} problem={problems.discount_coupon_id} change={change} />
      )}
      {state.event.terms.length > 0 && <Terms {...props} />}
    </>
  )
}

/** How many participants there is something to pay for. */
const payersOf = ({ participants }: PricedOrder): number =>
  participants.filter(({ price }) => price && price.totalCents > 0).length

function PaymentMethods({ state, problems, change }: StepProps) {
  const { draft, event } = state
  const methods = event.payment_methods
  if (methods.length === 0) {
    return (
      <p className={classes.none} tabIndex={-1} data-invalid={problems.payment_method_id !== undefined}>
        Nenhum método de pagamento disponível para este evento.
      </p>
    )
  }
  return (
    <PaymentTypeChoice
      types={methods.map(({ type }) => type)}
      chosen={methods.find(({ id }) => id === draft.paymentMethod)?.type ?? null}
      problem={problems.payment_method_id}
      installments={cardWords(state)}
      onChoose={(chosen) => {
        const method = methods.find(({ type }) => type === chosen)
        if (method) change({ type: 'set', values: { paymentMethod: method.id } })
      }}
    />
  )
}

/** In how many installments the card that pays most of the order may be charged, and what that costs. */
function cardWords({ draft, event, order, installments }: StepProps['state']): string | null {
  if (!installments) return event.installments
  const { max, minimum, with_interest: withInterest, rates } = installments
  const totals = order.participants.map(({ price }) => price?.totalCents ?? 0)
  const cents = draft.payTogether ? order.totalCents : Math.max(0, ...totals)
  return installmentWords(cents, { max, minimumCents: toCents(minimum) ?? 0, withInterest }, rates)
}

/** The event's terms, each readable in full and accepted separately. */
function Terms({ state: { draft, event }, problems, change }: StepProps) {
  const id = useId()
  const [reading, setReading] = useState<number | null>(null)
  const problem = problems.participant_term_acceptances
  const term = event.terms.find((one) => one.id === reading)
  const close = () => setReading(null)
  return (
    <section className={classes.terms} aria-labelledby={`${id}-title`}>
      <h3 id={`${id}-title`}>Termos</h3>
      <ul>
        {event.terms.length > 1 && (
          <li>
            <Checkbox
              label="Aceitar todos os termos"
              checked={event.terms.every((one) => draft.terms.includes(one.id))}
              indeterminate={
                event.terms.some((one) => draft.terms.includes(one.id)) &&
                !event.terms.every((one) => draft.terms.includes(one.id))
              }
              onChange={({ currentTarget: { checked: accepted } }) => {
                for (const one of event.terms) change({ type: 'termToggled', id: one.id, accepted })
              }}
            />
          </li>
        )}
        {event.terms.map((one) => (
          <li key={one.id}>
            <Checkbox
              label={`Li e aceito: ${one.name}`}
              checked={draft.terms.includes(one.id)}
              aria-invalid={problem !== undefined && !draft.terms.includes(one.id)}
              aria-describedby={problem && `${id}-problem`}
              onChange={(event) =>
                change({ type: 'termToggled', id: one.id, accepted: event.currentTarget.checked })
              }
            />
            <Button
              variant="subtle"
              aria-haspopup="dialog"
              aria-label={`Ler: ${one.name}`}
              onClick={() => setReading(one.id)}
            >
              Ler
            </Button>
          </li>
        ))}
      </ul>
      {problem && (
        <p id={`${id}-problem`} className={classes.problem}>
          {problem}
        </p>
      )}
      <Dialog opened={term !== undefined} onClose={close} title={term?.name} size="lg">
        <div className={classes.words}>{term?.description}</div>
        <div className={classes.buttons}>
          <Button variant="default" onClick={close}>
            Fechar
          </Button>
          <Button
            onClick={() => {
              if (term) change({ type: 'termToggled', id: term.id, accepted: true })
              close()
            }}
          >
            Li e aceito
          </Button>
        </div>
      </Dialog>
    </section>
  )
}
