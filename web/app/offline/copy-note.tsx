import { IconDeviceMobileDown } from '@tabler/icons-react'
import { useEffect } from 'react'
import { momentWords } from '../features/registration/moment.ts'
import classes from './copy-note.module.css'
import { keepShell } from './shell.ts'

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
          Cópia guardada neste aparelho em {momentWords(keptAt)}. Com conexão, ela se atualiza sozinha.
        </p>
      )}
    </div>
  )
}
