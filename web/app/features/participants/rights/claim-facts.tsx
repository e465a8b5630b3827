import type { RightClaim } from '#contract/participants/right-claim.ts'
import { RIGHT_CLAIM_STATUSES } from '#contract/registration/right-claim.ts'
import { momentWords } from '#web/ui/date-time-words.ts'
import { Facts } from '#web/ui/facts.tsx'
import { Money } from '#web/ui/money.tsx'
import { StatusChip } from '#web/ui/status-chip.tsx'

export function ClaimStatus({ status }: Pick<RightClaim, 'status'>) {
  const { label, color } = RIGHT_CLAIM_STATUSES[status]
  return <StatusChip tone={color}>{label}</StatusChip>
}

/** What was declared, what is to be sent, and who decided why. */
export function ClaimFacts({ claim }: { claim: RightClaim }) {
  const { declaration, declaration_version, proof_name, proof_due_on, proof_sent_at, reviewed_at } = claim
  return (
    <Facts
      facts={[
        ['Desconto', <Money key="discount" value={claim.discount} />],
        ['Como', claim.is_companion ? 'Acompanhante' : null],
        [`Declaração, versão ${declaration_version}`, declaration, 'wide'],
        ['Comprovante', proof_name],
        [
          'Enviado',
          proof_sent_at ? momentWords(proof_sent_at) : proof_due_on && `não; prazo até ${proof_due_on}`,
        ],
        ['Decidido', reviewed_at && `${momentWords(reviewed_at)}, por ${claim.reviewer ?? 'conta excluída'}`],
        ['Motivo', claim.review_reason, 'wide'],
      ]}
    />
  )
}
