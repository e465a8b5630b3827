import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { Link } from 'react-router'
import { useMay } from '../../../../use-may.ts'
import { editorPath } from '../places.ts'

/** For who may make one. */
export function NewEventButton() {
  if (!useMay('create-event')) return null
  return (
    <Button component={Link} to={editorPath('novo')} leftSection={<IconPlus size={20} aria-hidden />}>
      Novo Evento
    </Button>
  )
}
