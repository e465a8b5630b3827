import { Alert, Button, Group, Modal, SegmentedControl } from '@mantine/core'
import { IconAlertTriangle, IconFileDownload } from '@tabler/icons-react'
import { useId, useState } from 'react'
import type { ParticipantFilters } from '../list/filters.ts'
import { type ExportChoice, readChoice, writeChoice } from './choice.ts'
import { ColumnPicker } from './column-picker.tsx'
import classes from './export.module.css'
import { ExportProgress } from './export-progress.tsx'
import { useExport } from './use-export.ts'

interface ExportDialogProps {
  open: boolean
  eventId: number
  userId: number
  filters: ParticipantFilters
  found: { total: number } | undefined
  onClose: () => void
}

/** What to take along, and how; then how much of it has come. */
export function ExportDialog({ open, onClose, ...rest }: ExportDialogProps) {
  return (
    <Modal opened={open} onClose={onClose} title="Exportar participantes" size="lg">
      <ExportForm onClose={onClose} {...rest} />
    </Modal>
  )
}

function ExportForm({ eventId, userId, filters, found, onClose }: Omit<ExportDialogProps, 'open'>) {
  const [choice, setChoice] = useState<ExportChoice>(() => readChoice(userId))
  const formatLabel = useId()
  const { share, waiting, failure, start, cancel } = useExport({ eventId, filters, onDone: onClose })
  if (share !== null) return <ExportProgress share={share} waiting={waiting} onCancel={cancel} />
  return (
    <form
      className={classes.form}
      onSubmit={(event) => {
        event.preventDefault()
        writeChoice(userId, choice)
        start(choice)
      }}
    >
      {found && <p className={classes.count}>{countWords(found, Object.values(filters).some(Boolean))}</p>}
      {failure && (
        <Alert color="red" icon={<IconAlertTriangle size={20} aria-hidden />} role="alert">
          {failure}
        </Alert>
      )}
      <div className={classes.format}>
        <span id={formatLabel}>Formato</span>
        <SegmentedControl
          size="md"
          aria-labelledby={formatLabel}
          value={choice.format}
          onChange={(format) => setChoice({ ...choice, format: format as ExportChoice['format'] })}
          data={[
            { value: 'csv', label: 'CSV (;)' },
            { value: 'xlsx', label: 'Excel (XLSX)' },
          ]}
        />
      </div>
      <ColumnPicker columns={choice.columns} onChange={(columns) => setChoice({ ...choice, columns })} />
      <Group justify="flex-end">
        <Button variant="default" onClick={onClose}>
          Cancelar
        </Button>
        <Button
          type="submit"
          disabled={choice.columns.length === 0}
          leftSection={<IconFileDownload size={20} aria-hidden />}
        >
          {failure ? 'Tentar novamente' : 'Baixar arquivo'}
        </Button>
      </Group>
    </form>
  )
}

function countWords({ total }: { total: number }, filtered: boolean): string {
  const count = `${total.toLocaleString('pt-BR')} ${total === 1 ? 'inscrição' : 'inscrições'}`
  return filtered ? `${count}, com os filtros da lista.` : `${count}: todas as do evento.`
}
