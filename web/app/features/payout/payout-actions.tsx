import { Alert, Input, Textarea } from '@mantine/core'
import { IconAlertTriangle, IconCheck, IconFileTypePdf, IconUpload, IconX } from '@tabler/icons-react'
import { useId, useState } from 'react'
import { formatDecimal } from '#contract/money.ts'
import { destinationWords, masked } from '#contract/payout/destination.ts'
import { approvePayout, getReceipt, markPayoutPaid, refusePayout } from '#contract/payout/enterprise.ts'
import type { Payout } from '#contract/payout/payout.ts'
import { FORM_DATA } from '#contract/route.ts'
import { FormDialogButton } from '#web/actions/form-dialog-button.tsx'
import { api, apiFile } from '#web/api/api.ts'
import { DownloadButton, documentName } from '#web/api/download-button.tsx'
import { ProofFields, useProof } from '#web/features/account/proof-fields.tsx'
import cells from '#web/ui/cells.module.css'
import { momentWords } from '#web/ui/date-time-words.ts'
import drop from '#web/ui/file-drop.module.css'
import { PAYOUTS_KEY } from './queries.ts'

export function PayoutActions({ payout }: { payout: Payout }) {
  const { id, status, has_receipt } = payout
  if (has_receipt)
    return (
      <DownloadButton
        load={() => apiFile(getReceipt, { params: { id } })}
        fileName={documentName(`comprovante-${id}`)}
      >
        Comprovante
      </DownloadButton>
    )
  if (status !== 'requested' && status !== 'approved') return null
  return (
    <div className={cells.actions}>
      {status === 'requested' ? <ApproveDialog payout={payout} /> : <PayDialog payout={payout} />}
      <RefuseDialog payout={payout} />
    </div>
  )
}

const PROOF = 'Pedimos a senha porque o dinheiro sai com esta confirmação.'

function ApproveDialog({ payout }: { payout: Payout }) {
  const { id, amount, organizer, destination } = payout
  const { send, ...proof } = useProof()
  return (
    <FormDialogButton
      changes={PAYOUTS_KEY}
      icon={IconCheck}
      label="Aprovar"
      title={`Aprovar ${formatDecimal(amount)} para ${organizer.name}?`}
      fields={['current_password', 'code']}
      submit="Aprovar"
      action={() => send((body) => api(approvePayout, { params: { id }, body }))}
    >
      {(errorOf) => (
        <>
          <p>
            Depois da aprovação, pague para <strong>{destinationWords(masked(destination))}</strong> e anexe o
            comprovante.
          </p>
          <DestinationHistory payout={payout} />
          <ProofFields {...proof} description={PROOF} errorOf={errorOf} />
        </>
      )}
    </FormDialogButton>
  )
}

/** When the destination was saved and what it replaced, so that a diverted payout is noticed. */
function DestinationHistory({ payout }: { payout: Payout }) {
  const { destination, destination_saved_at: saved, previous_destination, destination_changed_at } = payout
  return (
    <>
      {saved && (
        <p>
          {previous_destination
            ? `A conta foi trocada em ${momentWords(saved)}: antes, ${previous_destination}; agora, ${destinationWords(masked(destination))}.`
            : `É a primeira conta deste organizador, cadastrada em ${momentWords(saved)}.`}
        </p>
      )}
      {destination_changed_at && (
        <Alert color="yellow" icon={<IconAlertTriangle aria-hidden />}>
          Depois deste pedido, em {momentWords(destination_changed_at)}, o organizador trocou a conta. Este
          repasse vai para a que valia no pedido: confirme com ele antes.
        </Alert>
      )}
    </>
  )
}

function RefuseDialog({ payout: { id, organizer } }: { payout: Payout }) {
  const [note, setNote] = useState('')
  return (
    <FormDialogButton
      changes={PAYOUTS_KEY}
      icon={IconX}
      label="Recusar"
      variant="subtle"
      danger
      title={`Recusar o repasse de ${organizer.name}?`}
      fields={['note']}
      submit="Recusar"
      action={() => api(refusePayout, { params: { id }, body: { note } })}
    >
      {(errorOf) => (
        <Textarea
          label="Motivo"
          description="O organizador lê o motivo no e-mail e em Repasses."
          value={note}
          onChange={(event) => setNote(event.currentTarget.value)}
          maxLength={500}
          autosize
          minRows={3}
          error={errorOf('note')}
        />
      )}
    </FormDialogButton>
  )
}

function PayDialog({ payout }: { payout: Payout }) {
  const { id, amount, destination } = payout
  const [file, setFile] = useState<File | null>(null)
  const { send, ...proof } = useProof()
  return (
    <FormDialogButton
      changes={PAYOUTS_KEY}
      icon={IconUpload}
      label="Marcar como pago"
      title="Marcar como pago"
      fields={['receipt', 'current_password', 'code']}
      submit="Marcar como pago"
      action={() =>
        send((body) => {
          const form = new FormData()
          form.set(FORM_DATA, JSON.stringify(body))
          if (file) form.set('receipt', file, file.name)
          return api(markPayoutPaid, { params: { id }, body, form })
        })
      }
    >
      {(errorOf) => (
        <>
          <p>
            <strong>{formatDecimal(amount)}</strong> para <strong>{destinationWords(destination)}</strong>.
          </p>
          <DestinationHistory payout={payout} />
          <ReceiptInput file={file} onPick={setFile} error={errorOf('receipt')} />
          <ProofFields {...proof} description={PROOF} errorOf={errorOf} />
        </>
      )}
    </FormDialogButton>
  )
}

interface ReceiptInputProps {
  file: File | null
  onPick: (file: File | null) => void
  error: string | undefined
}

function ReceiptInput({ file, onPick, error }: ReceiptInputProps) {
  const id = useId()
  return (
    <Input.Wrapper label="Comprovante" labelProps={{ htmlFor: id }} error={error}>
      <div className={drop.drop} data-invalid={error !== undefined || undefined}>
        <span className={drop.icon} aria-hidden>
          <IconFileTypePdf size={24} />
        </span>
        <span className={drop.words}>
          <strong>{file ? 'Trocar arquivo' : 'Escolher arquivo'}</strong>
          <span>{file ? file.name : 'PDF ou imagem de até 10 MB'}</span>
        </span>
        <input
          id={id}
          type="file"
          accept="image/*,application/pdf"
          aria-invalid={error !== undefined}
          onChange={(event) => onPick(event.currentTarget.files?.[0] ?? null)}
        />
      </div>
    </Input.Wrapper>
  )
}
