import { Alert, Button, Group } from '@mantine/core'
import { IconHistory } from '@tabler/icons-react'
import { momentWords } from '../../../registration/moment.ts'
import type { StoredDraft } from '../form/draft-storage.ts'
import classes from './draft-notice.module.css'

interface DraftNoticeProps {
  draft: StoredDraft
  /** Of the event as it is now. */
  version: number | null
  onRecover: () => void
  onDiscard: () => void
}

/** What an earlier visit left unsaved, offered and never put in by itself. */
export function DraftNotice({ draft, version, onRecover, onDiscard }: DraftNoticeProps) {
  const overtaken = version !== null && draft.form.lock_version !== version
  return (
    <Alert
      color="blue"
      icon={<IconHistory aria-hidden />}
      title="Há um rascunho não salvo"
      className={classes.notice}
    >
      <p>
        Guardado neste navegador em {momentWords(draft.savedAt)}.
        {overtaken && ' O evento foi salvo depois disso: você pode ver o rascunho, mas não salvar por cima.'}
      </p>
      <Group gap="sm">
        <Button variant="default" onClick={onRecover}>
          Recuperar rascunho
        </Button>
        <Button variant="subtle" color="gray" onClick={onDiscard}>
          Descartar
        </Button>
      </Group>
    </Alert>
  )
}
