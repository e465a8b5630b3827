import { Button } from '@mantine/core'
import { IconArrowLeft, IconArrowRight } from '@tabler/icons-react'
import { type FormEvent, type ReactNode, useMemo, useState } from 'react'
import type { Profile } from '#contract/account.ts'
import type { WizardStart } from '#contract/checkout.ts'
import type { PublicEvent } from '#contract/event.ts'
import { CityLine, TimeLine } from '../../ui/fact-line.tsx'
import { Steps } from '../../ui/steps.tsx'
import { useRootMark } from '../../ui/use-root-mark.ts'
import { longDate } from '../event/date-words.ts'
import { AlreadyRegistered } from './already-registered.tsx'
import { ConfirmationStep } from './confirmation-step.tsx'
import { STEPS } from './draft.ts'
import { useDraft } from './draft-storage.ts'
import { KitStep } from './kit-step.tsx'
import { ModalityStep } from './modality-step.tsx'
import { priceOrder } from './order.ts'
import { ParticipantStep } from './participant-step.tsx'
import { PriceSummary, SummaryButton } from './price-summary.tsx'
import type { StepProps } from './problems.ts'
import { RefusalNotice } from './refusal-notice.tsx'
import { useBackButton } from './use-back-button.ts'
import { useStepFocus } from './use-step-focus.ts'
import { useWizard } from './use-wizard.ts'
import classes from './wizard.module.css'

interface WizardProps {
  event: PublicEvent
  profile: Profile
  start: WizardStart
  /** Shown above the steps. */
  notice?: ReactNode
}

const SCREENS: readonly { title: string; Step: (props: StepProps) => ReactNode }[] = [
  { title: 'Quem vai participar?', Step: ParticipantStep },
  { title: 'Qual vai ser a sua prova?', Step: ModalityStep },
  { title: 'Qual kit você quer receber?', Step: KitStep },
  { title: 'Tudo certo? É só confirmar', Step: ConfirmationStep },
]

/** Registration in four steps. No spot is reserved and nothing is sent before 'Registrar'. */
export function Wizard({ event, profile, start, notice }: WizardProps) {
  // As it was when the wizard opened: after a refusal it stays on its step.
  const [own] = useState(start.registration)
  const { draft, dispatch, forget } = useDraft({ event, profile, usual: start.last })
  const order = useMemo(() => priceOrder(draft, event), [draft, event])
  const { installments } = start
  const state = { draft, event, profile, order, installments, isRegistered: own !== null }
  const wizard = useWizard({ state, usual: start.last, dispatch, forget })
  const { heading, form } = useStepFocus(draft.step, wizard.refusals)
  const [summaryOpen, setSummaryOpen] = useState(false)
  useBackButton(draft.step > 0, () => wizard.returnTo(draft.step - 1))

  const last = draft.step === STEPS.length - 1
  const { title, Step } = SCREENS[draft.step] ?? { title: '', Step: ParticipantStep }
  // An attempt without an answer is completed first: the registration may be its result.
  const registered = draft.withoutBuyer || draft.attempt ? null : own
  // The bar along the bottom edge of small screens takes its place.
  useRootMark('without-footer', !registered)
  const onSubmit = (submitted: FormEvent) => {
    submitted.preventDefault()
    wizard.advance()
  }
  const head = (
    <header className={classes.head}>
      <h1>Inscrição para: {event.title}</h1>
      <div className={classes.facts}>
        <TimeLine>
          {event.date_event ? longDate(event.date_event) : 'Data não informada'}
          {event.start_time && ` · ${event.start_time}`}
        </TimeLine>
        <CityLine city={event.city} state={event.state} />
      </div>
    </header>
  )
  if (registered)
    return (
      <div className={classes.wizard}>
        {head}
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
      {head}
      {notice}
      <Steps labels={STEPS} current={draft.step} disabled={wizard.isBusy} onReturn={wizard.returnTo} />
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
          <Step state={state} problems={wizard.problems} change={wizard.change} leave={wizard.leave} />
          {wizard.refusal && (
            <RefusalNotice refusal={wizard.refusal} eventId={event.id} onGo={wizard.goMend} />
          )}
          <div className={classes.buttons}>
            <Button
              variant="default"
              size="lg"
              leftSection={<IconArrowLeft size={20} aria-hidden />}
              disabled={draft.step === 0 || wizard.isBusy}
              onClick={() => wizard.returnTo(draft.step - 1)}
            >
              Voltar
            </Button>
            <div className={classes.bar}>
              <SummaryButton order={order} open={summaryOpen} onToggle={() => setSummaryOpen(!summaryOpen)} />
              {last ? (
                <Button type="submit" size="lg" disabled={wizard.isBusy}>
                  {wizard.isBusy ? 'Registrando...' : 'Registrar'}
                </Button>
              ) : (
                <Button type="submit" size="lg" rightSection={<IconArrowRight size={20} aria-hidden />}>
                  Próximo
                </Button>
              )}
            </div>
          </div>
        </form>
        <PriceSummary order={order} open={summaryOpen} onClose={() => setSummaryOpen(false)} />
      </div>
    </div>
  )
}
