import { Textarea } from '@mantine/core'
import { IconCheck, IconX } from '@tabler/icons-react'
import { useState } from 'react'
import type { RightClaim } from '#contract/participants/right-claim.ts'
import { reviewRight } from '#contract/participants/right-claims.ts'
import { isDecided } from '#contract/registration/right-claim.ts'
import { FormDialogButton } from '#web/actions/form-dialog-button.tsx'
import { useAction } from '#web/actions/use-action.ts'
import { api } from '#web/api/api.ts'
import { TextButton } from '#web/ui/text-button.tsx'
import { PARTICIPANTS_KEY } from '../queries.ts'

interface DecideRightProps {
  registrationId: number
  claim: RightClaim
}

/** The buttons that approve or reject a claim; nothing once it is decided. */
export function DecideRight({ registrationId, claim }: DecideRightProps) {
  const [reason, setReason] = useState('')
  const { right_rule_id, version, name } = claim
  const params = { id: registrationId }
  const approve = useAction({
    action: () => api(reviewRight, { params, body: { right_rule_id, version, decision: 'approve' } }),
    invalidates: PARTICIPANTS_KEY,
    failure: 'Erro ao aprovar o desconto.',
  })
  if (isDecided(claim.status) || !claim.is_current) return null
  return (
    <>
      <TextButton icon={IconCheck} loading={approve.isPending} onClick={() => approve.mutate()}>
        Aprovar
      </TextButton>
      <FormDialogButton
        icon={IconX}
        label="Recusar"
        danger
        title={`Recusar o desconto "${name}"`}
        fields={['reason']}
        submit="Recusar"
        action={() =>
          api(reviewRight, { params, body: { right_rule_id, version, decision: 'reject', reason } })
        }
        changes={PARTICIPANTS_KEY}
      >
        {(errorOf) => (
          <>
            <p>
              A inscrição passa a custar o valor sem este desconto, e a diferença é cobrada. O participante
              pode pagar, ou cancelar e receber tudo de volta.
            </p>
            <Textarea
              label="Motivo"
              description="Vai por e-mail ao participante e entra no relatório: não escreva dados pessoais."
              required
              autosize
              minRows={3}
              maxLength={500}
              data-autofocus
              value={reason}
              error={errorOf('reason')}
              onChange={(event) => setReason(event.currentTarget.value)}
            />
          </>
        )}
      </FormDialogButton>
    </>
  )
}
