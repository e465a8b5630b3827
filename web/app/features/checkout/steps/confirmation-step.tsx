import { Alert, Button, Checkbox, Switch } from '@mantine/core'
import { IconWritingSign } from '@tabler/icons-react'
import { useId, useState } from 'react'
import { toIsoDate } from '#contract/dates.ts'
import { formatCents, toCents } from '#contract/money.ts'
import { installmentWords } from '#contract/pricing/installments.ts'
import { isMinor } from '#contract/registration/minors.ts'
import { listWords } from '#contract/words.ts'
import { GroupNote } from '#web/features/group/group-note.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { PaymentTypeChoice } from '#web/ui/payment-type-choice.tsx'
import { type PricedOrder, paysTogether, teamsOf } from '../order/order.ts'
import type { StepProps } from '../wizard/problems.ts'
import classes from './confirmation-step.module.css'
import { CouponField } from './coupon-field.tsx'
import { Review } from './review.tsx'
import step from './step.module.css'

export function ConfirmationStep(props: StepProps) {
  const { state, problems, change } = props
  return (
    <>
      <Review {...props} />
      {state.order.totalCents > 0 && <PaymentMethods {...props} />}
      {payersOf(state.order) > 1 && teamsOf(state.order).length === 0 && (
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
      <Minors {...props} />
      <GroupNote slug={state.event.slug} />
      <Terms {...props} />
    </>
  )
}

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

/** The installments of a card, for the payment that charges most of the order. */
function cardWords({ draft, event, order, installments }: StepProps['state']): string | null {
  if (!installments) return event.installments
  const { max, minimum, with_interest: withInterest, rates } = installments
  const totals = order.participants.map(({ price }) => price?.totalCents ?? 0)
  const cents = paysTogether(draft, order) ? order.totalCents : Math.max(0, ...totals)
  return installmentWords(cents, { max, minimumCents: toCents(minimum) ?? 0, withInterest }, rates)
}

function Terms(props: StepProps) {
  const { draft, event } = props.state
  const [reading, setReading] = useState<number | null>(null)
  const term = event.terms.find((one) => one.id === reading)
  const required = event.terms.filter(({ kind }) => kind === 'contract')
  // Nobody consents for somebody else, so an order without its buyer asks for none.
  const consents = draft.withoutBuyer ? [] : event.terms.filter(({ kind }) => kind === 'consent')
  const close = () => setReading(null)
  return (
    <>
      {required.length > 0 && <RequiredTerms {...props} terms={required} onRead={setReading} />}
      {consents.length > 0 && <Consents {...props} terms={consents} onRead={setReading} />}
      <Dialog opened={term !== undefined} onClose={close} title={term?.name} size="lg">
        <div className={classes.words}>{term?.description}</div>
        {term && (
          <p className={classes.version}>
            Versão {term.version} · SHA-256 {term.sha256}
          </p>
        )}
        <div className={classes.buttons}>
          <Button variant="default" onClick={close}>
            Fechar
          </Button>
          <Button
            onClick={() => {
              if (term) props.change({ type: 'termToggled', id: term.id, accepted: true })
              close()
            }}
          >
            {term?.kind === 'consent' ? 'Autorizo' : 'Li e aceito'}
          </Button>
        </div>
      </Dialog>
    </>
  )
}

/** Announces the signatures that are asked for after the registration. */
function Minors({ state: { order, event } }: StepProps) {
  const raceDay = event.date_event && toIsoDate(event.date_event)
  const minors = order.participants.filter(
    ({ runner }) => raceDay && runner && isMinor(runner.birth_date, raceDay),
  )
  if (minors.length === 0) return null
  return (
    <Alert
      color="yellow"
      icon={<IconWritingSign size={20} aria-hidden />}
      title="Autorização para menores de 18 anos"
    >
      {`${minors.length > 1 ? 'Terão' : 'Terá'} menos de 18 anos no dia da corrida: ${listWords(minors.map(({ name }) => name))}. `}
      Depois da inscrição, o responsável legal assina a autorização, e aos 16 e 17 anos o participante também:
      em Meus Eventos ou por um link. Sem as assinaturas no prazo, a inscrição é cancelada e tudo o que foi
      pago é devolvido.
    </Alert>
  )
}

type Term = StepProps['state']['event']['terms'][number]

interface TermsProps extends StepProps {
  terms: readonly Term[]
  onRead: (term: number) => void
}

function RequiredTerms({ state: { draft }, problems, change, terms, onRead }: TermsProps) {
  const id = useId()
  const problem = problems.participant_term_acceptances
  const isAccepted = (one: Term) => draft.terms.includes(one.id)
  return (
    <section className={`${step.section} ${classes.terms}`} aria-labelledby={`${id}-title`}>
      <h3 id={`${id}-title`}>Termos</h3>
      <ul>
        {terms.length > 1 && (
          <li>
            <Checkbox
              label="Aceitar todos os termos"
              checked={terms.every(isAccepted)}
              indeterminate={terms.some(isAccepted) && !terms.every(isAccepted)}
              onChange={({ currentTarget: { checked: accepted } }) => {
                for (const one of terms) change({ type: 'termToggled', id: one.id, accepted })
              }}
            />
          </li>
        )}
        {terms.map((one) => (
          <li key={one.id}>
            <Checkbox
              label={`Li e aceito: ${one.name}`}
              checked={isAccepted(one)}
              aria-invalid={problem !== undefined && !isAccepted(one)}
              aria-describedby={problem && `${id}-problem`}
              onChange={(event) =>
                change({ type: 'termToggled', id: one.id, accepted: event.currentTarget.checked })
              }
            />
            <ReadButton term={one} onRead={onRead} />
          </li>
        ))}
      </ul>
      {problem && (
        <p id={`${id}-problem`} className={step.problem}>
          {problem}
        </p>
      )}
    </section>
  )
}

function Consents({ state: { draft }, change, terms, onRead }: TermsProps) {
  const id = useId()
  return (
    <section
      className={`${step.section} ${classes.terms}`}
      aria-labelledby={`${id}-title`}
      aria-describedby={`${id}-words`}
    >
      <h3 id={`${id}-title`}>Autorizações opcionais</h3>
      <p id={`${id}-words`} className={classes.optional}>
        Você decide: a inscrição não depende delas. Valem só para a sua inscrição, e você pode revogar quando
        quiser em Meus Eventos.
      </p>
      <ul>
        {terms.map((one) => (
          <li key={one.id}>
            <Checkbox
              label={`Autorizo: ${one.name}`}
              checked={draft.terms.includes(one.id)}
              onChange={(event) =>
                change({ type: 'termToggled', id: one.id, accepted: event.currentTarget.checked })
              }
            />
            <ReadButton term={one} onRead={onRead} />
          </li>
        ))}
      </ul>
    </section>
  )
}

const ReadButton = ({ term, onRead }: { term: Term; onRead: TermsProps['onRead'] }) => (
  <Button
    variant="subtle"
    aria-haspopup="dialog"
    aria-label={`Ler: ${term.name}`}
    onClick={() => onRead(term.id)}
  >
    Ler
  </Button>
)
