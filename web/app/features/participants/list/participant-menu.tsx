import { ActionIcon, Menu } from '@mantine/core'
import { IconCircleX, IconDotsVertical, IconPencil } from '@tabler/icons-react'
import { Link } from 'react-router'
import type { ParticipantRow } from '#contract/participants/participants.ts'
import { CAME_FROM_HERE } from '#web/navigation/use-back-target.ts'
import { pathTo, REGISTRATION_EDIT_PATH } from '#web/paths.ts'

interface ParticipantMenuProps {
  row: ParticipantRow
  onCancel: (row: ParticipantRow) => void
}

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
