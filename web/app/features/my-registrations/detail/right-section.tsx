import { type MyRegistration, sendRightProof } from '#contract/my-registrations/my-registrations.ts'
import { api } from '#web/api/api.ts'
import classes from '#web/features/registration/details.module.css'
import { DocumentField } from '#web/features/registration/document-field.tsx'
import { useRegistrationChange } from '#web/features/registration/use-registration-change.ts'
import { momentWords } from '#web/ui/date-time-words.ts'
import { StatusChip, type Tone } from '#web/ui/status-chip.tsx'

type Right = NonNullable<MyRegistration['right']>

interface RightSectionProps {
  registrationId: number
  right: Right
}

/** The discount by right that a registration claims, and what is missing for it. */
export function RightSection({ registrationId, right }: RightSectionProps) {
  const [tone, status] = statusWords(right)
  return (
    <section className={classes.section} aria-labelledby="right-title">
      <h2 id="right-title">Desconto por direito</h2>
      <div className={classes.choice}>
        <div className={classes.row}>
          <strong>{right.name}</strong>
          <StatusChip tone={tone}>{status}</StatusChip>
        </div>
        {right.status === 'rejected' && right.review_reason && (
          <p>
            <strong>Motivo:</strong> {right.review_reason}
          </p>
        )}
        {right.can_send_proof && <ProofField registrationId={registrationId} right={right} />}
        {right.status === 'awaiting_proof' && !right.can_send_proof && (
          <p>O prazo para enviar por aqui terminou. Fale com a organização.</p>
        )}
        {right.declaration && (
          <details className={classes.words}>
            <summary>Ler a declaração</summary>
            <p>{right.declaration}</p>
          </details>
        )}
      </div>
    </section>
  )
}

function statusWords({ status, proof_due_on: due }: Right): [Tone, string] {
  switch (status) {
    case 'awaiting_proof':
      return ['warning', `Falta o comprovante${due ? ` (até ${due.slice(0, 5)})` : ''}`]
    case 'in_review':
      return ['warning', 'Comprovante em análise']
    case 'rejected':
      return ['error', 'Recusado']
    case 'approved':
      return ['success', 'Aprovado']
    case 'granted':
      return ['success', 'Aplicado']
  }
}

function ProofField({ registrationId: id, right: { proof, proof_sent_at: sentAt } }: RightSectionProps) {
  const send = useRegistrationChange({
    change: (file: File) => {
      const form = new FormData()
      form.append('file', file)
      return api(sendRightProof, { params: { id }, form })
    },
    done: 'Comprovante enviado.',
    failure: 'Erro ao enviar o comprovante.',
  })
  return (
    <>
      {proof && <p>Envie uma foto ou PDF: {proof}.</p>}
      <DocumentField
        labels={['Enviar comprovante', 'Trocar comprovante']}
        fileName={sentAt ? `Enviado em ${momentWords(sentAt)}` : undefined}
        onPick={send.mutateAsync}
      />
    </>
  )
}
