import { Alert } from '@mantine/core'
import { IconCircleCheck } from '@tabler/icons-react'
import { useLocation } from 'react-router'
import { getMyRegistration } from '#contract/my-registrations/my-registrations.ts'
import { api } from '#web/api/api.ts'
import { FreeRegistrationState } from '#web/features/checkout/success/success-state.ts'
import { ShareBib } from '#web/features/registration/bib/share-bib.tsx'
import { MY_REGISTRATION_PATH, pathTo } from '#web/paths.ts'
import { LinkButton } from '#web/ui/link-button.tsx'
import { bibOf } from '../bib-of.ts'
import classes from './just-registered.module.css'

export function JustRegistered() {
  const { data } = FreeRegistrationState.safeParse(useLocation().state)
  if (!data) return null
  const { id, title } = data.registered
  return (
    <Alert
      color="green"
      mb="lg"
      title={`Inscrição confirmada: ${title}`}
      icon={<IconCircleCheck size={24} aria-hidden />}
    >
      <p className={classes.words}>
        Não há nada a pagar. A confirmação vai para o seu e-mail: nos vemos na largada!
      </p>
      <div className={classes.buttons}>
        <LinkButton to={pathTo(MY_REGISTRATION_PATH, id)} variant="default">
          Ver minha inscrição
        </LinkButton>
        <ShareBib load={async () => bibOf((await api(getMyRegistration, { params: { id } })).data)} />
      </div>
    </Alert>
  )
}
