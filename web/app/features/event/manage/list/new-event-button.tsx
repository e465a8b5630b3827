import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { Link } from 'react-router'
import { MANAGE_EVENT_PATH, pathTo } from '../../../../paths.ts'
import { useMay } from '../../../../use-may.ts'

/** Shown to callers who may create events. */
export function NewEventButton() {
  if (!useMay('create-event')) return null
  return (
    <Button
      component={Link}
      to={pathTo(MANAGE_EVENT_PATH, 'novo')}
      leftSection={<IconPlus size={20} aria-hidden />}
    >
      Novo Evento
    </Button>
  )
}
