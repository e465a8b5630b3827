import { Button } from '@mantine/core'
import { Link } from 'react-router'
import type { PublicEvent } from '#contract/event.ts'
import { LOGIN_PATH, WIZARD_PATH } from '../../paths.ts'
import { loginState } from '../../return-path.ts'
import { useSession } from '../../session.ts'

interface RegisterButtonProps {
  event: PublicEvent
  open: boolean
}

/** To the wizard with the event in hand; a guest passes the login first and comes out there too. */
export function RegisterButton({ event, open }: RegisterButtonProps) {
  const session = useSession()
  if (!open) {
    return (
      <Button size="lg" fullWidth disabled>
        Inscrever-se
      </Button>
    )
  }
  const wizard = { pathname: WIZARD_PATH, search: `?evento=${event.slug}`, state: { event } }
  return session ? (
    <Button component={Link} to={wizard.pathname + wizard.search} state={wizard.state} size="lg" fullWidth>
      Inscrever-se
    </Button>
  ) : (
    <Button component={Link} to={LOGIN_PATH} state={loginState(wizard)} size="lg" fullWidth>
      Inscrever-se
    </Button>
  )
}
