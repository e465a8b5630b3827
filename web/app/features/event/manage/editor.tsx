import { useState } from 'react'
import { FormProvider, useForm } from 'react-hook-form'
import { useNavigate } from 'react-router'
import type { OrganizerEvent } from '#contract/organizer-event.ts'
import { EVENT_EDITOR_PATH, eventsPath, isBackOffice, pathTo } from '../../../paths.ts'
import type { Session } from '../../../session.ts'
import { LeaveDialog } from '../../../ui/leave-dialog.tsx'
import { showToast } from '../../../ui/toast.ts'
import { useLeaveGuard } from '../../../ui/use-leave-guard.ts'
import { useStepFocus } from '../../checkout/use-step-focus.ts'
import { DraftNotice } from './dialogs/draft-notice.tsx'
import { StaleDialog } from './dialogs/stale-dialog.tsx'
import classes from './editor.module.css'
import { EditorContext } from './editor-context.ts'
import { EditorHead } from './editor-head.tsx'
import { EditorSteps } from './editor-steps.tsx'
import { blankEvent } from './form/blank.ts'
import type { EventForm } from './form/event-form.ts'
import { useFeePolicy } from './form/fees.ts'
import { formOf } from './form/from-event.ts'
import { allSizesProblems } from './form/sizes.ts'
import { PRODUCTS_STEP, STEPS } from './form/steps.ts'
import { StepButtons } from './step-buttons.tsx'
import { STEP_SCREENS } from './steps/step-screens.ts'
import { useEventDraft } from './use-event-draft.ts'
import { useRefusal } from './use-refusal.ts'
import { useSaveEvent } from './use-save-event.ts'
import { useSaveKey } from './use-save-key.ts'
import { useStep } from './use-step.ts'

interface EditorProps {
  session: Session
  /** Null: a new one. */
  event: OrganizerEvent | null
  /** Asks the server for the event as it is now; null when it could not be had. */
  onReload: () => Promise<OrganizerEvent | null>
}

/** An event as one document, in six steps. Nothing is saved before 'Salvar', and then all of it. */
export function Editor({ session, event, onReload }: EditorProps) {
  const navigate = useNavigate()
  const newEvent = () => ({ ...blankEvent(), organizer_id: isBackOffice(session) ? '' : null })
  const [initial] = useState(() => (event ? formOf(event) : newEvent()))
  const form = useForm<EventForm>({ defaultValues: initial })
  const [step, goTo] = useStep()
  const [stale, setStale] = useState(false)
  const fees = useFeePolicy()
  const { refusals, refuse } = useRefusal(form, goTo)
  const { isDirty } = form.formState
  const guard = useLeaveGuard(isDirty)
  const draft = useEventDraft(form, { userId: session.user.id, event: event?.id ?? 'novo' })
  const focus = useStepFocus(step, refusals)
  const mayEdit = session.permissions.includes('edit-event') || event === null

  const { saving, save } = useSaveEvent({
    form,
    userId: session.user.id,
    eventId: event?.id ?? null,
    fees,
    refuse,
    onSaved: (saved, close) => {
      draft.forget()
      guard.letGo()
      if (close) navigate(eventsPath(session))
      else if (!event) navigate(`${pathTo(EVENT_EDITOR_PATH, saved.id)}?etapa=${step + 1}`, { replace: true })
    },
    onStale: () => setStale(true),
  })
  useSaveKey(() => mayEdit && void save(false))

  /** On from the products only when there are no more shirts than kits. */
  const move = (target: number) => {
    const problems = step <= PRODUCTS_STEP && target > PRODUCTS_STEP ? allSizesProblems(form.getValues()) : []
    if (problems.length === 0 || !mayEdit) return goTo(target)
    showToast('error', problems.join('\n'))
    goTo(PRODUCTS_STEP)
  }
  const begin = (values: EventForm) => {
    draft.forget()
    form.reset(values)
  }
  const reload = async () => {
    const fresh = await onReload()
    if (fresh) begin(formOf(fresh))
    setStale(false)
  }

  const { title, Step } = STEP_SCREENS[step] ?? STEP_SCREENS[0]
  return (
    <FormProvider {...form}>
      <EditorContext value={{ locked: !mayEdit || saving !== null, fees }}>
        <EditorHead
          event={event}
          back={eventsPath(session)}
          mayEdit={mayEdit}
          saving={saving}
          isDirty={isDirty}
          onSave={save}
          onNew={() => {
            begin(newEvent())
            goTo(0)
          }}
        />
        {mayEdit && draft.offer && (
          <DraftNotice
            draft={draft.offer}
            version={event?.lock_version ?? null}
            onRecover={draft.recover}
            onDiscard={draft.forget}
          />
        )}
        <EditorSteps current={step} onGo={move} />
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
          <Step />
        </form>
        <StepButtons step={step} saving={saving !== null} onGo={move} onSave={mayEdit ? save : null} />
        <LeaveDialog blocker={guard.blocker}>
          Elas ficam guardadas como rascunho neste navegador, e você pode recuperá-las quando voltar.
        </LeaveDialog>
        {event && (
          <StaleDialog eventId={event.id} open={stale} onReload={reload} onClose={() => setStale(false)} />
        )}
      </EditorContext>
    </FormProvider>
  )
}
