import { useState } from 'react'
import type { FieldPath, UseFormReturn } from 'react-hook-form'
import type { FieldProblem } from '#contract/errors.ts'
import { showToast } from '../../../ui/toast.ts'
import type { EventForm } from './form/event-form.ts'
import { problemList } from './form/field-words.ts'
import { stepOf } from './form/steps.ts'

const LISTS =
  /(^|\.)(modalities|categories|products|shirt_sizes|payment_methods|discount_cupons|terms|questionnaires)$/

/** Where the form keeps what is wrong with a field; of a list as a whole apart from its items. */
const errorPath = (field: string) => (LISTS.test(field) ? `${field}.root` : field) as FieldPath<EventForm>

/** Says what is wrong: under each field, in one toast, and by going to the first step that needs a look. */
export function useRefusal({ setError }: UseFormReturn<EventForm>, goTo: (step: number) => void) {
  /** How often: whoever moves the focus there counts with it. */
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
