import { Alert, Button, Group, Text } from '@mantine/core'
import { IconHistory } from '@tabler/icons-react'
import { useMutation, useQuery } from '@tanstack/react-query'
import { listEventHistory } from '#contract/event-management/event-history.ts'
import { dataQuery } from '#web/api/data-query.ts'
import { EVENTS_KEY } from '#web/features/event/organizer-events.ts'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { momentWords } from '#web/ui/date-time-words.ts'
import type { StoredDraft } from './event-drafts.ts'

interface DraftNoticeProps {
  draft: StoredDraft
  /** The event's current version; null for a new event. */
  version: number | null
  onRecover: () => void
  onDiscard: () => void
}

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

/** Shown when somebody else saved first. Asks whether to discard the unsaved changes and reload. */
export function StaleDialog({ eventId, open, onReload, onClose }: StaleDialogProps) {
  const reload = useMutation({ mutationFn: onReload })
  const { data } = useQuery({
    ...dataQuery([...EVENTS_KEY, eventId, 'last-change'], listEventHistory, {
      params: { id: eventId },
      query: { page: 1, per_page: 1 },
    }),
    enabled: open,
    gcTime: 0,
  })
  const last = data?.[0]
  return (
    <ConfirmDialog
      open={open}
      title="O evento foi salvo por outra pessoa"
      confirmLabel="Recarregar"
      cancelLabel="Continuar editando"
      danger
      busy={reload.isPending}
      onConfirm={() => reload.mutate()}
      onClose={onClose}
    >
      <p>
        {last
          ? `${last.actor ?? 'Outra pessoa'} salvou este evento em ${momentWords(last.at)}, depois que você o abriu.`
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
