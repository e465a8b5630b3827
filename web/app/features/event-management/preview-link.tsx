import { Button, CopyButton, TextInput } from '@mantine/core'
import { IconEye } from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { OrganizerEvent } from '#contract/event-management/event-document.ts'
import { createPreview, removePreview } from '#contract/event-management/organizer-events.ts'
import { api, failureMessage } from '#web/api/api.ts'
import { EVENT_PREVIEW_PATH, pathTo } from '#web/paths.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { DialogButtons } from '#web/ui/dialog-buttons.tsx'
import { showToast } from '#web/ui/toast.ts'
import { eventQuery } from './queries.ts'

/** The secret link with which partners can view an event that is not public yet. */
export function PreviewLink({ event }: { event: OrganizerEvent }) {
  const [open, setOpen] = useState(false)
  const change = useChangePreview(event)
  const { preview_token: token } = event
  const link = token && new URL(pathTo(EVENT_PREVIEW_PATH, token), window.location.href).href
  return (
    <>
      <Button variant="subtle" leftSection={<IconEye size={18} aria-hidden />} onClick={() => setOpen(true)}>
        Prévia
      </Button>
      <Dialog opened={open} onClose={() => setOpen(false)} title="Link de prévia" size="lg">
        <p>
          Quem tem o link vê o evento como está salvo, mesmo antes de ser público. Envie-o a parceiros e
          desfaça-o quando quiser.
        </p>
        {link && (
          <TextInput
            label="Link"
            value={link}
            readOnly
            mt="md"
            onFocus={(focused) => focused.currentTarget.select()}
          />
        )}
        <DialogButtons>
          {link ? (
            <>
              <Button
                variant="subtle"
                color="red"
                loading={change.isPending}
                onClick={() => change.mutate(false)}
              >
                Desfazer link
              </Button>
              <Button component="a" href={link} target="_blank" rel="noreferrer" variant="default">
                Abrir
              </Button>
              <CopyButton value={link}>
                {({ copied, copy }) => <Button onClick={copy}>{copied ? 'Copiado' : 'Copiar link'}</Button>}
              </CopyButton>
            </>
          ) : (
            <Button loading={change.isPending} onClick={() => change.mutate(true)}>
              Criar link
            </Button>
          )}
        </DialogButtons>
      </Dialog>
    </>
  )
}

function useChangePreview({ id }: OrganizerEvent) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: async (wanted: boolean) => {
      const params = { params: { id } }
      if (wanted) return (await api(createPreview, params)).data.preview_token
      await api(removePreview, params)
      return null
    },
    onSuccess: (preview_token) =>
      queries.setQueryData(eventQuery(id).queryKey, (event) => event && { ...event, preview_token }),
    onError: (failure) => showToast('error', failureMessage(failure, 'Erro ao salvar o evento.')),
  })
}
