import { Button } from '@mantine/core'
import { IconArrowLeft, IconArrowRight } from '@tabler/icons-react'
import { type FormEvent, type ReactNode, useId, useMemo, useState } from 'react'
import type { Profile } from '#contract/account/account.ts'
import type { WizardStart } from '#contract/checkout/checkout.ts'
import { fieldOf } from '#contract/checkout/order-rules.ts'
import type { PublicEvent } from '#contract/event/event.ts'
import { formatCents } from '#contract/money.ts'
import { Steps } from '#web/ui/steps.tsx'
import { TextButton } from '#web/ui/text-button.tsx'
import { useRootMark } from '#web/ui/use-root-mark.ts'
import { useStepFocus } from '#web/ui/use-step-focus.ts'
import { priceOrder } from '../order/order.ts'
import { type Quote, withQuote } from '../order/price-change.ts'
import { ConfirmationStep } from '../steps/confirmation-step.tsx'
import { KitStep } from '../steps/kit-step.tsx'
import { ModalityStep } from '../steps/modality-step.tsx'
import { ParticipantStep } from '../steps/participant-step.tsx'
import { AlreadyRegistered } from './already-registered.tsx'
import { STEPS } from './draft.ts'
import { useDraft } from './draft-storage.ts'
import { PriceSummary, SummaryButton } from './price-summary.tsx'
import { missingChoice, type StepProps } from './problems.ts'
import type { RefusalActions } from './refusal-actions.ts'
import { RefusalNotice } from './refusal-notice.tsx'
import { useWizard } from './use-wizard.ts'
import classes from './wizard.module.css'
import { WizardHead } from './wizard-head.tsx'

interface WizardProps {
  event: PublicEvent
  profile: Profile
  start: WizardStart
  notice?: ReactNode
}

const SCREENS: readonly { title: string; Step: (props: StepProps) => ReactNode }[] = [
  { title: 'Quem vai participar?', Step: ParticipantStep },
  { title: 'Qual vai ser a sua prova?', Step: ModalityStep },
  { title: 'Qual kit você quer receber?', Step: KitStep },
  { title: 'Tudo certo? É só confirmar', Step: ConfirmationStep },
]

/** Registration in four steps. No spot is reserved before 'Registrar'. */
export function Wizard({ event, profile, start, notice }: WizardProps) {
  // The value at the time the wizard opened: a refusal must not replace the current step.
  const [own] = useState(start.registration)
  const { draft, dispatch, forget } = useDraft({ event, profile, usual: start.last })
  const [quote, setQuote] = useState<Quote | null>(null)
  const order = useMemo(
    () => withQuote(priceOrder(draft, event), quote, event.version),
    [draft, event, quote],
  )
  const { installments } = start
  const state = { draft, event, profile, order, installments, isRegistered: own !== null }
  const wizard = useWizard({ state, usual: start.last, dispatch, onQuote: setQuote, forget })
  const { heading, form } = useStepFocus(draft.step, wizard.refusals)
  const [summaryOpen, setSummaryOpen] = useState(false)

  const last = draft.step === STEPS.length - 1
  const missingId = useId()
  // Once the step shows its problems, the button does not repeat them.
  const missing = Object.keys(wizard.problems).length === 0 ? missingChoice(draft.step, state) : undefined
  const { title, Step } = SCREENS[draft.step] ?? { title: '', Step: ParticipantStep }
  // A pending attempt is completed first, because the existing registration may be its result.
  const registered = draft.withoutBuyer || draft.attempt ? null : own
  // On small screens the wizard's bar replaces the page's footer.
  useRootMark('without-footer', !registered)
  const onSubmit = (submitted: FormEvent) => {
    submitted.preventDefault()
    wizard.advance()
  }
  if (registered)
    return (
      <div className={classes.wizard}>
        <WizardHead event={event} step={null} />
        {notice}
        <AlreadyRegistered
          registration={registered}
          onRegisterOther={() => {
            dispatch({ type: 'buyerLeftOut', on: true })
            dispatch({ type: 'set', values: { step: 0 } })
          }}
        />
      </div>
    )
  return (
    <div className={classes.wizard}>
      <WizardHead event={event} step={draft.step} />
      {notice}
      <div className={classes.steps}>
        <Steps labels={STEPS} current={draft.step} disabled={wizard.isBusy} onReturn={wizard.returnTo} />
      </div>
      <div className={classes.columns}>
        <form
          ref={form}
          className={classes.step}
          noValidate
          aria-label={STEPS[draft.step]}
          onSubmit={onSubmit}
        >
          <h2 ref={heading} tabIndex={-1} className={classes.title}>
            {title}
          </h2>
          <Step
            state={state}
            problems={wizard.problems}
            change={wizard.change}
            leave={wizard.leave}
            returnTo={wizard.returnTo}
          />
          {wizard.refusal && (
            <RefusalNotice
              refusal={wizard.refusal}
              eventId={event.id}
              onGo={wizard.goFix}
              onWithoutRights={
                order.participants.some(
                  ({ who, rights }) => rights.claim && wizard.problems[fieldOf(who, 'right')],
                )
                  ? wizard.continueWithoutRights
                  : undefined
              }
            />
          )}
          <div className={classes.buttons}>
            <div className={classes.bar}>
              <TextButton
                className={classes.back}
                data-first={draft.step === 0 || undefined}
                variant="default"
                size="lg"
                icon={IconArrowLeft}
                disabled={draft.step === 0 || wizard.isBusy}
                onClick={() => wizard.returnTo(draft.step - 1)}
              >
                Voltar
              </TextButton>
              <SummaryButton order={order} open={summaryOpen} onToggle={() => setSummaryOpen(!summaryOpen)} />
              <Button
                className={classes.submit}
                data-missing={missing !== undefined || undefined}
                type="submit"
                size="lg"
                disabled={wizard.isBusy}
                aria-describedby={missing && missingId}
                rightSection={last || missing ? undefined : <IconArrowRight size={20} aria-hidden />}
              >
                {last && wizard.isBusy ? 'Registrando...' : submitWords(draft.step, wizard.refusal)}
                {missing && (
                  <small id={missingId} className={classes.missing} aria-hidden>
                    {missing}
                  </small>
                )}
              </Button>
            </div>
          </div>
        </form>
        <PriceSummary order={order} open={summaryOpen} onClose={() => setSummaryOpen(false)} />
      </div>
    </div>
  )
}

function submitWords(step: number, refusal: RefusalActions | null): string {
  if (step < STEPS.length - 1) return 'Próximo'
  return refusal?.newTotalCents == null ? 'Registrar' : `Continuar por ${formatCents(refusal.newTotalCents)}`
}
