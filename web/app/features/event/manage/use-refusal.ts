import { useState } from 'react'
import type { FieldPath, UseFormReturn } from 'react-hook-form'
import type { FieldProblem } from '#contract/errors.ts'
import { showToast } from '../../../ui/toast.ts'
import type { EventForm } from './form/event-form.ts'
import { isList, problemList } from './form/field-words.ts'
import { stepOf } from './form/steps.ts'

/** The path of a field's error in the form; that of a list as a whole stands apart from its items. */
const errorPath = (field: string) =>
  (isList(field.split('.').at(-1) ?? '') ? `${field}.root` : field) as FieldPath<EventForm>

/** Shows problems under their fields and in one toast, and goes to the first step that has one. */
export function useRefusal({ setError }: UseFormReturn<EventForm>, goTo: (step: number) => void) {
  /** Counts refusals: the focus moves with each. */
  const [refusals, setRefusals] = useState(0)
  function refuse(problems: readonly FieldProblem[]): void {
    const firsts = problems.filter(
      ({ field }, i) => problems.findIndex((other) => other.field === field) === i,
    )
    for (const { field, message } of firsts) setError(errorPath(field), { type: 'refused', message })
    showToast('error', problemList(firsts))
    goTo(Math.min(...firsts.map(({ field }) => stepOf(field))))
    setRefusals((count) => count + 1)
  }
  return { refusals, refuse }
}
