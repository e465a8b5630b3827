import { Alert, Button, Checkbox, Progress, SegmentedControl } from '@mantine/core'
import { IconAlertTriangle, IconFileDownload, IconPaperclip } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useId, useRef, useState } from 'react'
import { exportAnswerFiles, exportFoundAnswerFiles } from '#contract/participants/export.ts'
import { plural } from '#contract/words.ts'
import { apiFile, failureMessage } from '#web/api/api.ts'
import { DownloadButton } from '#web/api/download-button.tsx'
import { useMay } from '#web/session/use-may.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { DialogButtons } from '#web/ui/dialog-buttons.tsx'
import { saveFile } from '#web/ui/save-file.ts'
import { TextButton } from '#web/ui/text-button.tsx'
import { showToast } from '#web/ui/toast.ts'
import type { ParticipantFilters } from '../list/filters.ts'
import { participantsQuery } from '../queries.ts'
import { type ExportChoice, readChoice, writeChoice } from './choice.ts'
import { ColumnPicker } from './column-picker.tsx'
import { download, IncompleteDownload } from './download.ts'
import classes from './export.module.css'

interface ExportButtonProps {
  eventId: number
  userId: number
  filters: ParticipantFilters
  /** The number of registrations that match the filters; undefined while loading. */
  found: { total: number } | undefined
  /** Default: 'Exportar'. */
  label?: string
}

/** Opens the dialog that exports participants. Renders nothing for users who may not. */
export function ExportButton(props: ExportButtonProps) {
  const [open, setOpen] = useState(false)
  const close = () => setOpen(false)
  if (!useMay('export-listing-participants')) return null
  return (
    <>
      <TextButton icon={IconFileDownload} onClick={() => setOpen(true)}>
        {props.label ?? 'Exportar'}
      </TextButton>
      <Dialog opened={open} onClose={close} title="Exportar participantes" size="lg">
        <ExportForm {...props} onClose={close} />
      </Dialog>
    </>
  )
}

type ExportFormProps = ExportButtonProps & { onClose: () => void }

function ExportForm({ eventId, userId, filters, found, onClose }: ExportFormProps) {
  const [choice, setChoice] = useState<ExportChoice>(() => readChoice(userId))
  const onlyConfirmed = choice.onlyConfirmed && !filters.registration_status
  const rows = useRowCount({ eventId, filters, found, onlyConfirmed })
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
      <p className={classes.count} aria-live="polite">
        {rows ? countWords(rows, onlyConfirmed, filters) : 'Contando as inscrições…'}
      </p>
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
      <ColumnPicker
        eventId={eventId}
        choice={choice}
        onChange={(change) => setChoice({ ...choice, ...change })}
      />
      {!filters.registration_status && (
        <Checkbox
          label="Só quem corre (inscrição confirmada)"
          checked={choice.onlyConfirmed}
          onChange={(event) => setChoice({ ...choice, onlyConfirmed: event.currentTarget.checked })}
        />
      )}
      <DialogButtons>
        <AnswerFilesButton eventId={eventId} filters={filters} />
        <Button variant="default" onClick={onClose}>
          Cancelar
        </Button>
        <TextButton type="submit" icon={IconFileDownload}>
          {failure ? 'Tentar novamente' : 'Baixar arquivo'}
        </TextButton>
      </DialogButtons>
    </form>
  )
}

type Counted = Pick<ExportButtonProps, 'eventId' | 'filters' | 'found'> & { onlyConfirmed: boolean }

function useRowCount({ eventId, filters, found, onlyConfirmed }: Counted) {
  const confirmed = useQuery({
    ...participantsQuery(eventId, { ...filters, registration_status: '1' }, 1),
    placeholderData: undefined,
    enabled: onlyConfirmed,
  })
  return onlyConfirmed ? confirmed.data?.meta : found
}

