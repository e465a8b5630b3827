import { Button, Group, Modal } from '@mantine/core'
import { signOutToLogin } from '../../../sign-out.ts'

/** After a change of e-mail there is one way on: out, and in again with the new one. */
export function EmailChangedDialog({ email }: { email: string | null }) {
  return (
    <Modal
      opened={email !== null}
      onClose={() => undefined}
      title="E-mail Alterado"
      withCloseButton={false}
      closeOnClickOutside={false}
      closeOnEscape={false}
    >
      <p>
        Seu e-mail agora é <strong>{email}</strong>. Enviamos um link de verificação para ele: confirme-o e
        faça login novamente com o novo e-mail.
      </p>
      <Group justify="flex-end" mt="lg">
        <Button onClick={signOutToLogin} data-autofocus>
          Confirmar e Sair
        </Button>
      </Group>
    </Modal>
  )
}
