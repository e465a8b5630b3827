import { Button } from '@mantine/core'
import { IconExternalLink } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { EVENT_STATUS } from '#contract/event/event-status.ts'
import type { OrganizerEvent } from '#contract/event-management/event-document.ts'
import { CancelEvent, EventCancelled, useMayCancel } from '#web/features/event-cancellation/cancel-event.tsx'
import { EVENT_PATH, pathTo } from '#web/paths.ts'
import { useMay } from '#web/session/use-may.ts'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { DetailToolbar } from '#web/ui/detail-toolbar.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { useRootMark } from '#web/ui/use-root-mark.ts'
import classes from './manage-event.module.css'
import { PreviewLink } from './preview-link.tsx'

interface EventHeadProps {
  event: OrganizerEvent | null
  back: string
  mayEdit: boolean
  saving: 'save' | 'close' | null
  isDirty: boolean
  /** The server has the draft of the new event. */
  isKept: boolean
  /** Whether the draft is stored. */
  status: ReactNode
  onSave: (close: boolean, status?: 0 | 1) => void
  onNew: () => void
}

export function EventHead({ event, back, mayEdit, saving, isDirty, isKept, status, ...on }: EventHeadProps) {
  const { onSave, onNew } = on
  const [emptying, setEmptying] = useState(false)
  useRootMark('event-toolbar')
  const mayCancel = useMayCancel()
  const mayOpen = useMay('change-event-status') && mayEdit
  const empty = () => {
    setEmptying(false)
    onNew()
  }
  const saves = mayEdit && {
    save: { onClick: () => onSave(false), busy: saving === 'save', disabled: saving === 'close' },
    saveAndClose: { onClick: () => onSave(true), busy: saving === 'close', disabled: saving === 'save' },
  }
  return (
    <>
      <PageHeader
        title={event?.title ?? 'Novo evento'}
        tab={event?.title ?? 'Novo evento'}
        hidden={event !== null}
        description={description(event, mayEdit, isDirty && !isKept)}
      >
        {event && (
          <div className={classes.links}>
            {mayCancel && event.status !== EVENT_STATUS.cancelled && <CancelEvent event={event} />}
            {mayEdit && (!event.opened || event.preview_token) && <PreviewLink event={event} />}
            {event.opened && (
              <Button
                component="a"
                href={pathTo(EVENT_PATH, event.slug)}
                target="_blank"
                rel="noreferrer"
                variant="subtle"
                rightSection={<IconExternalLink size={18} aria-hidden />}
              >
                Ver página
              </Button>
            )}
          </div>
        )}
      </PageHeader>
      {event && mayCancel && event.status === EVENT_STATUS.cancelled && <EventCancelled eventId={event.id} />}
      <div className={classes.toolbar}>
        <DetailToolbar
          {...saves}
          {...(!event && {
            create: {
              onClick: () => (isDirty && !isKept ? setEmptying(true) : empty()),
              disabled: saving !== null,
            },
          })}
          back={{ to: back }}
        >
          {mayEdit && !event && (
            <Button variant="default" disabled={saving !== null} onClick={() => onSave(false, 0)}>
              Salvar sem abrir
            </Button>
          )}
          {mayOpen && event?.status === EVENT_STATUS.closed && !event.opened && (
            <Button variant="default" disabled={saving !== null} onClick={() => onSave(false, 1)}>
              Salvar e abrir
            </Button>
          )}
        </DetailToolbar>
        {status}
      </div>
      <ConfirmDialog
        open={emptying}
        danger
        title="Começar um novo evento?"
        confirmLabel="Começar de novo"
        cancelLabel="Continuar editando"
        onConfirm={empty}
        onClose={() => setEmptying(false)}
      >
        O que você preencheu até aqui não foi salvo e será apagado.
      </ConfirmDialog>
    </>
  )
}

function description(event: OrganizerEvent | null, mayEdit: boolean, isDirty: boolean): string {
  if (event?.status === EVENT_STATUS.cancelled) return 'O evento foi cancelado e não muda mais.'
  if (!mayEdit) return 'Você pode ver este evento, mas não editar.'
  if (event && !event.opened && !isDirty)
    return 'Rascunho: fica fora do site até ser aberto pela primeira vez.'
  if (!event && !isDirty) return 'Com um título, o que você digita fica na lista de eventos como rascunho.'
  return isDirty ? 'Há mudanças não salvas.' : 'As mudanças só valem depois de salvar.'
}