function countWords(
  { total }: { total: number },
  onlyConfirmed: boolean,
  filters: ParticipantFilters,
): string {
  const count = onlyConfirmed
    ? plural(total, 'inscrição confirmada', 'inscrições confirmadas')
    : plural(total, 'inscrição', 'inscrições')
  if (filters.ids) return `${count} entre as selecionadas.`
  const isFiltered = Object.values(filters).some(Boolean)
  return isFiltered ? `${count}, com os filtros da lista.` : `${count}: todas as do evento.`
}

interface ExportProgressProps {
  share: number
  waiting: number
  onCancel: () => void
}

function ExportProgress({ share, waiting, onCancel }: ExportProgressProps) {
  const percent = Math.floor(share * 100)
  const downloading = percent === 0 ? 'Preparando o arquivo…' : `Baixando… ${percent}%`
  const queued = `Na fila: ${waiting} ${waiting === 1 ? 'exportação' : 'exportações'} antes da sua.`
  return (
    <div className={classes.form}>
      <p className={classes.count} aria-live="polite">
        {waiting > 0 ? queued : downloading}
      </p>
      <Progress.Root size="lg">
        <Progress.Section value={percent} aria-label="Baixando o arquivo" animated striped />
      </Progress.Root>
      <p className={classes.hint}>
        {waiting > 0
          ? 'Deixe esta janela aberta: o download começa sozinho quando chegar a sua vez.'
          : 'Deixe esta janela aberta até o fim.'}
      </p>
      <DialogButtons>
        <Button variant="default" onClick={onCancel} data-autofocus>
          Cancelar
        </Button>
      </DialogButtons>
    </div>
  )
}

/** Downloads the files of the answers of all registrations that match the filters. */
function AnswerFilesButton({ eventId, filters }: Pick<ExportButtonProps, 'eventId' | 'filters'>) {
  const { search, ...query } = filters
  const params = { id: eventId }
  return (
    <DownloadButton
      variant="subtle"
      icon={IconPaperclip}
      load={() =>
        search
          ? apiFile(exportFoundAnswerFiles, { params, body: filters })
          : apiFile(exportAnswerFiles, { params, query })
      }
      fileName={`anexos-evento-${eventId}.zip`}
      failure={FAILED}
    >
      Anexos (ZIP)
    </DownloadButton>
  )
}

const FAILED = 'Erro ao exportar o arquivo.'
const INCOMPLETE = 'A conexão caiu no meio do caminho. Nenhum arquivo incompleto foi salvo.'

interface Options {
  eventId: number
  filters: ParticipantFilters
  onDone: () => void
}

/** `share` is null without a download. */
function useExport({ eventId, filters, onDone }: Options) {
  const [share, setShare] = useState<number | null>(null)
  const [waiting, setWaiting] = useState(0)
  const [failure, setFailure] = useState<string | null>(null)
  const running = useRef<AbortController>(null)
  // Leaving the screen or closing the dialog cancels the download.
  useEffect(() => () => running.current?.abort(), [])

  const start = async (choice: ExportChoice) => {
    const controller = new AbortController()
    running.current = controller
    setFailure(null)
    setShare(0)
    setWaiting(0)
    const onProgress = (part: number) => {
      setWaiting(0)
      setShare(part)
    }
    try {
      const how = { signal: controller.signal, onProgress, onWaiting: setWaiting }
      const { file, name, rows } = await download({ eventId, filters, choice, ...how })
      saveFile(file, name)
      showToast('success', `${plural(rows, 'linha exportada', 'linhas exportadas')}.`)
      onDone()
    } catch (reason) {
      if (controller.signal.aborted) return
      showToast('error', FAILED)
      setFailure(reason instanceof IncompleteDownload ? INCOMPLETE : failureMessage(reason, FAILED))
    }
    setShare(null)
  }
  const cancel = () => {
    running.current?.abort()
    setShare(null)
  }
  return { share, waiting, failure, start, cancel }
}
