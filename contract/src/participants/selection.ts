import { z } from 'zod'
import { optionalText } from '../fields.ts'
import { defineRoute, Id, IdParams } from '../route.ts'
import { MOST_SELECTED } from './filter.ts'
import { EDITORS, TAG } from './participants.ts'

const ids = z
  .array(Id)
  .min(1, { error: 'Selecione ao menos uma inscrição.' })
  .max(MOST_SELECTED, { error: `Selecione no máximo ${MOST_SELECTED} inscrições.` })

export const SelectedResult = z.object({
  id: z.int(),
  /** False: nothing changed, and the message says why. */
  done: z.boolean(),
  message: z.string(),
})
export type SelectedResult = z.infer<typeof SelectedResult>

/** An action on selected registrations of an event, one result each. A repeated request changes nothing more. */
const OfSelection = {
  access: EDITORS,
  tag: TAG,
  method: 'POST',
  params: IdParams,
  data: z.array(SelectedResult),
} as const

export const resendToSelected = defineRoute({
  ...OfSelection,
  path: '/organizer/events/:id/participants/resend',
  summary: 'Envia de novo o link de pagamento ou a confirmação às inscrições escolhidas',
  body: z.object({ ids }),
})

export const cancelSelected = defineRoute({
  ...OfSelection,
  path: '/organizer/events/:id/participants/cancel',
  summary: 'Cancela as inscrições escolhidas que ainda não foram pagas',
  body: z.object({ ids, note: optionalText(500) }),
})
