import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { fileFieldOf } from '#contract/order-rules.ts'
import { ApiFailure } from '../../api.ts'
import { showToast } from '../../ui/toast.ts'
import { type DraftAction, STEPS } from './draft.ts'
import { orderBody } from './order-body.ts'
import { type PlacedOrder, placeOrder, refusalOf } from './place-order.ts'
import {
  lacksPersonalData,
  type Problems,
  problemsOf,
  stepOfProblems,
  type WizardState,
  withoutSettled,
} from './problems.ts'
import { eventKey } from './queries.ts'
import { successRedirect } from './success-state.ts'

interface WizardParts {
  state: WizardState
  dispatch: (action: DraftAction) => void
  forget: () => void
}

/** What the wizard's buttons do. */
export function useWizard({ state, dispatch, forget }: WizardParts) {
  const { draft, event, order } = state
  const navigate = useNavigate()
  const queries = useQueryClient()
  const [problems, setProblems] = useState<Problems>({})
  /** Counts the refusals, so that each moves the focus to the first invalid field. */
  const [refusals, setRefusals] = useState(0)
  const [isBusy, setBusy] = useState(false)
  /** A ref, because a second click may come before the state has changed. */
  const sending = useRef(false)

  const refuse = (found: Problems) => {
    setProblems(found)
    setRefusals((count) => count + 1)
  }
  const goTo = (step: number) => {
    setProblems({})
    dispatch({ type: 'set', values: { step } })
  }

  /** Stops at the first step up to `last` that is not complete; true when all are. */
  const isCompleteUpTo = (last: number): boolean => {
    for (let step = 0; step <= last; step++) {
      const found = problemsOf(step, state)
      if (Object.keys(found).length === 0) continue
      if (step !== draft.step) dispatch({ type: 'set', values: { step } })
      if (step === 0 && lacksPersonalData(draft))
        showToast('error', 'Preencha todos os campos de cadastro dos participantes.')
      refuse(found)
      return false
    }
    return true
  }

  const register = async () => {
    if (sending.current) return
    sending.current = true
    setBusy(true)
    try {
      showSuccess(
        await placeOrder({
          eventId: event.id,
          body: orderBody(draft, event, order.totalCents),
          attempt: draft.attempt,
          onAttempt: (attempt) => dispatch({ type: 'set', values: { attempt } }),
        }),
      )
    } catch (failure) {
      showRefusal(failure)
    } finally {
      sending.current = false
      setBusy(false)
    }
  }

  const showSuccess = (placed: PlacedOrder) => {
    forget()
    const { to, state: carried } = successRedirect(placed)
    // Replaces the wizard in the history: going back does not reopen a placed order.
    navigate(to, { replace: true, state: carried })
  }

  const showRefusal = (failure: unknown) => {
    // Expired sessions are handled by the API client; the draft is kept for after the login.
    if (failure instanceof ApiFailure && failure.status === 401) return
    const { message, problems: found, isStale } = refusalOf(failure)
    showToast('error', message)
    if (found.discount_coupon_id) dispatch({ type: 'set', values: { coupon: null } })
    // The server no longer has the file: it has to be sent again.
    for (const { id } of event.questionnaires)
      if (found[fileFieldOf(id)]) dispatch({ type: 'fileChanged', question: id, file: null })
    const step = stepOfProblems(found)
    if (step !== null && step !== draft.step) dispatch({ type: 'set', values: { step } })
    if (Object.keys(found).length > 0) refuse(found)
    if (isStale) void queries.invalidateQueries({ queryKey: eventKey(event.slug) })
  }

  return {
    problems,
    refusals,
    isBusy,
    change: (action: DraftAction) => {
      setProblems((known) => withoutSettled(known, action, draft))
      dispatch(action)
    },
    returnTo: goTo,
    advance: () => {
      if (!isCompleteUpTo(draft.step)) return
      if (draft.step < STEPS.length - 1) goTo(draft.step + 1)
      else void register()
    },
  }
}
