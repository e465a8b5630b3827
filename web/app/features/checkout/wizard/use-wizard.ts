import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import type { WizardStart } from '#contract/checkout/checkout.ts'
import { fieldOf, fileFieldOf } from '#contract/checkout/order-rules.ts'
import type { PersonField } from '#contract/registration/person.ts'
import { ApiFailure } from '#web/api/api.ts'
import { eventKey, eventQuery } from '#web/features/event/queries.ts'
import { forgetLinkedGroup, linkedGroup } from '#web/features/group/linked-group.ts'
import { showToast } from '#web/ui/toast.ts'
import { orderBody } from '../order/order-body.ts'
import { type PlacedOrder, placeOrder, refusalOf } from '../order/place-order.ts'
import {
  contentsOf,
  type PriceChange,
  priceChangeOf,
  priceChangeReasons,
  priceChangeWords,
  type Quote,
} from '../order/price-change.ts'
import { isToWait, startQuery } from '../queries.ts'
import { successRedirect } from '../success/success-state.ts'
import { type DraftAction, STEPS, sizeNamed } from './draft.ts'
import {
  lacksPersonalData,
  type Problems,
  problemsOf,
  typedProblem,
  type WizardState,
  withoutSettled,
} from './problems.ts'
import { type RefusalActions, refusalActionsOf } from './refusal-actions.ts'
import { useStepHistory } from './use-step-history.ts'

interface WizardParts {
  state: WizardState
  usual: WizardStart['last']
  dispatch: (action: DraftAction) => void
  /** Takes the server's total when the price of the order has changed. */
  onQuote: (quote: Quote) => void
  forget: () => void
}

/** One object, so that setting it again draws nothing. */
const NO_PROBLEMS: Problems = {}
/** It is unknown whether the order was placed. `placeOrder` retries with the same idempotency key. */
const TRY_AGAIN = 'O que você preencheu está guardado. Pode tentar de novo: a inscrição não se repete.'

export function useWizard({ state, usual, dispatch, onQuote, forget }: WizardParts) {
  const { draft, event, order } = state
  const navigate = useNavigate()
  const queries = useQueryClient()
  const [problems, setProblems] = useState(NO_PROBLEMS)
  /** Number of refusals. Each one moves the focus to the first invalid field. */
  const [refusals, setRefusals] = useState(0)
  const [refusal, setRefusal] = useState<RefusalActions | null>(null)
  const [isBusy, setBusy] = useState(false)
  /** A ref, because a second click may come before the state has changed. */
  const sending = useRef(false)

  /** Shows a refusal. The wizard stays on its step, and problems of other steps are listed below it. */
  const refuse = (found: Problems, message: string, hint?: string) => {
    setProblems(found)
    setRefusal(refusalActionsOf(message, found, draft.step, hint))
    setRefusals((count) => count + 1)
  }
  const goTo = (step: number) => {
    setRefusal(null)
    dispatch({ type: 'set', values: { step } })
  }

  /** Otherwise shows the problems of the first incomplete step. */
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

  /** Whether the step shown next focuses its first problem. */
  const focusProblem = useRef(false)
  const history = useStepHistory({
    step: draft.step,
    onBack: (step) => {
      goTo(step)
      if (focusProblem.current) setRefusals((count) => count + 1)
      focusProblem.current = false
    },
    onForward: (step) => {
      if (!isCompleteUpTo(step - 1)) return false
      setProblems(NO_PROBLEMS)
      goTo(step)
      return true
    },
  })

  const register = async () => {
    if (sending.current) return
    sending.current = true
    setBusy(true)
    try {
      await showSuccess(
        await placeOrder({
          eventId: event.id,
          body: orderBody(draft, event, order, linkedGroup(event.slug)?.token),
          attempt: draft.attempt,
          onAttempt: (attempt) => dispatch({ type: 'set', values: { attempt } }),
        }),
      )
    } catch (failure) {
      const change = priceChangeOf(failure)
      if (change) await showPriceChange(change)
      else showRefusal(failure)
    } finally {
      sending.current = false
      setBusy(false)
    }
  }

  const showSuccess = async (placed: PlacedOrder) => {
    forget()
    forgetLinkedGroup()
    await history.leave()
    const { to, state: carried } = successRedirect(placed, event)
    // Replaces the wizard in the history, so that going back does not reopen a placed order.
    navigate(to, { replace: true, state: carried })
  }

  /** Loads the event first, so that the new prices appear together with the notice. */
  const showPriceChange = async (change: PriceChange) => {
    dispatch({ type: 'set', values: { attempt: null } })
    const loading = queries.fetchQuery({ ...eventQuery(event.slug), staleTime: 0 })
    const now = await loading.catch(() => event)
    onQuote({ totalCents: change.currentCents, contents: contentsOf(order, now.version) })
    setProblems(NO_PROBLEMS)
    setRefusal({
      message: priceChangeWords(change),
      details: priceChangeReasons(order, event, now),
      steps: [],
      isOwn: false,
      newTotalCents: change.currentCents,
    })
    setRefusals((count) => count + 1)
  }

  const showRefusal = (failure: unknown) => {
    // The API client handles expired sessions. The draft remains until after the login.
    if (failure instanceof ApiFailure && failure.status === 401) return
    const { message, problems: found, isStale, isFinal } = refusalOf(failure)
    if (isFinal) dispatch({ type: 'set', values: { attempt: null } })
    showToast('error', message)
    if (found.group) forgetLinkedGroup()
    if (found.discount_coupon_id) dispatch({ type: 'set', values: { coupon: null } })
    // The server has deleted the file, so it must be uploaded again.
    for (const { id } of event.questionnaires)
      if (found[fileFieldOf(id)]) dispatch({ type: 'fileChanged', question: id, file: null })
    refuse(found, message, isFinal ? undefined : TRY_AGAIN)
    // Shows the queue; the draft remains.
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
    /** Takes back the claims that were refused. */
    continueWithoutRights: () => {
      for (const { who, rights } of order.participants)
        if (rights.claim && problems[fieldOf(who, 'right')]) dispatch({ type: 'claimed', who, claim: null })
      setProblems(NO_PROBLEMS)
      setRefusal(null)
    },
    returnTo: history.goBack,
    goFix: (step: number) => {
      focusProblem.current = true
      history.goBack(step)
    },
    advance: () => {
      if (!isCompleteUpTo(draft.step)) return
      setProblems(NO_PROBLEMS)
      setRefusal(null)
      if (draft.step < STEPS.length - 1) goTo(draft.step + 1)
      else void register()
    },
  }
}
