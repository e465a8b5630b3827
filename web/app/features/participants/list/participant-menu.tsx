import { ActionIcon, Menu } from '@mantine/core'
import { IconCircleX, IconDotsVertical, IconPencil } from '@tabler/icons-react'
import { Link } from 'react-router'
import type { ParticipantRow } from '#contract/participants.ts'
import { pathTo, REGISTRATION_EDIT_PATH } from '../../../paths.ts'
import { CAME_FROM_HERE } from '../edit/way-back.ts'

interface ParticipantMenuProps {
  row: ParticipantRow
  onCancel: (row: ParticipantRow) => void
}

/** The actions on a registration; the server decides whether it may still be cancelled. */
export function ParticipantMenu({ row, onCancel }: ParticipantMenuProps) {
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon color="gray" aria-label={`Ações de ${row.participant.name}`}>
          <IconDotsVertical size={22} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item
          component={Link}
          to={pathTo(REGISTRATION_EDIT_PATH, row.id)}
          state={CAME_FROM_HERE}
          leftSection={<IconPencil size={18} aria-hidden />}
        >
          Editar
        </Menu.Item>
        {row.can_cancel && (
          <Menu.Item
            color="red"
            leftSection={<IconCircleX size={18} aria-hidden />}
            onClick={() => onCancel(row)}
          >
            Cancelar Inscrição
          </Menu.Item>
        )}
      </Menu.Dropdown>
    </Menu>
  )
}
