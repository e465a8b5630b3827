import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { listEventHistory } from '#contract/organizer-event.ts'
import { api } from '../../../../api.ts'
import { ConfirmDialog } from '../../../../ui/confirm-dialog.tsx'
import { momentWords } from '../../../registration/moment.ts'

interface StaleDialogProps {
  eventId: number
  open: boolean
  onReload: () => Promise<void>
  onClose: () => void
}

/** Somebody else saved first: nothing of theirs is written over, nothing typed here is thrown away unasked. */
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
