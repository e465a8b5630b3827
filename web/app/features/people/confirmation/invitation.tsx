import { IconBrandWhatsapp, IconCopy, IconSend } from '@tabler/icons-react'
import { useState } from 'react'
import type { z } from 'zod'
import type { Invitation } from '#contract/people/confirmation.ts'
import type { ConfirmationState } from '#contract/registration/confirmation-state.ts'
import { failureMessage } from '#web/api/api.ts'
import classes from '#web/features/registration/details.module.css'
import { momentWords } from '#web/ui/date-time-words.ts'
import { StatusChip } from '#web/ui/status-chip.tsx'
import { AnchorButton, TextButton } from '#web/ui/text-button.tsx'
import { showToast } from '#web/ui/toast.ts'

interface ConfirmationStatusProps {
  name: string
  state: ConfirmationState
  /** Creates a link for the participant; null for who may not. */
  invite: (() => Promise<z.infer<typeof Invitation>>) | null
}

/** Whether the participant has confirmed, and ways to send the link. */
export function ConfirmationStatus({ name, state, invite }: ConfirmationStatusProps) {
  const [firstName] = name.split(' ')
  const confirmedAt = state.confirmed_at
  return (
    <>
      <div className={classes.row}>
        <strong>
          {confirmedAt ? `Confirmada em ${momentWords(confirmedAt)}` : `Falta ${firstName} confirmar`}
        </strong>
        <StatusChip tone={confirmedAt ? 'success' : 'warning'}>
          {confirmedAt ? 'Confirmada' : 'Pendente'}
        </StatusChip>
      </div>
      <p>
        {confirmedAt
          ? `Para ${firstName} mudar os dados, as respostas ou as autorizações, envie outro convite.`
          : `Envie o convite para ${firstName} conferir os dados, aceitar os termos e responder às perguntas. A inscrição vale sem isso, mas o kit só é entregue depois.`}
      </p>
      {invite && (
        <Invite
          label="Criar convite"
          invite={invite}
          note="O link vale até o dia da corrida e funciona uma vez."
        />
      )}
    </>
  )
}

interface InviteProps {
  label: string
  /** A sentence about the link. */
  note: string
  invite: () => Promise<z.infer<typeof Invitation>>
}

/** A button that creates a link, and then ways to send it. */
export function Invite({ label, note, invite }: InviteProps) {
  const [busy, setBusy] = useState(false)
  const [invitation, setInvitation] = useState<z.infer<typeof Invitation> | null>(null)
  async function create() {
    setBusy(true)
    try {
      setInvitation(await invite())
    } catch (failure) {
      showToast('error', failureMessage(failure, 'Não foi possível criar o convite.'))
    } finally {
      setBusy(false)
    }
  }
  if (!invitation)
    return (
      <div>
        <TextButton icon={IconSend} variant="default" loading={busy} onClick={create}>
          {label}
        </TextButton>
      </div>
    )
  const { text, link } = invitation
  return (
    <>
      <p className={classes.note}>{text}</p>
      <div className={classes.row}>
        <AnchorButton
          icon={IconBrandWhatsapp}
          href={`https://wa.me/?text=${encodeURIComponent(text)}`}
          target="_blank"
          rel="noopener noreferrer"
        >
          Enviar por WhatsApp
        </AnchorButton>
        <TextButton
          icon={IconCopy}
          variant="default"
          onClick={async () => {
            await navigator.clipboard.writeText(link)
            showToast('success', 'Link copiado.')
          }}
        >
          Copiar link
        </TextButton>
      </div>
      <p className={classes.note}>{note}</p>
    </>
  )
}
