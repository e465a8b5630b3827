import { Button, Group, Progress } from '@mantine/core'
import classes from './export.module.css'

interface ExportProgressProps {
  /** From 0 to 1. */
  share: number
  onCancel: () => void
}

export function ExportProgress({ share, onCancel }: ExportProgressProps) {
  const percent = Math.floor(share * 100)
  return (
    <div className={classes.form}>
      <p className={classes.count}>{percent === 0 ? 'Preparando o arquivo…' : `Baixando… ${percent}%`}</p>
      <Progress.Root size="lg">
        <Progress.Section value={percent} aria-label="Baixando o arquivo" animated striped />
      </Progress.Root>
      <p className={classes.hint}>Deixe esta janela aberta até o fim.</p>
      <Group justify="flex-end">
        <Button variant="default" onClick={onCancel} data-autofocus>
          Cancelar
        </Button>
      </Group>
    </div>
  )
}
