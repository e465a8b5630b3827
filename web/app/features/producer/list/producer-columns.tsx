import { ActionIcon } from '@mantine/core'
import { IconLink, IconPencil } from '@tabler/icons-react'
import { Link } from 'react-router'
import { formatCnpj } from '#contract/documents.ts'
import type { Producer } from '#contract/producer/producer.ts'
import { plural } from '#contract/words.ts'
import { editPathTo, PRODUCER_PATH, pathTo } from '#web/paths.ts'
import classes from '#web/ui/cells.module.css'
import { actionsColumn, Lines } from '#web/ui/cells.tsx'
import { CONTACT_COLUMN } from '#web/ui/contact-column.tsx'
import type { Column } from '#web/ui/data-table.tsx'
import { RecordLink } from '#web/ui/row-link.tsx'
import { Tooltip } from '#web/ui/tooltip.tsx'
import { ProducerStatus } from '../producer-status.tsx'
import { EventChips } from './event-chips.tsx'

interface Options {
  mayEdit: boolean
  onLink: (producer: Producer) => void
}

/** Shared with the list of an event's realizadores, which has other actions. */
export const PRODUCER_COLUMNS: readonly Column<Producer>[] = [
  {
    key: 'name',
    header: 'Realizador',
    title: true,
    compact: 'first',
    cell: ({ id, fantasy_name, cnpj }) => (
      <Lines
        minor={cnpj && <span className={`${classes.wide} ${classes.nowrap}`}>CNPJ {formatCnpj(cnpj)}</span>}
      >
        <RecordLink to={pathTo(PRODUCER_PATH, id)}>{fantasy_name}</RecordLink>
      </Lines>
    ),
  },
  { key: 'responsible', header: 'Responsável', cell: ({ responsible }) => responsible ?? '—' },
  CONTACT_COLUMN,
  {
    key: 'status',
    header: 'Situação',
    compact: 'third',
    cell: (producer) => <ProducerStatus producer={producer} />,
  },
]

export const producerColumns = ({ mayEdit, onLink }: Options): readonly Column<Producer>[] => [
  ...PRODUCER_COLUMNS,
  {
    key: 'events',
    header: 'Eventos',
    compact: 'third-end',
    cell: ({ events }) => (
      <>
        <div className={classes.wide}>
          <EventChips events={events} />
        </div>
        <span className={classes.narrow}>{plural(events.length, 'evento', 'eventos')}</span>
      </>
    ),
  },
  ...(mayEdit ? [actions(onLink)] : []),
]

const actions = (onLink: Options['onLink']): Column<Producer> => ({
  ...actionsColumn<Producer>((producer) => (
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
  )),
  compact: 'first-end',
})
