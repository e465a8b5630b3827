import { Button, Group, Modal } from '@mantine/core'
import { signOutToLogin } from '../../../sign-out.ts'

interface EmailChangedDialogProps {
  /** Of the account, until the other is verified. */
  email: string
  /** The address that was asked for; null while none was. */
  pendingEmail: string | null
}

/** After a change of e-mail there is one way on: out, and in again with the new one. */
export function EmailChangedDialog({ email, pendingEmail }: EmailChangedDialogProps) {
  return (
    <Modal
      opened={pendingEmail !== null}
      onClose={() => undefined}
      title="E-mail Alterado"
      withCloseButton={false}
      closeOnClickOutside={false}
      closeOnEscape={false}
    >
      <p>
        Enviamos um link de verificação para <strong>{pendingEmail}</strong>: confirme-o e faça login
        novamente com o novo e-mail.
      </p>
      <p>
        Até lá, <strong>{email}</strong> continua valendo. Avisamos nele também, com um link que desfaz a
        troca.
      </p>
      <Group justify="flex-end" mt="lg">
        <Button onClick={signOutToLogin} data-autofocus>
          Confirmar e Sair
        </Button>
      </Group>
    </Modal>
  )
}
