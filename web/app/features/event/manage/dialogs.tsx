import { Alert, Button, Group, Text } from '@mantine/core'
import { IconHistory } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { listEventHistory } from '#contract/organizer-event.ts'
import { api } from '../../../api.ts'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import { momentWords } from '../../registration/moment.ts'
import type { StoredDraft } from './event-drafts.ts'

interface DraftNoticeProps {
  draft: StoredDraft
  /** The event's current version. */
  version: number | null
  onRecover: () => void
  onDiscard: () => void
}

/** Offers the draft an earlier visit left unsaved. */
export function DraftNotice({ draft, version, onRecover, onDiscard }: DraftNoticeProps) {
  const isOutdated = version !== null && draft.form.lock_version !== version
  return (
    <Alert color="blue" icon={<IconHistory aria-hidden />} title="Há um rascunho não salvo" mb="1.5rem">
      <Text inherit mb="0.75rem">
        Guardado neste navegador em {momentWords(draft.savedAt)}.
        {isOutdated && ' O evento foi salvo depois disso: você pode ver o rascunho, mas não salvar por cima.'}
      </Text>
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

interface StaleDialogProps {
  eventId: number
  open: boolean
  onReload: () => Promise<void>
  onClose: () => void
}

/** Somebody else saved first: asks whether to discard what was typed and reload. */
export function StaleDialog({ eventId, open, onReload, onClose }: StaleDialogProps) {
  const [busy, setBusy] = useState(false)
  const last = useQuery({
    queryKey: ['organizer-events', eventId, 'last-change'],
    queryFn: async ({ signal }) => {
      const { data } = await api(listEventHistory, {
        params: { id: eventId },
        query: { page: 1, per_page: 1 },
        signal,
      })
      return data[0] ?? null
    },
    enabled: open,
    gcTime: 0,
  })
  const reload = async () => {
    setBusy(true)
    await onReload()
    setBusy(false)
  }
  return (
    <ConfirmDialog
      open={open}
      title="O evento foi salvo por outra pessoa"
      confirmLabel="Recarregar"
      cancelLabel="Continuar editando"
      danger
      busy={busy}
      onConfirm={reload}
      onClose={onClose}
    >
      <p>
        {last.data
          ? `${last.data.actor ?? 'Outra pessoa'} salvou este evento em ${momentWords(last.data.at)}, depois que você o abriu.`
          : 'Outra pessoa salvou este evento depois que você o abriu.'}{' '}
        Nada foi sobrescrito.
      </p>
      <p>
        Recarregue para ver como ele está agora; as suas mudanças nesta tela serão descartadas. Ou continue
        editando para copiar o que precisar antes.
      </p>
    </ConfirmDialog>
  )
}
