import { IconDeviceMobileDown } from '@tabler/icons-react'
import { useEffect } from 'react'
import classes from './copy-note.module.css'
import { keepShell } from './shell.ts'

const FORMAT = new Intl.DateTimeFormat('pt-BR', { dateStyle: 'short', timeStyle: 'short' })

interface CopyNoteProps {
  /** When the copy was made; null for what the server has just answered, undefined while nothing is loaded. */
  keptAt: string | null | undefined
}

/** Says that a copy is shown, and since when; makes the page readable without a connection once the server has answered. */
export function CopyNote({ keptAt }: CopyNoteProps) {
  useEffect(() => {
    if (keptAt === null) keepShell()
  }, [keptAt])
  return (
    <div role="status">
      {keptAt && (
        <p className={classes.note}>
          <IconDeviceMobileDown size={20} aria-hidden />
          Cópia guardada neste aparelho em {FORMAT.format(new Date(keptAt)).replace(', ', ' às ')}. Com
          conexão, ela se atualiza sozinha.
        </p>
      )}
    </div>
  )
}
