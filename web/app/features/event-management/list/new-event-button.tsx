import { IconPlus } from '@tabler/icons-react'
import { MANAGE_EVENT_PATH, pathTo } from '#web/paths.ts'
import { useMay } from '#web/session/use-may.ts'
import { LinkButton } from '#web/ui/link-button.tsx'

export function NewEventButton() {
  if (!useMay('create-event')) return null
  return (
    <LinkButton to={pathTo(MANAGE_EVENT_PATH, 'novo')} icon={IconPlus}>
      Novo Evento
    </LinkButton>
  )
}
