import { IconEye } from '@tabler/icons-react'
import { useNavigate } from 'react-router'
import { viewAs } from '#contract/backoffice/viewing.ts'
import { roleHome } from '#contract/roles.ts'
import { ActionButton } from '#web/actions/action-button.tsx'
import { api } from '#web/api/api.ts'
import { startViewing } from './viewing.ts'

interface ViewAsButtonProps {
  userId: number
  name: string
}

const NOTHING = ['viewing'] as const

export function ViewAsButton({ userId, name }: ViewAsButtonProps) {
  const navigate = useNavigate()
  return (
    <ActionButton
      icon={IconEye}
      label="Ver como"
      asksReason
      question={{
        title: `Ver a Largada como ${name}?`,
        words:
          'Por meia hora, nesta aba, você vê o que a pessoa vê. Nada pode ser mudado nem baixado. O motivo e o horário ficam na auditoria.',
        confirm: 'Ver como',
      }}
      action={async (reason) => {
        const { data } = await api(viewAs, { params: { id: userId }, body: { reason } })
        startViewing(data)
        navigate(roleHome(data.roles))
        // No toast: the banner says the same, and the toast would cover it.
        return { message: '' }
      }}
      invalidates={NOTHING}
      failure="Erro ao abrir a visualização."
    />
  )
}
