import { Alert, Button } from '@mantine/core'
import { IconCircleCheck } from '@tabler/icons-react'
import { useNavigate } from 'react-router'
import type { Confirmation } from '#contract/people/confirmation.ts'
import classes from '#web/features/account/login/auth.module.css'
import { AuthPage } from '#web/features/account/login/auth-page.tsx'
import { EVENT_PATH, pathTo, SIGN_UP_PATH } from '#web/paths.ts'
import { ACCOUNT_DRAFT } from '#web/storage/personal-drafts.ts'
import { saveItem } from '#web/storage/tab-storage.ts'
import { LinkButton } from '#web/ui/link-button.tsx'
import type { Identity } from './identity.ts'

interface ConfirmedProps {
  identity: Identity
  person: Confirmation['person']
  confirmation: Confirmation
}

/** After the confirmation. Who has no account yet may create one, from the data that are known. */
export function Confirmed({ identity, person, confirmation }: ConfirmedProps) {
  const { event, has_account: hasAccount } = confirmation
  const navigate = useNavigate()
  function createAccount() {
    const { name, phone, email } = person
    const { cpf, birth_date } = identity
    saveItem(ACCOUNT_DRAFT, { draft: { name, phone, email: email ?? '', cpf, birth_date } })
    navigate(SIGN_UP_PATH)
  }
  return (
    <AuthPage title="Inscrição confirmada">
      <div role="status" className={classes.notice}>
        <Alert color="green" icon={<IconCircleCheck aria-hidden />}>
          Tudo certo para {event.title}, dia {event.date_event}, às {event.start_time}. Nos vemos na largada!
        </Alert>
        {!hasAccount && (
          <p className={classes.help}>
            Com uma conta, você se inscreve sozinho na próxima corrida. Os seus dados já estão preenchidos.
          </p>
        )}
      </div>
      <div className={classes.ways}>
        {!hasAccount && <Button onClick={createAccount}>Criar a minha conta</Button>}
        <LinkButton to={pathTo(EVENT_PATH, event.slug)} variant={hasAccount ? 'filled' : 'default'}>
          Ver a corrida
        </LinkButton>
      </div>
    </AuthPage>
  )
}
