import { IconMailForward } from '@tabler/icons-react'
import { type OrganizerAccount, resetOrganizerAccess } from '#contract/backoffice/organizers.ts'
import { api } from '../../../api.ts'
import { ActionButton } from '../action-button.tsx'
import { ORGANIZERS_KEY } from '../queries.ts'

/** The way back in for somebody who lost it: another link to a password of their own. */
export function ResetOrganizerAccess({ organizer }: { organizer: OrganizerAccount }) {
  if (organizer.suspended_at) return null
  const invited = !organizer.email_verified
  return (
    <ActionButton
      icon={IconMailForward}
      label={invited ? 'Reenviar convite' : 'Redefinir acesso'}
      question={{
        title: invited ? 'Reenviar o convite?' : 'Redefinir o acesso?',
        words: `Um link para criar uma senha nova segue para ${organizer.email}. Até lá, nada muda.`,
        confirm: 'Enviar',
      }}
      action={() => api(resetOrganizerAccess, { params: { id: organizer.id } })}
      forget={ORGANIZERS_KEY}
      failure="Erro ao enviar o e-mail."
    />
  )
}
