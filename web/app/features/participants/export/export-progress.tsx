import { Button, Group, Progress } from '@mantine/core'
import classes from './export.module.css'

interface ExportProgressProps {
  /** From 0 to 1. */
  share: number
  /** How many exports are before this one. */
  waiting: number
  onCancel: () => void
}

export function ExportProgress({ share, waiting, onCancel }: ExportProgressProps) {
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
      <Group justify="flex-end">
        <Button variant="default" onClick={onCancel} data-autofocus>
          Cancelar
        </Button>
      </Group>
    </div>
  )
}
