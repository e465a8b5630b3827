import { useEffect, useRef, useState } from 'react'
import { type FieldErrors, type FieldPath, get, type UseFormReturn } from 'react-hook-form'
import type { FieldProblem } from '#contract/errors.ts'
import type { FeePolicy } from '#contract/pricing/price.ts'
import { showToast } from '#web/ui/toast.ts'
import type { EventForm } from './form/event-form.ts'
import { problemList } from './form/field-words.ts'
import { isList } from './form/labels.ts'
import { crossProblemsOf, problemsOf, toldAt } from './form/problems.ts'
import { formPath } from './form/sent-event.ts'
import { stepOf } from './form/steps.ts'

/** The path of a field's error in the form. The error of a list as a whole is stored under `root`. */
const errorPath = (field: string) =>
  (isList(field.split('.').at(-1) ?? '') ? `${field}.root` : field) as FieldPath<EventForm>

const REFUSED = 'refused'
const REST_MS = 150

interface Options {
  form: UseFormReturn<EventForm>
  fees: FeePolicy
  goTo: (step: number) => void
}

/**
 * Contradictions between fields are shown while the user types, all other problems when a save is refused.
 * From then on they are updated while the user types. A problem reported by the server stays until its field
 * changes.
 */
export function useChecks({ form, fees, goTo }: Options) {
  const { setError, clearErrors, subscribe, getValues } = form
  const [problems, setProblems] = useState<readonly FieldProblem[]>([])
  /** Number of refusals. Each one moves the focus. */
  const [refusals, setRefusals] = useState(0)
  const draft = useRef(false)
  /** The field that was changed last. */
  const changed = useRef<string | null>(null)
  const fromServer = useRef<readonly (FieldProblem & { value: string })[]>([])

  function tell(found: readonly FieldProblem[]): void {
    const firsts = firstOfEach(found)
    for (const { field, message } of firsts) setError(errorPath(field), { type: REFUSED, message })
    showToast('error', problemList(getValues(), firsts))
    goTo(Math.min(...firsts.map(({ field }) => stepOf(field))))
    setProblems(firsts)
    setRefusals((count) => count + 1)
  }

  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const check = (values: EventForm, errors: FieldErrors<EventForm>) => {
      fromServer.current = fromServer.current.filter(({ field, value }) => value === valueAt(values, field))
      const told = (found: readonly FieldProblem[]) => toldAt(found, values, changed.current)
      const cross = told(crossProblemsOf(values, fees))
      const all =
        refusals === 0 ? cross : [...told(problemsOf(values, fees, draft.current)), ...fromServer.current]
      const now = firstOfEach(all)
      setProblems((before) => (now.length === 0 && before.length === 0 ? before : now))
      const messages = new Map<string, string>(now.map(({ field, message }) => [errorPath(field), message]))
      for (const { field, message } of cross)
        if (messages.get(errorPath(field)) === message && !get(errors, errorPath(field)))
          setError(errorPath(field), { type: REFUSED, message })
      for (const path of refusedPaths(errors)) {
        const message = messages.get(path)
        if (message === undefined) clearErrors(path as FieldPath<EventForm>)
        else if (message !== String(get(errors, `${path}.message`)))
          setError(path as FieldPath<EventForm>, { type: REFUSED, message })
      }
    }
    const stop = subscribe({
      formState: { values: true, errors: true },
      callback: ({ values, errors, name }) => {
        if (name) changed.current = name
        clearTimeout(timer)
        timer = setTimeout(check, REST_MS, values, errors ?? {})
      },
    })
    return () => {
      stop()
      clearTimeout(timer)
    }
  }, [refusals, fees, subscribe, setError, clearErrors])

  return {
    /** The current problems. Before the first refused save these are only contradictions between fields. */
    problems,
    refusals,
    refuse(found: readonly FieldProblem[], isDraft: boolean): void {
      draft.current = isDraft
      tell(toldAt(found, getValues(), changed.current))
    },
    /** Takes problems by the paths of the request body. */
    refuseByServer(sent: readonly FieldProblem[]): void {
      const values = getValues()
      const found = sent.map(({ field, message }) => ({ field: formPath(values, field), message }))
      fromServer.current = found.map((one) => ({ ...one, value: valueAt(values, one.field) }))
      tell(found)
    },
    /** Clears the state after a save, or when another event is shown. */
    reset(): void {
      fromServer.current = []
      setProblems([])
      setRefusals(0)
    },
  }
}

const valueAt = (values: EventForm, field: string): string => JSON.stringify(get(values, field)) ?? ''

const firstOfEach = (problems: readonly FieldProblem[]) =>
  problems.filter(({ field }, i) => problems.findIndex((other) => other.field === field) === i)

/** Excludes the errors that fields set themselves, for example for a refused file. */
function refusedPaths(errors: object, prefix = ''): string[] {
  return Object.entries(errors).flatMap(([key, value]) => {
    if (typeof value !== 'object' || value === null || key === 'ref') return []
    const path = `${prefix}${key}`
    if (value.type === REFUSED && 'message' in value) return [path]
    return refusedPaths(value, `${path}.`)
  })
}
