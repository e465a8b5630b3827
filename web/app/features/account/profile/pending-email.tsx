import { Alert } from '@mantine/core'
import { IconMailForward } from '@tabler/icons-react'

/** That an address waits to be verified, to whoever looks at the account meanwhile. */
export function PendingEmail({ email, pending }: { email: string; pending: string | null }) {
  if (!pending) return null
  return (
    <Alert color="blue" icon={<IconMailForward aria-hidden />} mb="lg">
      Para trocar o e-mail, abra o link que enviamos para <strong>{pending}</strong>. Até lá,{' '}
      <strong>{email}</strong> continua valendo. Não foi você? Troque a sua senha: o link deixa de valer.
    </Alert>
  )
}
