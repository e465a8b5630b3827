import { Input, Textarea } from '@mantine/core'
import { IconCheck, IconFileTypePdf, IconUpload, IconX } from '@tabler/icons-react'
import { useId, useState } from 'react'
import { formatDecimal } from '#contract/money.ts'
import { approvePayout, getReceipt, markPayoutPaid, refusePayout } from '#contract/payout/company.ts'
import { destinationWords } from '#contract/payout/destination.ts'
import type { Payout } from '#contract/payout/payout.ts'
import { api, apiFile } from '../../api.ts'
import cells from '../../ui/cells.module.css'
import { FileButton } from '../../ui/file-button.tsx'
import drop from '../../ui/file-drop.module.css'
import { ActionButton } from '../backoffice/action-button.tsx'
import { FormDialog } from './form-dialog.tsx'
import { PAYOUTS_KEY } from './queries.ts'

/** What the company can do with a payout now. */
export function PayoutActions({ payout }: { payout: Payout }) {
  const { id, status, amount, organizer, destination, has_receipt } = payout
  if (has_receipt)
    return (
      <FileButton
        label="Comprovante"
        name={`comprovante-${id}`}
        fetch={() => apiFile(getReceipt, { params: { id } })}
      />
    )
  if (status !== 'requested' && status !== 'approved') return null
  const money = formatDecimal(amount)
  return (
    <div className={cells.actions}>
      {status === 'requested' ? (
        <ActionButton
          icon={IconCheck}
          label="Aprovar"
          question={{
            title: `Aprovar ${money} para ${organizer.name}?`,
            words: `Depois da aprovação, pague para ${destinationWords(destination)} e anexe o comprovante.`,
            confirm: 'Aprovar',
          }}
          action={() => api(approvePayout, { params: { id } })}
          invalidates={PAYOUTS_KEY}
          failure="Erro ao aprovar o repasse."
        />
      ) : (
        <PayDialog payout={payout} />
      )}
      <RefuseDialog payout={payout} />
    </div>
  )
}

function RefuseDialog({ payout: { id, organizer } }: { payout: Payout }) {
  const [note, setNote] = useState('')
  return (
    <FormDialog
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
    </FormDialog>
  )
}

function PayDialog({ payout: { id, amount, destination } }: { payout: Payout }) {
  const [file, setFile] = useState<File | null>(null)
  return (
    <FormDialog
      icon={IconUpload}
      label="Marcar como pago"
      title="Marcar como pago"
      fields={['receipt']}
      submit="Marcar como pago"
      action={() => {
        const form = new FormData()
        if (file) form.set('receipt', file, file.name)
        return api(markPayoutPaid, { params: { id }, form })
      }}
    >
      {(errorOf) => (
        <>
          <p>
            <strong>{formatDecimal(amount)}</strong> para <strong>{destinationWords(destination)}</strong>.
          </p>
          <ReceiptInput file={file} onPick={setFile} error={errorOf('receipt')} />
        </>
      )}
    </FormDialog>
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
