import { IconDeviceMobileDown } from '@tabler/icons-react'
import { useEffect } from 'react'
import { momentWords } from '#web/ui/date-time-words.ts'
import classes from './copy-note.module.css'
import { cacheShell } from './shell.ts'

interface CopyNoteProps {
  /** The time of the copy; null for data from the server, undefined while nothing is loaded. */
  keptAt: string | null | undefined
}

/** Also caches the page for use without a connection, once the server has responded. */
export function CopyNote({ keptAt }: CopyNoteProps) {
  useEffect(() => {
    if (keptAt === null) cacheShell()
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
