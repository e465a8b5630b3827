import { useState } from 'react'
import { FormProvider, useForm } from 'react-hook-form'
import { useNavigate } from 'react-router'
import { dayIn } from '#contract/dates.ts'
import { EVENT_STATUS } from '#contract/event/event-status.ts'
import type { OrganizerEvent } from '#contract/event-management/event-document.ts'
import { failureMessage } from '#web/api/api.ts'
import { eventsPath, isBackOffice } from '#web/navigation/staff-paths.ts'
import { MANAGE_EVENT_PATH, pathTo } from '#web/paths.ts'
import type { Session } from '#web/session/session.ts'
import { LeaveDialog } from '#web/ui/leave-dialog.tsx'
import { showToast } from '#web/ui/toast.ts'
import { useLeaveGuard } from '#web/ui/use-leave-guard.ts'
import { useStepFocus } from '#web/ui/use-step-focus.ts'
import { OfferNotice, ResumedNotice } from './dialogs.tsx'
import { DraftStatus } from './draft-status.tsx'
import type { ServerDraft } from './draft-sync.ts'
import { EditorContexts, LockedContext } from './event-context.tsx'
import { EventHead } from './event-head.tsx'
import { EventSteps, StepButtons } from './event-steps.tsx'
import { blankEvent, type EventForm } from './form/event-form.ts'
import { missingOf } from './form/missing.ts'
import { allSizesProblems, useFeePolicy } from './form/offer.ts'
import { formOf } from './form/read-event.ts'
import { defaultRights } from './form/rights.ts'
import { PRODUCTS_STEP, STEPS } from './form/steps.ts'
import { untold } from './form/untold.ts'
import { warningsOf } from './form/warnings.ts'
import classes from './manage-event.module.css'
import { MergeDialog } from './merge-dialog.tsx'
import { MissingPanel } from './missing-panel.tsx'
import { ProblemPanel } from './problem-panel.tsx'
import { EventStep } from './steps/event-step.tsx'
import { ModalitiesStep } from './steps/modalities-step.tsx'
import { PaymentStep } from './steps/payment-step.tsx'
import { ProductsStep } from './steps/products-step.tsx'
import { QuestionnairesStep } from './steps/questionnaires-step.tsx'
import { TermsStep } from './steps/terms-step.tsx'
import { useChecks } from './use-checks.ts'
import { useComputed } from './use-computed.ts'
import { useConflict } from './use-conflict.ts'
import { useEventDraft } from './use-event-draft.ts'
import { useFieldRequests } from './use-field-requests.ts'
import { useSaveEvent } from './use-save-event.ts'
import { useStep } from './use-step.ts'

/** One entry for each of `STEPS`, in the same order. */
const STEP_SCREENS = [
  { title: 'Dados do evento', Step: EventStep },
  { title: 'Modalidades e categorias', Step: ModalitiesStep },
  { title: 'Produtos (kits)', Step: ProductsStep },
  { title: 'Formas de pagamento e cupons', Step: PaymentStep },
  { title: 'Termos que o participante aceita', Step: TermsStep },
  { title: 'Perguntas ao participante', Step: QuestionnairesStep },
] as const

interface ManageEventProps {
  session: Session
  /** Null for a new event. */
  event: OrganizerEvent | null
  /** The draft with which the editor is opened; null if the server has none. */
  opened: ServerDraft | null
  /** Loads the event again; resolves to null when that failed. */
  onReload: () => Promise<OrganizerEvent | null>
}

