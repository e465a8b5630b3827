import { IconPlus } from '@tabler/icons-react'
import { MANAGE_EVENT_PATH, pathTo } from '../../../../paths.ts'
import { LinkButton } from '../../../../ui/link-button.tsx'
import { useMay } from '../../../../use-may.ts'

/** Shown to callers who may create events. */
export function NewEventButton() {
  if (!useMay('create-event')) return null
  return (
    <LinkButton to={pathTo(MANAGE_EVENT_PATH, 'novo')} icon={IconPlus}>
      Novo Evento
    </LinkButton>
  )
}
