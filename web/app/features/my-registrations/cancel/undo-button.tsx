import type { ButtonProps } from '@mantine/core'
import { IconArrowBackUp } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { undoMyCancellation } from '#contract/my-registrations/undo-cancellation.ts'
import { api } from '#web/api/api.ts'
import { countdownWords } from '#web/features/payment-page/deadline.ts'
import { REGISTRATIONS_KEY } from '#web/features/registration/queries.ts'
import { useRegistrationChange } from '#web/features/registration/use-registration-change.ts'
import { TextButton } from '#web/ui/text-button.tsx'
import { useTimeLeft } from '#web/ui/use-time-left.ts'
import classes from './undo.module.css'

interface UndoButtonProps extends ButtonProps {
  id: number
  until: string
  /** HTML id of the element that names the registration. */
  of: string
  short?: boolean
}

const LABEL = 'Desfazer cancelamento'

/** Disappears when the time is over. */
export function UndoButton({ id, until, of, short = false, ...props }: UndoButtonProps) {
  const queries = useQueryClient()
  const left = useTimeLeft(until, () => void queries.invalidateQueries({ queryKey: REGISTRATIONS_KEY }))
  const undo = useRegistrationChange({
    change: () => api(undoMyCancellation, { params: { id } }),
    done: 'Cancelamento desfeito.',
    failure: 'Erro ao desfazer o cancelamento.',
  })
  const words = countdownWords(left)
  if (!words) return null
  return (
    <span className={classes.undo}>
      <TextButton
        icon={IconArrowBackUp}
        aria-label={short ? LABEL : undefined}
        aria-describedby={of}
        {...props}
        loading={undo.isPending}
        onClick={() => undo.mutate()}
      >
        {short ? 'Desfazer' : LABEL}
      </TextButton>
      {/* Screen readers read the time of the end once. */}
      <small aria-hidden>faltam {words}</small>
    </span>
  )
}
