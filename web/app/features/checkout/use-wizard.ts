import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import type { WizardStart } from '#contract/checkout.ts'
import { fieldOf, fileFieldOf } from '#contract/order-rules.ts'
import type { PersonField } from '#contract/person.ts'
import { ApiFailure } from '../../api.ts'
import { showToast } from '../../ui/toast.ts'
import { type DraftAction, STEPS, sizeNamed } from './draft.ts'
import { type Mending, mendingOf } from './mending.ts'
import { orderBody } from './order-body.ts'
import { type PlacedOrder, placeOrder, refusalOf } from './place-order.ts'
import {
  lacksPersonalData,
  type Problems,
  problemsOf,
  typedProblem,
  type WizardState,
  withoutSettled,
} from './problems.ts'
import { eventKey, isToWait, startQuery } from './queries.ts'
import { successRedirect } from './success-state.ts'

interface WizardParts {
  state: WizardState
  /** What was chosen the last time. */
  usual: WizardStart['last']
  dispatch: (action: DraftAction) => void
  forget: () => void
}

/** Where nobody knows whether the order arrived: `placeOrder` asks with the same key. */
const TRY_AGAIN = 'O que você preencheu está guardado. Pode tentar de novo: a inscrição não se repete.'

/** What the wizard's buttons do. */
export function useWizard({ state, usual, dispatch, forget }: WizardParts) {
  const { draft, event, order } = state
  const navigate = useNavigate()
  const queries = useQueryClient()
  const [problems, setProblems] = useState<Problems>({})
  /** Counts the refusals, so that each moves the focus to the first invalid field. */
  const [refusals, setRefusals] = useState(0)
  const [refusal, setRefusal] = useState<Mending | null>(null)
  const [isBusy, setBusy] = useState(false)
  /** A ref, because a second click may come before the state has changed. */
  const sending = useRef(false)

  /** The wizard stays on its step; what is wrong on others is told below it. */
  const refuse = (found: Problems, message: string, hint?: string) => {
    setProblems(found)
    setRefusal(mendingOf(message, found, draft.step, hint))
    setRefusals((count) => count + 1)
  }
  const goTo = (step: number) => {
    setRefusal(null)
    dispatch({ type: 'set', values: { step } })
  }

  /** True when every step up to `last` is complete; else the problems of the first that is not are shown. */
  const isCompleteUpTo = (last: number): boolean => {
    for (let step = 0; step <= last; step++) {
      const found = problemsOf(step, state)
      const [first] = Object.values(found)
      if (first === undefined) continue
      if (step === 0 && lacksPersonalData(draft))
        showToast('error', 'Preencha todos os campos de cadastro dos participantes.')
      refuse(found, first)
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
    const { to, state: carried } = successRedirect(placed, event)
    // Replaces the wizard in the history: going back does not reopen a placed order.
    navigate(to, { replace: true, state: carried })
  }

  const showRefusal = (failure: unknown) => {
    // Expired sessions are handled by the API client; the draft is kept for after the login.
    if (failure instanceof ApiFailure && failure.status === 401) return
    const { message, problems: found, isStale, isFinal } = refusalOf(failure)
    if (isFinal) dispatch({ type: 'set', values: { attempt: null } })
    showToast('error', message)
    if (found.discount_coupon_id) dispatch({ type: 'set', values: { coupon: null } })
    // The server no longer has the file: it has to be sent again.
    for (const { id } of event.questionnaires)
      if (found[fileFieldOf(id)]) dispatch({ type: 'fileChanged', question: id, file: null })
    refuse(found, message, isFinal ? undefined : TRY_AGAIN)
    // Shows the queue; the draft is kept.
    if (isToWait(failure)) void queries.invalidateQueries(startQuery(event.id))
    if (isStale) void queries.invalidateQueries({ queryKey: eventKey(event.slug) })
  }

  return {
    problems,
    refusal,
    refusals,
    isBusy,
    change: (action: DraftAction) => {
      setProblems((known) => withoutSettled(known, action, draft))
      dispatch(action)
      if (action.type !== 'chosen' || action.level !== 'product_id' || action.who > 0) return
      const size = draft.withoutBuyer ? null : sizeNamed(event, action.id, usual.shirt_size)
      if (size !== null) dispatch({ ...action, level: 'shirt_size_id', id: size })
    },
    leave: (who: number, field: PersonField) => {
      const problem = typedProblem(field, draft.participants[who]?.person[field] ?? '')
      if (problem) setProblems((known) => ({ ...known, [fieldOf(who, field)]: problem }))
    },
    returnTo: goTo,
    /** Goes to a step with problems, of which the first takes the focus. */
    goMend: (step: number) => {
      goTo(step)
      setRefusals((count) => count + 1)
    },
    advance: () => {
      if (!isCompleteUpTo(draft.step)) return
      setProblems({})
      setRefusal(null)
      if (draft.step < STEPS.length - 1) goTo(draft.step + 1)
      else void register()
    },
  }
}
