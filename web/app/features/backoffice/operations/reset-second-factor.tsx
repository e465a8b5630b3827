import { IconShieldOff } from '@tabler/icons-react'
import { resetSecondFactor } from '#contract/backoffice/accounts.ts'
import { api } from '../../../api.ts'
import { ActionButton } from '../action-button.tsx'

interface ResetSecondFactorProps {
  account: { id: number; name: string }
  /** The query key that is invalidated afterwards. */
  invalidates: readonly unknown[]
}

/** For a person who lost both the phone and the recovery codes. */
export function ResetSecondFactor({ account, invalidates }: ResetSecondFactorProps) {
  return (
    <ActionButton
      icon={IconShieldOff}
      label="Remover verificação em duas etapas"
      danger
      question={{
        title: `Remover a verificação de ${account.name}?`,
        words:
          'A senha volta a bastar para entrar, todas as sessões da conta são encerradas e a pessoa é avisada por e-mail. Faça isso só depois de ter certeza de quem pede.',
        confirm: 'Remover',
      }}
      action={() => api(resetSecondFactor, { params: { id: account.id } })}
      invalidates={invalidates}
      failure="Erro ao remover a verificação em duas etapas."
    />
  )
}