/** The form of an event in six steps. 'Salvar' saves it as a whole. */
export function ManageEvent({ session, event, opened, onReload }: ManageEventProps) {
  const navigate = useNavigate()
  const choosesOwner = isBackOffice(session)
  const newEvent = (): EventForm => ({
    ...blankEvent(),
    organizer_id: choosesOwner ? '' : null,
    right_rules: defaultRights(),
  })
  const [initial] = useState(() => (event ? formOf(event) : newEvent()))
  const form = useForm<EventForm>({ defaultValues: initial })
  const [step, goTo] = useStep()
  const fees = useFeePolicy(event)
  const checks = useChecks({ form, fees, goTo })
  const { isDirty } = form.formState
  const isCancelled = event?.status === EVENT_STATUS.cancelled
  const mayEdit = !isCancelled && (session.permissions.includes('edit-event') || event === null)
  const draft = useEventDraft({
    form,
    userId: session.user.id,
    event,
    opened,
    choosesOwner,
    isEnabled: mayEdit,
  })
  // The draft of a new event is all there is; changes of a stored one need its save.
  const isKept = event === null && ['waiting', 'saving', 'saved'].includes(draft.state.kind)
  const guard = useLeaveGuard(isDirty && !isKept)
  const focus = useStepFocus(step, checks.refusals)
  const missing = useComputed(form, missingOf)
  const warnings = useComputed(form, warningsNow)
  const [requested, showField] = useFieldRequests(form, goTo)
  const { conflict, meet, compare } = useConflict({
    form,
    draft,
    event,
    me: session.user.name,
    onReload,
    onLeave: () => {
      guard.allowLeaving()
      navigate(eventsPath(session))
    },
  })

  const { saving, save } = useSaveEvent({
    form,
    userId: session.user.id,
    event,
    fees,
    checks,
    draftOf: () => draft.sync.settle(),
    onSaved: (saved, close) => {
      draft.sync.end(formOf(saved))
      guard.allowLeaving()
      if (close) navigate(eventsPath(session))
      else if (!event) navigate(`${pathTo(MANAGE_EVENT_PATH, saved.id)}?etapa=${step + 1}`, { replace: true })
    },
    onStale: (again) => void meet(again),
  })

  /**
   * Changes the step. The step of the products can only be left forwards while no kit has more shirts than
   * its own quantity.
   */
  const move = (target: number) => {
    const problems = step <= PRODUCTS_STEP && target > PRODUCTS_STEP ? allSizesProblems(form.getValues()) : []
    if (problems.length === 0 || !mayEdit) return goTo(target)
    showToast('error', problems.join('\n'))
    goTo(PRODUCTS_STEP)
  }
  const begin = (values: EventForm) => {
    form.reset(values)
    draft.sync.end(event && values)
    checks.reset()
  }
  const beginNew = async () => {
    await draft.sync.save()
    // The server does not have it yet; the status says why.
    if (isKept && draft.sync.getState().kind !== 'saved') return
    begin(newEvent())
    goTo(0)
    navigate({ search: '' }, { replace: true })
  }
  const discard = async () => {
    try {
      await draft.sync.discard()
      if (event) begin(formOf(event))
    } catch (failure) {
      showToast('error', failureMessage(failure, 'Erro ao apagar o rascunho.'))
    }
  }
  const reload = async () => {
    const fresh = await onReload()
    if (!fresh) return
    // A draft that stays is compared with the event when it is opened.
    await draft.sync.discard().catch(() => undefined)
    begin(formOf(fresh))
  }

  const { title, Step } = STEP_SCREENS[step] ?? STEP_SCREENS[0]
  return (
    <FormProvider {...form}>
      <LockedContext value={!mayEdit || saving !== null}>
        <EventHead
          event={event}
          back={eventsPath(session)}
          mayEdit={mayEdit}
          saving={saving}
          isDirty={isDirty}
          onSave={save}
          isKept={isKept}
          status={<DraftStatus state={draft.state} onCompare={compare} />}
          onNew={() => void beginNew()}
        />
        {draft.offer && (
          <OfferNotice
            savedAt={draft.offer.savedAt}
            onRecover={() => void draft.takeOffer()}
            onDiscard={draft.dropOffer}
          />
        )}
        {event && draft.isResumed && isDirty && (
          <ResumedNotice saved={opened} onDiscard={() => void discard()} />
        )}
        <EventSteps current={step} problems={checks.problems} onGo={move} />
        <ProblemPanel
          tone="error"
          title={problemsTitle(checks.problems.length)}
          problems={checks.problems}
          onGo={showField}
        />
        <form
          ref={focus.form}
          noValidate
          aria-label={STEPS[step]}
          aria-busy={saving !== null}
          className={classes.step}
          onSubmit={(submitted) => submitted.preventDefault()}
        >
          <h2 ref={focus.heading} tabIndex={-1} className={classes.title}>
            {title}
          </h2>
          <EditorContexts
            requested={requested}
            event={event && { id: event.id, slug: event.slug, reload }}
            owner={opened?.owner ?? null}
            fees={fees}
          >
            <Step />
          </EditorContexts>
        </form>
        {!isCancelled && (
          <div className={classes.below}>
            <MissingPanel
              isNew={event === null && missing.length === 0}
              missing={untold(missing, checks.problems)}
              onGo={showField}
            />
            <ProblemPanel tone="warning" title="Confira" problems={warnings} onGo={showField} />
          </div>
        )}
        <StepButtons step={step} saving={saving !== null} onGo={move} onSave={mayEdit ? save : null} />
        <LeaveDialog blocker={guard.blocker}>
          {event
            ? 'Elas ficam guardadas como rascunho, e você continua quando voltar.'
            : 'Elas ficam guardadas neste aparelho, e você pode recuperá-las quando voltar.'}
        </LeaveDialog>
        <MergeDialog conflict={conflict} />
      </LockedContext>
    </FormProvider>
  )
}

const problemsTitle = (count: number) =>
  count === 1 ? 'Falta corrigir 1 campo' : `Falta corrigir ${count} campos`

const warningsNow = (form: EventForm) => warningsOf(form, dayIn('America/Sao_Paulo', new Date()))
