import { ActionIcon } from '@mantine/core'
import { IconLink, IconPencil } from '@tabler/icons-react'
import { Link } from 'react-router'
import { formatCnpj } from '#contract/documents.ts'
import type { Producer } from '#contract/producer/producer.ts'
import { editPathTo, PRODUCER_PATH, pathTo } from '#web/paths.ts'
import classes from '#web/ui/cells.module.css'
import { CONTACT_COLUMN } from '#web/ui/contact-column.tsx'
import type { Column } from '#web/ui/data-table.tsx'
import { RowLink } from '#web/ui/row-link.tsx'
import { Tooltip } from '#web/ui/tooltip.tsx'
import { EventChips } from './event-chips.tsx'

interface Options {
  mayEdit: boolean
  onLink: (producer: Producer) => void
}

const NAME: Column<Producer> = {
  key: 'name',
  header: 'Realizador',
  title: true,
  cell: ({ id, fantasy_name, cnpj, email_verified, blocked_at }) => (
    <div className={classes.lines}>
      <RowLink to={pathTo(PRODUCER_PATH, id)} className={classes.name}>
        {fantasy_name}
      </RowLink>
      {cnpj && <span className={`${classes.minor} ${classes.nowrap} numbers`}>CNPJ {formatCnpj(cnpj)}</span>}
      {blocked_at && <span className={classes.minor}>Bloqueado</span>}
      {!blocked_at && !email_verified && <span className={classes.minor}>Convite ainda não aceito</span>}
    </div>
  ),
}

/** Shared with the list of an event's realizadores, which has other actions. */
export const PRODUCER_COLUMNS: readonly Column<Producer>[] = [
  NAME,
  { key: 'responsible', header: 'Responsável', cell: ({ responsible }) => responsible ?? '—' },
  CONTACT_COLUMN,
]

export const producerColumns = ({ mayEdit, onLink }: Options): readonly Column<Producer>[] => [
  ...PRODUCER_COLUMNS,
  { key: 'events', header: 'Eventos', cell: ({ events }) => <EventChips events={events} /> },
  ...(mayEdit ? [actions(onLink)] : []),
]

const actions = (onLink: Options['onLink']): Column<Producer> => ({
  key: 'actions',
  header: 'Ações',
  align: 'end',
  actions: true,
  cell: (producer) => (
    <div className={classes.actions}>
      <Tooltip label="Relacionar a um evento">
        <ActionIcon
          aria-label={`Relacionar ${producer.fantasy_name} a um evento`}
          onClick={() => onLink(producer)}
        >
          <IconLink size={22} aria-hidden />
        </ActionIcon>
      </Tooltip>
      <Tooltip label="Editar">
        <ActionIcon
          component={Link}
          to={editPathTo(PRODUCER_PATH, producer.id)}
          aria-label={`Editar ${producer.fantasy_name}`}
        >
          <IconPencil size={22} aria-hidden />
        </ActionIcon>
      </Tooltip>
    </div>
  ),
})
