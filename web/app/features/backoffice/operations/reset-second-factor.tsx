import { Textarea } from '@mantine/core'
import { IconShieldOff } from '@tabler/icons-react'
import { useState } from 'react'
import { resetSecondFactor } from '#contract/backoffice/accounts.ts'
import { FormDialogButton } from '#web/actions/form-dialog-button.tsx'
import { api } from '#web/api/api.ts'
import { ProofFields, useProof } from '#web/features/account/proof-fields.tsx'

interface ResetSecondFactorProps {
  account: { id: number; name: string }
  invalidates: readonly unknown[]
}

/** Removes the second factor of a user who lost both the phone and the recovery codes. */
export function ResetSecondFactor({ account, invalidates }: ResetSecondFactorProps) {
  const [reason, setReason] = useState('')
  const { send, ...proof } = useProof()
  return (
    <FormDialogButton
      changes={invalidates}
      icon={IconShieldOff}
      label="Remover verificação em duas etapas"
      danger
      title={`Remover a verificação de ${account.name}?`}
      fields={['reason', 'current_password', 'code']}
      submit="Remover"
      action={() =>
        send((secret) => api(resetSecondFactor, { params: { id: account.id }, body: { reason, ...secret } }))
      }
    >
      {(errorOf) => (
        <>
          <p>
            A senha volta a bastar para entrar, todas as sessões da conta são encerradas e a pessoa é avisada
            por e-mail. Faça isso só depois de ter certeza de quem pede.
          </p>
          <Textarea
            label="Motivo"
            description="A pessoa lê o motivo no e-mail, e ele fica no histórico."
            value={reason}
            onChange={(event) => setReason(event.currentTarget.value)}
            maxLength={500}
            autosize
            minRows={2}
            error={errorOf('reason')}
          />
          <ProofFields
            {...proof}
            description="Pedimos a senha porque quem fizer isto em seu nome enfraquece a conta de outra pessoa."
            errorOf={errorOf}
          />
        </>
      )}
    </FormDialogButton>
  )
}
