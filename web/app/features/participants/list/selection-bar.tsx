import { ActionIcon } from '@mantine/core'
import { IconCircleX, IconSend, IconX } from '@tabler/icons-react'
import { useState } from 'react'
import { plural } from '#contract/words.ts'
import { useMay } from '#web/session/use-may.ts'
import { TextButton } from '#web/ui/text-button.tsx'
import { ExportButton } from '../export/export-button.tsx'
import classes from './participants.module.css'
import { type ActionName, SelectionDialog } from './selection-dialog.tsx'
import type { Selection } from './use-selection.ts'

interface SelectionBarProps {
  eventId: number
  userId: number
  selection: Selection
}

/** What can be done with the selected registrations. */
export function SelectionBar({ eventId, userId, selection }: SelectionBarProps) {
  const [action, setAction] = useState<ActionName | null>(null)
  const mayEdit = useMay('edit-registration-participant-event')
  const { ids } = selection
  if (ids.length === 0) return null
  return (
    <section aria-label="Seleção" className={classes.selection}>
      <span aria-live="polite">{plural(ids.length, 'selecionada', 'selecionadas')}</span>
      <ActionIcon color="gray" aria-label="Limpar seleção" onClick={selection.clear}>
        <IconX size={20} aria-hidden />
      </ActionIcon>
      {mayEdit && (
        <>
          <TextButton variant="default" icon={IconSend} onClick={() => setAction('resend')}>
            Reenviar mensagem
          </TextButton>
          <TextButton variant="subtle" color="red" icon={IconCircleX} onClick={() => setAction('cancel')}>
            Cancelar não pagas
          </TextButton>
        </>
      )}
      <ExportButton
        eventId={eventId}
        userId={userId}
        label="Exportar seleção"
        filters={{ ids: ids.join() }}
        found={{ total: ids.length }}
      />
      {action && (
        <SelectionDialog
          eventId={eventId}
          action={action}
          selection={selection}
          onClose={() => setAction(null)}
        />
      )}
    </section>
  )
}
